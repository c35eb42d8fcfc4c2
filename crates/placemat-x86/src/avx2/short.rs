//! Inputs shorter than a window: two loads under masks, whatever their length.
//!
//! The lengths of short strings cannot be predicted, and a mispredicted branch costs more than the lanes that
//! it saves. So there is no branch on the length before the test for ASCII, but one for up to three bytes; and
//! after it there is one that spares most strings the second vector.

use placemat_core::Scan;
use placemat_simd::{
    Simd,
    validate::{
        Step, after, after_zeros,
        steps::{CONTINUATION, Full, LEAD, LEAD3, LEAD4},
    },
};

use super::{
    Avx2,
    masked::{Dst, Masked, is_at_page_end},
};

/// Validates fewer than BLOCK + REACH bytes, by the contract of [`placemat_core::Backend::scan`].
#[inline(always)]
pub(super) fn short(simd: Avx2, bytes: &[u8]) -> Scan {
    let mut dst: Dst;
    let bytes = if is_at_page_end(bytes) {
        dst = [0; size_of::<Dst>()];
        match dst.get_mut(..bytes.len()) {
            Some(copy) => {
                copy.copy_from_slice(bytes);
                copy
            }
            // Never: no input is longer.
            None => bytes,
        }
    } else {
        bytes
    };
    if is_sound(simd, bytes) { Scan::Clean } else { Scan::Suspect { from: 0 } }
}

#[inline(always)]
fn is_sound(simd: Avx2, bytes: &[u8]) -> bool {
    let (masked, last) = if let Some(last) = bytes.last_chunk() {
        let (masked, last) = (Masked::new(simd, bytes), u32::from_le_bytes(*last));
        if masked.is_ascii(last) {
            return true;
        }
        (masked, last)
    } else {
        let last = up_to_three(bytes);
        if last & u32::from_ne_bytes([CONTINUATION; 4]) == 0 {
            return true;
        }
        (Masked::without_fours(simd, bytes.len()), last)
    };
    let step = Full;
    let [low, high] = masked.filled(last);
    let mut acc = step.step(simd, step.start(simd), after_zeros(simd, low));
    let mut end = low;
    if bytes.len() > Avx2::LANES {
        acc = step.step(simd, acc, after(simd, low, high));
        end = high;
    }
    if bytes.len() > 2 * Avx2::LANES {
        let (_, [.., before, last]) = bytes.as_rchunks() else { return false };
        end = simd.whole(last);
        acc = step.step(simd, acc, after(simd, simd.whole(before), end));
    }
    // Where zeros follow, they have shown a sequence that is cut off.
    step.is_sound(simd, simd.or(acc, simd.sub_saturating(end, simd.whole(&LARGEST))))
}

/// Up to three bytes, the last one highest, and zeros before the first.
#[inline(always)]
fn up_to_three(bytes: &[u8]) -> u32 {
    let len = bytes.len();
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else { return 0 };
    let others = 4 - len;
    // Of two bytes, and of one, it is one of them again.
    let middle = bytes[len / 2];
    u32::from(*first) << (8 * others) | u32::from(middle) << (8 * (others + len / 2)) | u32::from(*last) << 24
}

/// The largest bytes that the last lanes of a whole vector may have, if no sequence goes on after it.
const LARGEST: [u8; Avx2::LANES] = {
    let mut largest = [0xFF; Avx2::LANES];
    largest[Avx2::LANES - 3] = LEAD4 - 1;
    largest[Avx2::LANES - 2] = LEAD3 - 1;
    largest[Avx2::LANES - 1] = LEAD - 1;
    largest
};
