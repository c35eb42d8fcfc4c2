//! The expected results, derived from the grammars.

use super::converted::strict;
use crate::{
    contract::{self, Fault, Practice, Verdict},
    convert::Encoding,
    forms::{self, Reference},
    oracle::Oracle,
    profiles::Profile,
    reference,
    vectors::{Encoded, ErrorLen, Expected, Older, Opened, Recipe, Replaced, Signature, Split},
};

/// U+FFFD in UTF-8.
const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

/// EF BB BF.
const SIGNATURE: &[u8] = "\u{FEFF}".as_bytes();

/// The expected results of the profiles about bytes, except `stream` and `bom`.
pub(super) fn of_bytes(bytes: &[u8]) -> Expected {
    let verdict = reference::read(bytes);
    Expected {
        maximal_subpart: Some(replaced(bytes, &verdict)),
        utf16: Some(strict(Encoding::Utf8, Encoding::Utf16Be, bytes)),
        rfc2279: Some(older(Profile::Rfc2279, bytes)),
        cesu8: Some(older(Profile::Cesu8, bytes)),
        mutf8: Some(older(Profile::Mutf8, bytes)),
        wtf8: Some(older(Profile::Wtf8, bytes)),
        ..of_verdict(bytes)
    }
}

/// `expected`, with the results by the practices of other decoders.
pub(super) fn with_practices(expected: Expected, bytes: &[u8]) -> Expected {
    let text = |practice| Some(Recipe::of(&reference::replaced_by(practice, bytes)));
    Expected {
        per_byte: text(Practice::PerByte),
        whole_sequence: text(Practice::WholeSequence),
        java: text(Practice::Java),
        ..expected
    }
}

/// The expected results of the first two profiles.
pub(super) fn of_verdict(bytes: &[u8]) -> Expected {
    let verdict = reference::read(bytes);
    Expected {
        rfc3629: Some(verdict.is_ok()),
        position: Some(position(bytes, &verdict)),
        ..Expected::default()
    }
}

/// The expected result of the profile `stream` for the bytes in these chunks.
pub(super) fn split(bytes: &[u8], chunks: Vec<usize>) -> Split {
    let mut split = Split { chunks, outputs: Vec::new() };
    let outputs = reference::outputs(&split.cut(bytes).expect("chunks are the whole input"));
    split.outputs = outputs.iter().map(|output| Recipe::of(output)).collect();
    split
}

/// The expected result of the profile `bom`.
pub(super) fn signature(bytes: &[u8], splits: &[Vec<usize>]) -> Signature {
    let opened = |text: &[u8], shift: usize| Opened {
        position: shift + position(text, &reference::read(text)),
        text: Recipe::of(&reference::replaced(text)),
    };
    let rest = bytes.strip_prefix(SIGNATURE);
    let text = rest.unwrap_or(bytes);
    Signature {
        present: rest.is_some(),
        character: opened(bytes, 0),
        kept: opened(bytes, 0),
        ignored: opened(text, bytes.len() - text.len()),
        stripped: opened(text, 0),
        splits: splits.iter().map(|chunks| unsigned(bytes, chunks)).collect(),
    }
}

/// The outputs without a signature. A decoder puts out nothing while the bytes so far may become one.
fn unsigned(bytes: &[u8], chunks: &[usize]) -> Split {
    let mut split = split(bytes, chunks.to_vec());
    if bytes.starts_with(SIGNATURE) {
        // The first non-empty output is the signature, or begins with it.
        if let Some(output) = split.outputs.iter_mut().find(|output| !output.is_empty()) {
            let text = output.bytes();
            *output = Recipe::of(text.strip_prefix(SIGNATURE).unwrap_or(&text));
        }
    }
    split
}

/// The expected result of the profile `encode`.
pub(super) fn encoded(values: &[u32]) -> Expected {
    let refused = values.iter().position(|&value| encoding(value).is_none());
    let good = &values[..refused.unwrap_or(values.len())];
    let bytes: Vec<u8> = good.iter().filter_map(|&value| encoding(value)).flatten().collect();
    assert!(Oracle::get().accepts(&bytes), "{good:x?}");
    Expected { encode: Some(Encoded { refused, output: Recipe::of(&bytes) }), ..Expected::default() }
}

/// The bytes of a scalar value: RFC 3629 uses the table of RFC 2279, up to 10FFFF, without surrogates.
fn encoding(value: u32) -> Option<Vec<u8>> {
    let utf8 = value <= 0x10_FFFF && !(0xD800..0xE000).contains(&value);
    utf8.then(|| form(Profile::Rfc2279).encode(value)).flatten()
}

fn older(profile: Profile, bytes: &[u8]) -> Older {
    let form = form(profile);
    let (position, error_len) = match form.validate(bytes) {
        Ok(()) => (bytes.len(), ErrorLen::None),
        Err(fault) => (fault.valid_up_to, fault.error_len.map_or(ErrorLen::End, ErrorLen::Units)),
    };
    let utf8 = form.to_utf8(bytes).ok().map(|text| Recipe::of(text.as_bytes()));
    Older { position, error_len, utf8 }
}

/// The older form of this profile.
pub(super) fn form(profile: Profile) -> &'static Reference {
    let form = contract::Older::ALL.into_iter().find(|form| forms::profile(*form).name == profile.name());
    Reference::get(form.unwrap_or_else(|| panic!("{profile} is none of the older forms")))
}

fn position(bytes: &[u8], verdict: &Verdict) -> usize {
    verdict.map_or_else(|fault| fault.valid_up_to, |()| bytes.len())
}

fn error_len(verdict: &Verdict) -> ErrorLen {
    match *verdict {
        Ok(()) => ErrorLen::None,
        Err(Fault { error_len: Some(len), .. }) => ErrorLen::Units(len),
        Err(Fault { error_len: None, .. }) => ErrorLen::End,
    }
}

fn replaced(bytes: &[u8], verdict: &Verdict) -> Replaced {
    let text = reference::replaced(bytes);
    let given = bytes.windows(3).filter(|window| *window == REPLACEMENT).count();
    let all = text.windows(3).filter(|window| *window == REPLACEMENT).count();
    Replaced { error_len: error_len(verdict), replacements: all - given, text: Recipe::of(&text) }
}
