//! placemat with the API of simdutf8 0.1.5. A program whose dependencies call simdutf8 gets placemat instead
//! by two lines in its Cargo.toml:
//!
//! ```toml
//! [patch.crates-io]
//! simdutf8 = { path = "placemat/crates/placemat-simdutf8" }
//! ```
//!
//! Answers are those of simdutf8 0.1.5: in every verdict, position and length, and in the texts of the errors.
//! What differs:
//!
//! - The backend is detected without the feature `std` as well.
//! - AVX-512 is used where the processor has it.
//! - The unsafe functions of the modules `imp` panic, instead of undefined behaviour, where their validators
//!   are made on a processor that lacks what they need.
//! - 32-bit x86 without SSE2 runs placemat's portable code, by whatever name it is called.
//! - `hints` and `aarch64_neon_prefetch` change nothing.
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
        target_arch = "x86",
        target_arch = "x86_64",
        all(feature = "aarch64_neon", target_arch = "aarch64"),
        all(target_arch = "wasm32", target_feature = "simd128")
    )
))]
mod kernels;
