//! One item of the bytes: a character, or what is invalid.

use placemat_core::grammar::{is_continuation, scalar, sequence_at};

use crate::Invalid;

/// The item that begins at byte `at`, which exists: the character and the byte after it, or what is wrong.
#[inline]
pub(super) fn item_at(bytes: &[u8], at: usize) -> Result<(char, usize), Invalid> {
    character_at(bytes, at).ok_or(()).or_else(|()| sequence(bytes, at))
}

/// The character that begins at byte `at`, and the byte after it.
#[inline(always)]
pub(super) fn character_at(bytes: &[u8], at: usize) -> Option<(char, usize)> {
    match *bytes.get(at..)? {
        [a, ..] if a.is_ascii() => Some((char::from(a), at + 1)),
        [a @ 0xC2..=0xDF, b, ..] => Some((two(a, b)?, at + 2)),
        [a @ 0xE0..=0xEF, b, c, ..] => Some((three(a, b, c)?, at + 3)),
        [a @ 0xF0..=0xF4, b, c, d, ..] => Some((four(a, b, c, d)?, at + 4)),
        _ => None,
    }
}

/// The character that ends before byte `end`, and where it begins. If there is one, and `end` is a boundary,
/// it is an item: a valid sequence is one wherever it stands.
#[inline(always)]
pub(super) fn character_before(bytes: &[u8], end: usize) -> Option<(char, usize)> {
    match *bytes.get(..end)? {
        [.., a] if a.is_ascii() => Some((char::from(a), end - 1)),
        [.., a @ 0xC2..=0xDF, b] => Some((two(a, b)?, end - 2)),
        [.., a @ 0xE0..=0xEF, b, c] => Some((three(a, b, c)?, end - 3)),
        [.., a @ 0xF0..=0xF4, b, c, d] => Some((four(a, b, c, d)?, end - 4)),
        _ => None,
    }
}

/// The item that begins at byte `at`, by the grammar, and where it ends.
#[cold]
#[inline(never)]
pub(super) fn unusual(bytes: &[u8], at: usize) -> (usize, Result<char, Invalid>) {
    match sequence(bytes, at) {
        Ok((character, end)) => (end, Ok(character)),
        Err(error) => (at + error.len, Err(error)),
    }
}

/// The item that ends before byte `end`, which is a boundary and not 0, by the grammar, and where it begins.
#[cold]
#[inline(never)]
pub(super) fn unusual_before(bytes: &[u8], end: usize) -> (usize, Result<char, Invalid>) {
    let start = start_of_item_before(bytes, end);
    (start, item_at(bytes, start).map(|(character, _)| character))
}

/// Where the item begins that ends before byte `end`, which is a boundary and not 0.
#[inline]
fn start_of_item_before(bytes: &[u8], end: usize) -> usize {
    let last = end - 1;
    match lead_of(bytes, last) {
        // What ends the item is not a part of it, so this is what forward iteration sees.
        Some(lead) if end_of_item(bytes, lead) == end => lead,
        // A continuation that no sequence reaches.
        _ => last,
    }
}

/// The byte that decides about byte `at`: itself if it is no continuation, else the nearest such byte
/// among the three before it. Such a byte always begins an item; so a sequence reaches `at` from there or
/// from nowhere.
#[inline]
pub(super) fn lead_of(bytes: &[u8], at: usize) -> Option<usize> {
    (at.saturating_sub(3)..=at).rev().find(|&at| !is_continuation(bytes[at]))
}

/// The byte after the item that begins at byte `at`.
#[inline]
pub(super) fn end_of_item(bytes: &[u8], at: usize) -> usize {
    match item_at(bytes, at) {
        Ok((_, end)) => end,
        Err(error) => at + error.len,
    }
}

/// The character of two bytes, if they are valid; the first is C2..DF.
#[inline(always)]
fn two(a: u8, b: u8) -> Option<char> {
    let value = (u32::from(a) & 0x1F) << 6 | u32::from(b & 0x3F);
    char::from_u32(value).filter(|_| is_continuation(b))
}

/// The character of three bytes, if they are valid; the first is E0..EF.
#[inline(always)]
fn three(a: u8, b: u8, c: u8) -> Option<char> {
    let value = (u32::from(a) & 0x0F) << 12 | u32::from(b & 0x3F) << 6 | u32::from(c & 0x3F);
    // A surrogate is no `char`, and a smaller number is overlong.
    char::from_u32(value).filter(|_| is_continuation(b) & is_continuation(c) & (value >= 0x800))
}

/// The character of four bytes, if they are valid; the first is F0..F4.
#[inline(always)]
fn four(a: u8, b: u8, c: u8, d: u8) -> Option<char> {
    let value = (u32::from(a) & 0x07) << 18
        | u32::from(b & 0x3F) << 12
        | u32::from(c & 0x3F) << 6
        | u32::from(d & 0x3F);
    let continuations = is_continuation(b) & is_continuation(c) & is_continuation(d);
    // Above 10FFFF is no `char`, and a smaller number is overlong.
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
