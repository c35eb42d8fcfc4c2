//! Tells whether text may have parts that are written from right to left, so that it needs the Unicode Bidirectional
//! Algorithm (UAX #9). Text without them can be laid out as it is.
//!
//! | you have | call |
//! | --- | --- |
//! | text | [`is_bidi`] |
//! | bytes that may be UTF-8 | [`is_bidi_utf8`] |
//! | units of UTF-16, valid or not | [`is_bidi_utf16`] |
//! | a character | [`is_bidi_char`] |
//!
//! The characters are exactly those of `encoding_rs::mem`, by blocks and regardless of what is assigned: U+0590..U+08FF
//! (Hebrew, Arabic, Syriac and others), U+FB1D..U+FDFF and U+FE70..U+FEFE (presentation forms), U+10800..U+10FFF,
//! U+1E800..U+1EFFF, and the controls U+200F, U+202B, U+202E and U+2067, which have RIGHT-TO-LEFT in their names.
//! The other bidirectional controls have no effect without one of these. (In Unicode's property `Bidi_Class`, some of
//! these are not right-to-left by themselves: digits, marks and punctuation.)

use placemat_core::convert::{Encoding, Utf16, portable};

use crate::{backend::columns, backend_choice::BackendChoice, is_utf8};

/// Up to this many units, none of which may begin a right-to-left character, are not worth a kernel call.
const SCALAR_MAX_LEN: usize = 16;

/// Returns whether the text has a right-to-left character. Linear time, up to the first one; no panic.
///
/// ```
/// use placemat::bidi::is_bidi;
///
/// assert!(is_bidi("Shalom: \u{5E9}\u{5DC}\u{5D5}\u{5DD}"));
/// assert!(!is_bidi("\u{3A3}, \u{4E2D}\u{6587}, \u{1F37D}"));
/// ```
#[must_use]
#[inline]
#[doc(alias = "is_str_bidi")]
pub fn is_bidi(text: &str) -> bool {
    has_rtl(text.as_bytes())
}

/// Returns whether the bytes have a right-to-left character, or are not valid UTF-8. Linear time, up to the first
/// right-to-left character; no panic.
///
/// ```
/// use placemat::bidi::is_bidi_utf8;
///
/// assert!(is_bidi_utf8("\u{627}".as_bytes()) && is_bidi_utf8(b"caf\xE9"));
/// assert!(!is_bidi_utf8("caf\u{E9}".as_bytes()));
/// ```
#[must_use]
#[doc(alias = "is_utf8_bidi")]
pub fn is_bidi_utf8(bytes: &[u8]) -> bool {
    has_rtl(bytes) || !is_utf8(bytes)
}

/// Returns whether the units have a right-to-left character, or a lone high surrogate that one could begin with. Other
/// lone surrogates make no difference. Linear time, up to the first one; no panic.
///
/// ```
/// use placemat::bidi::is_bidi_utf16;
///
/// assert!(is_bidi_utf16(&[0x61, 0x5D0]) && is_bidi_utf16(&[0xD83A, 0xDD00]));
/// assert!(!is_bidi_utf16(&[0x4E2D, 0xD83C, 0xDF7D]));
/// ```
#[must_use]
pub fn is_bidi_utf16(units: &[u16]) -> bool {
    if units.len() <= SCALAR_MAX_LEN && units.iter().all(|unit| *unit < 0x590) {
        return false;
    }
    let before = BackendChoice::Dispatched.measure(columns::UTF16_BEFORE_RTL, units);
    before.unwrap_or_else(|| portable::utf16_before_rtl(units)) < units.len()
}

/// Returns whether the character is right-to-left. Constant time; no panic.
///
/// ```
/// assert!(placemat::bidi::is_bidi_char('\u{5D0}') && !placemat::bidi::is_bidi_char('\u{E9}'));
/// ```
#[must_use]
pub fn is_bidi_char(character: char) -> bool {
    let mut units = [0; 2];
    // The first unit tells, and the second one of a pair is not right-to-left by itself.
    Utf16::encode(character, &mut units).is_ok() && portable::utf16_before_rtl(&units) == 0
}

/// Whether bytes have a right-to-left character, if they are valid.
#[inline]
fn has_rtl(bytes: &[u8]) -> bool {
    if bytes.len() <= SCALAR_MAX_LEN && bytes.iter().all(|byte| *byte < 0xD6) {
        return false;
    }
    let before = BackendChoice::Dispatched.measure(columns::UTF8_BEFORE_RTL, bytes);
    before.unwrap_or_else(|| portable::utf8_before_rtl(bytes)) < bytes.len()
}
