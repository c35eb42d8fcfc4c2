//! Guesses at the real encoding of an input that is not UTF-8.
//!
//! People and scripts follow hints, so no hint is better than a wrong one:
//!
//! - `placemat::diagnose` determines the cause of single errors; a cause is reported for the whole input if it
//!   explains more than half of the errors.
//! - The whole input has been validated, so [`Share`] distinguishes damaged UTF-8 from another encoding. A single
//!   word in UTF-8 rules out every single-byte encoding.
//! - `chardetng` guesses web encodings, and the decoded text must make [sense](sense).
//! - A command is recommended only if it will succeed on this very input, see [`Evidence::converts`].

mod magic;
mod sense;

use std::{borrow::Cow, fs::File, io::Seek, path::Path};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, WINDOWS_1252};
use placemat::{
    Diagnosis, ErrorKind, Invalid,
    bom::{self, Form},
    diagnose,
};

use crate::{
    charset, conversion,
    sniff::FileType,
    stream::{Finding, Share, Tally},
    text::{Name, count},
};
use sense::{Sense, SevenBits};

/// The number of bytes from the start of an error that the guess about a single error inspects.
pub(crate) const AFTER: usize = 64;

/// The maximum number of errors to inspect.
const MOST_ERRORS: usize = 1000;

/// A guess at the real encoding of an input.
#[derive(Clone, Debug)]
pub(crate) struct Hint {
    guess: Guess,
    /// Whether `placemat convert` can convert the input to UTF-8.
    converts: bool,
    /// The input in a command: a file name, or `< FILE`.
    input: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guess {
    /// The cause of more than half of the errors.
    Diagnosis(Diagnosis),
    /// UTF-8 with a few characters in Latin-1 or Windows-1252, or with other damage.
    MostlyUtf8(Option<Diagnosis>),
    /// A web encoding.
    Encoding(&'static Encoding),
    /// GB 2312 in seven bits (RFC 1843).
    Hz,
    /// A binary file format.
    NoText(&'static str),
}

impl Hint {
    /// UTF-16 without a BOM.
    pub(crate) fn utf16(little_endian: bool, path: &Path, file: Option<&File>) -> Self {
        let guess = Guess::Diagnosis(Diagnosis::Utf16 { little_endian });
        let evidence = Evidence { path, head: b"", tally: &Tally::default(), file };
        evidence.with_proof(guess)
    }

    /// The name for programs.
    pub(crate) fn name(&self) -> Cow<'static, str> {
        match self.guess {
            Guess::Diagnosis(found) | Guess::MostlyUtf8(Some(found)) => found.name().into(),
            Guess::MostlyUtf8(None) => "damaged".into(),
            Guess::Encoding(encoding) => encoding.name().to_ascii_lowercase().into(),
            Guess::Hz => "hz".into(),
            Guess::NoText(_) => "binary".into(),
        }
    }

    /// The message for people: the guess, and what to do.
    pub(crate) fn words(&self) -> String {
        let is_utf16 = |found| matches!(found, Diagnosis::Bom(_) | Diagnosis::Utf16 { .. });
        let advice = match (self.guess, self.convert_from()) {
            (Guess::Diagnosis(Diagnosis::LoneSurrogate), _) => {
                format!("; `placemat repair {}` replaces it", self.input)
            }
            (Guess::Diagnosis(found), None) if is_utf16(found) => {
                ", but not a valid one: its length is odd, or it has a lone surrogate".into()
            }
            (_, None) => String::new(),
            (Guess::Diagnosis(Diagnosis::Bom(_)), Some(from)) => {
                format!("; try `placemat convert --from {from} --bom strip {}`", self.input)
            }
            (_, Some(from)) => format!("; try `placemat convert --from {from} {}`", self.input),
        };
        format!("{}{advice}", self.guess.words())
    }

    /// The argument of `--from` with which `placemat convert` converts it to UTF-8.
    pub(crate) fn convert_from(&self) -> Option<Cow<'static, str>> {
        self.guess.label().filter(|_| self.converts)
    }

    /// The diagnosis of one error, for programs.
    pub(crate) fn of_error(finding: &Finding<'_>) -> Option<&'static str> {
        // Offset 0 or an even one, to keep UTF-16 aligned.
        let start = finding.offset.saturating_sub(64) & !1;
        let before = usize::try_from(finding.offset - start).unwrap_or(0);
        let before = finding.before.split_at(finding.before.len().saturating_sub(before)).1;
        let near = &finding.from[..finding.from.len().min(AFTER)];
        let window = [margin(start), before, near].concat();
        let offset = window.len() - near.len();
        let error = Invalid { offset, len: finding.bytes.len(), kind: finding.kind };
        let found = diagnose(&window, &error)?;
        let is_vetoed = match found {
            Diagnosis::Latin1 { .. } | Diagnosis::Windows1252 { .. } => {
                is_foreign(&window, offset) || !Sense::western(&window).has_language()
            }
            Diagnosis::CutShort | Diagnosis::Rfc2279 { .. } => is_foreign(&window, offset),
            _ => false,
        };
        (!is_vetoed).then_some(found.name())
    }
}

impl Guess {
    fn words(self) -> String {
        match self {
            Self::Diagnosis(Diagnosis::Bom(form)) => format!("{} with a byte order mark", form.name()),
            Self::Diagnosis(Diagnosis::Rfc2279 { len }) => {
                format!("a sequence of {len} bytes as in RFC 2279; UTF-8 ends at U+10FFFF, with four")
            }
            Self::Diagnosis(found @ (Diagnosis::Latin1 { .. } | Diagnosis::Windows1252 { .. })) => {
                format!("looks like {}", western_name(found))
            }
            Self::Diagnosis(found) => {
                let words = found.to_string();
                words.strip_prefix("it ").map_or(words.clone(), str::to_owned)
            }
            Self::MostlyUtf8(Some(found)) => {
                format!("mostly UTF-8, with characters in {} among it", western_name(found))
            }
            Self::MostlyUtf8(None) => "mostly UTF-8, but damaged".into(),
            Self::Encoding(encoding) => format!("looks like {}", encoding.name()),
            Self::Hz => "looks like HZ (GB 2312 in 7 bits, RFC 1843)".into(),
            Self::NoText(what) => format!("looks like {what}, not text"),
        }
    }

    fn label(self) -> Option<Cow<'static, str>> {
        Some(match self {
            Self::Diagnosis(found) => match found {
                Diagnosis::Bom(Form::Utf32Le | Form::Utf32Be) => "utf-32".into(),
                Diagnosis::Bom(_) => "utf-16".into(),
                Diagnosis::Cesu8 { .. } => "cesu-8".into(),
                Diagnosis::JavaNul => "mutf-8".into(),
                Diagnosis::Utf16 { little_endian: true } => "utf-16le".into(),
                Diagnosis::Utf16 { little_endian: false } => "utf-16be".into(),
                Diagnosis::Latin1 { .. } => "latin1".into(),
                Diagnosis::Windows1252 { .. } => "windows-1252".into(),
                _ => return None,
            },
            Self::Encoding(encoding) => encoding.name().to_ascii_lowercase().into(),
            _ => return None,
        })
    }
}

fn western_name(found: Diagnosis) -> &'static str {
    if matches!(found, Diagnosis::Latin1 { .. }) { "Latin-1" } else { "Windows-1252" }
}

