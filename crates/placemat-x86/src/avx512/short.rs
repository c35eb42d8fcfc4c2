//! Inputs shorter than a window: one load under a mask, whatever their length.
//!
//! A branch on the length would cost more than the lanes that it saves, since the lengths of short strings
//! cannot be predicted.

use core::arch::x86_64::__m512i;

use placemat_core::Scan;
use placemat_simd::{
    REACH, Simd,
    validate::{
        Step, after_zeros, complete,
        steps::{CONTINUATION, LEAD},
    },
};

use super::{Avx512, steps::Full};

/// Validates fewer than BLOCK + REACH bytes, by the contract of [`placemat_core::Backend::scan`].
#[inline(always)]
pub(super) fn short(simd: Avx512, bytes: &[u8]) -> Scan {
    let sound = match bytes.len() {
        0 => true,
        1..=Avx512::LANES => {
            let vector = simd.load_partial(bytes);
            simd.movemask(vector) == 0 || errors(simd, turned(simd, vector)) == 0 && begins(bytes)
        }
        _ => whole_vectors(simd, bytes),
    };
    if sound { Scan::Clean } else { Scan::Suspect { from: 0 } }
}

/// Validates one or two vector more than a vector has lanes: the last ones overlap the first. What the first lanes
/// lack before them has been validated with the first vector.
#[inline(always)]
fn whole_vectors(simd: Avx512, bytes: &[u8]) -> bool {
    let (Some(first), Some(last)) =
        (bytes.first_chunk::<{ Avx512::LANES }>(), bytes.last_chunk::<{ Avx512::LANES }>())
    else {
        return false;
    };
    let (start, end) = (simd.load_partial(first), simd.load_partial(last));
    let [.., third, second, first] = *last;
    simd.movemask(simd.or(start, end)) == 0
        || errors(simd, after_zeros(simd, start)) == 0
            && errors(simd, after_zeros(simd, end)) >> REACH == 0
            && complete([third, second, first])
}

/// Whether an input can begin so: not with a continuation. (Asked last: to ask first costs mixed strings 3 %.)
#[inline(always)]
fn begins(bytes: &[u8]) -> bool {
    bytes.first().is_some_and(|first| !(CONTINUATION..LEAD).contains(first))
}

/// The lanes in which something is wrong.
#[inline(always)]
fn errors(simd: Avx512, b: [__m512i; 4]) -> u64 {
    let step = Full::default();
    step.errors(simd, step.step(simd, step.start(simd), b))
}

/// A vector and what is before it: its own end. So a sequence that is cut off shows at the zeros after the end
/// or, if all lanes are bytes, at the first one.
#[inline(always)]
fn turned(simd: Avx512, b0: __m512i) -> [__m512i; 4] {
    [b0, simd.turned::<1>(b0), simd.turned::<2>(b0), simd.turned::<3>(b0)]
}
