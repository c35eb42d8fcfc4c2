use alloc::{string::String, vec::Vec};
use core::ops::Range;

use placemat_core::{Scan, Utf8Error, locate};

use super::seek::{count, seek};
use super::{LineColumn, LineEnds, Unit, lines};
use crate::{backend_choice::BackendChoice, chars::floor_boundary};

/// Bytes between two entries.
const STEP: usize = 1024;

/// Bytes that are validated and counted before the next ones: they stay in the L2 cache in between.
const PIECE: usize = 64 * STEP;

/// Text with the starts of its lines and an entry for each kibibyte, for many questions: each takes time that is at
/// most logarithmic in the length of the text.
///
/// ```
/// use placemat::position::{Index, LineColumn, LineEnds, Unit};
///
/// let log = "caf\u{E9} \u{1F37D}\n".repeat(10_000);
/// let index = Index::new(&*log, LineEnds::Lf);
/// let place = LineColumn { line: 9_999, column: 7 };
/// assert_eq!(index.byte_at(place, Unit::Utf16), Some(log.len() - 1));
/// assert_eq!(index.line_column(log.len() - 1, Unit::Utf16), Some(place));
/// ```
#[derive(Clone, Debug)]
pub struct Index<T> {
    text: T,
    table: Table,
}

#[derive(Clone, Debug)]
struct Table {
    ends: LineEnds,
    /// The start of each line.
    starts: Vec<usize>,
    /// What is before each multiple of [`STEP`] but the first.
    entries: Vec<Entry>,
    /// What is before the end.
    all: Entry,
}

/// What is before a byte. Units are counted up to the last boundary before it, which is `bytes`.
#[derive(Clone, Copy, Debug)]
struct Entry {
    bytes: usize,
    chars: usize,
    utf16: usize,
    /// The lines that start there or before.
    lines: usize,
}

const START: Entry = Entry { bytes: 0, chars: 0, utf16: 0, lines: 1 };

impl<'a> Index<&'a str> {
    /// Validates the bytes and indexes them; reads memory once.
    ///
    /// # Errors
    ///
    /// The first error, like [`from_utf8`](crate::from_utf8).
    ///
    /// ```
    /// use placemat::position::{Index, LineEnds};
    ///
    /// assert_eq!(Index::from_utf8(b"one\ntwo", LineEnds::Lf)?.line_count(), 2);
    /// assert_eq!(Index::from_utf8(b"caf\xE9", LineEnds::Lf).unwrap_err().valid_up_to(), 3);
    /// # Ok::<(), placemat::Utf8Error>(())
    /// ```
    pub fn from_utf8(bytes: &'a [u8], ends: LineEnds) -> Result<Self, Utf8Error> {
        let mut table = Table::new(bytes.len(), ends);
        let mut valid = 0;
        for piece in 1..=bytes.len().div_ceil(PIECE) {
            let end = floor_boundary(bytes, piece * PIECE);
            if let Scan::Suspect { from } = BackendChoice::Dispatched.scan(&bytes[valid..end]) {
                locate(bytes, valid + from)?;
            }
            valid = end;
            table.extend(bytes, end / STEP * STEP);
        }
        table.extend(bytes, bytes.len());
        // SAFETY: a backend of the registry, which is trusted, has found all pieces valid.
        Ok(Self { text: unsafe { core::str::from_utf8_unchecked(bytes) }, table })
    }
}

impl Index<String> {
    /// Replaces a range of the text, as an editor does, and indexes the text again from there on; what is before is
    /// kept. `None`, and nothing is changed, if a character does not begin or end where the range does.
    ///
    /// A rope, whose text is in pieces of a few KiB, has an index for each: an edit then costs less than a microsecond.
    ///
    /// ```
    /// use placemat::position::{Index, LineEnds};
    ///
    /// let mut index = Index::new("one\ntwo".to_owned(), LineEnds::Lf);
    /// assert_eq!(index.replace_range(3..4, ",\n\u{E9}\n"), Some(()));
    /// assert_eq!((index.text(), index.line_start(2)), ("one,\n\u{E9}\ntwo", Some(8)));
    /// assert_eq!(index.replace_range(6..7, ""), None);
    /// ```
    pub fn replace_range(&mut self, range: Range<usize>, with: &str) -> Option<()> {
        self.text.get(range.clone())?;
        // Whether a line ends before the range depends on its first byte.
        self.table.entries.truncate(range.start.saturating_sub(1) / STEP);
        self.table.starts.truncate(self.table.last().lines);
        self.text.replace_range(range, with);
        self.table.extend(self.text.as_bytes(), self.text.len());
        Some(())
    }
}

