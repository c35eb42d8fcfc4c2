//! Hints: what an input that is not UTF-8 is instead, and what to do.
//!
//! People and scripts follow hints, so no hint is better than a wrong one. The [verdict](Evidence::verdict) decides,
//! and a command is recommended only if it will succeed on this very input, see [`Checked::converts`].

use std::{borrow::Cow, fs::File, io::Seek, path::Path};

use placemat::{Diagnosis, Invalid, bom::Form, diagnose};

use crate::charset::{self, Charset, WINDOWS_1252};
use crate::conversion;
use crate::evidence::{self, Evidence, Verdict};
use crate::stream::{Finding, Tally};
use crate::text::{Name, count};

/// The number of bytes from the start of an error that the guess about a single error inspects.
pub(crate) const AFTER: usize = 64;

/// A guess at the real encoding of an input.
#[derive(Clone, Debug)]
pub(crate) struct Hint {
    verdict: Verdict,
    /// Whether `placemat convert` can convert the input to UTF-8.
    converts: bool,
    /// Whether `repair --fallback` takes it: it does not take damaged UTF-8.
    repairs: bool,
    /// The input in a command: a file name, or `< FILE`.
    input: String,
}

impl Hint {
    /// UTF-16 without a BOM.
    pub(crate) fn utf16(little_endian: bool, path: &Path, file: Option<&File>) -> Self {
        let verdict = Verdict::Form(Diagnosis::Utf16 { little_endian });
        Checked { path, head: b"", tally: &Tally::default(), file }.with_proof(verdict)
    }

    /// The name for programs.
    pub(crate) fn name(&self) -> Cow<'static, str> {
        match self.verdict {
            Verdict::Form(found) => found.name().into(),
            Verdict::MostlyUtf8(None) => "damaged".into(),
            Verdict::MostlyUtf8(Some(charset)) | Verdict::Mixed(charset) | Verdict::Encoding(charset) => {
                if charset == WINDOWS_1252 {
                    "windows1252".into()
                } else {
                    charset.label().into()
                }
            }
            Verdict::Torn => "torn".into(),
            Verdict::Hz => "hz".into(),
            Verdict::Binary(_) => "binary".into(),
            Verdict::Utf16Inside(_) => "utf16_inside".into(),
        }
    }

    /// The message for people: the guess, and what to do.
    pub(crate) fn words(&self) -> String {
        let is_utf16 = |found| matches!(found, Diagnosis::Bom(_) | Diagnosis::Utf16 { .. });
        let advice = match (self.verdict, self.convert_from()) {
            (Verdict::Form(Diagnosis::LoneSurrogate), _) => {
                format!("; `placemat repair {}` replaces it", self.input)
            }
            (Verdict::Form(found), None) if is_utf16(found) => {
                ", but not a valid one: its length is odd, or it has a lone surrogate".into()
            }
            (Verdict::MostlyUtf8(Some(charset)) | Verdict::Mixed(charset), None) if self.repairs => {
                format!("; try `placemat repair --fallback {} {}`", charset.label(), self.input)
            }
            (_, None) => String::new(),
            (Verdict::Form(Diagnosis::Bom(_)), Some(from)) => {
                format!("; try `placemat convert --from {from} --bom strip {}`", self.input)
            }
            (_, Some(from)) => format!("; try `placemat convert --from {from} {}`", self.input),
        };
        format!("{}{advice}", words_of(self.verdict))
    }

    /// The argument of `--from` with which `placemat convert` converts it to UTF-8.
    pub(crate) fn convert_from(&self) -> Option<Cow<'static, str>> {
        label(self.verdict).filter(|_| self.converts)
    }

    /// Whether the price of its text in each encoding decided.
    pub(crate) fn is_by_price(&self) -> bool {
        matches!(self.verdict, Verdict::Encoding(_))
    }

    /// Whether the input is no UTF-8 with errors at all, but something else.
    pub(crate) fn is_another(&self) -> bool {
        matches!(self.verdict, Verdict::Hz | Verdict::Binary(_)) || label(self.verdict).is_some()
    }

    /// The diagnosis of one error, for programs.
    pub(crate) fn of_error(finding: &Finding<'_>) -> Option<&'static str> {
        // Offset 0 or an even one, to keep UTF-16 aligned.
        let start = finding.offset.saturating_sub(64) & !1;
        let before = usize::try_from(finding.offset - start).unwrap_or(0);
        let before = finding.before.split_at(finding.before.len().saturating_sub(before)).1;
        let near = &finding.from[..finding.from.len().min(AFTER)];
        let window = [evidence::margin(start), before, near].concat();
        let offset = window.len() - near.len();
        let error = Invalid { offset, len: finding.bytes.len(), kind: finding.kind };
        let found = diagnose(&window, &error)?;
        let may_be_foreign = matches!(
            found,
            Diagnosis::Latin1 { .. }
                | Diagnosis::Windows1252 { .. }
                | Diagnosis::CutShort
                | Diagnosis::Rfc2279 { .. }
        );
        (!may_be_foreign || !evidence::is_foreign(&window)).then_some(found.name())
    }
}

