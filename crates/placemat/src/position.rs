//! Converts positions in text: from an offset in bytes to one in characters or units of UTF-16, or to a line and a
//! column, and back.
//!
//! A language server counts columns in units of UTF-16, an editor shows them in characters, and Rust's `str` has
//! offsets in bytes. Positions are *exact*: `None` means that there is no boundary of a character at the offset.
//! The functions that begin with `floor` return the last boundary before it; to round a byte offset, call
//! [`floor_boundary`](crate::chars::floor_boundary) or [`ceil_boundary`](crate::chars::ceil_boundary) first.
//!
//! | you have | you want | call |
//! | --- | --- | --- |
//! | a byte offset | an offset in characters or in units of UTF-16 | [`offset`] |
//! | such an offset | the byte offset | [`byte`], [`floor_byte`] |
//! | a byte offset | the line, or line and column | [`line`](line()), [`line_column`] |
//! | line and column | the byte offset | [`byte_at`], [`floor_byte_at`] |
//! | a line | the byte offset of its start | [`line_start`] |
//! | many such questions about one text, or edits of it | an index | [`Index`] |
//! | any of this, and bytes that may be invalid | invalid sequences counted as U+FFFD | [`lossy`] |
//!
//! Offsets, lines and columns count from 0. All functions but those of the index take time linear in the offset, and count with the active
//! backend's vectors; none panics or allocates.

#[cfg(feature = "alloc")]
mod index;
mod lines;
pub mod lossy;
mod seek;

#[cfg(feature = "alloc")]
pub use index::Index;
pub use placemat_core::convert::portable::LineEnds;

use seek::{count, seek};

/// What offsets and columns count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unit {
    /// Bytes of UTF-8.
    Bytes,
    /// Characters: Unicode scalar values, units of UTF-32.
    Chars,
    /// Units of UTF-16: two for characters above U+FFFF, otherwise one.
    Utf16,
}

/// A line, and a column in it; both count from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    /// The number of line ends before the position. A position between CR and LF is before their end.
    pub line: usize,
    /// The distance from the start of the line.
    pub column: usize,
}

/// Returns the offset in `unit` of byte `at`. `None` if no character begins or ends there.
///
/// ```
/// use placemat::position::{Unit, offset};
///
/// let text = "\u{1F37D} caf\u{E9}";
/// assert_eq!(offset(text, 8, Unit::Chars), Some(5));
/// assert_eq!(offset(text, 8, Unit::Utf16), Some(6));
/// assert_eq!(offset(text, 2, Unit::Utf16), None);
/// ```
#[must_use]
pub fn offset(text: &str, at: usize, unit: Unit) -> Option<usize> {
    text.get(..at).map(|before| count(before.as_bytes(), unit))
}

/// Returns the byte offset of an offset in `unit`. `None` if it is beyond the end, or inside a character.
///
/// ```
/// use placemat::position::{Unit, byte};
///
/// let text = "\u{1F37D} caf\u{E9}";
/// assert_eq!(byte(text, 6, Unit::Utf16), Some(8));
/// assert_eq!(byte(text, 1, Unit::Utf16), None, "half of a surrogate pair");
/// assert_eq!(byte(text, 8, Unit::Utf16), None, "the text has seven units");
/// ```
#[must_use]
pub fn byte(text: &str, offset: usize, unit: Unit) -> Option<usize> {
    let (at, left) = seek(text.as_bytes(), 0, offset, unit);
    (left == 0).then_some(at)
}

/// Returns the byte offset of the last boundary at or before an offset in `unit`: the length of the text if that is
/// beyond it.
///
/// ```
/// use placemat::position::{Unit, floor_byte};
///
/// assert_eq!(floor_byte("a\u{1F37D}", 2, Unit::Utf16), 1);
/// assert_eq!(floor_byte("a\u{1F37D}", 9, Unit::Utf16), 5);
/// ```
#[must_use]
pub fn floor_byte(text: &str, offset: usize, unit: Unit) -> usize {
    seek(text.as_bytes(), 0, offset, unit).0
}

