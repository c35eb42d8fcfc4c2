//! placemat's backends for x86-64. On every other architecture this is an empty library.
//!
//! | module | vectors | processors |
//! | --- | --- | --- |
//! | [`sse4`] | 16 octets | SSSE3 and SSE4.1: nearly all since 2008 |
//! | [`avx2`] | 32 octets | AVX2: most since 2013 |
//! | [`avx512`] | 64 octets | AVX-512 with BW, VBMI and VBMI2: Intel since Ice Lake, AMD since Zen 4 |
//!
//! Each has a token (`Sse4`, `Avx2`, `Avx512`), and to hold one is the proof that this processor, and its
//! operating system, run the backend; so calling it is safe, and needs no compiler flags:
//!
//! ```
//! # #[cfg(target_arch = "x86_64")] {
//! use placemat_core::Validate;
//! use placemat_x86::avx2::Avx2;
//!
//! match Avx2::detect() {
//!     Ok(avx2) => assert!(avx2.validate("\u{1F37D}".as_bytes()).is_ok()),
//!     Err(missing) => println!("{missing}"),
//! }
//! # }
//! ```

#![no_std]
#![cfg(target_arch = "x86_64")]

#[cfg(any(feature = "std", test))]
extern crate std;

pub mod avx2;
#[cfg(not(placemat_without = "avx512"))]
#[expect(clippy::incompatible_msrv, reason = "with the oldest compiler it is left out")]
pub mod avx512;
mod detect;
pub mod sse4;
