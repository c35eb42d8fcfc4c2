//! The token.

use crate::{avx2::Avx2, detect::offers, sse4::Sse4};

placemat_simd::token! {
    /// The proof that this machine supports AVX-512 F, BW, VL, VBMI and VBMI2, POPCNT and BMI2.
    Avx512 is "avx512", "64 bytes at a time, with AVX-512";
    // SAFETY: `offers` detects support by the CPU and the operating system.
    needs ["avx512f", "avx512bw", "avx512vl", "avx512vbmi", "avx512vbmi2", "popcnt", "bmi2"], unsafe offered by offers
}

impl From<Avx512> for Sse4 {
    /// Every CPU with AVX-512 has SSE4.1.
    #[inline(always)]
    fn from(_: Avx512) -> Self {
        Self(())
    }
}

impl From<Avx512> for Avx2 {
    /// Every CPU with AVX-512 has AVX2.
    #[inline(always)]
    fn from(_: Avx512) -> Self {
        Self(())
    }
}
