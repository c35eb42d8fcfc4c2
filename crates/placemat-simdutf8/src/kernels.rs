//! The backends by name, for the `imp` modules.
//!
//! | file | contents |
//! | --- | --- |
//! | `gathered` | buffers chunks of any length for a validator of whole blocks |
//! | `vector` | the functions and the validators of a vector backend |

mod gathered;
mod vector;

/// Bytes per block: the lengths of chunks of a
/// [`ChunkedUtf8Validator`](crate::basic::imp::ChunkedUtf8Validator) are multiples of it.
const BLOCK: usize = 64;

/// The panic message for a chunk that is not a whole number of blocks.
const NOT_WHOLE: &str = "Input size must be a multiple of 64.";

#[cfg(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")))]
pub(crate) mod avx2 {
    // Every CPU with AVX2 has POPCNT, which no operation needs: callers that are compiled without it inline them.
    super::vector::backend! {
        ["avx2"] placemat_x86::avx2::{Avx2, VALIDATION}
    }
}

#[cfg(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")))]
pub(crate) mod sse4 {
    super::vector::backend! {
        ["ssse3", "sse4.1"] placemat_x86::sse4::{Sse4, VALIDATION}
    }
}

#[cfg(all(feature = "aarch64_neon", target_arch = "aarch64"))]
pub(crate) mod neon {
    super::vector::backend! {
        ["neon"] placemat_neon::{Neon, VALIDATION}
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) mod simd128 {
    super::vector::backend! {
        ["simd128"] placemat_wasm::{Wasm, VALIDATION}
    }
}
