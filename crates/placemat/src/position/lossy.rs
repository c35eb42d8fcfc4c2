//! The same for bytes that need not be valid: each invalid sequence counts as the U+FFFD that
//! [`from_utf8_lossy`](crate::from_utf8_lossy) writes for it. Byte offsets are offsets in the bytes as they are.
//!
//! `None` means as in the [module above](super), and also that an offset is inside an invalid sequence. Where bytes
//! have to be valid, call [`from_utf8`](crate::from_utf8) or [`Index::from_utf8`](super::Index::from_utf8), which
//! return the error.

use super::{LineColumn, LineEnds, Unit, lines, seek::seek};
use crate::convert::{Utf8, Utf16, Utf32, len_lossily};
use crate::{chars::is_boundary, chunks};

/// Returns the offset in `unit` of byte `at`, like [`offset`](super::offset).
///
/// ```
/// use placemat::position::{Unit, lossy};
///
/// assert_eq!(lossy::offset(b"caf\xE9 \xE2\x82!", 7, Unit::Chars), Some(6));
/// assert_eq!(lossy::offset(b"caf\xE9 \xE2\x82!", 6, Unit::Chars), None);
/// ```
#[must_use]
pub fn offset(bytes: &[u8], at: usize, unit: Unit) -> Option<usize> {
    is_boundary(bytes, at).then(|| count(&bytes[..at], unit))
}

/// Returns the byte offset of an offset in `unit`, like [`byte`](super::byte).
///
/// ```
/// use placemat::position::{Unit, lossy};
///
/// assert_eq!(lossy::byte(b"caf\xE9 \xE2\x82!", 6, Unit::Chars), Some(7));
/// ```
#[must_use]
pub fn byte(bytes: &[u8], offset: usize, unit: Unit) -> Option<usize> {
    if unit == Unit::Bytes {
        return is_boundary(bytes, offset).then_some(offset);
    }
    let (mut at, mut left) = (0, offset);
    for chunk in chunks(bytes) {
        let (len, after) = seek(chunk.valid().as_bytes(), 0, left, unit);
        (at, left) = (at + len, after);
        if left == 0 || len < chunk.valid().len() {
            break;
        }
        (at, left) = (at + chunk.invalid().len(), left - usize::from(!chunk.invalid().is_empty()));
    }
    (left == 0).then_some(at)
}

/// Returns the line of byte `at`, and its column in `unit`, like [`line_column`](super::line_column).
///
/// ```
/// use placemat::position::{LineColumn, LineEnds, Unit, lossy};
///
/// let place = lossy::line_column(b"\xFF\ncaf\xE9!", 6, Unit::Chars, LineEnds::Lf);
/// assert_eq!(place, Some(LineColumn { line: 1, column: 4 }));
/// ```
#[must_use]
pub fn line_column(bytes: &[u8], at: usize, unit: Unit, ends: LineEnds) -> Option<LineColumn> {
    is_boundary(bytes, at).then(|| {
        let start = lines::start_of(bytes, at, ends);
        LineColumn { line: lines::count(bytes, 0..start, ends), column: count(&bytes[start..at], unit) }
    })
}

/// Returns the byte offset of a line and a column in `unit`, like [`byte_at`](super::byte_at).
///
/// ```
/// use placemat::position::{LineColumn, LineEnds, Unit, lossy};
///
/// let place = LineColumn { line: 1, column: 4 };
/// assert_eq!(lossy::byte_at(b"\xFF\ncaf\xE9!", place, Unit::Chars, LineEnds::Lf), Some(6));
/// ```
#[must_use]
pub fn byte_at(bytes: &[u8], place: LineColumn, unit: Unit, ends: LineEnds) -> Option<usize> {
    let line = lines::line(bytes, lines::start(bytes, 0, place.line, ends)?, ends);
    Some(line.start + byte(&bytes[line], place.column, unit)?)
}

fn count(bytes: &[u8], unit: Unit) -> usize {
    match unit {
        Unit::Bytes => bytes.len(),
        Unit::Chars => len_lossily::<Utf8, Utf32>(bytes),
        Unit::Utf16 => len_lossily::<Utf8, Utf16>(bytes),
    }
}
