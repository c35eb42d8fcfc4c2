//! placemat's backend for WebAssembly: simd128, 16 bytes at a time. The library is empty on every other architecture,
//! and for WebAssembly without simd128.
//!
//! A WebAssembly module cannot detect features at run time: an engine without simd128 rejects a whole module that
//! uses it. So only modules that are compiled for it (`-C target-feature=+simd128`) contain this backend. There still
//! is a token (`Wasm`), as for every backend.
//!
//! With `+relaxed-simd` as well, lookups take one instruction on x86 instead of three.
//!
//! ```
//! # #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))] {
//! use placemat_core::Validate;
//! use placemat_wasm::Wasm;
//!
//! let wasm = Wasm::detect()?;
//! assert!(wasm.validate("\u{1F37D}".as_bytes()).is_ok());
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![no_std]
#![cfg(all(target_arch = "wasm32", target_feature = "simd128"))]

mod convert;
mod measure;
mod token;
mod vectors;
mod words;

pub use convert::CONVERSION;
pub use measure::MEASURING;
pub use token::{INFO, VALIDATION, Wasm, detect, is_supported};

use placemat_core::Scan;
use placemat_simd::validate::steps::{Full, Three, Two};
use placemat_simd::validate::{self, Kernel};

impl Kernel for Wasm {
    type Full = Full;
    type Three = Three;
    type Two = Two;

    #[inline(always)]
    fn short(self, bytes: &[u8]) -> Scan {
        validate::short(self, bytes)
    }
}
