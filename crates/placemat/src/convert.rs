//! From UTF-8 to UTF-16, UTF-32 and Latin-1, and back.
//!
//! RFC 3629 has UTF-8 beside UTF-16 (sections 3 and 12), and what programs do with it at a border (to
//! JavaScript, Java, Windows, a database) is convert it. A [`Converter`] names the two encodings; everything
//! else is the same for all pairs.
//!
//! | encoding | units | its own errors |
//! | --- | --- | --- |
//! | [`Utf8`] | bytes | [`Utf8Error`] |
//! | [`Utf16`] | `u16`, in the machine's byte order | [`Utf16Error`] |
//! | [`Utf16Le`], [`Utf16Be`] | bytes, unaligned, in any number | [`Utf16Error`] |
//! | [`Utf32`] | `u32`, in the machine's byte order | [`Utf32Error`] |
//! | [`Utf32Le`], [`Utf32Be`] | bytes, unaligned, in any number | [`Utf32Error`] |
//! | [`Latin1`] | bytes | none; but it has few characters, so what is written to it may be [`Unmappable`] |
//!
//! One of the two is always UTF-8. [`utf16`](crate::utf16), [`utf32`](crate::utf32) and
//! [`latin1`](crate::latin1) have the usual cases as functions.
//!
//! U+FEFF at the start of a source is a character like any other, and is converted (RFC 3629, section 6;
//! [`bom`](crate::bom) has the policies). All backends give the same results.
//!
//! ```
//! use placemat::convert::{Converter, Stop, Utf8, Utf16};
//!
//! // A small buffer, filled again and again.
//! let (source, mut units) = ("caf\u{E9} \u{1F37D}".as_bytes(), Vec::new());
//! let (mut rest, mut dst) = (source, [0; 3]);
//! loop {
//!     let done = Converter::<Utf8, Utf16>::strict().convert(rest, &mut dst);
//!     units.extend_from_slice(&dst[..done.written]);
//!     rest = &rest[done.read..];
//!     match done.stop {
//!         Stop::End => break,
//!         Stop::OutputFull => {}
//!         stop => panic!("{stop:?}"),
//!     }
//! }
//! assert!("caf\u{E9} \u{1F37D}".encode_utf16().eq(units));
//! ```
//!
//! [`Unmappable`]: Stop::Unmappable
//! [`Utf16Error`]: crate::utf16::Utf16Error
//! [`Utf32Error`]: crate::utf32::Utf32Error
//! [`Utf8Error`]: crate::Utf8Error

mod bytes;
mod check;
mod converter;
mod error;
mod length;
#[cfg(feature = "alloc")]
mod owned;
mod replaced;
mod route;
mod routes;

pub use converter::Converter;
pub use error::Error;
pub use placemat_core::convert::{
    Converted, Encoding, Latin1, SourceError, Stop, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};
pub use route::Route;

pub(crate) use check::{above_latin1, check, valid};
pub(crate) use length::len_lossily;
#[cfg(feature = "alloc")]
pub(crate) use owned::{strictly, text_lossily, units_of, vec_lossily};
pub(crate) use route::len;