/// The results of checking an input.
pub(crate) struct Evidence<'a> {
    pub(crate) path: &'a Path,
    /// The first bytes of the input.
    pub(crate) head: &'a [u8],
    pub(crate) tally: &'a Tally,
    /// The input, if it is a file.
    pub(crate) file: Option<&'a File>,
}

impl Evidence<'_> {
    /// The guess at the encoding of the whole input.
    pub(crate) fn hint(&self) -> Option<Hint> {
        let guess = if self.tally.errors == 0 { self.valid_guess() } else { self.guess() }?;
        let hint = self.with_proof(guess);
        // A guess by `chardetng` counts only if the whole input can be decoded.
        (hint.converts || !matches!(guess, Guess::Encoding(_))).then_some(hint)
    }

    fn with_proof(&self, guess: Guess) -> Hint {
        let converts = guess.label().is_some_and(|label| self.converts(&label));
        Hint { guess, converts, input: Name::new(self.path).in_command() }
    }

    /// A guess at another encoding of valid UTF-8.
    fn valid_guess(&self) -> Option<Guess> {
        self.utf16().or_else(|| match sense::seven_bits(self.head)? {
            SevenBits::Hz => Some(Guess::Hz),
            SevenBits::Iso2022Jp => Some(Guess::Encoding(ISO_2022_JP)),
        })
    }

    fn guess(&self) -> Option<Guess> {
        if let Some(form) = bom::detect(self.head).filter(|form| *form != Form::Utf8) {
            return Some(Guess::Diagnosis(Diagnosis::Bom(form)));
        }
        if let Some(what) = magic::of(self.head) {
            return Some(Guess::NoText(what));
        }
        if let Some(utf16) = self.utf16() {
            return Some(utf16);
        }
        let looks = Looks::of(self.tally);
        if let Some(found) = looks.form(self.tally.errors) {
            return Some(Guess::Diagnosis(match found {
                // Java also writes surrogate pairs.
                Diagnosis::Cesu8 { .. } if looks.java_nul => Diagnosis::JavaNul,
                found => found,
            }));
        }
        let (bytes, is_whole) = self.tally.sample.near();
        if !sense::is_text(bytes) {
            return None;
        }
        let Share { has_words, .. } = self.tally.share;
        let (share, western) = (self.tally.share.ratio()?, looks.western());
        // In a short Chinese or Japanese text, half may be valid by chance.
        if share >= 0.8 || (share >= 0.5 && has_words && western.is_some()) {
            return Some(Guess::MostlyUtf8(western));
        }
        if let Some(encoding) = foreign(bytes, is_whole) {
            return (!encoding.is_single_byte() || !has_words).then_some(Guess::Encoding(encoding));
        }
        if has_words {
            return None;
        }
        match western.filter(|_| Sense::western(bytes).has_language()) {
            Some(found) => Some(Guess::Diagnosis(found)),
            None => sense::latin(bytes).map(Guess::Encoding),
        }
    }

    /// UTF-16 without a BOM.
    fn utf16(&self) -> Option<Guess> {
        match FileType::of(self.head) {
            FileType::Utf16 { little_endian } => Some(Guess::Diagnosis(Diagnosis::Utf16 { little_endian })),
            FileType::Text | FileType::Binary => None,
        }
    }

    /// Whether `placemat convert` converts the whole input from this encoding to UTF-8. A file is read again; of
    /// other inputs only the sample is known.
    fn converts(&self, label: &str) -> bool {
        let Ok(charset) = charset::by_label(label) else { return false };
        if !charset.can_fail() {
            return true;
        }
        let all_of_it = |bytes: &[u8]| conversion::succeeds(charset, &mut &*bytes);
        if let Some(mut file) = self.file
            && file.rewind().is_ok()
        {
            return conversion::succeeds(charset, &mut file);
        }
        if count(self.head.len()) == self.tally.bytes {
            return all_of_it(self.head);
        }
        self.tally.sample.all().is_some_and(all_of_it)
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
    fn of(tally: &Tally) -> Self {
        let mut looks = Self::default();
        let (bytes, is_whole) = tally.sample.near();
        let margin = margin(tally.sample.start());
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
fn margin(start: u64) -> &'static [u8] {
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
fn is_foreign(window: &[u8], at: usize) -> bool {
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
