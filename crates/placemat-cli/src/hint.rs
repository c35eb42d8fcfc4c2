//! What octets that are not UTF-8 may be instead.
//!
//! The forms of single errors are guessed by `placemat::diagnose`. What a whole input is, `chardetng` guesses
//! as well: it knows the encodings of the web by the frequency of their characters.

use std::{borrow::Cow, collections::HashSet};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{DecoderResult, Encoding, WINDOWS_1252};
use placemat::{Diagnosis, ErrorKind, Invalid, bom::Form, diagnose};

use crate::stream::{Finding, Sample};

/// How many octets after the start of an error a guess at this error alone looks at.
pub(crate) const AFTER: usize = 64;

/// How many characters (different ones, in an encoding with one octet for each) there must be before an
/// encoding is named.
const FEWEST: usize = 4;

/// What an input, or an error, may be instead of UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hint {
    /// What the error, or most of them, look like.
    Diagnosis(Diagnosis),
    /// Here and there a character in Latin-1 or Windows-1252, in text that is otherwise UTF-8.
    Mixed(Diagnosis),
    /// An encoding of the web.
    Encoding(&'static Encoding),
}

impl Hint {
    /// What one error looks like, from the octets near it.
    pub(crate) fn of_error(finding: &Finding<'_>) -> Option<Self> {
        // Offset 0 or an even one, for the sake of UTF-16.
        let even = finding.offset - finding.offset.min(64);
        let even = usize::try_from(finding.offset - (even & !1)).unwrap_or(0);
        let before = finding.before.split_at(finding.before.len().saturating_sub(even)).1;
        let near = &finding.from[..finding.from.len().min(AFTER)];
        let window = [before, near].concat();
        let error = Invalid { offset: before.len(), len: finding.octets.len(), kind: finding.kind };
        let found = diagnose(&window, &error)?;
        let vetoed = is_of_the_west(found) && is_foreign(&window, before.len());
        (!vetoed).then_some(Self::Diagnosis(found))
    }

    /// What a whole input looks like, from the octets around its first errors.
    pub(crate) fn of_input(sample: &Sample) -> Option<Self> {
        let octets = sample.octets();
        let mut tally: Vec<(Diagnosis, usize)> = Vec::new();
        let (mut errors, mut unknown) = (0, 0);
        for error in placemat::errors(octets) {
            // What is cut off by the end of the sample is no error.
            if error.kind == ErrorKind::Truncated && !sample.reaches_end() {
                break;
            }
            errors += 1;
            match diagnose(octets, &error) {
                Some(found) => match tally.iter_mut().find(|(known, _)| known.name() == found.name()) {
                    Some((_, times)) => *times += 1,
                    None => tally.push((found, 1)),
                },
                None => unknown += 1,
            }
        }
        // Of several that are as frequent, the first.
        let most = tally.iter().rev().max_by_key(|(_, times)| *times).copied();
        match most {
            Some((found, _)) if !is_of_the_west(found) => return Some(Self::Diagnosis(found)),
            _ => {}
        }
        if octets.iter().any(|octet| octet.is_ascii() && is_in_no_text(char::from(*octet))) {
            return None;
        }
        let well_formed = characters(octets);
        if let Some(encoding) = foreign(octets, sample.reaches_end()) {
            // Pairs of octets are well-formed UTF-8 by chance more often than letters of one octet.
            let rarity = if encoding.is_single_byte() { 8 } else { 2 };
            if well_formed * rarity <= errors {
                return Some(Self::Encoding(encoding));
            }
        }
        let (found, times) = most.filter(|(_, times)| times * 2 > unknown)?;
        // Windows-1252 has all of Latin-1's letters, so a few of its own decide.
        let windows = tally.iter().find(|(other, _)| matches!(other, Diagnosis::Windows1252 { .. }));
        let found = windows.map_or(found, |(windows, _)| *windows);
        Some(if well_formed > times { Self::Mixed(found) } else { Self::Diagnosis(found) })
    }

    /// UTF-16 without a signature.
    pub(crate) fn utf16(little_endian: bool) -> Self {
        Self::Diagnosis(Diagnosis::Utf16 { little_endian })
    }

