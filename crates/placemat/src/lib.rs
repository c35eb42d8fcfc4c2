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
//! | `&[u8]` | text at any price | `from_utf8_lossy` (feature `alloc`) |
//! | `Vec<u8>` | `String` | `string_from_utf8` (feature `alloc`) |
//! | a say in which kernel runs | | [`backend`] |
//!
//! # Where an interface demands `core::str::Utf8Error`
//!
//! [`Utf8Error`] has the same accessors and the same text as the standard library's, but that type has no
//! public constructor. Where a signature demands it, let the standard library find the error again; this is
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
//! `core::str::from_utf8` can run at compile time; these functions cannot, because which kernel runs is decided
//! when the program does, and because vector instructions do not exist in constant evaluation. For a constant,
//! `core::str::from_utf8` is the right function; [`placemat_core::grammar::sequence_at`] is `const` as well.
//!
//! # Debug builds
//!
//! A kernel that is compiled without optimisation is many times slower. To keep its speed in your debug builds,
//! put this into your workspace's `Cargo.toml` (the book's chapter on choosing a backend has the measurement):
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
//! - `std` (default): implies `alloc`; without it the crate is `no_std`.
//! - `alloc`: the functions that return owned text.
//! - `dfa` (off by default): one more backend, with a table of 24 KiB; for those who want to name it.
//!
//! # Choosing at build time
//!
//! `RUSTFLAGS='--cfg placemat_backend="scalar"'` fixes the backend: every call is direct, nothing is detected,
//! and [`backend::install`] of another one fails. So does a build for a processor with AVX2 or AVX-512
//! (`-C target-cpu=native`), since the features are then there without asking.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_op_in_unsafe_fn)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod backend;
#[cfg(feature = "alloc")]
mod owned;

#[cfg(feature = "alloc")]
pub use owned::{FromUtf8Error, from_utf8_lossy, string_from_utf8};
pub use placemat_core::{ErrorKind, Utf8Error};

use placemat_core::{Scan, incomplete_tail, locate};

/// The octets as text, without copying, if they are well-formed UTF-8 (RFC 3629, section 4).
///
/// Takes time linear in the number of octets up to the first error. Does not panic, does not allocate.
///
/// # Errors
///
/// The first error: where, how long, of what kind. The same as every other backend's, and in `valid_up_to` and
/// `error_len` the same as [`core::str::from_utf8`]'s.
///
/// ```
/// assert_eq!(placemat::from_utf8(b"\xE2\x82\xAC 5"), Ok("\u{20AC} 5"));
/// assert_eq!(placemat::from_utf8(b"\xC0\xAF").unwrap_err().kind(), placemat::ErrorKind::Overlong);
/// ```
#[inline]
pub fn from_utf8(bytes: &[u8]) -> Result<&str, Utf8Error> {
    validate(bytes)?;
    // SAFETY: `validate` has just found `bytes` well formed, by an entry of the registry, which is trusted.
    Ok(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// The octets as mutable text, without copying, if they are well-formed UTF-8 (RFC 3629, section 4).
///
/// Otherwise as [`from_utf8`].
///
/// # Errors
///
/// The first error, as [`from_utf8`].
///
/// ```
/// let mut buffer = *b"gr\xC3\xBC\xC3\x9F";
/// let text = placemat::from_utf8_mut(&mut buffer)?;
/// text.make_ascii_uppercase();
/// assert_eq!(text, "GR\u{fc}\u{df}");
/// # Ok::<(), placemat::Utf8Error>(())
/// ```
#[inline]
pub fn from_utf8_mut(bytes: &mut [u8]) -> Result<&mut str, Utf8Error> {
    validate(bytes)?;
    // SAFETY: `validate` has just found `bytes` well formed, by an entry of the registry, which is trusted; the
    // exclusive borrow lets nobody change them in between.
    Ok(unsafe { core::str::from_utf8_unchecked_mut(bytes) })
}

/// Whether the octets are well-formed UTF-8 (RFC 3629, section 4), and if not, what is wrong first.
///
/// Takes time linear in the number of octets up to the first error. Does not panic, does not allocate.
///
/// # Errors
///
/// The first error, as [`from_utf8`].
///
/// ```
/// assert_eq!(placemat::validate(b"plain"), Ok(()));
/// let error = placemat::validate(b"cut off: \xF0\x9F\x98").unwrap_err();
/// assert_eq!((error.valid_up_to(), error.error_len()), (9, None));
/// ```
#[inline]
pub fn validate(bytes: &[u8]) -> Result<(), Utf8Error> {
    match backend::scan(bytes) {
        Scan::Clean => Ok(()),
        Scan::Suspect { from } => locate(bytes, from),
    }
}

/// Whether the octets are well-formed UTF-8 (RFC 3629, section 4).
///
/// The cheapest question: on bad input it does not look for the exact position. Linear time; does not panic,
/// does not allocate.
///
/// ```
/// assert!(placemat::is_utf8("\u{1F37D}".as_bytes()));
/// assert!(!placemat::is_utf8(b"\xED\xA0\x80"), "surrogates are not UTF-8");
/// ```
#[must_use]
#[inline]
pub fn is_utf8(bytes: &[u8]) -> bool {
    // A registered backend raises no false alarm.
    matches!(backend::scan(bytes), Scan::Clean)
}

/// Splits a buffer in front of a sequence that its end cuts off, so that a read loop can judge the first part
/// now and carry the second, at most three octets, in front of what it reads next.
///
/// Only a sequence that can still become well formed is split off; one that is already lost stays in the first
/// part, where judging it finds the error. Looks at the last three octets only: constant time, no panic.
///
/// Whether the input is good or bad never depends on where it was split, but the error can: if the octets behind the
/// split are what breaks a sequence off (`C2`, then `C3` which is split off), the first part alone looks truncated. A
/// reader that reports exact errors judges the whole buffer, and goes on from `valid_up_to` where `error_len` is
/// `None`.
///
/// ```
/// use std::io::Read;
///
/// fn is_utf8(mut input: impl Read) -> std::io::Result<bool> {
///     let mut buffer = [0; 1 << 16];
///     let mut carried = 0;
///     loop {
///         let read = input.read(&mut buffer[carried..])?;
///         if read == 0 {
///             return Ok(carried == 0);
///         }
///         let filled = carried + read;
///         let (whole, rest) = placemat::split_incomplete(&buffer[..filled]);
///         if !placemat::is_utf8(whole) {
///             return Ok(false);
///         }
///         carried = rest.len();
///         buffer.copy_within(filled - carried..filled, 0);
///     }
/// }
///
/// assert!(is_utf8("\u{20AC}".as_bytes())?);
/// assert!(!is_utf8(&b"\xE2\x82"[..])?);
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use]
#[inline]
pub fn split_incomplete(bytes: &[u8]) -> (&[u8], &[u8]) {
    bytes.split_at(bytes.len() - incomplete_tail(bytes))
}
