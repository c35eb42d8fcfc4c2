//! Counts units, and finds the byte after so many of them: by a kernel that finds it, or by kernels that count, then by
//! words, then byte by byte.

use placemat_core::convert::{Utf8, Utf16, Utf32};

use super::Unit;
use crate::backend::{self, columns};
use crate::{backend_choice::BackendChoice, chars::floor_boundary, convert};

/// Fewer units than this are not worth a call of a kernel.
const FEW: usize = 48;

/// The kernel that finds the byte needs so many.
const BLOCK: usize = 64;

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
    // Before so many units, as many bytes are counted first, which is faster.
    let (column, many) = match unit {
        Unit::Bytes => {
            let end = floor_boundary(text, from.saturating_add(offset));
            return (end, offset - (end - from));
        }
        Unit::Chars => (columns::SEEK_CHARACTERS, 1024),
        Unit::Utf16 => (columns::SEEK_UTF16, 512),
    };
    if text.len() - from >= BLOCK
        && let Some(kernel) = backend::kernel(BackendChoice::Dispatched, column)
    {
        let (at, left) = if offset < many { (from, offset) } else { pass_over(text, from, offset, unit) };
        // SAFETY: calls are dispatched only to a backend that the machine supports.
        let (read, left) = unsafe { kernel(&text[at..], left) };
        return (at + read, left);
    }
    seek_by_words(text, from, offset, unit)
}

/// Passes over as many bytes as there are units before the offset, in ASCII all of them, but not over the last block.
#[inline(never)]
fn pass_over(text: &[u8], from: usize, offset: usize, unit: Unit) -> (usize, usize) {
    // A unit has at least a byte, but the last byte may begin two.
    let end = (text.len() - BLOCK).min(from.saturating_add(offset - 1));
    (end, offset - count(&text[from..end], unit))
}

fn seek_by_words(text: &[u8], from: usize, offset: usize, unit: Unit) -> (usize, usize) {
    let (mut at, mut left) = (from, offset);
    // The same again; or in other text than ASCII, an eighth less bytes than so many units had before.
    let mut bytes_for_8 = 8;
    while left >= FEW && at < text.len() {
        let end = text.len().min(at.saturating_add(((left - 1) / 8).saturating_mul(bytes_for_8)));
        let units = count(&text[at..end], unit);
        if units > left {
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
