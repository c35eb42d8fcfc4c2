//! Conversion between UTF-16, UTF-32 and Latin-1 in native units, without UTF-8 in between.
//!
//! Most text consists of characters with one unit in both encodings. Blocks of these are widened, narrowed or copied by
//! loops without branches, which compilers vectorise:
//!
//! ```text
//! UTF-16   0061 20AC 4E2D ...  none is a surrogate, none above FFFF
//! UTF-32   00000061 000020AC 00004E2D ...
//! ```
//!
//! A block with valid surrogate pairs, or with characters that become pairs, is converted unit by unit, still without
//! branches: a low surrogate writes its unit where the next one overwrites it. What remains (an error, a character that
//! the target lacks, the ends of both slices) is less than such a block needs, and is converted character by character.

use super::{Native, characters, is_scalar_value, length::sum, validated::are_pairs};
use crate::{
    convert::{Latin1, Progress, Utf16, Utf32},
    utf16::{is_low, is_surrogate, join},
};

/// Units that are tested together, and fewer near the end.
const BLOCK: usize = 64;
const SHORT: usize = 8;

/// An encoding that is converted directly. One unit of the source is at most one character.
pub trait Direct: Native {
    /// The largest character with one unit.
    const LARGEST: u32;

    /// Whether the unit alone is a character.
    fn is_whole(unit: Self::Unit) -> bool;

    /// The unit of a character with one unit.
    fn unit(value: u32) -> Self::Unit;

    /// Whether the unit belongs to the character before it.
    #[inline(always)]
    fn is_second(unit: Self::Unit) -> bool {
        let _ = unit;
        false
    }

    /// Whether units are valid, given the unit after each: they begin at the start of a character, and the last one may
    /// be the first of a pair.
    #[inline(always)]
    fn are_valid<const N: usize>(units: &[Self::Unit; N], next: &[Self::Unit; N]) -> bool {
        let _ = next;
        units.iter().fold(true, |all, unit| all & Self::is_whole(*unit))
    }

    /// The character that begins with a unit of valid text; arbitrary if none does.
    #[inline(always)]
    fn character(unit: Self::Unit, next: Self::Unit) -> u32 {
        let _ = next;
        Self::value(unit)
    }

    /// Writes a character, and perhaps an arbitrary unit after it; returns its number of units.
    #[inline(always)]
    fn put(value: u32, dst: &mut [Self::Unit; 2]) -> usize {
        dst[0] = Self::unit(value);
        1
    }

    /// The number of units of `D` that units become, if they are valid; otherwise the sum over single units, where a low
    /// surrogate counts as none and a number above FFFF as two.
    #[must_use]
    #[inline(always)]
    fn len_in<D: Direct>(units: &[Self::Unit]) -> usize {
        match (Self::LONGEST, D::LONGEST) {
            (2, 1) => sum(units, |unit| u8::from(!Self::is_second(unit))),
            (1, 2) => sum(units, |unit| 1 + u8::from(Self::value(unit) > D::LARGEST)),
            _ => units.len(),
        }
    }
}

impl Direct for Latin1 {
    const LARGEST: u32 = 0xFF;

    #[inline(always)]
    fn is_whole(_: u8) -> bool {
        true
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "at most FF")]
    fn unit(value: u32) -> u8 {
        value as u8
    }
}

impl Direct for Utf16 {
    const LARGEST: u32 = 0xFFFF;

    #[inline(always)]
    fn is_whole(unit: u16) -> bool {
        !is_surrogate(unit)
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "at most FFFF")]
    fn unit(value: u32) -> u16 {
        value as u16
    }

    #[inline(always)]
    fn is_second(unit: u16) -> bool {
        is_low(unit)
    }

    #[inline(always)]
    fn are_valid<const N: usize>(units: &[u16; N], next: &[u16; N]) -> bool {
        are_pairs(units, next, |unit| unit) && !is_low(units[0])
    }

    #[inline(always)]
    fn character(unit: u16, next: u16) -> u32 {
        if is_surrogate(unit) { join(unit, next).into() } else { unit.into() }
    }

    #[inline(always)]
    fn put(value: u32, dst: &mut [u16; 2]) -> usize {
        let is_pair = value > Self::LARGEST;
        let above = value.wrapping_sub(0x1_0000);
        dst[0] = Self::unit(if is_pair { 0xD800 | above >> 10 } else { value });
        dst[1] = Self::unit(0xDC00 | above & 0x3FF);
        1 + usize::from(is_pair)
    }
}

impl Direct for Utf32 {
    const LARGEST: u32 = char::MAX as u32;

    #[inline(always)]
    fn is_whole(unit: u32) -> bool {
        is_scalar_value(unit)
    }

