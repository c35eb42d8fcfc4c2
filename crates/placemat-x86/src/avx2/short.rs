//! Inputs shorter than a window: two masked loads, whatever the length.
//!
//! The lengths of short strings are unpredictable, and a mispredicted branch costs more than the lanes it saves. So
//! the code before the ASCII check branches on the length only to detect up to three bytes; a later branch saves most
//! strings the second vector.

use placemat_core::Scan;
use placemat_simd::Simd;
use placemat_simd::validate::steps::{CONTINUATION, Full, LEAD, LEAD3, LEAD4};
use placemat_simd::validate::{Step, after, after_zeros, suspect};

use super::Avx2;
use super::masked::{Dst, Masked, is_at_page_end};

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
            // Unreachable: no input is longer.
            None => bytes,
        }
    } else {
        bytes
    };
    validate(simd, bytes)
}

#[inline(always)]
fn validate(simd: Avx2, bytes: &[u8]) -> Scan {
    let (masked, last) = if let Some(last) = bytes.last_chunk() {
        let (masked, last) = (Masked::new(simd, bytes), u32::from_le_bytes(*last));
        if masked.is_ascii(last) {
            return Scan::Clean;
        }
        (masked, last)
    } else {
        let last = up_to_three(bytes);
        if last & u32::from_ne_bytes([CONTINUATION; 4]) == 0 {
            return Scan::Clean;
        }
        (Masked::without_fours(simd, bytes.len()), last)
    };
    let step = Full;
    let [low, high] = masked.filled(last);
    let first = step.step(simd, step.start(simd), after_zeros(simd, low));
    let (mut acc, mut end) = (first, low);
    if bytes.len() > Avx2::LANES {
        acc = step.step(simd, acc, after(simd, low, high));
        end = high;
    }
    let second = acc;
    if bytes.len() > 2 * Avx2::LANES {
        let (_, [.., before, last]) = bytes.as_rchunks::<{ Avx2::LANES }>() else {
            return Scan::Suspect { from: 0 };
        };
        end = simd.load(last, 0);
        acc = step.step(simd, acc, after(simd, simd.load(before, 0), end));
    }
    // Sequences that are cut off before zero padding are errors already.
    if step.is_valid(simd, simd.or(acc, simd.sub_saturating(end, simd.load(&LARGEST, 0)))) {
        return Scan::Clean;
    }
    // `second` has those of `first` as well, but behind them.
    suspect(bytes, 0, step.errors(simd, first) | step.errors(simd, second) << Avx2::LANES)
}

/// Up to three bytes, the last one highest, with zeros before the first.
#[inline(always)]
fn up_to_three(bytes: &[u8]) -> u32 {
    let len = bytes.len();
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else { return 0 };
    let others = 4 - len;
    // For one or two bytes, this repeats one of them.
    let middle = bytes[len / 2];
    u32::from(*first) << (8 * others) | u32::from(middle) << (8 * (others + len / 2)) | u32::from(*last) << 24
}

/// The maximum of each of the last bytes of a whole vector if its sequences must be complete.
const LARGEST: [u8; Avx2::LANES] = {
    let mut largest = [0xFF; Avx2::LANES];
    largest[Avx2::LANES - 3] = LEAD4 - 1;
    largest[Avx2::LANES - 2] = LEAD3 - 1;
    largest[Avx2::LANES - 1] = LEAD - 1;
    largest
};
