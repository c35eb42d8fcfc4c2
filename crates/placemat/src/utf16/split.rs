//! Splits off an incomplete end.

use placemat_core::convert::{Utf16Be, Utf16Le};
use placemat_core::utf16::is_high;

use super::InBytes;
use crate::byte_order::byte_orders;

/// Splits off a high surrogate at the end, which the next chunk may complete, like
/// [`split_incomplete`](crate::split_incomplete) for UTF-8. Lone surrogates elsewhere stay in the first part. Constant
/// time; no panic.
///
/// ```
/// let units = [0x61, 0xD83C];
/// assert_eq!(placemat::utf16::split_incomplete(&units), (&units[..1], &units[1..]));
/// ```
#[must_use]
#[inline]
#[doc(alias = "trim_partial_utf16")]
pub fn split_incomplete(units: &[u16]) -> (&[u16], &[u16]) {
    units.split_at(units.len() - usize::from(units.last().is_some_and(|unit| is_high(*unit))))
}

byte_orders! {
    Utf16Le "UTF-16LE", Utf16Be "UTF-16BE";

    /// splits off a high surrogate, half a unit, or both at the end, like [`split_incomplete`]: at most three bytes.
    ///
    /// ```
    /// use placemat::utf16::{split_incomplete_utf16be, split_incomplete_utf16le};
    ///
    /// assert_eq!(split_incomplete_utf16le(b"a\0\x3C\xD8\x7D"), (&b"a\0"[..], &b"\x3C\xD8\x7D"[..]));
    /// assert_eq!(split_incomplete_utf16be(b"\0a\xDF"), (&b"\0a"[..], &b"\xDF"[..]));
    /// ```
    #[must_use]
    #[doc(alias = "trim_partial_utf16le", alias = "trim_partial_utf16be")]
    fn split_incomplete_utf16le, split_incomplete_utf16be(bytes: &[u8]) -> (&[u8], &[u8]) {
        let (units, half) = bytes.as_chunks();
        let is_open = units.last().is_some_and(|unit| is_high(Order::unit(*unit)));
        bytes.split_at(bytes.len() - half.len() - 2 * usize::from(is_open))
    }
}
