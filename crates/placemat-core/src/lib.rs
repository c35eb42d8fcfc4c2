//! Shared foundations of all [placemat](https://docs.rs/placemat) backends: the trait that a backend
//! implements, the error type, and section 4 of [RFC 3629] as code.
//!
//! | item | contents |
//! | --- | --- |
//! | [`Backend`], [`Scan`], [`Info`], [`UnsupportedError`] | the contract between a backend and the facade |
//! | [`Validate`] | `validate`, provided for every backend, which none can override |
//! | [`Validation`], [`Conversion`], [`Measuring`] | the tables of kernels that a backend registers |
//! | [`Progress`], [`Items`], [`Tally`] | the results of kernels |
//! | [`Utf8Error`], [`Utf8ErrorKind`] | the position, length and kind of an error |
//! | [`locate`], [`incomplete_tail`] | compute the exact error from the suspect position of a scan |
//! | [`grammar`] | the nine byte-sequence forms of UTF-8, the only transcription of the RFC in the libraries |
//!
//! Modules without documentation are shared by the crates of placemat, and not covered by semantic versioning.
//!
//! The crate has no dependencies, no unsafe code and no allocation. The feature `std` adds the conversion from
//! [`Utf8Error`] to `std::io::Error`. To validate text, use `placemat`; to write a backend, use this crate.
//!
//! ```
//! use placemat_core::{Backend, Info, Scan, Validate};
//!
//! /// The smallest correct backend: it suspects every byte that is not ASCII, and `locate` decides.
//! struct Ascii;
//!
//! impl Backend for Ascii {
//!     fn info(&self) -> &'static Info {
//!         const INFO: Info = Info::new("ascii", "an example");
//!         &INFO
//!     }
//!     fn scan(&self, bytes: &[u8]) -> Scan {
//!         match bytes.iter().position(|byte| !byte.is_ascii()) {
//!             None => Scan::Clean,
//!             // A false alarm on good text, so the conformance suite would refuse this backend; but never
//!             // a wrong answer.
//!             Some(from) => Scan::Suspect { from },
//!         }
//!     }
//! }
//!
//! assert_eq!(Ascii.validate("caf\u{e9}".as_bytes()), Ok(()));
//! assert_eq!(Ascii.validate(b"caf\xe9").unwrap_err().valid_up_to(), 3);
//! ```
//!
//! [RFC 3629]: https://www.rfc-editor.org/rfc/rfc3629

#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
extern crate std;

mod backend;
#[doc(hidden)]
pub mod convert;
mod error;
pub mod grammar;
mod invalid;
mod items;
mod kernels;
mod locate;
#[doc(hidden)]
pub mod utf16;
#[doc(hidden)]
pub mod utf32;

pub use backend::{Backend, Info, Scan, UnsupportedError, Validate};
pub use convert::{Progress, portable::Tally};
pub use error::{Utf8Error, Utf8ErrorKind};
pub use invalid::{InvalidSequence, SequenceKind};
pub use items::{Classes, Context, Items};
pub use kernels::{
    Conversion, ConvertFn, CopyFn, LineStartsFn, MeasureFn, Measuring, ReplaceFn, SeekFn, TallyFn, Validation,
};
pub use locate::{incomplete_tail, locate};
