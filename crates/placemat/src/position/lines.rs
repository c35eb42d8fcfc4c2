//! Counts line ends, and finds where lines start.

use core::ops::Range;

use placemat_core::convert::portable;

use super::LineEnds;
use crate::{backend, backend::columns, backend_choice::BackendChoice};

/// The line ends in a part of the text. A carriage return at its end is none if a line feed comes after the part.
#[inline]
pub(super) fn count(text: &[u8], part: Range<usize>, ends: LineEnds) -> usize {
    let (column, portable): (_, fn(&[u8]) -> usize) = match ends {
        LineEnds::Lf => (columns::LINE_FEEDS, portable::line_feeds),
        LineEnds::LfCr => (columns::LINE_ENDS, portable::line_ends),
        _ => (columns::UNICODE_LINE_ENDS, portable::unicode_line_ends),
    };
    let goes_on = ends != LineEnds::Lf && text.get(part.end) == Some(&b'\n');
    let bytes = &text[part];
    let count = BackendChoice::Dispatched.measure(column, bytes).unwrap_or_else(|| portable(bytes));
    count - usize::from(goes_on && bytes.last() == Some(&b'\r'))
}

/// The start of the line that is `lines` after that of byte `from`.
#[inline]
pub(super) fn start(text: &[u8], from: usize, lines: usize, ends: LineEnds) -> Option<usize> {
    let Some(skip) = lines.checked_sub(1) else { return Some(from) };
    let mut found = [0];
    (starts(&text[from..], ends, skip, &mut found) == 1).then(|| from + found[0])
}

/// Passes over `skip` line ends, and finds the starts of the next lines, as many as `dst` takes. Returns their number.
pub(super) fn starts(text: &[u8], ends: LineEnds, skip: usize, dst: &mut [usize]) -> usize {
    match backend::kernel(BackendChoice::Dispatched, columns::LINE_STARTS) {
        // SAFETY: calls are dispatched only to a backend that the machine supports.
        Some(kernel) => unsafe { kernel(text, ends, skip, dst) },
        None => portable::line_starts(text, ends, skip, dst),
    }
}

/// The line that starts at `first`, without its end.
pub(super) fn line(text: &[u8], first: usize, ends: LineEnds) -> Range<usize> {
    first..start(text, first, 1, ends).map_or(text.len(), |next| next - end_before(text, next, ends))
}

/// Where the line of byte `at` starts.
pub(super) fn start_of(text: &[u8], at: usize, ends: LineEnds) -> usize {
    let (mut end, mut piece) = (at, 64);
    while end > 0 {
        let from = cut(text, end.saturating_sub(piece));
        let found = count(text, from..end, ends);
        if found > 0 {
            return start(text, from, found, ends).unwrap_or(from);
        }
        (end, piece) = (from, 4096.min(2 * piece));
    }
    0
}

/// Moves `at` back to the start of a character, at most by the length of one, so that no line end is cut.
#[inline(always)]
fn cut(text: &[u8], at: usize) -> usize {
    let is_inside = |at: usize| text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    (at.saturating_sub(3)..=at).rev().find(|at| !is_inside(*at)).unwrap_or(at)
}

/// The length of the line end before the start of a line that is not the first.
pub(super) fn end_before(text: &[u8], start: usize, ends: LineEnds) -> usize {
    match &text[..start] {
        [.., b'\r', b'\n'] if ends != LineEnds::Lf => 2,
        [.., 0xC2, 0x85] => 2,
        [.., 0xE2, 0x80, 0xA8 | 0xA9] => 3,
        _ => 1,
    }
}
