//! Converts to owned text and units (feature `alloc`).

use alloc::{string::String, vec::Vec};

use placemat_core::convert::{Utf8, Utf32, Utf32Be, Utf32Le};

use super::Utf32Error;
use crate::byte_order::byte_orders;
use crate::convert::{ConvertError, Converter, text_lossily, units_of};

/// Encodes text as UTF-32. Linear time; panics only if allocation fails.
///
/// ```
/// assert_eq!(placemat::utf32::encode_utf32("\u{20AC}\u{1F37D}"), [0x20AC, 0x1F37D]);
/// ```
#[must_use]
#[doc(alias = "convert_utf8_to_utf32")]
pub fn encode_utf32(text: &str) -> Vec<u32> {
    units_of::<Utf32>(text)
}

/// Decodes scalar values to text. Linear time; panics only if allocation fails.
///
/// # Errors
///
/// The first unit that is not a scalar value; its position is in units.
///
/// ```
/// use placemat::utf32::string_from_utf32;
///
/// assert_eq!(string_from_utf32(&[0x20AC, 0x1F37D]).as_deref(), Ok("\u{20AC}\u{1F37D}"));
/// assert_eq!(string_from_utf32(&[0x20AC, 0x11_0000]).unwrap_err().valid_up_to(), 1);
/// ```
#[doc(alias = "convert_utf32_to_utf8")]
pub fn string_from_utf32(units: &[u32]) -> Result<String, Utf32Error> {
    Converter::<Utf32, Utf8>::strict().to_text(units).map_err(ConvertError::invalid)
}

/// Decodes units to text, with U+FFFD for each unit that is not a scalar value. Linear time; panics only if
/// allocation fails.
///
/// ```
/// assert_eq!(placemat::utf32::string_from_utf32_lossy(&[0x61, 0xD800, 0x11_0000]), "a\u{FFFD}\u{FFFD}");
/// ```
#[must_use]
pub fn string_from_utf32_lossy(units: &[u32]) -> String {
    text_lossily::<Utf32>(units)
}

byte_orders! {
    Utf32Le "UTF-32LE", Utf32Be "UTF-32BE";

    /// encodes text, without a BOM, like [`encode_utf32`].
    ///
    /// ```
    /// use placemat::utf32::{encode_utf32be, encode_utf32le};
    ///
    /// assert_eq!(encode_utf32le("\u{1F37D}"), b"\x7D\xF3\x01\0");
    /// assert_eq!(encode_utf32be("\u{1F37D}"), b"\0\x01\xF3\x7D");
    /// ```
    #[must_use]
    fn encode_utf32le, encode_utf32be(text: &str) -> Vec<u8> {
        units_of::<Order>(text)
    }

    /// decodes bytes of any alignment to text, like [`string_from_utf32`]. An incomplete last unit is an error.
    ///
    /// # Errors
    ///
    /// The first error; its position is in bytes.
    ///
    /// ```
    /// use placemat::utf32::{string_from_utf32be, string_from_utf32le};
    ///
    /// assert_eq!(string_from_utf32le(b"\xAC\x20\0\0").as_deref(), Ok("\u{20AC}"));
    /// assert_eq!(string_from_utf32be(b"\0\0\x20\xAC").as_deref(), Ok("\u{20AC}"));
    /// assert_eq!(string_from_utf32le(b"\xAC\x20\0\0\0\xD8\0\0").unwrap_err().valid_up_to(), 4);
    /// assert_eq!(string_from_utf32be(b"\0\0\x20\xAC\0\0\xD8\0").unwrap_err().valid_up_to(), 4);
    /// ```
    fn string_from_utf32le, string_from_utf32be(bytes: &[u8]) -> Result<String, Utf32Error> {
        Converter::<Order, Utf8>::strict().to_text(bytes).map_err(ConvertError::invalid)
    }

    /// decodes bytes to text, with U+FFFD for each unit that is not a scalar value and for an incomplete last unit.
    ///
    /// ```
    /// use placemat::utf32::{string_from_utf32be_lossy, string_from_utf32le_lossy};
    ///
    /// assert_eq!(string_from_utf32le_lossy(b"\0\xD8\0\0\xAC\x20\0\0\xAC"), "\u{FFFD}\u{20AC}\u{FFFD}");
    /// assert_eq!(string_from_utf32be_lossy(b"\0\0\xD8\0\0\0\x20\xAC\0"), "\u{FFFD}\u{20AC}\u{FFFD}");
    /// ```
    #[must_use]
    fn string_from_utf32le_lossy, string_from_utf32be_lossy(bytes: &[u8]) -> String {
        text_lossily::<Order>(bytes)
    }
}
