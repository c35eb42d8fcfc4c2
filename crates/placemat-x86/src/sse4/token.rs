//! The token.

use crate::detect::offers;

placemat_simd::token! {
    /// The proof that this machine supports SSE4.1.
    Sse4 is "sse4", "16 bytes at a time, with SSE4.1";
    // SAFETY: `offers` detects support by the CPU and the operating system.
    needs ["ssse3", "sse4.1"], unsafe offered by offers
}