    /// For programs.
    pub(crate) fn name(self) -> Cow<'static, str> {
        match self {
            Self::Diagnosis(found) | Self::Mixed(found) => found.name().into(),
            Self::Encoding(encoding) => encoding.name().to_ascii_lowercase().into(),
        }
    }

    /// For people.
    pub(crate) fn words(self) -> String {
        match self {
            Self::Diagnosis(Diagnosis::Signature(form)) => format!("{} with a signature", form.name()),
            Self::Diagnosis(Diagnosis::Rfc2279 { len }) => {
                format!("a sequence of {len} bytes as in RFC 2279; UTF-8 ends at U+10FFFF, with four")
            }
            Self::Diagnosis(Diagnosis::Latin1 { .. }) => "it looks like Latin-1".into(),
            Self::Diagnosis(Diagnosis::Windows1252 { .. }) => "it looks like Windows-1252".into(),
            Self::Diagnosis(found) => found.to_string(),
            Self::Mixed(found) => {
                let name = if matches!(found, Diagnosis::Latin1 { .. }) { "Latin-1" } else { "Windows-1252" };
                format!("mostly UTF-8, with characters in {name} among it")
            }
            Self::Encoding(encoding) => format!("it looks like {}", encoding.name()),
        }
    }

    /// What the input may be, and what to do then.
    pub(crate) fn advice(self) -> String {
        match self.from() {
            Some(name) => format!("{}: `placemat convert --from {name}` makes UTF-8 of it", self.words()),
            None => self.words(),
        }
    }

    /// The name after `--from` with which `placemat convert` makes UTF-8 of it.
    pub(crate) fn from(self) -> Option<Cow<'static, str>> {
        Some(match self {
            Self::Diagnosis(found) => match found {
                Diagnosis::Signature(Form::Utf32Le | Form::Utf32Be) => "utf-32".into(),
                Diagnosis::Signature(_) => "utf-16".into(),
                Diagnosis::Cesu8 { .. } => "cesu-8".into(),
                Diagnosis::JavaNul => "mutf-8".into(),
                Diagnosis::Utf16 { little_endian: true } => "utf-16le".into(),
                Diagnosis::Utf16 { little_endian: false } => "utf-16be".into(),
                Diagnosis::Latin1 { .. } => "latin1".into(),
                Diagnosis::Windows1252 { .. } => "windows-1252".into(),
                _ => return None,
            },
            Self::Mixed(_) => return None,
            Self::Encoding(encoding) => encoding.name().to_ascii_lowercase().into(),
        })
    }
}

fn is_of_the_west(found: Diagnosis) -> bool {
    matches!(found, Diagnosis::Latin1 { .. } | Diagnosis::Windows1252 { .. })
}

/// How many characters above U+007F there are in well-formed sequences.
fn characters(octets: &[u8]) -> usize {
    placemat::chunks(octets)
        .map(|chunk| chunk.valid().chars().filter(|character| !character.is_ascii()).count())
        .sum()
}

/// The encoding that text is plainly in, if it is not Latin-1 or Windows-1252. `whole`: nothing of it is cut
/// off at the end.
fn foreign(octets: &[u8], whole: bool) -> Option<&'static Encoding> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(octets, whole);
    let encoding = detector.guess(None, Utf8Detection::Deny);
    if encoding == WINDOWS_1252 {
        return None;
    }
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(decoder.max_utf8_buffer_length_without_replacement(octets.len())?);
    let (result, _) = decoder.decode_to_string_without_replacement(octets, &mut text, whole);
    if !matches!(result, DecoderResult::InputEmpty) || text.chars().any(is_in_no_text) {
        return None;
    }
    let beyond: Vec<char> = text.chars().filter(|character| !character.is_ascii()).collect();
    let is_text = if encoding.is_single_byte() {
        // Any octets can be decoded. Text has mostly letters, and several of them.
        let letters = beyond.iter().filter(|character| character.is_alphabetic()).count();
        beyond.iter().collect::<HashSet<_>>().len() >= FEWEST && letters * 4 >= beyond.len() * 3
    } else {
        beyond.len() >= FEWEST
    };
    is_text.then_some(encoding)
}

/// A control character, except for those of lines and tabs, and the escapes of terminals.
fn is_in_no_text(character: char) -> bool {
    character.is_control() && !matches!(character, '\t' | '\n' | '\r' | '\x0C' | '\x1B')
}

/// Whether an error at `at` is in text that is plainly not Latin-1 or Windows-1252.
fn is_foreign(window: &[u8], at: usize) -> bool {
    // In no encoding with several octets for a character is there one below 30 inside a character.
    let is_edge = |octet: &u8| *octet < 0x30;
    let from = window[..at].iter().rposition(is_edge).unwrap_or(0);
    let to = window[at..].iter().rposition(is_edge).map(|to| at + to);
    // Where there is none before the error, the window may begin inside a character.
    [from, from + 1].into_iter().any(|from| {
        let part = window.get(from..to.unwrap_or(window.len())).unwrap_or(b"");
        foreign(part, to.is_some()).is_some()
    })
}
