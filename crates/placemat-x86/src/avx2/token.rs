//! The token.

use crate::{detect::offers, sse4::Sse4};

placemat_simd::token! {
    /// The proof that this machine supports AVX2, and POPCNT as every CPU with AVX2 does.
    Avx2 is "avx2", "32 bytes at a time, with AVX2";
    // SAFETY: `offers` detects support by the CPU and the operating system.
    needs ["avx2", "popcnt"], unsafe offered by offers
}

impl From<Avx2> for Sse4 {
    /// Every CPU with AVX2 has SSE4.1.
    #[inline(always)]
    fn from(_: Avx2) -> Self {
        Self(())
    }
}
