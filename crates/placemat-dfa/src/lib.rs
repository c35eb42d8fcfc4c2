//! placemat's backend with a lookup-table automaton.
//!
//! It reads byte by byte and can stop and [resume](State) after each of them, without unsafe code or vector
//! instructions. The latency of the table limits the speed of an automaton: each lookup needs the result of the
//! previous one. But UTF-8 is self-synchronising: three bytes determine whether a lane begins inside a sequence. So
//! [`scan`] divides the input into ten lanes, and the CPU executes ten lookups in parallel.
//!
//! | item | contents |
//! | --- | --- |
//! | [`State`] | one lookup per byte, resumable |
//! | [`Dfa`], [`scan`] | the backend: ten lanes |
//!
//! ```
//! use placemat_core::Validate;
//! use placemat_dfa::Dfa;
//!
//! assert_eq!(Dfa.validate(b"one \xED\xA0\x80").unwrap_err().valid_up_to(), 4);
//! ```

#![no_std]
#![forbid(unsafe_code)]

mod ascii;
mod automaton;
mod lanes;
mod table;

pub use lanes::scan;
pub use table::State;

use placemat_core::{Backend, Info, Scan, UnsupportedError, Validation};

/// Name and summary of this backend.
pub const INFO: Info =
    Info::new("dfa", "lookup-table automaton, ten lanes interleaved; resumable at any byte");

/// The lookup-table automaton. It runs everywhere, so the token can be created anywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dfa;

impl Backend for Dfa {
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
