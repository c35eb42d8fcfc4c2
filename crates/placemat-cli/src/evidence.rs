//! What an input is: valid UTF-8, mostly UTF-8, text in another encoding, or no text.
//!
//! Every command that acts on text asks here, so that all of them act alike. The evidence is: the share of valid
//! sequences among the bytes above 7F, and whether a whole word is valid ([`Share`]); what the errors look like, one by
//! one ([`Looks`]); and whether the text makes [sense] in an encoding, by the letters of its languages. Damaged UTF-8
//! has a share near 1, and text in another encoding one near 0; a single word in UTF-8 rules out every single-byte
//! encoding. No verdict is better than a wrong one.

mod magic;
mod sample;
mod sense;
mod share;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, WINDOWS_1252};
use placemat::{
    Diagnosis, ErrorKind,
    bom::{self, Form},
    diagnose,
};

use crate::sniff::{FileType, utf16_inside};

pub(crate) use sample::{BEFORE, NEAR, Sample};
pub(crate) use sense::Sense;
use sense::SevenBits;
pub(crate) use share::{Share, ratio};

/// The maximum number of errors to inspect.
const MOST_ERRORS: usize = 1000;

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The cause of more than half of the errors, or another encoding of the whole.
    Form(Diagnosis),
    /// UTF-8 with a few characters in Latin-1 or Windows-1252, or with other damage.
    MostlyUtf8(Option<Diagnosis>),
    /// A web encoding.
    Encoding(&'static Encoding),
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
}

impl Evidence<'_> {
    /// `None` if nothing is certain, or if it is valid UTF-8 and probably meant to be.
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        if self.errors == 0 { self.valid() } else { self.invalid() }
    }

    /// A guess at another encoding of valid UTF-8.
    fn valid(&self) -> Option<Verdict> {
        let seven_bits = || match sense::seven_bits(self.head)? {
            SevenBits::Hz => Some(Verdict::Hz),
            SevenBits::Iso2022Jp => Some(Verdict::Encoding(ISO_2022_JP)),
        };
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
        let looks = Looks::of(self.sample);
        if let Some(found) = looks.form(self.errors) {
            return Some(Verdict::Form(match found {
                // Java also writes surrogate pairs.
                Diagnosis::Cesu8 { .. } if looks.java_nul => Diagnosis::JavaNul,
                found => found,
            }));
        }
        let (bytes, is_whole) = self.sample.near();
        if let Some(at) = utf16_inside(self.head) {
            return Some(Verdict::Utf16Inside(at));
        }
        if !sense::is_text(bytes) {
            return None;
        }
        let Share { has_words, .. } = self.share;
        let (share, western) = (self.share.ratio()?, looks.western());
        // In a short Chinese or Japanese text, half may be valid by chance.
        if share >= 0.8 || (share >= 0.5 && has_words && western.is_some()) {
            return Some(Verdict::MostlyUtf8(western));
        }
        if let Some(encoding) = foreign(bytes, is_whole) {
            return (!encoding.is_single_byte() || !has_words).then_some(Verdict::Encoding(encoding));
        }
        if has_words {
            return None;
        }
        match western.filter(|_| Sense::western(bytes).has_language()) {
            Some(found) => Some(Verdict::Form(found)),
            None => sense::latin(bytes).map(Verdict::Encoding),
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
struct Looks {
    /// Each diagnosis with its number of errors.
    forms: Vec<(Diagnosis, u64)>,
    /// The number of errors inspected.
    errors: u64,
    java_nul: bool,
}

impl Looks {
    fn of(sample: &Sample) -> Self {
        let mut looks = Self::default();
        let (bytes, is_whole) = sample.near();
        let margin = margin(sample.start());
        let bytes = &[margin, bytes].concat();
        for error in placemat::errors(bytes).take(MOST_ERRORS) {
            // A sequence that the end of the sample truncates is no error.
            if error.kind == ErrorKind::Truncated && !is_whole {
                break;
            }
            looks.errors += 1;
            let Some(found) = diagnose(bytes, &error) else { continue };
            looks.java_nul |= found == Diagnosis::JavaNul;
            match looks.forms.iter_mut().find(|(known, _)| known.name() == found.name()) {
                Some((_, times)) => *times += 1,
                None => looks.forms.push((found, 1)),
            }
        }
        looks
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
    fn western(&self) -> Option<Diagnosis> {
        let windows = |found| matches!(found, Diagnosis::Windows1252 { .. });
        let latin = |found| matches!(found, Diagnosis::Latin1 { .. });
        let explained = self.times(|found| windows(found) || latin(found));
        // Windows-1252 has all letters of Latin-1, so a few of its own characters decide.
        let found = self.forms.iter().find(|(found, _)| windows(*found));
        let found = found.or_else(|| self.forms.iter().find(|(found, _)| latin(*found)))?.0;
        ((self.errors - explained) * 100 <= self.errors).then_some(found)
    }
}

/// A substitute for the bytes before a window that does not begin at the start of the input, so that the window is
/// not mistaken for the start. Two bytes, to keep UTF-16 aligned.
pub(crate) fn margin(start: u64) -> &'static [u8] {
    if start == 0 { b"" } else { b"  " }
}

/// The encoding that text is clearly in, other than Latin-1 or Windows-1252. `whole`: the text is not truncated.
fn foreign(bytes: &[u8], whole: bool) -> Option<&'static Encoding> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, whole);
    let encoding = detector.guess(None, Utf8Detection::Deny);
    if encoding == WINDOWS_1252 {
        return None;
    }
    Sense::of(encoding, bytes, whole)?.is_text_in(encoding).then_some(encoding)
}

/// Whether an error at `at` is in text that is clearly neither Latin-1 nor Windows-1252.
pub(crate) fn is_foreign(window: &[u8], at: usize) -> bool {
    // No multi-byte encoding has a byte below 30 inside a character.
    let is_edge = |byte: &u8| *byte < 0x30;
    let from = window[..at].iter().rposition(is_edge).unwrap_or(0);
    let to = window[at..].iter().rposition(is_edge).map(|to| at + to);
    // Without such a byte before the error, the window may begin inside a character.
    [from, from + 1].into_iter().any(|from| {
        let part = window.get(from..to.unwrap_or(window.len())).unwrap_or(b"");
        foreign(part, to.is_some()).is_some()
    })
}