/// Returns the line of byte `at`: the number of line ends before it. `None` if no character begins or ends there.
///
/// ```
/// use placemat::position::{LineEnds, line};
///
/// assert_eq!([1, 2, 3].map(|at| line("a\r\nb", at, LineEnds::LfCr)), [Some(0), Some(0), Some(1)]);
/// ```
#[must_use]
pub fn line(text: &str, at: usize, ends: LineEnds) -> Option<usize> {
    text.is_char_boundary(at).then(|| lines::count(text.as_bytes(), 0..at, ends))
}

/// Returns the line of byte `at`, and its column in `unit`. `None` if no character begins or ends there.
///
/// ```
/// use placemat::position::{LineColumn, LineEnds, Unit, line_column};
///
/// let text = "one\r\n\u{1F37D}: two";
/// let at = text.find("two").unwrap();
/// assert_eq!(line_column(text, at, Unit::Utf16, LineEnds::LfCr), Some(LineColumn { line: 1, column: 4 }));
/// assert_eq!(line_column(text, at, Unit::Chars, LineEnds::LfCr), Some(LineColumn { line: 1, column: 3 }));
/// ```
#[must_use]
pub fn line_column(text: &str, at: usize, unit: Unit, ends: LineEnds) -> Option<LineColumn> {
    let before = text.get(..at)?.as_bytes();
    let start = lines::start_of(text.as_bytes(), at, ends);
    Some(LineColumn {
        line: lines::count(text.as_bytes(), 0..start, ends),
        column: count(&before[start..], unit),
    })
}

/// Returns the byte offset of a line and a column in `unit`. `None` if there is no such line, if its end is before the
/// column, or if the column is inside a character. (The column after the last character is that of the line's end.)
///
/// ```
/// use placemat::position::{LineColumn, LineEnds, Unit, byte_at};
///
/// let text = "one\r\n\u{1F37D}: two";
/// let place = |line, column| byte_at(text, LineColumn { line, column }, Unit::Utf16, LineEnds::LfCr);
/// assert_eq!([place(1, 4), place(0, 3)], [Some(11), Some(3)]);
/// assert_eq!([place(0, 4), place(1, 1), place(2, 0)], [None; 3]);
/// ```
#[must_use]
pub fn byte_at(text: &str, place: LineColumn, unit: Unit, ends: LineEnds) -> Option<usize> {
    let line = lines::line(text.as_bytes(), line_start(text, place.line, ends)?, ends);
    byte(&text[line.clone()], place.column, unit).map(|at| line.start + at)
}

/// Returns the byte offset of a line and a column in `unit`, or of the last boundary before the column in that line:
/// what the Language Server Protocol asks for. `None` if there is no such line.
///
/// ```
/// use placemat::position::{LineColumn, LineEnds, Unit, floor_byte_at};
///
/// let text = "one\r\n\u{1F37D}: two";
/// let place = |line, column| floor_byte_at(text, LineColumn { line, column }, Unit::Utf16, LineEnds::LfCr);
/// assert_eq!([place(0, 9), place(1, 1), place(2, 0)], [Some(3), Some(5), None]);
/// ```
#[must_use]
pub fn floor_byte_at(text: &str, place: LineColumn, unit: Unit, ends: LineEnds) -> Option<usize> {
    let line = lines::line(text.as_bytes(), line_start(text, place.line, ends)?, ends);
    Some(line.start + floor_byte(&text[line], place.column, unit))
}

/// Returns the byte offset of the start of a line; `None` if there is no such line.
///
/// ```
/// use placemat::position::{LineEnds, line_start};
///
/// assert_eq!([0, 1, 2].map(|line| line_start("a\nb\n", line, LineEnds::Lf)), [Some(0), Some(2), Some(4)]);
/// assert_eq!(line_start("a\nb\n", 3, LineEnds::Lf), None);
/// ```
#[must_use]
pub fn line_start(text: &str, line: usize, ends: LineEnds) -> Option<usize> {
    lines::start(text.as_bytes(), 0, line, ends)
}
