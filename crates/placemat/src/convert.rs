//! Converts between UTF-8, UTF-16, UTF-32 and Latin-1.
//!
//! Programs convert UTF-8 (RFC 3629, sections 3 and 12) at the border to JavaScript, Java, Windows or a database. A
//! [`Converter`] names the source and the target encoding; everything else is the same for all pairs.
//!
//! | encoding | units | errors |
//! | --- | --- | --- |
//! | [`Utf8`] | bytes | [`Utf8Error`] |
//! | [`Utf16`] | `u16`, in native byte order | [`Utf16Error`] |
//! | [`Utf16Le`], [`Utf16Be`] | bytes, of any alignment and number | [`Utf16Error`] |
//! | [`Utf32`] | `u32`, in native byte order | [`Utf32Error`] |
//! | [`Utf32Le`], [`Utf32Be`] | bytes, of any alignment and number | [`Utf32Error`] |
//! | [`Latin1`] | bytes | none as a source; as a target, [`Unmappable`] |
//!
//! Every two of them are a pair, also an encoding with itself, except UTF-8: UTF-16 is converted to UTF-16 to change the
//! byte order, or to copy it with U+FFFD for lone surrogates. [`utf16`](crate::utf16),
//! [`utf32`](crate::utf32) and [`latin1`](crate::latin1) provide functions for the common cases.
//!
//! U+FEFF at the start of a source is converted like any other character (RFC 3629, section 6;
//! [`bom`](crate::bom) has policies for it). All backends give the same results.
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
mod direct;
mod error;
mod length;
mod lossy;
mod offsets;
#[cfg(feature = "alloc")]
mod owned;
mod replaced;
mod route;
mod routes;

pub use converter::Converter;
pub use error::ConvertError;
pub use offsets::Offsets;
#[cfg(feature = "alloc")]
pub use offsets::SourceMap;
pub use placemat_core::convert::{
    Converted, EncodeCharError, Encoding, Latin1, SourceError, Stop, Utf8, Utf16, Utf16Be, Utf16Le, Utf32,
    Utf32Be, Utf32Le,
};
pub use route::Route;

pub(crate) use check::{check, latin1_up_to, up_to, valid};
pub(crate) use length::len_lossily;
#[cfg(feature = "alloc")]
pub(crate) use owned::{text_lossily, units_of, vec_lossily};
pub(crate) use route::{ConvertsTo, len};
