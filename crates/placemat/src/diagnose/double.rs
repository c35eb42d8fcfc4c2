//! Double encoding: UTF-8 that was decoded as Latin-1 or Windows-1252 and encoded again.

use placemat_core::grammar::sequence_at;

use super::western::{byte_of, is_undefined};
use super::{Diagnosis, Place};
use crate::chars;

/// Detects characters near the error whose Windows-1252 bytes form a UTF-8 sequence.
///
/// The error itself can come from a byte that Windows-1252 does not define and that was left unchanged: "Ý"
/// is C3 9D, and becomes "Ã" followed by the byte 9D.
pub(super) fn diagnose(place: &Place<'_>) -> Option<Diagnosis> {
    // The last four characters as bytes, the maximum length of a sequence.
    let mut last = [0_u8; 4];
    // The number of characters since a two-byte sequence ended.
    let mut since_pair = usize::MAX;
    for (at, item) in chars::char_indices(place.near) {
        let byte = match item {
            Ok(character) => byte_of(character),
            Err(_) => place.near.get(at).copied().filter(|byte| is_undefined(*byte)),
        };
        last.rotate_left(1);
        last[3] = byte.unwrap_or(0);
        since_pair = since_pair.saturating_add(1);
        let is_sequence = |from: usize| !last[from].is_ascii() && sequence_at(&last, from) == Ok(4);
        // A single pair can be ordinary text: a capital before a quotation mark, "\u{DC}\u{201C}". This is
        // implausible for U+00C2 and U+00C3, which nearly all mojibake contains.
        let is_pair = is_sequence(2);
        if is_sequence(0)
            || is_sequence(1)
            || (is_pair && (matches!(last[2], 0xC2 | 0xC3) || since_pair == 2))
        {
            return Some(Diagnosis::DoubleEncoding);
        }
        if is_pair {
            since_pair = 0;
        }
    }
    None
}
