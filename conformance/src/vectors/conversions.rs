//! The conversions of a case.

use super::case::{Case, Converted, ErrorLen, Kind, Outcome};
use crate::convert::Encoding::{self, Latin1, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};
use crate::convert::{Done, PAIRS, Stop};
use crate::profiles::Profile;

/// A conversion, and the expected result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The profile that requires it.
    pub profile: Profile,
    /// The encoding of the source.
    pub from: Encoding,
    /// The encoding of the target.
    pub to: Encoding,
    /// The units of the source.
    pub source: Vec<u32>,
    /// What replaces an invalid sequence or unmappable character: U+FFFD, or a byte of Latin-1.
    pub replacement: Option<char>,
    /// The expected result. With a replacement there is no error.
    pub right: Converted,
    /// The units of the target.
    pub written: Vec<u32>,
}

/// All conversions of a case: in bytes of both orders, and in native units if the source has no partial unit.
pub fn conversions(case: &Case) -> Vec<Conversion> {
    let Some((given, bytes)) = case.input.bytes() else { return Vec::new() };
    let mut all = Vec::new();
    for (&profile, outcome) in &case.expected {
        let Some(other) = form_of(profile) else { continue };
        let position = bytes.len() / given.unit_len();
        let whole = |output| Converted { position, error_len: ErrorLen::None, kind: None, output };
        let (replacement, right) = match outcome {
            Outcome::Converted(converted) => (None, converted.clone()),
            Outcome::Text(output) => (Some('\u{FFFD}'), whole(output.clone())),
            Outcome::Marked(marked) => (Some(char::from(marked.replacement)), whole(marked.output.clone())),
            _ => continue,
        };
        let output = right.output.bytes();
        // Cases are text in UTF-8 and in one other encoding.
        for (from, to) in PAIRS.into_iter().filter(|(from, to)| [from, to].contains(&&Utf8)) {
            if big_endian(from) != given || ![big_endian(from), big_endian(to)].contains(&other) {
                continue;
            }
            let (Some(source), Some(written)) = (units(from, &bytes), units(to, &output)) else { continue };
            let right = right.clone();
            all.push(Conversion { profile, from, to, source, replacement, right, written });
        }
    }
    all
}

/// Where and why a conversion from this encoding stopped: the position, or the end; the length of the error, in the same
/// units; and its kind.
pub fn stopped(from: Encoding, done: &Done) -> (usize, ErrorLen, Option<Kind>) {
    let width = from.unit_len();
    match &done.stop {
        Stop::Malformed { at, len, kind } => {
            // Errors of UTF-8 have no kind here.
            let is_named = |known: &Kind| from != Utf8 && format!("{known:?}") == *kind;
            let kind = Kind::ALL.into_iter().find(is_named);
            (at / width, ErrorLen::of(len.map(|len| len / width)), kind)
        }
        Stop::Unmappable(character) => {
            (done.read, ErrorLen::Units(character.len_utf8()), Some(Kind::Unmappable))
        }
        Stop::End | Stop::OutputFull | Stop::Incomplete => (done.read / width, ErrorLen::None, None),
    }
}

/// The encoding from or to which a profile converts, as cases have it.
pub(super) fn form_of(profile: Profile) -> Option<Encoding> {
    match profile {
        Profile::Utf16 | Profile::Utf16Lossy => Some(Utf16Be),
        Profile::Utf32 | Profile::Utf32Lossy => Some(Utf32Be),
        Profile::Latin1 | Profile::Latin1Lossy => Some(Latin1),
        _ => None,
    }
}

/// The form of an encoding in cases.
fn big_endian(encoding: Encoding) -> Encoding {
    match encoding {
        Utf16 | Utf16Le | Utf16Be => Utf16Be,
        Utf32 | Utf32Le | Utf32Be => Utf32Be,
        Utf8 | Latin1 => encoding,
    }
}

/// The bytes of a case in units of an encoding; `None` if native units lack a byte. In bytes, a partial unit at the end
/// is unchanged.
fn units(encoding: Encoding, bytes: &[u8]) -> Option<Vec<u32>> {
    let width = big_endian(encoding).unit_len();
    let mut bytes = bytes.to_vec();
    match encoding {
        Utf16Le | Utf32Le => bytes.chunks_exact_mut(width).for_each(<[u8]>::reverse),
        Utf16 | Utf32 => {
            let unit = |bytes: &[u8]| bytes.iter().fold(0, |unit, byte| unit << 8 | u32::from(*byte));
            return bytes.len().is_multiple_of(width).then(|| bytes.chunks(width).map(unit).collect());
        }
        _ => {}
    }
    Some(bytes.into_iter().map(u32::from).collect())
}
