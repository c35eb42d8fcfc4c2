//! Patterns of a few bytes, and truncated sequences.

use placemat_core::grammar::{is_continuation, sequence_at};

use super::{Diagnosis, Place};
use crate::bom::{self, Form};

/// The longest sequence of RFC 2279, and of CESU-8.
const LONGEST: usize = 6;

/// The BOM of another encoding form at the start of the input.
pub(super) fn bom(bytes: &[u8], at: usize) -> Option<Diagnosis> {
    let form = bom::detect(bytes)?;
    // The error must be in the BOM; 00 00 FE FF begins with two valid characters.
    (form != Form::Utf8 && at < form.bom().len()).then_some(Diagnosis::Bom(form))
}

/// A pattern that the error begins or is a part of: each of its bytes can be a separate error.
pub(super) fn form(place: &Place<'_>) -> Option<Diagnosis> {
    (0..LONGEST).find_map(|back| {
        let from = place.at.checked_sub(back)?;
        let (found, len) = form_at(place.near.get(from..)?)?;
        (back < len).then_some(found)
    })
}

/// The pattern at the start of `bytes`, and its length in bytes.
fn form_at(bytes: &[u8]) -> Option<(Diagnosis, usize)> {
    match *bytes {
        [0xED, b1 @ 0xA0..=0xAF, b2 @ 0x80..=0xBF, 0xED, b4 @ 0xB0..=0xBF, b5 @ 0x80..=0xBF, ..] => {
            let bits = |byte: u8, count: u8| u32::from(byte & ((1 << count) - 1));
            let upper = bits(b1, 4) << 6 | bits(b2, 6);
            let low = bits(b4, 4) << 6 | bits(b5, 6);
            let character = char::from_u32(0x1_0000 + (upper << 10 | low))?;
            Some((Diagnosis::Cesu8 { character }, 6))
        }
        [0xC0, 0x80, ..] => Some((Diagnosis::JavaNul, 2)),
        [0xF4, 0x90..=0xBF, ..] | [0xF5..=0xF7, ..] => rfc2279(bytes, 4),
        [0xF8..=0xFB, ..] => rfc2279(bytes, 5),
        [0xFC..=0xFD, ..] => rfc2279(bytes, 6),
        _ => None,
    }
}

/// A lead byte, followed by as many continuation bytes as it announces.
fn rfc2279(bytes: &[u8], len: usize) -> Option<(Diagnosis, usize)> {
    let rest = bytes.get(1..len)?;
    rest.iter().all(|byte| is_continuation(*byte)).then_some((Diagnosis::Rfc2279 { len }, len))
}

/// Half of a surrogate pair, without the other half.
pub(super) fn surrogate(place: &Place<'_>) -> Option<Diagnosis> {
    let is_half = |back: usize| {
        let from = place.at.checked_sub(back)?;
        matches!(place.near.get(from..)?, [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..]).then_some(())
    };
    (0..3).find_map(is_half).map(|()| Diagnosis::LoneSurrogate)
}

/// A sequence that is truncated by the end of the input, by its start, or by other text.
pub(super) fn cut(bytes: &[u8], place: &Place<'_>) -> Option<Diagnosis> {
    let at = place.from + place.at;
    if let Err(error) = sequence_at(bytes, at) {
        let Some(len) = error.error_len() else { return Some(Diagnosis::CutEnd) };
        // A lead byte alone is more likely a letter in Latin-1.
        let next = at.saturating_add(len);
        if len > 1 && sequence_at(bytes, next).is_ok() {
            return Some(Diagnosis::CutShort);
        }
    }
    // One to three continuation bytes at the start, before valid text. A single one before ASCII is more
    // likely a quotation mark in Windows-1252.
    let head = bytes.iter().take(4).take_while(|byte| is_continuation(**byte)).count();
    if at >= head || head > 3 {
        return None;
    }
    let text = place.near.get(head..)?;
    let text = match crate::validate(text) {
        Ok(()) => text,
        // `near` may end inside a character.
        Err(error) if error.error_len().is_none() => text.get(..error.valid_up_to())?,
        Err(_) => return None,
    };
    let is_likely = if head == 1 { !text.is_ascii() } else { !text.is_empty() };
    is_likely.then_some(Diagnosis::CutStart)
}