impl<T: AsRef<str>> Index<T> {
    /// Indexes the text. Linear time; allocates a `usize` for each line and 32 bytes for each kibibyte.
    #[must_use]
    pub fn new(text: T, ends: LineEnds) -> Self {
        let bytes = text.as_ref().as_bytes();
        let mut table = Table::new(bytes.len(), ends);
        table.extend(bytes, bytes.len());
        Self { text, table }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.as_ref()
    }

    /// Returns the text, which the index owns or borrows.
    #[must_use]
    pub fn into_text(self) -> T {
        self.text
    }

    /// Returns the offset in `unit` of byte `at`, like [`offset`](super::offset).
    #[must_use]
    pub fn offset(&self, at: usize, unit: Unit) -> Option<usize> {
        self.text().is_char_boundary(at).then(|| self.offset_of_boundary(at, unit))
    }

    /// Returns the byte offset of an offset in `unit`, like [`byte`](super::byte).
    #[must_use]
    pub fn byte(&self, offset: usize, unit: Unit) -> Option<usize> {
        exact(self.seek(offset, unit))
    }

    /// Returns the byte offset of the last boundary at or before an offset in `unit`, like
    /// [`floor_byte`](super::floor_byte).
    #[must_use]
    pub fn floor_byte(&self, offset: usize, unit: Unit) -> usize {
        self.seek(offset, unit).0
    }

    /// Returns the line of byte `at`, like [`line`](super::line()).
    #[must_use]
    pub fn line(&self, at: usize) -> Option<usize> {
        self.text().is_char_boundary(at).then(|| self.table.line_of(at))
    }

    /// Returns the line of byte `at`, and its column in `unit`, like [`line_column`](super::line_column).
    #[must_use]
    pub fn line_column(&self, at: usize, unit: Unit) -> Option<LineColumn> {
        let line = self.line(at)?;
        Some(LineColumn { line, column: self.count(self.table.starts[line]..at, unit) })
    }

    /// Returns the byte offset of a line and a column in `unit`, like [`byte_at`](super::byte_at).
    #[must_use]
    pub fn byte_at(&self, place: LineColumn, unit: Unit) -> Option<usize> {
        exact(self.seek_in_line(place, unit)?)
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
        self.table.starts.get(line).copied()
    }

    /// Returns the number of lines: one more than there are line ends.
    #[must_use]
    pub fn line_count(&self) -> usize {
        self.table.starts.len()
    }

    fn offset_of_boundary(&self, at: usize, unit: Unit) -> usize {
        let entry = self.table.before(at);
        entry.get(unit) + self.count(entry.bytes..at, unit)
    }

    /// The units between two boundaries.
    fn count(&self, part: Range<usize>, unit: Unit) -> usize {
        if unit == Unit::Bytes || self.table.is_ascii(&part) {
            part.len()
        } else if part.len() <= 2 * STEP {
            count(&self.text().as_bytes()[part], unit)
        } else {
            self.offset_of_boundary(part.end, unit) - self.offset_of_boundary(part.start, unit)
        }
    }

    fn seek(&self, offset: usize, unit: Unit) -> (usize, usize) {
        let before = self.table.entries.partition_point(|entry| entry.get(unit) <= offset);
        let entry = self.table.before(before * STEP);
        seek(self.text().as_bytes(), entry.bytes, offset - entry.get(unit), unit)
    }

