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
    let octets = simd.load_some(bytes);
    let sound = match bytes.last_chunk::<{ Avx512::LANES }>() {
        // The zeros after the end are no continuations: they show a sequence that is cut off.
        None => simd.high_bits(octets) == 0 || errors(simd, octets) == 0,
        // Up to two octets more than a vector has lanes: the last ones overlap the first. What the first
        // lanes lack before them has been judged with the first octets.
        Some(last) => {
            let end = simd.load_some(last);
            let [.., third, second, first] = *last;
            simd.high_bits(simd.or(octets, end)) == 0
                || errors(simd, octets) == 0
                    && (bytes.len() == Avx512::LANES || errors(simd, end) >> REACH == 0)
                    && complete([third, second, first])
        }
    };
    if sound { Scan::Clean } else { Scan::Suspect { from: 0 } }
}

/// The lanes in which something is wrong, if nothing is before the first.
#[inline(always)]
fn errors(simd: Avx512, b0: __m512i) -> u64 {
    let b = [b0, simd.after_zeros::<1>(b0), simd.after_zeros::<2>(b0), simd.after_zeros::<3>(b0)];
    let step = Full;
    step.errors(simd, step.step(simd, step.start(simd), b))
}
