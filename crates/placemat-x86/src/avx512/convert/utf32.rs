//! UTF-8 to UTF-32 and back.

mod decode;
mod encode;

use core::arch::x86_64::{__m128i, __m512i, _mm512_cvtepu8_epi32};

use super::super::{Avx512, token::operations};
pub(super) use decode::SHORT;
pub(super) use decode::UNITS;

impl Avx512 {
    operations! {
        pub(super) fn widened_to_32(bytes: __m128i) -> __m512i { _mm512_cvtepu8_epi32(bytes) }
    }
}
