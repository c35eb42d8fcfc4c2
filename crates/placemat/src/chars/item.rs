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
    let character = match *bytes.get(at..).unwrap_or_default() {
        [a @ 0xC2..=0xDF, b, ..] => two(a, b),
        [a @ 0xE0..=0xEF, b, c, ..] => three(a, b, c),
        [a @ 0xF0..=0xF4, b, c, d, ..] => four(a, b, c, d),
        _ => None,
    };
    match character {
        Some(character) => Ok((character, at + character.len_utf8())),
        None => sequence(bytes, at),
    }
}

/// The item that ends before octet `end`, which is a boundary and not 0: where it begins, and the character, or
/// what is wrong.
#[inline]
pub(super) fn item_before(bytes: &[u8], end: usize) -> (usize, Result<char, Invalid>) {
    // A well-formed sequence is an item wherever it stands.
    let character = match *bytes.get(..end).unwrap_or_default() {
        [.., a] if a.is_ascii() => Some(char::from(a)),
        [.., a @ 0xC2..=0xDF, b] => two(a, b),
        [.., a @ 0xE0..=0xEF, b, c] => three(a, b, c),
        [.., a @ 0xF0..=0xF4, b, c, d] => four(a, b, c, d),
        _ => None,
    };
    match character {
        Some(character) => (end - character.len_utf8(), Ok(character)),
        None => {
            let start = start_of_item_before(bytes, end);
            (start, item_at(bytes, start).map(|(character, _)| character))
        }
    }
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

/// The character of two octets, if they are well formed; the first is C2..DF.
#[inline]
fn two(a: u8, b: u8) -> Option<char> {
    let value = (u32::from(a) & 0x1F) << 6 | u32::from(b & 0x3F);
    char::from_u32(value).filter(|_| is_continuation(b))
}

/// The character of three octets, if they are well formed; the first is E0..EF.
#[inline]
fn three(a: u8, b: u8, c: u8) -> Option<char> {
    let value = (u32::from(a) & 0x0F) << 12 | u32::from(b & 0x3F) << 6 | u32::from(c & 0x3F);
    // A surrogate is no `char`, and a smaller number is overlong.
    char::from_u32(value).filter(|_| is_continuation(b) & is_continuation(c) & (value >= 0x800))
}

/// The character of four octets, if they are well formed; the first is F0..F4.
#[inline]
fn four(a: u8, b: u8, c: u8, d: u8) -> Option<char> {
    let value = (u32::from(a) & 0x07) << 18
        | u32::from(b & 0x3F) << 12
        | u32::from(c & 0x3F) << 6
        | u32::from(d & 0x3F);
    let continuations = is_continuation(b) & is_continuation(c) & is_continuation(d);
    // Above 10FFFF is no `char`, and a smaller number is overlong.
    char::from_u32(value).filter(|_| continuations & (value >= 0x1_0000))
}

#[cold]
#[inline(never)]
fn sequence(bytes: &[u8], at: usize) -> Result<(char, usize), Invalid> {
    match sequence_at(bytes, at) {
        Ok(end) => Ok((scalar(&bytes[at..end]), end)),
        Err(error) => {
            let len = error.error_len().unwrap_or(bytes.len() - at);
            Err(Invalid { offset: at, len, kind: error.kind() })
        }
    }
}
