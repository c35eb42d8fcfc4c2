//! placemat's backends for x86, 64-bit and 32-bit. The library is empty on every other architecture.
//!
//! | module | vectors | CPUs |
//! | --- | --- | --- |
//! | [`sse4`] | 16 bytes | SSSE3 and SSE4.1: nearly all since 2008 |
//! | [`avx2`] | 32 bytes | AVX2 and POPCNT: most since 2013 |
//! | `avx512` | 64 bytes | AVX-512 with BW, VL, VBMI and VBMI2, POPCNT and BMI2: Intel since Ice Lake, AMD since Zen 4 |
//!
//! `avx512` is for x86-64 only: 32-bit programs can use eight of the thirty-two vector registers, and no emulator
//! runs the tests there. 32-bit targets without SSE2 (`i586`, most bare-metal targets) have none of the three: the
//! system they run on may not preserve vector registers.
//!
//! Each backend has a token (`Sse4`, `Avx2`, `Avx512`), the proof that the CPU and the operating system support it.
//! So calling it is safe and needs no compiler flags:
//!
//! ```
//! # #[cfg(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")))] {
//! use placemat_core::Validate;
//! use placemat_x86::avx2::Avx2;
//!
//! match Avx2::detect() {
//!     Ok(avx2) => assert!(avx2.validate("\u{1F37D}".as_bytes()).is_ok()),
//!     Err(missing) => println!("{missing}"),
//! }
//! # }
//! ```
//!
//! A parser that owns the loop over the text validates it there, block by block (`placemat_simd::validate::Blocks`, and the example
//! `structural`, which finds the structural characters of JSON in the same loop). The function must be compiled for all
//! CPU features of the backend:
//!
//! ```
//! # #[cfg(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")))] {
//! use placemat_x86::avx2::Avx2;
//!
//! #[target_feature(enable = "avx2,popcnt")]
//! fn parse(avx2: Avx2, text: &[u8]) -> bool {
//!     let mut blocks = avx2.blocks();
//!     let (whole, rest) = text.as_chunks();
//!     for block in whole {
//!         blocks.push(block);
//!         // Here the parser looks at the block, too.
//!     }
//!     blocks.finish(rest)
//! }
//!
//! if let Ok(avx2) = Avx2::detect() {
//!     // SAFETY: the token proves that the CPU has AVX2.
//!     assert!(unsafe { parse(avx2, &b"text, ".repeat(100)) && !parse(avx2, b"\xFF") });
//! }
//! # }
//! ```

#![no_std]
#![cfg(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")))]

#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(target_arch = "x86")]
use core::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64 as arch;

pub mod avx2;
#[cfg(all(target_arch = "x86_64", not(placemat_without = "avx512")))]
#[expect(clippy::incompatible_msrv, reason = "with the oldest compiler it is left out")]
pub mod avx512;
mod detect;
mod prefetch;
pub mod sse4;
