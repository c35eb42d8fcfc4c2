//! placemat's backend for aarch64: NEON, 16 octets at a time. On every other architecture, and on the few aarch64
//! targets that are compiled without NEON (for kernels of operating systems), this is an empty library.
//!
//! NEON is part of the architecture, so nothing is looked for when a program runs. There is a token all the same
//! (`Neon`), as every backend has one:
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

#![no_std]
#![cfg(all(target_arch = "aarch64", target_feature = "neon"))]

mod steps;
mod vectors;

use placemat_core::{Backend, Info, Missing, Scan, Validation};
use placemat_simd::{Kernel, Mode, Window, steps::Two};

use steps::{Full, Three};

/// What there is to say about this backend.
pub const INFO: Info = Info::new("neon", "16 octets at a time, with NEON").with_features(&["neon"]);

/// The proof that this machine has NEON: the program is compiled for it.
#[derive(Clone, Copy, Debug)]
pub struct Neon(());

impl Neon {
    /// The token.
    ///
    /// # Errors
    ///
    /// None: a program that is compiled for NEON does not run without.
    pub const fn detect() -> Result<Self, Missing> {
        Ok(Self(()))
    }
}

impl Backend for Neon {
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
/// As [`Neon::detect`].
pub fn detect() -> Result<(), Missing> {
    Neon::detect().map(|_| ())
}

/// What the backend puts into a registry.
pub const VALIDATION: Validation = Validation::new(scan);

/// [`Backend::scan`] as a function.
#[must_use]
pub fn scan(bytes: &[u8]) -> Scan {
    placemat_simd::scan(Neon(()), bytes)
}

/// [`placemat_simd::verdicts`], for the certificate.
#[doc(hidden)]
#[must_use]
pub fn verdicts(token: Neon, mode: Mode, batches: &[[Window; 4]]) -> u64 {
    placemat_simd::verdicts(token, mode, batches)
}

impl Kernel for Neon {
    type Full = Full;
    type Three = Three;
    type Two = Two;

    #[inline(always)]
    fn short(self, bytes: &[u8]) -> Scan {
        placemat_simd::short(self, bytes)
    }
}
