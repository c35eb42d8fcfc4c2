//! placemat's portable backend: no vector instructions of its own, no unsafe code, no table. It runs everywhere and is
//! the fallback if there is no faster backend. [`validate`](mod@validate) begins with a page on how it works.
//!
//! ```
//! use placemat_core::Validate;
//! use placemat_scalar::Scalar;
//! assert_eq!(Scalar.validate("one \u{1F37D}".as_bytes()), Ok(()));
//! assert_eq!(Scalar.validate(b"one \xC0\x80").unwrap_err().valid_up_to(), 4);
//! ```

#![no_std]
#![forbid(unsafe_code)]

pub mod validate;
use placemat_core::{Backend, Info, Scan, UnsupportedError, Validation};
pub use validate::scan;

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
pub const fn detect() -> Result<(), UnsupportedError> {
    Ok(())
}

/// Whether this machine supports the backend: always.
#[must_use]
pub const fn is_supported() -> bool {
    true
}

/// The backend's validation function, for a registry.
pub const VALIDATION: Validation = Validation::new(scan);
