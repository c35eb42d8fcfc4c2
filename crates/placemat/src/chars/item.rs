//! Decodes one item: a character or an invalid sequence.

use placemat_core::grammar::{is_continuation, scalar, sequence_at};

use crate::Invalid;

/// Decodes the item at byte `at`, which exists: returns the character and the offset after it, or the error.
#[inline]
pub(super) fn item_at(bytes: &[u8], at: usize) -> Result<(char, usize), Invalid> {
    character_at(bytes, at).ok_or(()).or_else(|()| sequence(bytes, at))
}

/// The character that begins at byte `at`, and the offset after it.
#[inline(always)]
pub(super) fn character_at(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    match *bytes.get(at..)? {
        [a, ..] if a.is_ascii() => Some((char::from(a), at + 1)),
        [a @ 0xC2..=0xDF, b, ..] => Some((of_two_bytes(a, b)?, at + 2)),
        [a @ 0xE0..=0xEF, b, c, ..] => Some((of_three_bytes(a, b, c)?, at + 3)),
        [a @ 0xF0..=0xF4, b, c, d, ..] => Some((of_four_bytes(a, b, c, d)?, at + 4)),
        _ => None,
    }
}

/// The character that ends before byte `end`, and its offset. If there is one and `end` is a boundary, it is
/// an item: a valid sequence is an item wherever it is.
#[inline(always)]
pub(super) fn character_before(bytes: &[u8], end: usize) -> Option<(char, usize)> {
    match *bytes.get(..end)? {
        [.., a] if a.is_ascii() => Some((char::from(a), end - 1)),
        [.., a @ 0xC2..=0xDF, b] => Some((of_two_bytes(a, b)?, end - 2)),
        [.., a @ 0xE0..=0xEF, b, c] => Some((of_three_bytes(a, b, c)?, end - 3)),
        [.., a @ 0xF0..=0xF4, b, c, d] => Some((of_four_bytes(a, b, c, d)?, end - 4)),
        _ => None,
    }
}

/// Decodes the item at byte `at` with the reference grammar; returns the offset after it and the result.
#[cold]
#[inline(never)]
pub(super) fn unusual(bytes: &[u8], at: usize) -> (usize, Result<char, Invalid>) {
    match sequence(bytes, at) {
        Ok((character, end)) => (end, Ok(character)),
        Err(error) => (at + error.len, Err(error)),
    }
}

/// Decodes the item before byte `end`, a boundary other than 0, with the grammar; returns its offset and the result.
#[cold]
#[inline(never)]
pub(super) fn unusual_before(bytes: &[u8], end: usize) -> (usize, Result<char, Invalid>) {
    let start = start_of_item_before(bytes, end);
    (start, item_at(bytes, start).map(|(character, _)| character))
}

/// The offset of the item that ends before byte `end`, a boundary other than 0.
#[inline]
fn start_of_item_before(bytes: &[u8], end: usize) -> usize {
    let last = end - 1;
    match lead_of(bytes, last) {
        // The byte after an item is not part of it, so this agrees with forward iteration.
        Some(lead) if end_of_item(bytes, lead) == end => lead,
        // A continuation byte that belongs to no sequence.
        _ => last,
    }
}

/// The byte that decides about byte `at`: itself if it is no continuation byte, otherwise the nearest such
/// byte among the three before it. Such a byte always begins an item, so only its sequence can contain `at`.
#[inline]
pub(super) fn lead_of(bytes: &[u8], at: usize) -> Option<usize> {
    (at.saturating_sub(3)..=at).rev().find(|&at| !is_continuation(bytes[at]))
}

/// The offset after the item that begins at byte `at`.
#[inline]
pub(super) fn end_of_item(bytes: &[u8], at: usize) -> usize {
    match item_at(bytes, at) {
        Ok((_, end)) => end,
        Err(error) => at + error.len,
    }
}

/// Decodes two bytes, if they are valid; the first is C2..DF.
#[inline(always)]
fn of_two_bytes(a: u8, b: u8) -> Option<char> {
    let value = (u32::from(a) & 0x1F) << 6 | u32::from(b & 0x3F);
    char::from_u32(value).filter(|_| is_continuation(b))
}

/// Decodes three bytes, if they are valid; the first is E0..EF.
#[inline(always)]
fn of_three_bytes(a: u8, b: u8, c: u8) -> Option<char> {
    let value = (u32::from(a) & 0x0F) << 12 | u32::from(b & 0x3F) << 6 | u32::from(c & 0x3F);
    // Surrogates are no `char`, and smaller values are overlong.
    char::from_u32(value).filter(|_| is_continuation(b) & is_continuation(c) & (value >= 0x800))
}

/// Decodes four bytes, if they are valid; the first is F0..F4.
#[inline(always)]
fn of_four_bytes(a: u8, b: u8, c: u8, d: u8) -> Option<char> {
    let value = (u32::from(a) & 0x07) << 18
        | u32::from(b & 0x3F) << 12
        | u32::from(c & 0x3F) << 6
        | u32::from(d & 0x3F);
    let continuations = is_continuation(b) & is_continuation(c) & is_continuation(d);
    // Values above 10FFFF are no `char`, and smaller values are overlong.
    char::from_u32(value).filter(|_| continuations & (value >= 0x1_0000))
}

#[inline]
fn sequence(bytes: &[u8], at: usize) -> Result<(char, usize), Invalid> {
    match sequence_at(bytes, at) {
        Ok(end) => Ok((scalar(&bytes[at..end]), end)),
        Err(error) => {
            let len = error.error_len().unwrap_or(bytes.len() - at);
            Err(Invalid { offset: at, len, kind: error.kind() })
        }
    }
}
