//! Finds item boundaries.

use super::item::{end_of_item, lead_of};

/// Returns whether an item, a character or an invalid sequence as in forward iteration, begins at byte
/// `at`. 0 and the length are boundaries; positions beyond the length are not.
///
/// Reads the byte at `at`, the three before it and the three after it: constant time. Does not panic.
///
/// ```
/// use placemat::chars::is_boundary;
///
/// let euro = b"\xE2\x82\xAC";
/// assert_eq!([0, 1, 2, 3, 4].map(|at| is_boundary(euro, at)), [true, false, false, true, false]);
/// assert!(is_boundary(b"\x80\x80", 1), "each continuation too many is an item of its own");
/// ```
#[must_use]
#[doc(alias = "is_char_boundary")]
pub fn is_boundary(bytes: &[u8], at: usize) -> bool {
    if at >= bytes.len() {
        return at == bytes.len();
    }
    match lead_of(bytes, at) {
        Some(lead) => lead == at || end_of_item(bytes, lead) <= at,
        None => true,
    }
}

/// Returns the last boundary at or before byte `at`; the length if `at` is beyond it. Constant time. Does not panic.
///
/// ```
/// assert_eq!(placemat::chars::floor_boundary("5\u{20AC}".as_bytes(), 3), 1);
/// ```
#[must_use]
#[doc(alias = "floor_char_boundary")]
pub fn floor_boundary(bytes: &[u8], at: usize) -> usize {
    let mut at = at.min(bytes.len());
    // An item has at most four bytes.
    while !is_boundary(bytes, at) {
        at -= 1;
    }
    at
}

/// Returns the first boundary at or after byte `at`; the length if `at` is beyond it. Constant time. Does not panic.
///
/// ```
/// assert_eq!(placemat::chars::ceil_boundary("5\u{20AC}".as_bytes(), 2), 4);
/// ```
#[must_use]
#[doc(alias = "ceil_char_boundary")]
pub fn ceil_boundary(bytes: &[u8], at: usize) -> usize {
    let mut at = at.min(bytes.len());
    while !is_boundary(bytes, at) {
        at += 1;
    }
    at
}
