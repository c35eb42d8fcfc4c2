use alloc::vec::Vec;
use core::ops::Range;

use placemat_core::{Scan, Utf8Error, locate};

use super::{
    LineColumn, LineEnds, Unit, line,
    seek::{count, seek},
};
use crate::{backend_choice::BackendChoice, chars::floor_boundary};

/// Bytes between two entries.
const STEP: usize = 1024;

/// Bytes that are validated and counted before the next ones: they stay in the L2 cache in between.
const PIECE: usize = 64 * STEP;

/// Text with an entry for each kibibyte: finds a position in time that is logarithmic in the length of the text.
///
/// ```
/// use placemat::position::{Index, LineColumn, LineEnds, Unit};
///
/// let log = "caf\u{E9} \u{1F37D}\n".repeat(10_000);
/// let index = Index::new(log.as_bytes(), LineEnds::Lf)?;
/// let place = LineColumn { line: 9_999, column: 7 };
/// assert_eq!(index.byte_at(place, Unit::Utf16), Some(log.len() - 1));
/// assert_eq!(index.line_column(log.len() - 1, Unit::Utf16), Some(place));
/// # Ok::<(), placemat::Utf8Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Index<'a> {
    text: &'a str,
    ends: LineEnds,
    /// What is before each multiple of [`STEP`], or before the last boundary before it. There is at least one.
    entries: Vec<Entry>,
}

/// What is before a boundary.
#[derive(Clone, Copy, Debug)]
struct Entry {
    bytes: usize,
    chars: usize,
    utf16: usize,
    lines: usize,
}

impl<'a> Index<'a> {
    /// Validates the bytes and indexes them; reads memory once. Linear time; allocates 32 bytes for each kibibyte.
    ///
    /// # Errors
    ///
    /// The first error, like [`from_utf8`](crate::from_utf8).
    pub fn new(bytes: &'a [u8], ends: LineEnds) -> Result<Self, Utf8Error> {
        let mut last = Entry { bytes: 0, chars: 0, utf16: 0, lines: 0 };
        let mut entries = Vec::with_capacity(bytes.len() / STEP + 1);
        entries.push(last);
        let mut valid = 0;
        for piece in 1..=bytes.len().div_ceil(PIECE) {
            let end = floor_boundary(bytes, piece * PIECE);
            if let Scan::Suspect { from } = BackendChoice::Dispatched.scan(&bytes[valid..end]) {
                locate(bytes, valid + from)?;
            }
            valid = end;
            while entries.len() * STEP <= valid {
                last = last.and(bytes, last.bytes..floor_boundary(bytes, entries.len() * STEP), ends);
                entries.push(last);
            }
        }
        // SAFETY: a backend of the registry, which is trusted, has found all pieces valid.
        Ok(Self { text: unsafe { core::str::from_utf8_unchecked(bytes) }, ends, entries })
    }

    /// The text.
    #[must_use]
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the offset in `unit` of byte `at`, like [`offset`](super::offset).
    #[must_use]
    pub fn offset(&self, at: usize, unit: Unit) -> Option<usize> {
        self.text.is_char_boundary(at).then(|| self.before(at).get(unit) + count(self.after_entry(at), unit))
    }

    /// Returns the byte offset of an offset in `unit`, like [`byte`](super::byte).
    #[must_use]
    pub fn byte(&self, offset: usize, unit: Unit) -> Option<usize> {
        let (at, left) = self.seek(offset, unit);
        (left == 0).then_some(at)
    }

    /// Returns the byte offset of the last boundary at or before an offset in `unit`, like
    /// [`floor_byte`](super::floor_byte).
    #[must_use]
    pub fn floor_byte(&self, offset: usize, unit: Unit) -> usize {
        self.seek(offset, unit).0
    }

    /// Returns the line of byte `at`, and its column in `unit`, like [`line_column`](super::line_column).
    #[must_use]
    pub fn line_column(&self, at: usize, unit: Unit) -> Option<LineColumn> {
        let offset = self.offset(at, unit)?;
        let entry = self.before(at);
        let line = entry.lines + line::count(self.text.as_bytes(), entry.bytes..at, self.ends);
        let start = self.line_start(line)?;
        Some(LineColumn { line, column: offset - self.offset(start, unit)? })
    }

    /// Returns the byte offset of a line and a column in `unit`, like [`byte_at`](super::byte_at).
    #[must_use]
    pub fn byte_at(&self, place: LineColumn, unit: Unit) -> Option<usize> {
        let (at, left) = self.seek_in_line(place, unit)?;
        (left == 0).then_some(at)
    }

    /// Returns the byte offset of a line and a column in `unit`, or of the last boundary before the column in that
    /// line, like [`floor_byte_at`](super::floor_byte_at).
    #[must_use]
    pub fn floor_byte_at(&self, place: LineColumn, unit: Unit) -> Option<usize> {
        Some(self.seek_in_line(place, unit)?.0)
    }

    /// Returns the byte offset of the start of a line, like [`line_start`](super::line_start).
    #[must_use]
    pub fn line_start(&self, line: usize) -> Option<usize> {
        let entry = self.last(|entry| entry.lines < line);
        line::start(self.text.as_bytes(), entry.bytes, line - entry.lines, self.ends)
    }

    /// Returns the number of lines: one more than there are line ends.
    #[must_use]
    pub fn line_count(&self) -> usize {
        let len = self.text.len();
        let last = self.before(len);
        1 + last.lines + line::count(self.text.as_bytes(), last.bytes..len, self.ends)
    }

    fn seek(&self, offset: usize, unit: Unit) -> (usize, usize) {
        let entry = self.last(|entry| entry.get(unit) <= offset);
        seek(self.text.as_bytes(), entry.bytes, offset - entry.get(unit), unit)
    }

    fn seek_in_line(&self, place: LineColumn, unit: Unit) -> Option<(usize, usize)> {
        let text = self.text.as_bytes();
        let start = self.line_start(place.line)?;
        let end = match self.line_start(place.line.saturating_add(1)) {
            Some(next) => next - line::end_before(text, next, self.ends),
            None => text.len(),
        };
        let (start, most) = (self.offset(start, unit)?, self.offset(end, unit)?);
        let found = start.saturating_add(place.column);
        if found > most {
            return Some((end, found - most));
        }
        Some(self.seek(found, unit))
    }

    /// The last entry at or before byte `at`, which is in the text.
    fn before(&self, at: usize) -> &Entry {
        &self.entries[at / STEP]
    }

    /// The last of the leading entries for which this holds; the first entry if it holds for none.
    fn last(&self, is_before: impl Fn(&Entry) -> bool) -> &Entry {
        &self.entries[self.entries.partition_point(is_before).saturating_sub(1)]
    }

    /// The bytes between the entry before byte `at` and `at`.
    fn after_entry(&self, at: usize) -> &[u8] {
        &self.text.as_bytes()[self.before(at).bytes..at]
    }
}

impl Entry {
    /// What is before the end of the part that follows.
    fn and(&self, text: &[u8], part: Range<usize>, ends: LineEnds) -> Self {
        let bytes = &text[part.clone()];
        Self {
            bytes: part.end,
            chars: self.chars + count(bytes, Unit::Chars),
            utf16: self.utf16 + count(bytes, Unit::Utf16),
            lines: self.lines + line::count(text, part, ends),
        }
    }

    fn get(&self, unit: Unit) -> usize {
        match unit {
            Unit::Bytes => self.bytes,
            Unit::Chars => self.chars,
            Unit::Utf16 => self.utf16,
        }
    }
}
