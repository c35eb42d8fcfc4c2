//! What needs an allocator.

use alloc::{string::String, vec::Vec};

use placemat_core::convert::{Utf16, Utf16Be, Utf16Le};

use super::Utf16Error;
use crate::convert::{strictly, text_lossily, units_of};

/// The text in UTF-16, as [`str::encode_utf16`] yields it. Linear time; no panic, but for the allocator's.
///
/// ```
/// assert_eq!(placemat::utf16::encode_utf16("\u{20AC}\u{1F37D}"), [0x20AC, 0xD83C, 0xDF7D]);
/// ```
#[must_use]
pub fn encode_utf16(text: &str) -> Vec<u16> {
    units_of::<Utf16>(text)
}

/// The text in UTF-16LE, without a signature; see [`encode_utf16`].
///
/// ```
/// assert_eq!(placemat::utf16::encode_utf16le("5\u{20AC}"), b"5\0\xAC\x20");
/// ```
#[must_use]
pub fn encode_utf16le(text: &str) -> Vec<u8> {
    units_of::<Utf16Le>(text)
}

/// The text in UTF-16BE, without a signature; see [`encode_utf16`].
///
/// ```
/// assert_eq!(placemat::utf16::encode_utf16be("5\u{20AC}"), b"\x005\x20\xAC");
/// ```
#[must_use]
pub fn encode_utf16be(text: &str) -> Vec<u8> {
    units_of::<Utf16Be>(text)
}

/// The text of units, as [`String::from_utf16`]. Linear time; no panic, but for the allocator's.
///
/// # Errors
///
/// The first error.
///
/// ```
/// use placemat::utf16::string_from_utf16;
///
/// assert_eq!(string_from_utf16(&[0x20AC, 0xD83C, 0xDF7D]).as_deref(), Ok("\u{20AC}\u{1F37D}"));
/// assert_eq!(string_from_utf16(&[0x20AC, 0xD83C]).unwrap_err().valid_up_to(), 1);
/// ```
pub fn string_from_utf16(units: &[u16]) -> Result<String, Utf16Error> {
    strictly::<Utf16>(units)
}

/// The text of units, with U+FFFD for each lone surrogate, as [`String::from_utf16_lossy`]. Linear time; no
/// panic, but for the allocator's.
///
/// ```
/// assert_eq!(placemat::utf16::string_from_utf16_lossy(&[0xDF7D, 0xD83C, 0xDF7D]), "\u{FFFD}\u{1F37D}");
/// ```
#[must_use]
pub fn string_from_utf16_lossy(units: &[u16]) -> String {
    text_lossily::<Utf16>(units)
}

/// The text of octets in little endian order, as [`string_from_utf16`].
///
/// # Errors
///
/// The first error, counted in octets.
///
/// ```
/// use placemat::utf16::string_from_utf16le;
///
/// assert_eq!(string_from_utf16le(b"\xAC\x20").as_deref(), Ok("\u{20AC}"));
/// assert_eq!(string_from_utf16le(b"\xAC\x20\x3C\xD8").unwrap_err().valid_up_to(), 2);
/// ```
pub fn string_from_utf16le(octets: &[u8]) -> Result<String, Utf16Error> {
    strictly::<Utf16Le>(octets)
}

/// The text of octets in little endian order, with U+FFFD for each lone surrogate, and one for what the end
/// cuts off.
///
/// ```
/// use placemat::utf16::string_from_utf16le_lossy;
///
/// assert_eq!(string_from_utf16le_lossy(b"\x7D\xDF\xAC\x20\xAC"), "\u{FFFD}\u{20AC}\u{FFFD}");
/// ```
#[must_use]
pub fn string_from_utf16le_lossy(octets: &[u8]) -> String {
    text_lossily::<Utf16Le>(octets)
}

/// The text of octets in big endian order, as [`string_from_utf16`].
///
/// # Errors
///
/// The first error, counted in octets.
///
/// ```
/// use placemat::utf16::string_from_utf16be;
///
/// assert_eq!(string_from_utf16be(b"\x20\xAC").as_deref(), Ok("\u{20AC}"));
/// assert_eq!(string_from_utf16be(b"\x20\xAC\xD8\x3C").unwrap_err().valid_up_to(), 2);
/// ```
pub fn string_from_utf16be(octets: &[u8]) -> Result<String, Utf16Error> {
    strictly::<Utf16Be>(octets)
}

/// The text of octets in big endian order, with U+FFFD for each lone surrogate, and one for what the end cuts
/// off.
///
/// ```
/// use placemat::utf16::string_from_utf16be_lossy;
///
/// assert_eq!(string_from_utf16be_lossy(b"\xDF\x7D\x20\xAC\x20"), "\u{FFFD}\u{20AC}\u{FFFD}");
/// ```
#[must_use]
pub fn string_from_utf16be_lossy(octets: &[u8]) -> String {
    text_lossily::<Utf16Be>(octets)
}
