//! UTF-8 (RFC 3629, STD 63) validation and conversion with interchangeable backends. The fastest one that the CPU
//! supports is chosen at run time, or you name one; every result, including each field of an error, is identical.
//!
//! ```
//! let text = placemat::from_utf8("na\u{ef}ve".as_bytes())?;
//! assert_eq!(text, "na\u{ef}ve");
//!
//! let error = placemat::from_utf8(b"na\xefve").unwrap_err();
//! assert_eq!(error.valid_up_to(), 2);
//! assert_eq!(error.kind(), placemat::Utf8ErrorKind::MissingContinuation);
//! # Ok::<(), placemat::Utf8Error>(())
//! ```
//!
//! # Which function
//!
//! | you have | you want | call |
//! | --- | --- | --- |
//! | `&[u8]` | `&str` | [`from_utf8`] |
//! | `&mut [u8]` | `&mut str` | [`from_utf8_mut`] |
//! | `&[u8]` | only to validate it | [`validate`], [`is_utf8`] |
//! | `&[u8]` | to validate it, and its number of characters and UTF-16 units; whether it is Latin-1 or ASCII | [`counts`](fn@counts) |
//! | `&[u8]` | a copy of it, if it is valid, in one pass | [`copy_utf8`] |
//! | the buffer of a read loop | to split off an incomplete sequence at its end | [`split_incomplete`] |
//! | `&[u8]` | every error, not only the first | [`errors`] |
//! | an error | a guess at the actual encoding, to show to people | [`diagnose`](fn@diagnose) |
//! | `&[u8]` | the valid text between errors | [`chunks`] |
//! | `&[u8]` | text, with U+FFFD for each invalid sequence | [`from_utf8_lossy`](fn.from_utf8_lossy.html) (feature `alloc`) |
//! | `&[u8]` | the same, with as many U+FFFD as Java, Go or Perl | [`Replacement`] |
//! | `&[u8]` | text, with `?` or nothing for invalid bytes, and how often | [`replace_invalid`](fn.replace_invalid.html) (feature `alloc`) |
//! | `&[u8]` | to iterate over its characters from both ends; character boundaries | [`chars`](mod@chars) |
//! | a column of short strings, as in Arrow and Parquet | to validate all rows at once | [`batch`] |
//! | bytes that arrive in chunks | to validate or decode them, or a mergeable summary | [`stream`] |
//! | `Vec<u8>` | `String` | [`string_from_utf8`](fn.string_from_utf8.html), [`string_from_utf8_lossy`](fn.string_from_utf8_lossy.html) (feature `alloc`) |
//! | text, or bytes | UTF-16 as units or bytes, or its length | [`utf16`], [`convert`] |
//! | UTF-16 as units or bytes | text; to validate it; U+FFFD for lone surrogates | [`utf16`], [`convert`] |
//! | text or UTF-32 | the other one | [`utf32`], [`convert`] |
//! | text or Latin-1 | the other one | [`latin1`], [`convert`] |
//! | text, UTF-8 or UTF-16 | how far it is ASCII or Latin-1; whether it has right-to-left characters | [`latin1`], [`utf16`], [`bidi`] |
//! | a destination buffer of your own, or chunks | to convert as much as fits, and to resume | [`convert`] |
//! | a reader or writer | to read or write valid text in whole characters | [`io`](io/index.html) (feature `std`) |
//! | input that may begin with U+FEFF, the byte order mark | its text | [`bom`] |
//! | the name of a charset | whether it means UTF-8 | [`charset`] |
//! | a preference for one backend | to select or call it | [`backend`] |
//!
//! # Where an API requires `core::str::Utf8Error`
//!
//! [`Utf8Error`] has the accessors of the standard library's type, and its message with the error kind appended.
//! The standard type has no public constructor. Where a signature requires it, let the standard library find the
//! error again; this is the cold path, and the result is the same:
//!
//! ```
//! fn parse(bytes: &[u8]) -> Result<&str, core::str::Utf8Error> {
//!     placemat::from_utf8(bytes).or_else(|_| core::str::from_utf8(bytes))
//! }
//! assert_eq!(parse(b"ok \xff").unwrap_err().valid_up_to(), 3);
//! ```
//!
//! # Not `const`
//!
//! `core::str::from_utf8` can run at compile time. These functions cannot: they choose the kernel at run
//! time, and constant evaluation has no vector instructions. In a constant, use `core::str::from_utf8`;
//! [`placemat_core::grammar::sequence_at`] is also `const`.
//!
//! # Debug builds
//!
//! Without optimisation a kernel is many times slower. To keep its speed in debug builds, add this to your
//! workspace's `Cargo.toml` (the book's chapter on choosing a backend has the measurements):
//!
//! ```toml
//! [profile.dev.package]
//! placemat = { opt-level = 3 }
//! placemat-core = { opt-level = 3 }
//! placemat-simd = { opt-level = 3 }
//! placemat-x86 = { opt-level = 3 }
//! placemat-scalar = { opt-level = 3 }
//! ```
//!
//! (On other architectures, name the crate of their vector backend instead of `placemat-x86`.)
//!
//! # Cargo features
//!
//! All features are additive, and none changes a result.
//!
//! - `std` (default): implies `alloc` and adds `io`. Without it the crate is `no_std`.
//! - `alloc`: the functions that return owned text.
//! - `dfa` (off by default): one more backend, with a 24 KiB table. It is used only if you name it.
//! - `serde` (off by default): implements `Serialize` and `Deserialize` for [`stream::Summary`].
//!
//! Text over `tokio_util::codec` is in the crate `placemat-tokio`.
//!
//! # Choosing at build time
//!
//! `RUSTFLAGS='--cfg placemat_backend="scalar"'` fixes the backend: calls are direct, no CPU feature is
//! detected, and [`backend::install`] of another backend fails. A build for a CPU with AVX2 or
//! AVX-512 (`-C target-cpu=native`) fixes the backend too, because the features are known at compile time.
//!
//! `--cfg placemat_without="avx512"` leaves that backend out of the program; every backend except `scalar`
//! can be left out. With Rust 1.88 the build script leaves out `avx512`, whose intrinsics are new in Rust 1.89.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_op_in_unsafe_fn)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod backend;
mod backend_choice;
pub mod batch;
pub mod bidi;
pub mod bom;
mod byte_order;
pub mod chars;
pub mod charset;
mod chunks;
pub mod convert;
mod copy;
mod counts;
mod diagnose;
#[cfg(feature = "std")]
pub mod io;
pub mod latin1;
#[cfg(feature = "alloc")]
mod owned;
pub mod position;
mod replacement;
pub mod stream;
mod strings;
pub mod utf16;
pub mod utf32;

pub use chunks::{Chunk, Chunks, Errors, Invalid, chunks, errors};
pub use copy::{CopyError, copy_utf8};
pub use counts::{Counts, counts};
pub use diagnose::{Diagnosis, Located, diagnose};
#[cfg(feature = "alloc")]
pub use owned::{
    FromUtf8Error, from_utf8_lossy, from_utf8_lossy_with, replace_invalid, replace_invalid_runs,
    string_from_utf8, string_from_utf8_lossy,
};
pub use placemat_core::{Utf8Error, Utf8ErrorKind};
pub use replacement::Replacement;
pub use strings::{from_utf8, from_utf8_mut, is_utf8, split_incomplete, validate};
