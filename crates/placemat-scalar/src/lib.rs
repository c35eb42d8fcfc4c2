//! placemat's portable backend: no vector instructions of its own, no unsafe code, a table of 1 KiB. It runs
//! everywhere and is the fallback if there is no faster backend.
//!
//! | item | contents |
//! | --- | --- |
//! | [`Scalar`], [`scan`] | the backend: skips ASCII blocks and validates the others |
//! | `shift` | the automaton that validates: its state is a shift count |
//! | `compare` | what validates instead where the target has vectors: loops that compilers vectorise |
//! | [`automaton`] | the states of UTF-8, for tables that are computed at compile time |
//! | [`ascii`], [`pairs`] | find blocks of ASCII, and of one- and two-byte characters, by words |
//!
//! placemat's other portable backend, `placemat-dfa`, uses the last three as well.
//!
//! ```
//! use placemat_core::Validate;
//! use placemat_scalar::Scalar;
//!
//! assert_eq!(Scalar.validate("one \u{1F37D}".as_bytes()), Ok(()));
//! assert_eq!(Scalar.validate(b"one \xC0\x80").unwrap_err().valid_up_to(), 4);
//! ```

#![no_std]
#![forbid(unsafe_code)]

pub mod ascii;
pub mod automaton;
mod chunks;
pub mod compare;
mod lanes;
pub mod pairs;
mod shift;

pub use chunks::{scan, scan_with};

use placemat_core::{Backend, Info, Scan, UnsupportedFeature, Validation};

/// Name and summary of this backend.
pub const INFO: Info = Info::new("scalar", "portable, without SIMD; the fallback everywhere");

/// The portable backend. It runs everywhere, so the token can be created anywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scalar;

impl Backend for Scalar {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn scan(&self, bytes: &[u8]) -> Scan {
        scan(bytes)
    }
}

/// Whether this machine supports the backend.
///
/// # Errors
///
/// None: it runs on every CPU.
pub const fn detect() -> Result<(), UnsupportedFeature> {
    Ok(())
}

/// Whether this machine supports the backend: always.
#[must_use]
pub const fn is_supported() -> bool {
    true
}

/// The backend's validation function, for a registry.
pub const VALIDATION: Validation = Validation::new(scan);
