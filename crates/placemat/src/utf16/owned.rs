//! Converts to owned text and units (feature `alloc`).

use alloc::{string::String, vec::Vec};

use placemat_core::convert::{Utf8, Utf16, Utf16Be, Utf16Le};

use super::Utf16Error;
use crate::byte_order::byte_orders;
use crate::convert::{ConvertError, Converter, text_lossily, units_of};

/// Encodes text as UTF-16, like [`str::encode_utf16`]. Linear time; panics only if allocation fails.
///
/// ```
/// assert_eq!(placemat::utf16::encode_utf16("\u{20AC}\u{1F37D}"), [0x20AC, 0xD83C, 0xDF7D]);
/// ```
#[must_use]
#[doc(alias = "convert_utf8_to_utf16")]
pub fn encode_utf16(text: &str) -> Vec<u16> {
    units_of::<Utf16>(text)
}

/// Decodes units to text, like [`String::from_utf16`]. Linear time; panics only if allocation fails.
///
/// # Errors
///
/// The first lone surrogate; its position is in units.
///
/// ```
/// use placemat::utf16::string_from_utf16;
///
/// assert_eq!(string_from_utf16(&[0x20AC, 0xD83C, 0xDF7D]).as_deref(), Ok("\u{20AC}\u{1F37D}"));
/// assert_eq!(string_from_utf16(&[0x20AC, 0xD83C]).unwrap_err().valid_up_to(), 1);
/// ```
#[doc(alias = "convert_utf16_to_utf8")]
pub fn string_from_utf16(units: &[u16]) -> Result<String, Utf16Error> {
    Converter::<Utf16, Utf8>::strict().to_text(units).map_err(ConvertError::invalid)
}

/// Decodes units to text, with U+FFFD for each lone surrogate, like [`String::from_utf16_lossy`]. Linear
/// time; panics only if allocation fails.
///
/// ```
/// assert_eq!(placemat::utf16::string_from_utf16_lossy(&[0xDF7D, 0xD83C, 0xDF7D]), "\u{FFFD}\u{1F37D}");
/// ```
#[must_use]
pub fn string_from_utf16_lossy(units: &[u16]) -> String {
    text_lossily::<Utf16>(units)
}

byte_orders! {
    Utf16Le "UTF-16LE", Utf16Be "UTF-16BE";

    /// encodes text, without a BOM, like [`encode_utf16`].
    ///
    /// ```
    /// use placemat::utf16::{encode_utf16be, encode_utf16le};
    ///
    /// assert_eq!(encode_utf16le("5\u{20AC}"), b"5\0\xAC\x20");
    /// assert_eq!(encode_utf16be("5\u{20AC}"), b"\x005\x20\xAC");
    /// ```
    #[must_use]
    #[doc(alias = "convert_utf8_to_utf16le", alias = "convert_utf8_to_utf16be")]
    fn encode_utf16le, encode_utf16be(text: &str) -> Vec<u8> {
        units_of::<Order>(text)
    }

    /// decodes bytes to text, like [`string_from_utf16`].
    ///
    /// # Errors
    ///
    /// The first error; its position is in bytes.
    ///
    /// ```
    /// use placemat::utf16::{string_from_utf16be, string_from_utf16le};
    ///
    /// assert_eq!(string_from_utf16le(b"\xAC\x20").as_deref(), Ok("\u{20AC}"));
    /// assert_eq!(string_from_utf16be(b"\x20\xAC").as_deref(), Ok("\u{20AC}"));
    /// assert_eq!(string_from_utf16le(b"\xAC\x20\x3C\xD8").unwrap_err().valid_up_to(), 2);
    /// assert_eq!(string_from_utf16be(b"\x20\xAC\xD8\x3C").unwrap_err().valid_up_to(), 2);
    /// ```
    #[doc(alias = "convert_utf16le_to_utf8", alias = "convert_utf16be_to_utf8")]
    fn string_from_utf16le, string_from_utf16be(bytes: &[u8]) -> Result<String, Utf16Error> {
        Converter::<Order, Utf8>::strict().to_text(bytes).map_err(ConvertError::invalid)
    }

    /// decodes bytes to text, with U+FFFD for each lone surrogate and for an incomplete end.
    ///
    /// ```
    /// use placemat::utf16::{string_from_utf16be_lossy, string_from_utf16le_lossy};
    ///
    /// assert_eq!(string_from_utf16le_lossy(b"\x7D\xDF\xAC\x20\xAC"), "\u{FFFD}\u{20AC}\u{FFFD}");
    /// assert_eq!(string_from_utf16be_lossy(b"\xDF\x7D\x20\xAC\x20"), "\u{FFFD}\u{20AC}\u{FFFD}");
    /// ```
    #[must_use]
    fn string_from_utf16le_lossy, string_from_utf16be_lossy(bytes: &[u8]) -> String {
        text_lossily::<Order>(bytes)
    }
}
