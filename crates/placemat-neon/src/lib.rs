//! placemat's backend for aarch64: NEON, 16 bytes at a time. The library is empty on every other architecture, and on
//! the few aarch64 targets without NEON (for operating system kernels).
//!
//! NEON is part of the architecture, so there is no detection at run time. There still is a token (`Neon`), as for
//! every backend:
//!
//! ```
//! # #[cfg(all(target_arch = "aarch64", target_feature = "neon"))] {
//! use placemat_core::Validate;
//! use placemat_neon::Neon;
//!
//! let neon = Neon::detect()?;
//! assert!(neon.validate("\u{1F37D}".as_bytes()).is_ok());
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A parser that owns the loop over the text validates it there, block by block (`placemat_simd::validate::Blocks`):
//!
//! ```
//! # #[cfg(all(target_arch = "aarch64", target_feature = "neon"))] {
//! let mut blocks = placemat_neon::Neon::detect()?.blocks();
//! let text = b"text, ".repeat(100);
//! let (whole, rest) = text.as_chunks();
//! for block in whole {
//!     blocks.push(block);
//!     // Here the parser looks at the block, too.
//! }
//! assert!(blocks.finish(rest));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![no_std]
#![cfg(all(target_arch = "aarch64", target_feature = "neon"))]

mod convert;
mod measure;
mod steps;
mod token;
mod vectors;
mod words;

pub use convert::CONVERSION;
pub use measure::MEASURING;
pub use token::{INFO, Neon, VALIDATION, detect, is_supported};

use placemat_core::Scan;
use placemat_simd::validate::{self, Kernel, steps::Two};

use steps::{Full, Three};

impl Kernel for Neon {
    type Full = Full;
    type Three = Three;
    type Two = Two;

    #[inline(always)]
    fn short(self, bytes: &[u8]) -> Scan {
        validate::short(self, bytes)
    }
}