    #[inline(always)]
    fn unit(value: u32) -> u32 {
        value
    }
}

/// Converts, as [`Progress`] specifies: stops at invalid input, at a character that the target encoding lacks, or when
/// the destination is full. Linear time; no panic.
///
/// ```
/// use placemat_core::convert::{Progress, Utf16, Utf32, portable};
///
/// let mut dst = [0; 8];
/// let progress = portable::direct::<Utf16, Utf32>(&[0x35, 0x20AC, 0xD83C, 0xDF7D, 0xDC00], &mut dst);
/// assert_eq!(progress, Progress { read: 4, written: 3 });
/// assert_eq!(dst[..3], [0x35, 0x20AC, 0x1_F37D]);
/// ```
#[inline(always)]
pub fn direct<S: Direct, D: Direct>(source: &[S::Unit], dst: &mut [D::Unit]) -> Progress {
    let mut at = Progress::default();
    loop {
        let rest = source.get(at.read..).unwrap_or_default();
        let whole = whole::<S, D>(rest, dst.get_mut(at.written..).unwrap_or_default());
        at += Progress { read: whole, written: whole };
        match mixed::<S, D>(source, dst, at) {
            Some(more) => at += more,
            None => return characters::<S, D>(source, dst, at),
        }
    }
}

/// [`direct`], out of line, for backends without a kernel.
#[inline(never)]
pub fn direct_outlined<S: Direct, D: Direct>(source: &[S::Unit], dst: &mut [D::Unit]) -> Progress {
    direct::<S, D>(source, dst)
}

/// Converts the leading blocks of characters with one unit in both encodings, and returns the number of units.
#[inline(always)]
fn whole<S: Direct, D: Direct>(source: &[S::Unit], dst: &mut [D::Unit]) -> usize {
    let mut at = 0;
    while block::<S, D, BLOCK>(source, dst, at) {
        at += BLOCK;
    }
    while block::<S, D, SHORT>(source, dst, at) {
        at += SHORT;
    }
    // A last block overlaps the one before it.
    match source.len().checked_sub(SHORT) {
        Some(last) if at < source.len() && last < at && block::<S, D, SHORT>(source, dst, last) => {
            source.len()
        }
        _ => at,
    }
}

/// Converts the block at `at` in both slices, if there is one and all of it can be converted.
#[inline(always)]
fn block<S: Direct, D: Direct, const N: usize>(source: &[S::Unit], dst: &mut [D::Unit], at: usize) -> bool {
    let units = source.get(at..).and_then(<[_]>::first_chunk::<N>);
    let dst = dst.get_mut(at..).and_then(<[_]>::first_chunk_mut::<N>);
    let (Some(units), Some(dst)) = (units, dst) else { return false };
    let is_other = |unit| (S::value(unit) > D::LARGEST) | !S::is_whole(unit);
    if units.iter().fold(false, |any, unit| any | is_other(*unit)) {
        return false;
    }
    for i in 0..N {
        dst[i] = D::unit(S::value(units[i]));
    }
    true
}

/// Converts a valid block that may have characters with two units, if there is one and the destination surely has space
/// for it.
#[inline(always)]
fn mixed<S: Direct, D: Direct>(source: &[S::Unit], dst: &mut [D::Unit], at: Progress) -> Option<Progress> {
    if S::LONGEST.max(D::LONGEST) == 1 || D::LARGEST < Utf16::LARGEST {
        return None;
    }
    let units = source.get(at.read..)?.first_chunk::<BLOCK>()?;
    let next = source.get(at.read + 1..)?.first_chunk::<BLOCK>()?;
    // One more than the largest character, since two units are written at a time.
    let dst = dst.get_mut(at.written..)?;
    if dst.len() < BLOCK * D::LONGEST + 1 || !S::are_valid(units, next) {
        return None;
    }
    // The second unit of a pair that begins at the end of the block is converted too.
    let is_open = S::is_second(next[BLOCK - 1]);
    let read = BLOCK + usize::from(is_open);
    if S::LONGEST == D::LONGEST {
        for i in 0..BLOCK {
            dst[i] = D::unit(S::value(units[i]));
        }
        dst[BLOCK] = D::unit(S::value(next[BLOCK - 1]));
        return Some(Progress { read, written: read });
    }
    let mut written = 0;
    for i in 0..BLOCK {
        let two = dst.get_mut(written..).and_then(<[_]>::first_chunk_mut)?;
        let len = D::put(S::character(units[i], next[i]), two);
        written += if S::is_second(units[i]) { 0 } else { len };
    }
    Some(Progress { read, written })
}
