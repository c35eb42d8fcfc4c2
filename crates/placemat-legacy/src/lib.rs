//! Older and related forms of UTF-8, each under its own name.
//!
//! None of them is UTF-8 (RFC 3629), and the crate `placemat` accepts none of them. Use one only where a
//! protocol or a file format requires it.
//!
//! | form | specification | difference from UTF-8 |
//! | --- | --- | --- |
//! | [`rfc2279`] | RFC 2279, section 2 | sequences of up to six bytes, values up to 7FFFFFFF, surrogates |
//! | [`cesu8`] | Unicode Technical Report #26 | a character above U+FFFF is a surrogate pair, three bytes each |
//! | [`mutf8`] | The Java Virtual Machine Specification, section 4.4.7 | like `cesu8`, and NUL is C0 80 |
//! | [`wtf8`] | The WTF-8 encoding | unpaired surrogates |
//!
//! Each module has the same functions:
//!
//! | you have | you want | call |
//! | --- | --- | --- |
//! | bytes | to validate them | `validate` |
//! | bytes | to iterate over their values and errors | `decode` |
//! | a value | its bytes | `encode` |
//! | bytes | UTF-8, or the error | `to_utf8` |
//! | UTF-8 | bytes | `from_utf8` |
//!
//! ```
//! use placemat_legacy::{Utf8ErrorKind, cesu8};
//!
//! // U+1F37D, a fork and knife with a plate.
//! let pair = b"\xED\xA0\xBC\xED\xBD\xBD";
//! assert!(placemat::from_utf8(pair).is_err());
//! assert_eq!(cesu8::decode(pair).collect::<Result<String, _>>().unwrap(), "\u{1F37D}");
//!
//! let error = cesu8::validate(b"ok \xED\xA0\xBC!").unwrap_err();
//! assert_eq!((error.valid_up_to(), error.error_len()), (3, Some(3)));
//! assert_eq!(error.kind(), Utf8ErrorKind::LoneSurrogate);
//! ```
//!
//! # Cost
//!
//! Parts that are also UTF-8 are validated by placemat's backends, 256 bytes at a time; the rest byte by
//! byte. Every function takes linear time, and panics only if allocation fails.
//!
//! # Cargo features
//!
//! - `std` (default): implies `alloc`; without it the crate is `no_std`.
//! - `alloc`: the functions that return owned text.
// Emulators do not run its unit tests.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod cesu8;
mod error;
mod form;
mod items;
pub mod mutf8;
mod pairs;
pub mod rfc2279;
mod superset;
mod value;
pub mod wtf8;

pub use error::{Error, Utf8ErrorKind};
pub use items::Decode;
pub use placemat::chars::EncodeError;
