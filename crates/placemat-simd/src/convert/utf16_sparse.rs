//! UTF-16 to UTF-8 where few units are not ASCII: all units move at once, and then make space for these few.
//!
//! ```text
//! packed = min(unit, FF) of each unit, as bytes
//! store(dst, packed); others = movemask(packed)
//! for each other unit, the first one first:
//!     store(dst[at + extra..], its two or three bytes); extra += one or two
//!     store(dst[at + 1 + extra..], packed[at + 1..])
//! ```
//!
//! Each store overwrites what those before it have stored too early. The number of other units is the only branch. A
//! shuffle for each eight or four units would cost as much for units that are in place already.

use placemat_core::{convert::Progress, utf16::is_surrogate};

use super::blocks::{Dst, UNITS};
use super::words::Words;
use crate::Operation;

/// The maximum number of other units in a block for which that pays off.
const MAX_OTHERS: u32 = 8;

/// The bytes that a turn stores: a character, and all units after it.
const STORED: usize = 3 + UNITS;

/// Converts blocks while few of their units are not ASCII, and none is a surrogate.
pub(super) struct SparseBlocks<'a> {
    pub(super) source: &'a [u16],
    pub(super) dst: &'a mut [u8],
    pub(super) at: Progress,
}

impl<S: Words> Operation<S> for SparseBlocks<'_> {
    type Output = Progress;

    #[inline(always)]
    fn run(self, simd: S) -> Progress {
        let Self { source, dst, mut at } = self;
        let mut packed = [0; 2 * UNITS];
        while let (Some(units), Some(dst)) =
            (source[at.read..].first_chunk(), dst[at.written..].first_chunk_mut())
            && let Some(written) = encode(simd, units, &mut packed, dst)
        {
            at += Progress { read: UNITS, written };
        }
        at
    }
}

/// Encodes a block, with a buffer for its bytes. `None` if too many units are not ASCII, or one is a surrogate.
#[inline(always)]
fn encode<S: Words>(
    simd: S, units: &[u16; UNITS], packed: &mut [u8; 2 * UNITS], dst: &mut Dst,
) -> Option<usize> {
    let mut vectors = [simd.word(0); UNITS / 16];
    let mut others = 0_u128;
    let mut at = 0;
    while at < UNITS {
        let low = |at| simd.min_words(simd.load(units, at), simd.word(0xFF));
        let bytes = simd.pack_words(low(at), low(at + S::LANES / 2));
        simd.store(bytes, dst, at);
        others |= u128::from(simd.movemask(bytes)) << at;
        vectors[at / S::LANES] = bytes;
        at += S::LANES;
    }
    if others == 0 {
        return Some(UNITS);
    }
    if others.count_ones() > MAX_OTHERS {
        return None;
    }
    at = 0;
    while at < UNITS {
        simd.store(vectors[at / S::LANES], packed, at);
        at += S::LANES;
    }
    let mut extra = 0;
    while others != 0 {
        let at = others.trailing_zeros() as usize;
        others &= others - 1;
        let unit = *units.get(at)?;
        if is_surrogate(unit) {
            return None;
        }
        let (bytes, len) = two_or_three(unit.into());
        let dst = dst.get_mut(at + extra..)?.first_chunk_mut::<STORED>()?;
        dst[..4].copy_from_slice(&bytes.to_le_bytes());
        extra += len - 1;
        let after = packed.get(at + 1..)?.first_chunk::<UNITS>()?;
        let mut from = 0;
        while from < UNITS {
            simd.store(simd.load(after, from), &mut dst[len..], from);
            from += S::LANES;
        }
    }
    Some(UNITS + extra)
}

/// The bytes of a unit that is neither ASCII nor a surrogate, the first one lowest, and their number.
#[inline(always)]
fn two_or_three(unit: u32) -> (u32, usize) {
    let two = 0x80C0 | unit >> 6 | unit << 8 & 0x3F00;
    let three = 0x80_80E0 | unit >> 12 | unit << 2 & 0x3F00 | unit << 16 & 0x3F_0000;
    if unit < 0x800 { (two, 2) } else { (three, 3) }
}
