//! The conversions of a case.

use super::{
    case::{Case, Input},
    expected::{Converted, ErrorLen, Expected},
};
use crate::{
    convert::{
        Encoding::{self, Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le},
        PAIRS,
    },
    profiles::Profile,
};

/// A conversion of bytes to bytes, and the expected result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The profile that requires it.
    pub profile: Profile,
    /// The encoding of the source. Neither is one of native units.
    pub from: Encoding,
    /// The encoding of the target.
    pub to: Encoding,
    /// The bytes, in the order of the encoding.
    pub source: Vec<u8>,
    /// What replaces an invalid sequence or unmappable character: U+FFFD, or a byte of Latin-1.
    pub replacement: Option<char>,
    /// The expected result, with the bytes in the order of the target. With a replacement there is no error.
    pub right: Converted,
}

/// All conversions of a case, each in both byte orders.
#[must_use]
pub fn conversions(case: &Case) -> Vec<Conversion> {
    let (given, recipe) = match &case.input {
        Input::Bytes(recipe) => (Utf8, recipe),
        Input::Utf16Be(recipe) => (Utf16Be, recipe),
        Input::Utf32Be(recipe) => (Utf32Be, recipe),
        Input::Latin1(recipe) => (Latin1, recipe),
        Input::Values(_) => return Vec::new(),
    };
    let mut all = Vec::new();
    for (from, to) in PAIRS {
        for (profile, replacement, right) in results(&case.expected, from, to) {
            if form(from) != form(given) {
                continue;
            }
            let source = ordered(from, recipe.bytes());
            let output = super::Recipe::of(&ordered(to, right.output.bytes()));
            all.push(Conversion {
                profile,
                from,
                to,
                source,
                replacement,
                right: Converted { output, ..right },
            });
        }
    }
    all
}

/// The results for this pair, with their profiles and the replacement of lossy ones.
fn results(expected: &Expected, from: Encoding, to: Encoding) -> Vec<(Profile, Option<char>, Converted)> {
    let (strict, lossy) = match (form(from), form(to)) {
        (Some(Utf16Be), _) | (_, Some(Utf16Be)) => (Profile::Utf16, Profile::Utf16Lossy),
        (Some(Utf32Be), _) | (_, Some(Utf32Be)) => (Profile::Utf32, Profile::Utf32Lossy),
        (Some(Latin1), _) | (_, Some(Latin1)) => (Profile::Latin1, Profile::Latin1Lossy),
        _ => return Vec::new(),
    };
    let whole = |output: &super::Recipe| Converted {
        position: 0,
        error_len: ErrorLen::None,
        kind: None,
        output: output.clone(),
    };
    let mark = Some('\u{FFFD}');
    let replaced = match lossy {
        Profile::Utf16Lossy => expected.utf16_lossy.as_ref().map(|output| (lossy, mark, whole(output))),
        Profile::Utf32Lossy => expected.utf32_lossy.as_ref().map(|output| (lossy, mark, whole(output))),
        _ => expected
            .latin1_lossy
            .as_ref()
            .map(|marked| (lossy, Some(char::from(marked.replacement)), whole(&marked.output))),
    };
    let converted = expected.converted(strict).map(|converted| (strict, None, converted.clone()));
    converted.into_iter().chain(replaced).collect()
}

/// The big-endian form of the encoding, which cases use. `None` for native units.
fn form(encoding: Encoding) -> Option<Encoding> {
    match encoding {
        Utf16Le | Utf16Be => Some(Utf16Be),
        Utf32Le | Utf32Be => Some(Utf32Be),
        Utf8 | Latin1 => Some(encoding),
        Encoding::Utf16 | Encoding::Utf32 => None,
    }
}

/// Converts big-endian bytes to the order of an encoding. A partial unit at the end is unchanged.
fn ordered(encoding: Encoding, mut bytes: Vec<u8>) -> Vec<u8> {
    if matches!(encoding, Utf16Le | Utf32Le) {
        bytes.chunks_exact_mut(encoding.unit_len()).for_each(<[u8]>::reverse);
    }
    bytes
}
