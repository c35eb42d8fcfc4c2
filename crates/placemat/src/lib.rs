//! UTF-8 (RFC 3629, STD 63), over interchangeable backends: the fastest kernel that the processor has, or
//! exactly the one that you name, with identical results in every field.
//!
//! ```
//! let text = placemat::from_utf8("na\u{ef}ve".as_bytes())?;
//! assert_eq!(text, "na\u{ef}ve");
//!
//! let error = placemat::from_utf8(b"na\xefve").unwrap_err();
//! assert_eq!(error.valid_up_to(), 2);
//! assert_eq!(error.kind(), placemat::ErrorKind::MissingContinuation);
//! # Ok::<(), placemat::Utf8Error>(())
//! ```
//!
//! # Which function
//!
//! | you have | you want | call |
//! | --- | --- | --- |
//! | `&[u8]` | `&str` | [`from_utf8`] |
//! | `&mut [u8]` | `&mut str` | [`from_utf8_mut`] |
//! | `&[u8]` | only the verdict | [`validate`], [`is_utf8`] |
//! | the buffer of a read loop | what is complete, and what to carry over | [`split_incomplete`] |
//! | `&[u8]` | every error, not only the first | [`errors`] |
//! | an error | a guess at what the bytes are instead, for people | [`diagnose`](fn@diagnose) |
//! | `&[u8]` | the text between the errors | [`chunks`] |
//! | `&[u8]` | text, with U+FFFD where it is invalid | `from_utf8_lossy` (feature `alloc`) |
//! | `&[u8]` | its characters, from both ends; where one begins; the first, the last | [`chars`](mod@chars) |
//! | a column of short strings, as Arrow and Parquet have them | the verdict, at once | [`batch`] |
//! | bytes that come in chunks | the verdict at once, or text, or a summary that can be merged | [`stream`] |
//! | `Vec<u8>` | `String` | `string_from_utf8` (feature `alloc`) |
//! | text, or bytes | UTF-16, in units or bytes; how long that is | [`utf16`], [`convert`] |
//! | UTF-16, in units or bytes | text; the verdict; U+FFFD for lone surrogates | [`utf16`], [`convert`] |
//! | text or UTF-32 | the other one | [`utf32`], [`convert`] |
//! | text or Latin-1 | the other one | [`latin1`], [`convert`] |
//! | a buffer of your own to convert into, or chunks | its contents, and where to go on | [`convert`] |
//! | a reader or writer | text through it, in whole characters | `io` (feature `std`) |
//! | an input that may begin with U+FEFF, the byte order mark | its text | [`bom`] |
//! | the name of a charset | whether it means UTF-8 | [`charset`] |
//! | a backend of your own choice | its answers | [`backend`] |
//!
//! # Where an interface demands `core::str::Utf8Error`
//!
//! [`Utf8Error`] has the accessors of the standard library's, and its text with the kind in addition, but that type
//! has no public constructor. Where a signature demands it, let the standard library find the error again; this is
//! the cold path, and the answer is the same:
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
//! `core::str::from_utf8` can run at compile time; these functions cannot, because which kernel runs is
//! decided when the program does, and because vector instructions do not exist in constant evaluation. For a
//! constant, `core::str::from_utf8` is the right function; [`placemat_core::grammar::sequence_at`] is `const`
//! as well.
//!
//! # Debug builds
//!
//! A kernel that is compiled without optimisation is many times slower. To keep its speed in your debug
//! builds, put this into your workspace's `Cargo.toml` (the book's chapter on choosing a backend has the
//! measurement):
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
//! (For aarch64 it is `placemat-neon` instead of `placemat-x86`, for WebAssembly `placemat-wasm`.)
//!
//! # Cargo features
//!
//! All are additive, and none changes a result.
//!
//! - `std` (default): implies `alloc`, and brings `io`; without it the crate is `no_std`.
//! - `alloc`: the functions that return owned text.
//! - `dfa` (off by default): one more backend, with a table of 24 KiB. It is never chosen unless it is named.
//! - `all-backends` (off by default): every optional backend; today that is `dfa`.
//! - `serde` (off by default): [`stream::Summary`] can be serialised. It brings the crate `serde`.
//! - `tokio` (off by default): implies `std`, and brings `codec`, text over `tokio_util::codec`.
//!
//! # Choosing at build time
//!
//! `RUSTFLAGS='--cfg placemat_backend="scalar"'` fixes the backend: every call is direct, nothing is
//! detected, and [`backend::install`] of another one fails. So does a build for a processor with AVX2 or
//! AVX-512 (`-C target-cpu=native`), since the features are then there without asking.
//!
//! `--cfg placemat_without="avx512"` leaves that backend out of the program; every backend but `scalar` can
//! be left out. Rust 1.88 needs that flag on x86: the instructions of AVX-512 came with Rust 1.89.

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
pub mod bom;
mod byte_order;
pub mod chars;
pub mod charset;
mod chunks;
#[cfg(feature = "tokio")]
pub mod codec;
pub mod convert;
mod diagnose;
#[cfg(feature = "std")]
pub mod io;
pub mod latin1;
#[cfg(feature = "alloc")]
mod owned;
pub mod stream;
mod strings;
pub mod utf16;
pub mod utf32;

pub use chunks::{Chunk, Chunks, Errors, Invalid, chunks, errors};
pub use diagnose::{Diagnosis, Located, diagnose};
#[cfg(feature = "alloc")]
pub use owned::{FromUtf8Error, from_utf8_lossy, string_from_utf8};
pub use placemat_core::{ErrorKind, Utf8Error};
pub use strings::{from_utf8, from_utf8_mut, is_utf8, split_incomplete, validate};