    fn seek_in_line(&self, place: LineColumn, unit: Unit) -> Option<(usize, usize)> {
        let text = self.text().as_bytes();
        let start = self.line_start(place.line)?;
        let end = match self.line_start(place.line.saturating_add(1)) {
            Some(next) => next - lines::end_before(text, next, self.table.ends),
            None => text.len(),
        };
        let line = start..end;
        if unit != Unit::Bytes && self.table.is_ascii(&line) {
            let column = place.column.min(line.len());
            return Some((start + column, place.column - column));
        }
        if unit == Unit::Bytes || line.len() <= 2 * STEP {
            return Some(seek(&text[..end], start, place.column, unit));
        }
        let most = self.count(line, unit);
        if place.column > most {
            return Some((end, place.column - most));
        }
        Some(self.seek(self.offset_of_boundary(start, unit) + place.column, unit))
    }
}

impl Table {
    /// The table before the first of `len` bytes.
    fn new(len: usize, ends: LineEnds) -> Self {
        // A guess at the number of lines, which avoids most of the reallocations.
        let mut starts = Vec::with_capacity(len / 64 + 4);
        starts.push(0);
        Self { ends, starts, entries: Vec::with_capacity(len / STEP), all: START }
    }

    /// Indexes the bytes from the last entry up to `to`, a multiple of [`STEP`] or the end.
    fn extend(&mut self, bytes: &[u8], to: usize) {
        let mut last = self.last();
        self.find_starts(bytes, last.bytes, floor_boundary(bytes, to));
        for from in (self.entries.len() * STEP..to).step_by(STEP) {
            let end = to.min(from + STEP);
            let part = &bytes[last.bytes..floor_boundary(bytes, end)];
            let chars = count(part, Unit::Chars);
            let utf16 = if chars == part.len() { chars } else { count(part, Unit::Utf16) };
            let starts = self.starts[last.lines..].iter().take_while(|start| **start <= end);
            last = Entry {
                bytes: last.bytes + part.len(),
                chars: last.chars + chars,
                utf16: last.utf16 + utf16,
                lines: last.lines + starts.count(),
            };
            if end - from == STEP {
                self.entries.push(last);
            }
        }
        self.all = last;
    }

    /// Appends the starts of the lines whose ends are between these boundaries.
    fn find_starts(&mut self, bytes: &[u8], mut from: usize, to: usize) {
        // Whether a carriage return is a line end depends on the next byte.
        let text = &bytes[..bytes.len().min(to + 1)];
        // More would take longer to set to zero for a short text.
        let mut buffer = [0; 16];
        loop {
            let found = lines::starts(&text[from..], self.ends, 0, &mut buffer);
            let starts = buffer[..found].iter().map(|start| from + start);
            self.starts.extend(starts.take_while(|start| *start <= to));
            if found < buffer.len() {
                return;
            }
            from += buffer[found - 1];
        }
    }

    fn last(&self) -> Entry {
        *self.entries.last().unwrap_or(&START)
    }

    /// The line of byte `at`: one of those that start in its kibibyte, or the last before.
    fn line_of(&self, at: usize) -> usize {
        let lines = self.before(at).lines;
        lines + self.starts[lines..self.after(at).lines].partition_point(|start| *start <= at) - 1
    }

    /// Whether there is nothing but ASCII in the kibibytes of this part.
    fn is_ascii(&self, part: &Range<usize>) -> bool {
        let (before, after) = (self.before(part.start), self.after(part.end));
        after.bytes - before.bytes == after.chars - before.chars
    }

    /// The last entry at or before byte `at`, which is in the text.
    #[inline]
    fn before(&self, at: usize) -> &Entry {
        (at / STEP).checked_sub(1).map_or(&START, |nth| &self.entries[nth])
    }

    /// The first entry after byte `at`.
    #[inline]
    fn after(&self, at: usize) -> &Entry {
        self.entries.get(at / STEP).unwrap_or(&self.all)
    }
}

impl Entry {
    fn get(&self, unit: Unit) -> usize {
        match unit {
            Unit::Bytes => self.bytes,
            Unit::Chars => self.chars,
            Unit::Utf16 => self.utf16,
        }
    }
}

/// The byte offset, if no units are left.
fn exact((at, left): (usize, usize)) -> Option<usize> {
    (left == 0).then_some(at)
}
