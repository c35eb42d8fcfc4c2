//! Shared by the themes: builds a case from bytes and a note.

use placemat_core::Utf8ErrorKind;

use super::answers::{self, Choice};
use crate::{
    profiles::Profile,
    reference,
    vectors::{Case, Input, Outcome, Recipe, flags},
};

/// The longest input without the flag [long](flags::LONG): a block of a vector kernel.
const BLOCK: usize = 64;

/// Inputs up to this length are cut in two at every position.
const SHORT: usize = 6;

/// A case about bytes; derives the clause, the flags and the results of most profiles from them. `cuts` are
/// additional positions to cut at.
pub(super) fn case(id: impl Into<String>, note: impl Into<String>, bytes: &[u8], cuts: &[usize]) -> Case {
    let profiles = [answers::BYTES, &[Profile::Stream], answers::OLDER].concat();
    bare(id, note, bytes, &profiles, splits(bytes.len(), cuts))
}

/// The same for inputs of many blocks, without results for the older forms.
pub(super) fn long(id: impl Into<String>, note: impl Into<String>, bytes: &[u8], cuts: &[usize]) -> Case {
    let profiles = [answers::BYTES, &[Profile::Stream]].concat();
    bare(id, note, bytes, &profiles, splits(bytes.len(), cuts))
}

/// The same with the results of these profiles, and the bytes in these chunks.
pub(super) fn bare(
    id: impl Into<String>,
    note: impl Into<String>,
    bytes: &[u8],
    profiles: &[Profile],
    splits: Vec<Vec<usize>>,
) -> Case {
    let kind = reference::read(bytes).err().and_then(|fault| fault.kind);
    let input = Input::Bytes(Recipe::of(bytes));
    let expected = answers::expected_with(&input, profiles, &Choice { splits, ..Choice::default() });
    let mut own = vec![word(kind)];
    if bytes.len() > BLOCK {
        own.push(flags::LONG.to_owned());
    }
    Case {
        id: id.into(),
        clause: clause(kind).to_owned(),
        flags: own,
        note: note.into(),
        catches: Vec::new(),
        input,
        expected,
    }
}

/// Adds results of these profiles to those of a case.
pub(super) fn with(mut case: Case, profiles: &[Profile]) -> Case {
    let splits = match case.expected.get(&Profile::Stream) {
        Some(Outcome::Splits(splits)) => splits.iter().map(|split| split.chunks.clone()).collect(),
        _ => Vec::new(),
    };
    case.expected.extend(answers::expected_with(
        &case.input,
        profiles,
        &Choice { splits, ..Choice::default() },
    ));
    case
}

/// The ways to cut an input of this length: byte by byte with empty chunks in between; in two at every position, if
/// it is short; and in two and in three at `cuts`.
fn splits(len: usize, cuts: &[usize]) -> Vec<Vec<usize>> {
    let mut splits = vec![vec![len]];
    if len <= 2 * SHORT {
        splits.push(vec![1; len]);
        splits.push((0..2 * len + 1).map(|nth| nth % 2).collect());
    }
    let everywhere = if len <= SHORT { 1..len } else { 0..0 };
    for at in everywhere.chain(cuts.iter().copied()) {
        splits.push(vec![at, len - at]);
        if cuts.contains(&at) && at < len {
            splits.push(vec![at, 0, 1, len - at - 1]);
        }
    }
    splits.sort();
    splits.dedup();
    splits
}

/// The flag for a kind of error.
fn word(kind: Option<Utf8ErrorKind>) -> String {
    kind.map_or_else(|| "valid".to_owned(), |kind| kind.name().replace('_', "-"))
}

/// The clause that decides a kind of error.
fn clause(kind: Option<Utf8ErrorKind>) -> &'static str {
    match kind {
        None => "RFC 3629, section 4: UTF8-octets",
        Some(Utf8ErrorKind::Overlong) => {
            "RFC 3629, section 3: protect against decoding invalid sequences; section 10"
        }
        Some(Utf8ErrorKind::Surrogate) => {
            "RFC 3629, section 3: no character numbers between U+D800 and U+DFFF"
        }
        Some(Utf8ErrorKind::OutOfRange) => "RFC 3629, section 3: U+0000..U+10FFFF",
        Some(Utf8ErrorKind::InvalidByte) => "RFC 3629, section 1: C0, C1 and F5 to FF never appear",
        Some(Utf8ErrorKind::UnexpectedContinuation) => {
            "RFC 3629, section 4: no UTF8-char begins with UTF8-tail"
        }
        Some(Utf8ErrorKind::MissingContinuation) => "RFC 3629, section 4: UTF8-tail is due",
        Some(_) => "RFC 3629, section 4: UTF8-tail is due, and the input ends",
    }
}
