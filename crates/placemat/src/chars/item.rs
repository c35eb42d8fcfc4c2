//! One item of the octets: a character, or what is ill formed.

use placemat_core::grammar::{is_continuation, scalar, sequence_at};

use crate::Invalid;

/// The item that begins at octet `at`, which exists: the character and the octet after it, or what is wrong.
#[inline]
pub(super) fn item_at(bytes: &[u8], at: usize) -> Result<(char, usize), Invalid> {
    let lead = bytes[at];
    if lead.is_ascii() {
        return Ok((char::from(lead), at + 1));
    }
    sequence(bytes, at)
}

/// Where the item begins that ends before octet `end`, which is a boundary and not 0.
#[inline]
pub(super) fn start_of_item_before(bytes: &[u8], end: usize) -> usize {
    let last = end - 1;
    match lead_of(bytes, last) {
        // What ends the item is not a part of it, so this is what forward iteration sees.
        Some(lead) if end_of_item(bytes, lead) == end => lead,
        // A continuation that no sequence reaches.
        _ => last,
    }
}

/// The octet that decides about octet `at`: itself if it is no continuation, else the nearest such octet
/// among the three before it. Such an octet always begins an item; so a sequence reaches `at` from there or
/// from nowhere.
#[inline]
pub(super) fn lead_of(bytes: &[u8], at: usize) -> Option<usize> {
    (at.saturating_sub(3)..=at).rev().find(|&at| !is_continuation(bytes[at]))
}

/// The octet after the item that begins at octet `at`.
#[inline]
pub(super) fn end_of_item(bytes: &[u8], at: usize) -> usize {
    match item_at(bytes, at) {
        Ok((_, end)) => end,
        Err(error) => at + error.len,
    }
}

fn sequence(bytes: &[u8], at: usize) -> Result<(char, usize), Invalid> {
    match sequence_at(bytes, at) {
        Ok(end) => Ok((scalar(&bytes[at..end]), end)),
        Err(error) => {
            let len = error.error_len().unwrap_or(bytes.len() - at);
            Err(Invalid { offset: at, len, kind: error.kind() })
        }
    }
}
