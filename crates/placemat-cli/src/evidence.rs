//! What an input is: valid UTF-8, mostly UTF-8, text in another encoding, or no text.
//!
//! All commands decide by this module, so they agree. It counts three things over the whole input. The [`Share`]:
//! how many of the bytes above 7F are in valid sequences, near 1 in damaged UTF-8 and near 0 in other encodings.
//! The [`Diagnoses`] of the errors, one by one: surrogates, characters that are cut short or torn across lines. And
//! the [`Counts`] of each byte with its neighbours, from which every encoding is [priced](price): a reading is as
//! likely as its characters in their places, and it is certain if any other text is 512 times less likely. No
//! verdict is better than a wrong one.

mod choice;
mod contexts;
mod language;
mod magic;
mod price;
mod reading;
mod records;
mod sample;
mod sense;
mod share;
mod wide;

use placemat::bom::{self, Form};
use placemat::{Diagnosis, Invalid, Utf8ErrorKind, diagnose};

use crate::charset::{Charset, WINDOWS_1252};
use crate::sniff::{FileType, utf16_inside};

pub(crate) use choice::{Choice, Other};
pub(crate) use reading::{COINCIDENCE, Counts, Reading, is_foreign};
pub(crate) use sample::{BEFORE, NEAR, Sample};
pub(crate) use share::{Share, ratio};

/// The maximum number of errors to inspect.
const MAX_ERRORS: usize = 1000;

/// The share of valid sequences in damaged UTF-8.
pub(crate) const MOSTLY: f64 = 0.8;

/// The share of valid sequences that are no coincidence.
const SOME: f64 = 0.1;

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The cause of more than half of the errors, or another encoding of the whole.
    Form(Diagnosis),
    /// UTF-8 with text in another encoding among it, or with other damage.
    MostlyUtf8(Option<Charset>),
    /// As much in another encoding, or more.
    Mixed(Charset),
    /// Text in another encoding.
    Encoding(Charset),
    /// Characters that are torn across two lines or records.
    Torn,
    /// GB 2312 in seven bits (RFC 1843).
    Hz,
    /// A binary file format.
    Binary(&'static str),
    /// Text with UTF-16 inside, from this offset on.
    Utf16Inside(usize),
}

/// The counts over an input.
pub(crate) struct Evidence<'a> {
    /// The first bytes.
    pub(crate) head: &'a [u8],
    pub(crate) errors: u64,
    pub(crate) share: Share,
    /// The bytes around the first errors.
    pub(crate) sample: &'a Sample,
    pub(crate) counts: &'a Counts,
}

impl Evidence<'_> {
    /// `None` if nothing is certain, or if it is valid UTF-8 and probably meant to be.
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        if self.errors == 0 { self.valid() } else { self.invalid() }
    }

    /// The encoding that valid UTF-8 is meant to be in, if it is another one.
    fn valid(&self) -> Option<Verdict> {
        let seven_bits = || sense::seven_bits(self.head);
        let inside = || utf16_inside(self.head).map(Verdict::Utf16Inside);
        self.utf16().or_else(seven_bits).or_else(inside)
    }

    fn invalid(&self) -> Option<Verdict> {
        if let Some(form) = bom::detect(self.head).filter(|form| *form != Form::Utf8) {
            return Some(Verdict::Form(Diagnosis::Bom(form)));
        }
        if let Some(what) = magic::of(self.head) {
            return Some(Verdict::Binary(what));
        }
        if let Some(utf16) = self.utf16() {
            return Some(utf16);
        }
        let diagnoses = Diagnoses::of(self.sample);
        if let Some(found) = diagnoses.form(self.errors) {
            return Some(Verdict::Form(match found {
                // Java also writes surrogate pairs.
                Diagnosis::Cesu8 { .. } if diagnoses.java_nul => Diagnosis::JavaNul,
                found => found,
            }));
        }
        if let Some(at) = utf16_inside(self.head) {
            return Some(Verdict::Utf16Inside(at));
        }
        if diagnoses.torn * 2 > diagnoses.errors {
            return Some(Verdict::Torn);
        }
        if !sense::is_text(self.sample.near().0) {
            return None;
        }
        let (share, has_words) = (self.share.ratio()?, self.share.has_words);
        let among = || self.counts.among(self.share.invalid).or_else(|| diagnoses.western());
        let among = records::two_byte_encoding(self.sample).or_else(among);
        // In a short Chinese or Japanese text, half may be valid by chance.
        if share >= MOSTLY || (share >= 0.5 && has_words && among.is_some()) {
            return Some(Verdict::MostlyUtf8(among));
        }
        if diagnoses.times(|found| found == Diagnosis::LoneSurrogate) * 3 > diagnoses.errors {
            return None;
        }
        let readings = self.counts.readings();
        match self.counts.certain(&readings) {
            Some(reading)
                if !has_words || self.sample.follows_ascii() && self.counts.is_coincidence(reading) =>
            {
                Some(Verdict::Encoding(reading.charset))
            }
            _ => among.filter(|_| has_words && share >= SOME).map(Verdict::Mixed),
        }
    }

    /// UTF-16 without a BOM.
    fn utf16(&self) -> Option<Verdict> {
        match FileType::of(self.head) {
            FileType::Utf16 { little_endian } => Some(Verdict::Form(Diagnosis::Utf16 { little_endian })),
            FileType::Text | FileType::Binary => None,
        }
    }
}

