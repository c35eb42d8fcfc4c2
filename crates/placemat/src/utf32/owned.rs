//! What needs an allocator.

use alloc::{string::String, vec::Vec};

use placemat_core::convert::{Utf32, Utf32Be, Utf32Le};

use super::Utf32Error;
use crate::convert::{strictly, text_lossily, units_of};

/// The scalar values of the text. Linear time; no panic, but for the allocator's.
///
/// ```
/// assert_eq!(placemat::utf32::encode_utf32("\u{20AC}\u{1F37D}"), [0x20AC, 0x1F37D]);
/// ```
#[must_use]
pub fn encode_utf32(text: &str) -> Vec<u32> {
    units_of::<Utf32>(text)
}

/// The text in UTF-32LE, without a signature; see [`encode_utf32`].
///
/// ```
/// assert_eq!(placemat::utf32::encode_utf32le("\u{1F37D}"), b"\x7D\xF3\x01\0");
/// ```
#[must_use]
pub fn encode_utf32le(text: &str) -> Vec<u8> {
    units_of::<Utf32Le>(text)
}

/// The text in UTF-32BE, without a signature; see [`encode_utf32`].
///
/// ```
/// assert_eq!(placemat::utf32::encode_utf32be("\u{1F37D}"), b"\0\x01\xF3\x7D");
/// ```
#[must_use]
pub fn encode_utf32be(text: &str) -> Vec<u8> {
    units_of::<Utf32Be>(text)
}

/// The text of scalar values. Linear time; no panic, but for the allocator's.
///
/// # Errors
///
/// The first unit that is not a scalar value.
///
/// ```
/// use placemat::utf32::string_from_utf32;
///
/// assert_eq!(string_from_utf32(&[0x20AC, 0x1F37D]).as_deref(), Ok("\u{20AC}\u{1F37D}"));
/// assert_eq!(string_from_utf32(&[0x20AC, 0x11_0000]).unwrap_err().valid_up_to(), 1);
/// ```
pub fn string_from_utf32(units: &[u32]) -> Result<String, Utf32Error> {
    strictly::<Utf32>(units)
}

/// The text of scalar values, with U+FFFD for each unit that is none. Linear time; no panic, but for the
/// allocator's.
///
/// ```
/// assert_eq!(placemat::utf32::string_from_utf32_lossy(&[0x61, 0xD800, 0x11_0000]), "a\u{FFFD}\u{FFFD}");
/// ```
#[must_use]
pub fn string_from_utf32_lossy(units: &[u32]) -> String {
    text_lossily::<Utf32>(units)
}

/// The text of octets in little endian order, as [`string_from_utf32`]. They need not be aligned; what is left after
/// whole units is an error.
///
/// # Errors
///
/// The first error, counted in octets.
///
/// ```
/// use placemat::utf32::string_from_utf32le;
///
/// assert_eq!(string_from_utf32le(b"\xAC\x20\0\0").as_deref(), Ok("\u{20AC}"));
/// assert_eq!(string_from_utf32le(b"\xAC\x20\0\0\0\xD8\0\0").unwrap_err().valid_up_to(), 4);
/// ```
pub fn string_from_utf32le(octets: &[u8]) -> Result<String, Utf32Error> {
    strictly::<Utf32Le>(octets)
}

/// The text of octets in little endian order, with U+FFFD for each unit that is no scalar value, and one for what is
/// left after whole units.
///
/// ```
/// use placemat::utf32::string_from_utf32le_lossy;
///
/// assert_eq!(string_from_utf32le_lossy(b"\0\xD8\0\0\xAC\x20\0\0\xAC"), "\u{FFFD}\u{20AC}\u{FFFD}");
/// ```
#[must_use]
pub fn string_from_utf32le_lossy(octets: &[u8]) -> String {
    text_lossily::<Utf32Le>(octets)
}

/// The text of octets in big endian order, as [`string_from_utf32`]. They need not be aligned; what is left after
/// whole units is an error.
///
/// # Errors
///
/// The first error, counted in octets.
///
/// ```
/// use placemat::utf32::string_from_utf32be;
///
/// assert_eq!(string_from_utf32be(b"\0\0\x20\xAC").as_deref(), Ok("\u{20AC}"));
/// assert_eq!(string_from_utf32be(b"\0\0\x20\xAC\0\0\xD8\0").unwrap_err().valid_up_to(), 4);
/// ```
pub fn string_from_utf32be(octets: &[u8]) -> Result<String, Utf32Error> {
    strictly::<Utf32Be>(octets)
}

/// The text of octets in big endian order, with U+FFFD for each unit that is no scalar value, and one for what is
/// left after whole units.
///
/// ```
/// use placemat::utf32::string_from_utf32be_lossy;
///
/// assert_eq!(string_from_utf32be_lossy(b"\0\0\xD8\0\0\0\x20\xAC\0"), "\u{FFFD}\u{20AC}\u{FFFD}");
/// ```
#[must_use]
pub fn string_from_utf32be_lossy(octets: &[u8]) -> String {
    text_lossily::<Utf32Be>(octets)
}
