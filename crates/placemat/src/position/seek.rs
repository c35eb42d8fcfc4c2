//! Counts units, and finds the byte after so many of them: by kernels, then by words, then byte by byte.

use placemat_core::convert::{Utf8, Utf16, Utf32};

use super::Unit;
use crate::{chars::floor_boundary, convert};

/// Fewer units than this are not worth a call of a kernel.
const FEW: usize = 48;

/// The highest bit of each byte of a word.
const HIGH: u64 = u64::MAX / 0xFF * 0x80;

/// The units of valid text, or of a part of it, in which a character counts where it begins.
#[inline]
pub(super) fn count(text: &[u8], unit: Unit) -> usize {
    match unit {
        Unit::Bytes => text.len(),
        Unit::Chars => convert::len::<Utf8, Utf32>(text),
        Unit::Utf16 => convert::len::<Utf8, Utf16>(text),
    }
}

/// The last boundary at or before `offset` units after byte `from`, a boundary; and how many units are left from there
/// on.
pub(super) fn seek(text: &[u8], from: usize, offset: usize, unit: Unit) -> (usize, usize) {
    if unit == Unit::Bytes {
        let end = floor_boundary(text, from.saturating_add(offset));
        return (end, offset - (end - from));
    }
    let (mut at, mut left) = (from, offset);
    // A unit has at least a byte, so as many bytes as are left are before the offset: in ASCII all of them. In other text
    // an eighth less than so many units had before.
    let mut bytes_for_8 = 8;
    while left >= FEW && at < text.len() {
        let end = text.len().min(at.saturating_add((left / 8).saturating_mul(bytes_for_8)));
        let units = count(&text[at..end], unit);
        if units > left {
            // Of fewer bytes only if the last one begins a pair.
            if bytes_for_8 == 8 {
                break;
            }
            bytes_for_8 = 8;
            continue;
        }
        bytes_for_8 = ((end - at).saturating_mul(7) / units.max(1)).max(8);
        (at, left) = (end, left - units);
    }
    while let Some(word) = text.get(at..).and_then(|rest| rest.first_chunk())
        && let units = in_word(u64::from_le_bytes(*word), unit)
        && units <= left
    {
        (at, left) = (at + size_of::<u64>(), left - units);
    }
    // In a word without pairs, character after character; then the rest of one that has been counted, or of the text.
    if let Some(word) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        let word = u64::from_le_bytes(*word);
        if unit == Unit::Chars || word & word << 1 & word << 2 & word << 3 & HIGH == 0 {
            let mut begins = (!word | word << 1) & HIGH;
            for _ in 0..left {
                begins &= begins - 1;
            }
            // There is another one: more characters begin in the word than are left.
            return (at + begins.trailing_zeros() as usize / 8, 0);
        }
    }
    while let Some(byte) = text.get(at)
        && let units = usize::from(byte & 0xC0 != 0x80) + usize::from(unit == Unit::Utf16 && *byte >= 0xF0)
        && units <= left
    {
        (at, left) = (at + 1, left - units);
    }
    (at, left)
}

/// The units that begin in eight bytes.
#[inline(always)]
fn in_word(word: u64, unit: Unit) -> usize {
    let begins = (!word | word << 1) & HIGH;
    let fours = word & word << 1 & word << 2 & word << 3 & HIGH;
    // The sum of all bytes is in the highest one: a population count that needs no instruction of its own.
    let units = (begins >> 7) + if unit == Unit::Utf16 { fours >> 7 } else { 0 };
    (units.wrapping_mul(u64::MAX / 0xFF) >> 56) as usize
}
