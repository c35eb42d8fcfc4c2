//! What needs an allocator.

use alloc::{string::String, vec::Vec};

use placemat_core::convert::{Utf8, Utf32};

use super::Utf32Error;
use crate::convert::{strictly, text_lossily, vec_lossily};

/// The scalar values of the text. Linear time; no panic, but for the allocator's.
///
/// ```
/// assert_eq!(placemat::utf32::encode_utf32("\u{20AC}\u{1F37D}"), [0x20AC, 0x1F37D]);
/// ```
#[must_use]
pub fn encode_utf32(text: &str) -> Vec<u32> {
    vec_lossily::<Utf8, Utf32>(text.as_bytes())
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
