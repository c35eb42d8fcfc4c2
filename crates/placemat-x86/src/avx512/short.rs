//! Inputs shorter than a window: one masked load, whatever the length.
//!
//! ```text
//! b0 = masked load, zeros after the end
//! no byte from 80 on: valid
//! b1, b2, b3 = b0 rotated up by 1, 2 and 3 lanes
//! valid = no error in any lane, and the first byte is not a continuation byte
//! ```
//!
//! - **No branch on the length**: the lengths of short strings are unpredictable, so it would cost more than the lanes it
//!   saves.
//! - **Rotations**, not shifts: a sequence that is cut off is an error at the zeros after it or, if all 64 lanes are used,
//!   at the first byte, before which its own end now stands. What comes before the first byte may then hide that it is a
//!   continuation byte, so that is checked by itself.
//! - **65 and 66 bytes** are two vectors that overlap.

use core::arch::x86_64::__m512i;

use placemat_core::Scan;
use placemat_simd::validate::steps::{CONTINUATION, LEAD};
use placemat_simd::validate::{Step, after_zeros, complete, suspect};
use placemat_simd::{REACH, Simd};

use super::{Avx512, steps::Full};

/// Validates fewer than BLOCK + REACH bytes, by the contract of [`placemat_core::Backend::scan`].
#[inline(always)]
pub(super) fn short(simd: Avx512, bytes: &[u8]) -> Scan {
    match bytes.len() {
        0 => Scan::Clean,
        1..=Avx512::LANES => {
            let vector = simd.load_partial(bytes, 0);
            if simd.movemask(vector) == 0 {
                return Scan::Clean;
            }
            if errors(simd, rotated(simd, vector)) == 0 && begins(bytes) {
                return Scan::Clean;
            }
            // Again, without rotations, by which an error at the end is one at the start as well.
            suspect(bytes, 0, errors(simd, after_zeros(simd, vector)))
        }
        _ => whole_vectors(simd, bytes),
    }
}

/// Validates one or two bytes more than a vector: the last vector overlaps the first. Its first lanes lack the bytes
/// before them, but were validated with the first vector.
#[inline(always)]
fn whole_vectors(simd: Avx512, bytes: &[u8]) -> Scan {
    let (Some(start), Some(end)) =
        (bytes.first_chunk::<{ Avx512::LANES }>(), bytes.last_chunk::<{ Avx512::LANES }>())
    else {
        return Scan::Suspect { from: 0 };
    };
    let [.., third, second, first] = *end;
    let (start, end) = (simd.load_partial(start, 0), simd.load_partial(end, 0));
    if simd.movemask(simd.or(start, end)) == 0 {
        return Scan::Clean;
    }
    let errors_at_start = errors(simd, after_zeros(simd, start));
    let is_valid = errors_at_start == 0
        && errors(simd, after_zeros(simd, end)) >> REACH == 0
        && complete([third, second, first]);
    if is_valid { Scan::Clean } else { suspect(bytes, 0, errors_at_start) }
}

/// Whether the input does not begin with a continuation byte. (Checked last: checking first costs mixed strings 3 %.)
#[inline(always)]
fn begins(bytes: &[u8]) -> bool {
    bytes.first().is_some_and(|first| !(CONTINUATION..LEAD).contains(first))
}

/// The lanes with an error.
#[inline(always)]
fn errors(simd: Avx512, b: [__m512i; 4]) -> u64 {
    let step = Full::default();
    step.errors(simd, step.step(simd, step.start(simd), b))
}

/// A vector, preceded by its own end. So a sequence that is cut off is an error at the zeros after the end or, if all
/// lanes are used, at the first byte.
#[inline(always)]
fn rotated(simd: Avx512, b0: __m512i) -> [__m512i; 4] {
    [b0, simd.rotate::<1>(b0), simd.rotate::<2>(b0), simd.rotate::<3>(b0)]
}
