//! placemat's backend for WebAssembly: simd128, 16 octets at a time. On every other architecture, and for WebAssembly
//! without simd128, this is an empty library.
//!
//! A WebAssembly module cannot ask its engine what it has: one with vector instructions is refused as a whole by an
//! engine without. So there is nothing to detect when a program runs, and the backend is in those that are compiled for
//! it (`-C target-feature=+simd128`). There is a token all the same (`Wasm`), as every backend has one:
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

mod vectors;

use placemat_core::{Backend, Info, Missing, Scan, Validation};
use placemat_simd::{
    Kernel, Mode, Window,
    steps::{Full, Three, Two},
};

/// What there is to say about this backend.
pub const INFO: Info =
    Info::new("wasm", "16 octets at a time, with WebAssembly's simd128").with_features(&["simd128"]);

/// The proof that the engine has simd128: the program is compiled for it.
#[derive(Clone, Copy, Debug)]
pub struct Wasm(());

impl Wasm {
    /// The token.
    ///
    /// # Errors
    ///
    /// None: a program that is compiled for simd128 does not run without.
    pub const fn detect() -> Result<Self, Missing> {
        Ok(Self(()))
    }
}

impl Backend for Wasm {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn scan(&self, bytes: &[u8]) -> Scan {
        scan(bytes)
    }
}

/// Whether this machine can run the backend.
///
/// # Errors
///
/// As [`Wasm::detect`].
pub fn detect() -> Result<(), Missing> {
    Wasm::detect().map(|_| ())
}

/// What the backend puts into a registry.
pub const VALIDATION: Validation = Validation::new(scan);

/// [`Backend::scan`] as a function.
#[must_use]
pub fn scan(bytes: &[u8]) -> Scan {
    placemat_simd::scan(Wasm(()), bytes)
}

/// [`placemat_simd::verdicts`], for the certificate.
#[doc(hidden)]
#[must_use]
pub fn verdicts(token: Wasm, mode: Mode, batches: &[[Window; 4]]) -> u64 {
    placemat_simd::verdicts(token, mode, batches)
}

impl Kernel for Wasm {
    type Full = Full;
    type Three = Three;
    type Two = Two;

    #[inline(always)]
    fn short(self, bytes: &[u8]) -> Scan {
        placemat_simd::short(self, bytes)
    }
}
