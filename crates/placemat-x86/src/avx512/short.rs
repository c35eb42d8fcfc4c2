//! Inputs shorter than a window: one load under a mask, whatever their length.
//!
//! A branch on the length would cost more than the lanes that it saves, since the lengths of short strings
//! cannot be foretold.

use core::arch::x86_64::__m512i;

use placemat_core::Scan;
use placemat_simd::{
    REACH, Simd,
    validate::{Step, complete},
};

use super::{Avx512, steps::Full};

/// Judges fewer than BLOCK + REACH octets, by the contract of [`placemat_core::Backend::scan`].
#[inline(always)]
pub(super) fn short(simd: Avx512, bytes: &[u8]) -> Scan {
    let sound = match bytes.len() {
        0 => true,
        // The zeros after the end are no continuations: they show a sequence that is cut off.
        1..Avx512::LANES => {
            let octets = simd.load_some(bytes);
            simd.high_bits(octets) == 0 || errors(simd, octets) == 0
        }
        _ => whole_vectors(simd, bytes),
    };
    if sound { Scan::Clean } else { Scan::Suspect { from: 0 } }
}

/// Judges as many octets as a vector has lanes, or up to two more: the last ones overlap the first. What the
/// first lanes lack before them has been judged with the first octets.
#[inline(always)]
fn whole_vectors(simd: Avx512, bytes: &[u8]) -> bool {
    let (Some(first), Some(last)) =
        (bytes.first_chunk::<{ Avx512::LANES }>(), bytes.last_chunk::<{ Avx512::LANES }>())
    else {
        return false;
    };
    let (start, end) = (simd.load_some(first), simd.load_some(last));
    let [.., third, second, first] = *last;
    simd.high_bits(simd.or(start, end)) == 0
        || errors(simd, start) == 0 && errors(simd, end) >> REACH == 0 && complete([third, second, first])
}

/// The lanes in which something is wrong, if nothing is before the first.
#[inline(always)]
fn errors(simd: Avx512, b0: __m512i) -> u64 {
    let b = [b0, simd.after_zeros::<1>(b0), simd.after_zeros::<2>(b0), simd.after_zeros::<3>(b0)];
    let step = Full;
    step.errors(simd, step.step(simd, step.start(simd), b))
}
