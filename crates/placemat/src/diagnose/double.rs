//! Double encoding: UTF-8 that was taken for Latin-1 or Windows-1252, and encoded once more.

use placemat_core::grammar::sequence_at;

use super::{
    Diagnosis, Place,
    western::{byte_of, is_undefined},
};
use crate::chars;

/// Whether there are characters near the error that, as bytes of Windows-1252, are a sequence of UTF-8
/// again.
///
/// The error itself can come from a byte that Windows-1252 does not define, and that was left as it is: "Ý"
/// is C3 9D, and becomes "Ã", then 9D.
pub(super) fn diagnose(place: &Place<'_>) -> Option<Diagnosis> {
    // The last four characters as bytes: a sequence has no more.
    let mut last = [0_u8; 4];
    // How many characters ago a sequence of two ended.
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
        // One pair alone can be proper text: a capital before a quotation mark, "\u{DC}\u{201C}". Not so
        // after the capitals that nearly all of mojibake has.
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