/// The diagnoses of the errors.
#[derive(Default)]
struct Diagnoses {
    /// Each diagnosis with its number of errors.
    forms: Vec<(Diagnosis, u64)>,
    /// The number of errors inspected.
    errors: u64,
    /// The number of errors that are parts of characters torn across lines.
    torn: u64,
    java_nul: bool,
}

impl Diagnoses {
    fn of(sample: &Sample) -> Self {
        let mut diagnoses = Self::default();
        let (bytes, is_whole) = sample.near();
        let margin = margin(sample.start.unwrap_or(0));
        let bytes = &[margin, bytes].concat();
        let mut torn = Torn::default();
        for error in placemat::errors(bytes).take(MAX_ERRORS) {
            // A sequence that the end of the sample truncates is no error.
            if error.kind == Utf8ErrorKind::Truncated && !is_whole {
                break;
            }
            diagnoses.errors += 1;
            diagnoses.torn += torn.add(bytes, &error);
            let Some(found) = diagnose(bytes, &error) else { continue };
            diagnoses.java_nul |= found == Diagnosis::JavaNul;
            match diagnoses.forms.iter_mut().find(|(known, _)| known.name() == found.name()) {
                Some((_, times)) => *times += 1,
                None => diagnoses.forms.push((found, 1)),
            }
        }
        diagnoses
    }

    fn times(&self, is: impl Fn(Diagnosis) -> bool) -> u64 {
        self.forms.iter().filter(|(found, _)| is(*found)).map(|(_, times)| times).sum()
    }

    /// The cause of more than half of the errors; of `all` errors for a cause that occurs once.
    fn form(&self, all: u64) -> Option<Diagnosis> {
        let family = |found: Diagnosis| match found {
            Diagnosis::Cesu8 { .. } | Diagnosis::JavaNul => 1,
            Diagnosis::CutEnd | Diagnosis::CutStart => 2,
            Diagnosis::Latin1 { .. } | Diagnosis::Windows1252 { .. } => 3,
            Diagnosis::Utf16 { .. } => 4,
            Diagnosis::Rfc2279 { .. } => 5,
            Diagnosis::CutShort => 6,
            Diagnosis::LoneSurrogate => 7,
            _ => 8,
        };
        self.forms.iter().map(|(found, _)| *found).find(|found| {
            let times = self.times(|other| family(other) == family(*found));
            match family(*found) {
                2 => times * 2 > all,
                3 => false,
                // Replacing them is good advice only if there are no other errors.
                7 => times == all,
                _ => times * 2 > self.errors,
            }
        })
    }

    /// Latin-1 or Windows-1252, if nearly all errors are characters in it.
    fn western(&self) -> Option<Charset> {
        let windows = |found| matches!(found, Diagnosis::Windows1252 { .. });
        let latin = |found| matches!(found, Diagnosis::Latin1 { .. });
        let explained = self.times(|found| windows(found) || latin(found));
        // Windows-1252 has all letters of Latin-1, so a few of its own characters decide.
        let found = self.forms.iter().find(|(found, _)| windows(*found));
        let found = found.or_else(|| self.forms.iter().find(|(found, _)| latin(*found)))?.0;
        let charset = if windows(found) { WINDOWS_1252 } else { Charset::Latin1 };
        ((self.errors - explained) * 100 <= self.errors).then_some(charset)
    }
}

/// A substitute for the bytes before a window that does not begin at the start of the input, so that the window is
/// not mistaken for the start. Two bytes, to keep UTF-16 aligned.
pub(crate) fn margin(start: u64) -> &'static [u8] {
    if start == 0 { b"" } else { b"  " }
}

/// The first bytes of a character, until the others follow on the next line.
#[derive(Default)]
struct Torn {
    bytes: Vec<u8>,
    end: usize,
    errors: u64,
}

impl Torn {
    /// The number of errors that are a torn character, if this is the last of them.
    fn add(&mut self, bytes: &[u8], error: &Invalid) -> u64 {
        let end = error.offset + error.len;
        let is_joined = self.errors == 1 || error.offset == self.end;
        match error.kind {
            Utf8ErrorKind::MissingContinuation
                if !bytes[end..].first().is_some_and(u8::is_ascii_alphanumeric) =>
            {
                *self = Self { bytes: bytes[error.offset..end].to_vec(), end, errors: 1 };
            }
            Utf8ErrorKind::UnexpectedContinuation if self.errors > 0 && is_joined => {
                self.bytes.extend_from_slice(&bytes[error.offset..end]);
                (self.end, self.errors) = (end, self.errors + 1);
                if str::from_utf8(&self.bytes).is_ok() {
                    return std::mem::take(self).errors;
                }
            }
            _ => *self = Self::default(),
        }
        0
    }
}
