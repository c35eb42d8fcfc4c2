//! The right results, read off the grammars.

use std::sync::LazyLock;

use super::converted::strict;
use crate::{
    convert::Encoding,
    forms::{self, Reading, Subject as _},
    oracle::Oracle,
    profiles::Profile,
    reading,
    subject::{Fault, Verdict},
    vectors::{Encoded, ErrorLen, Expected, Older, Opened, Recipe, Replaced, Signature, Split},
};

/// U+FFFD in UTF-8.
const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

/// EF BB BF.
const SIGNATURE: &[u8] = "\u{FEFF}".as_bytes();

/// What the profiles that look at octets expect; without `stream` and `bom`.
pub(super) fn of_octets(octets: &[u8]) -> Expected {
    let verdict = reading::read(octets);
    Expected {
        maximal_subpart: Some(replaced(octets, &verdict)),
        utf16: Some(strict(Encoding::Utf8, Encoding::Utf16Be, octets)),
        rfc2279: Some(older(Profile::Rfc2279, octets)),
        cesu8: Some(older(Profile::Cesu8, octets)),
        mutf8: Some(older(Profile::Mutf8, octets)),
        wtf8: Some(older(Profile::Wtf8, octets)),
        ..of_verdict(octets)
    }
}

/// What the first two profiles expect.
pub(super) fn of_verdict(octets: &[u8]) -> Expected {
    let verdict = reading::read(octets);
    Expected {
        rfc3629: Some(verdict.is_ok()),
        position: Some(position(octets, &verdict)),
        ..Expected::default()
    }
}

/// What the profile `stream` expects of the octets in these chunks.
pub(super) fn split(octets: &[u8], chunks: Vec<usize>) -> Split {
    let mut split = Split { chunks, outputs: Vec::new() };
    let outputs = reading::outputs(&split.cut(octets).expect("chunks are the whole input"));
    split.outputs = outputs.iter().map(|output| Recipe::of(output)).collect();
    split
}

/// What the profile `bom` expects.
pub(super) fn signature(octets: &[u8], splits: &[Vec<usize>]) -> Signature {
    let opened = |text: &[u8], shift: usize| Opened {
        position: shift + position(text, &reading::read(text)),
        text: Recipe::of(&reading::replaced(text)),
    };
    let rest = octets.strip_prefix(SIGNATURE);
    let text = rest.unwrap_or(octets);
    Signature {
        present: rest.is_some(),
        character: opened(octets, 0),
        kept: opened(octets, 0),
        ignored: opened(text, octets.len() - text.len()),
        stripped: opened(text, 0),
        splits: splits.iter().map(|chunks| unsigned(octets, chunks)).collect(),
    }
}

/// The outputs without a signature. While the octets so far may become one, nothing can be put out.
fn unsigned(octets: &[u8], chunks: &[usize]) -> Split {
    let mut split = split(octets, chunks.to_vec());
    if octets.starts_with(SIGNATURE) {
        // The first output that is not empty is, or begins with, the signature.
        if let Some(output) = split.outputs.iter_mut().find(|output| !output.is_empty()) {
            let text = output.octets();
            *output = Recipe::of(text.strip_prefix(SIGNATURE).unwrap_or(&text));
        }
    }
    split
}

/// What the profile `encode` expects.
pub(super) fn encoded(values: &[u32]) -> Expected {
    let refused = values.iter().position(|&value| encoding(value).is_none());
    let good = &values[..refused.unwrap_or(values.len())];
    let octets: Vec<u8> = good.iter().filter_map(|&value| encoding(value)).flatten().collect();
    assert!(Oracle::get().accepts(&octets), "{good:x?}");
    Expected { encode: Some(Encoded { refused, output: Recipe::of(&octets) }), ..Expected::default() }
}

/// The octets of a scalar value: RFC 3629 has the table of RFC 2279, up to 10FFFF, without surrogates.
fn encoding(value: u32) -> Option<Vec<u8>> {
    let utf8 = value <= 0x10_FFFF && !(0xD800..0xE000).contains(&value);
    utf8.then(|| form(Profile::Rfc2279).encode(value)).flatten()
}

fn older(profile: Profile, octets: &[u8]) -> Older {
    let form = form(profile);
    let (position, error_len) = match form.validate(octets) {
        Ok(()) => (octets.len(), ErrorLen::None),
        Err(fault) => (fault.valid_up_to, fault.error_len.map_or(ErrorLen::End, ErrorLen::Units)),
    };
    let utf8 = form.to_utf8(octets).ok().map(|text| Recipe::of(text.as_bytes()));
    Older { position, error_len, utf8 }
}

/// The older form of this profile.
pub(super) fn form(profile: Profile) -> &'static Reading {
    static FORMS: LazyLock<Vec<Reading>> = LazyLock::new(|| {
        let readings = forms::ALL.into_iter().map(Reading::of);
        match readings.collect() {
            Ok(readings) => readings,
            Err(error) => panic!("{error}"),
        }
    });
    let named = FORMS.iter().find(|form| form.profile.name == profile.name());
    named.unwrap_or_else(|| panic!("{profile} is none of the older forms"))
}

fn position(octets: &[u8], verdict: &Verdict) -> usize {
    verdict.map_or_else(|fault| fault.valid_up_to, |()| octets.len())
}

fn error_len(verdict: &Verdict) -> ErrorLen {
    match *verdict {
        Ok(()) => ErrorLen::None,
        Err(Fault { error_len: Some(len), .. }) => ErrorLen::Units(len),
        Err(Fault { error_len: None, .. }) => ErrorLen::End,
    }
}

fn replaced(octets: &[u8], verdict: &Verdict) -> Replaced {
    let text = reading::replaced(octets);
    let given = octets.windows(3).filter(|window| *window == REPLACEMENT).count();
    let all = text.windows(3).filter(|window| *window == REPLACEMENT).count();
    Replaced { error_len: error_len(verdict), replacements: all - given, text: Recipe::of(&text) }
}
