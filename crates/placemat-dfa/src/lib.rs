//! The backend over a lookup-table automaton, for placemat.
//!
//! It goes byte by byte and can stop and [resume](State) after each of them, without unsafe code and
//! without vector instructions. The speed of an automaton is limited by the latency of its table: the next
//! lookup needs the result of the last. But UTF-8 is self-synchronising: three bytes tell whether a stretch
//! of the input begins in the middle of a sequence. So [`scan`] interleaves ten stretches of the input, and
//! the processor works on ten lookups at a time.
//!
//! | room | what is in it |
//! | --- | --- |
//! | [`State`] | one lookup a byte, resumable |
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

mod lanes;
mod table;

pub use lanes::scan;
pub use table::State;

use placemat_core::{Backend, Info, Scan, UnsupportedFeature, Validation};

/// What there is to say about this backend.
pub const INFO: Info =
    Info::new("dfa", "lookup-table automaton, ten lanes interleaved; resumable at any byte");

/// The backend over a lookup-table automaton. It runs everywhere, so the token can be made anywhere.
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

/// Whether this machine can run the backend.
///
/// # Errors
///
/// None: it runs on every processor.
pub const fn detect() -> Result<(), UnsupportedFeature> {
    Ok(())
}

/// Whether this machine can run the backend: always.
#[must_use]
pub const fn is_supported() -> bool {
    true
}

/// What the backend puts into a registry.
pub const VALIDATION: Validation = Validation::new(scan);
