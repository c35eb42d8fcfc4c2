//! The portable backend.

#![no_std]
#![forbid(unsafe_code)]

use placemat_core::{Backend, Info, Missing, Scan, grammar::sequence_at};

/// What there is to say about this backend.
pub const INFO: Info = Info::new("scalar", "portable, without SIMD; the fallback everywhere");

/// The portable backend.
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

/// The backend, for a registry.
///
/// # Errors
///
/// None: it runs on every processor.
pub fn get() -> Result<&'static dyn Backend, Missing> {
    Ok(&Scalar)
}

/// [`Backend::scan`] as a function.
#[must_use]
pub fn scan(bytes: &[u8]) -> Scan {
    let mut at = 0;
    while at < bytes.len() {
        match sequence_at(bytes, at) {
            Ok(next) => at = next,
            Err(_) => return Scan::Suspect { from: at },
        }
    }
    Scan::Clean
}
