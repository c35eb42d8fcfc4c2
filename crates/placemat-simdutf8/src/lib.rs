//! placemat with the API of simdutf8 0.1.5. Two lines in Cargo.toml replace simdutf8 by placemat in all
//! dependencies of a program:
//!
//! ```toml
//! [patch.crates-io]
//! simdutf8 = { path = "placemat/crates/placemat-simdutf8" }
//! ```
//!
//! Results are those of simdutf8 0.1.5, including every position and length and the error messages. Differences:
//!
//! - The backend is detected even without the feature `std`.
//! - AVX-512 is used if the CPU supports it.
//! - The validators of the `imp` modules panic, instead of causing undefined behaviour, if they are created on
//!   a CPU that lacks the required features.
//! - 32-bit x86 without SSE2 has no `imp::x86`.
//! - `hints` and `aarch64_neon_prefetch` have no effect.
//!
//! ```
//! assert!(simdutf8::basic::from_utf8(b"\xF0\x9F\x8D\xBD").is_ok());
//!
//! let error = simdutf8::compat::from_utf8(b"ab\xFF").unwrap_err();
//! assert_eq!((error.valid_up_to(), error.error_len()), (2, Some(1)));
//! ```

#![cfg_attr(not(feature = "std"), no_std)]

pub mod basic;
pub mod compat;
#[cfg(all(
    feature = "public_imp",
    any(
        target_arch = "x86_64",
        all(target_arch = "x86", target_feature = "sse2"),
        all(feature = "aarch64_neon", target_arch = "aarch64"),
        all(target_arch = "wasm32", target_feature = "simd128")
    )
))]
mod kernels;