/// What the input is, for people.
fn words_of(verdict: Verdict) -> String {
    match verdict {
        Verdict::Form(Diagnosis::Bom(form)) => format!("{} with a byte order mark", form.name()),
        Verdict::Form(Diagnosis::Rfc2279 { len }) => {
            format!("a sequence of {len} bytes as in RFC 2279; UTF-8 ends at U+10FFFF, with four")
        }
        Verdict::Form(found) => {
            let words = found.to_string();
            words.strip_prefix("it ").map_or(words.clone(), str::to_owned)
        }
        Verdict::MostlyUtf8(Some(charset)) => {
            format!("mostly UTF-8, with characters in {} among it", name_of(charset))
        }
        Verdict::Mixed(charset) => format!("UTF-8 and {} in one input", name_of(charset)),
        Verdict::MostlyUtf8(None) => "mostly UTF-8, but damaged".into(),
        Verdict::Encoding(charset) => format!("looks like {}", name_of(charset)),
        Verdict::Torn => "mostly UTF-8, with characters that are torn across lines".into(),
        Verdict::Hz => "looks like HZ (GB 2312 in 7 bits, RFC 1843)".into(),
        Verdict::Binary(what) => format!("looks like {what}, not text"),
        Verdict::Utf16Inside(at) => format!("with UTF-16 inside (NULs between letters), from byte {at} on"),
    }
}

/// The name of an encoding for people.
fn name_of(charset: Charset) -> &'static str {
    match charset {
        Charset::Latin1 => "Latin-1",
        _ if charset == WINDOWS_1252 => "Windows-1252",
        _ => charset.name(),
    }
}

/// The argument of `--from`.
fn label(verdict: Verdict) -> Option<Cow<'static, str>> {
    Some(match verdict {
        Verdict::Form(found) => match found {
            Diagnosis::Bom(Form::Utf32Le | Form::Utf32Be) => "utf-32".into(),
            Diagnosis::Bom(_) => "utf-16".into(),
            Diagnosis::Cesu8 { .. } => "cesu-8".into(),
            Diagnosis::JavaNul => "mutf-8".into(),
            Diagnosis::Utf16 { little_endian: true } => "utf-16le".into(),
            Diagnosis::Utf16 { little_endian: false } => "utf-16be".into(),
            _ => return None,
        },
        Verdict::Encoding(charset) => charset.label().into(),
        _ => return None,
    })
}

/// An input that was checked.
pub(crate) struct Checked<'a> {
    pub(crate) path: &'a Path,
    /// The first bytes of the input.
    pub(crate) head: &'a [u8],
    pub(crate) tally: &'a Tally,
    /// The input, if it is a file.
    pub(crate) file: Option<&'a File>,
}

impl Checked<'_> {
    /// The guess at the encoding of the whole input.
    pub(crate) fn hint(&self) -> Option<Hint> {
        let Tally { errors, share, sample, counts, .. } = self.tally;
        let verdict =
            Evidence { head: self.head, errors: *errors, share: *share, sample, counts }.verdict()?;
        let hint = self.with_proof(verdict);
        // An encoding counts only if the whole input can be decoded.
        (hint.converts || !matches!(verdict, Verdict::Encoding(_))).then_some(hint)
    }

    fn with_proof(&self, verdict: Verdict) -> Hint {
        let converts = label(verdict).is_some_and(|label| self.converts(&label));
        let repairs = self.tally.share.ratio().is_some_and(|share| share < 0.99);
        Hint { verdict, converts, repairs, input: Name::new(self.path).in_command() }
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
