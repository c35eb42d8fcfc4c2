//! Counts line ends, and finds where a line starts.

use core::ops::Range;

use placemat_core::convert::portable;

use super::LineEnds;
use crate::{backend::columns, backend_choice::BackendChoice, chars::floor_boundary};

/// Bytes of pieces that are counted by a kernel, as long as the line is beyond them. A piece that has its start is
/// counted again in smaller ones.
const PIECES: [usize; 3] = [4096, 512, 64];

/// The line ends in a part of the text. A carriage return at its end is none if a line feed comes after the part.
pub(super) fn count(text: &[u8], part: Range<usize>, ends: LineEnds) -> usize {
    let (column, portable): (_, fn(&[u8]) -> usize) = match ends {
        LineEnds::Lf => (columns::LINE_FEEDS, portable::line_feeds),
        LineEnds::LfCr => (columns::LINE_ENDS, portable::line_ends),
        LineEnds::Unicode => (columns::UNICODE_LINE_ENDS, portable::unicode_line_ends),
    };
    let goes_on = ends != LineEnds::Lf && text.get(part.end) == Some(&b'\n');
    let bytes = &text[part];
    let count = BackendChoice::Dispatched.measure(column, bytes).unwrap_or_else(|| portable(bytes));
    count - usize::from(goes_on && bytes.last() == Some(&b'\r'))
}

/// The start of the line that is `lines` after that of byte `from`, a boundary.
pub(super) fn start(text: &[u8], from: usize, lines: usize, ends: LineEnds) -> Option<usize> {
    let (mut at, mut left) = (from, lines);
    for piece in PIECES {
        while text.len() - at > piece {
            let end = floor_boundary(text, at + piece);
            let found = count(text, at..end, ends);
            if found >= left {
                break;
            }
            (at, left) = (end, left - found);
        }
    }
    while left > 0 {
        at += text[at..].iter().position(|byte| matches!(byte, b'\n'..=b'\r' | 0xC2 | 0xE2))?;
        let len = end_at(text, at, ends);
        (at, left) = (at + len.max(1), left - usize::from(len > 0));
    }
    Some(at)
}

/// The line that starts at `start`, without its end.
pub(super) fn line(text: &[u8], first: usize, ends: LineEnds) -> Range<usize> {
    first..start(text, first, 1, ends).map_or(text.len(), |next| next - end_before(text, next, ends))
}

/// Where the line of byte `at`, a boundary, starts.
pub(super) fn start_of(text: &[u8], at: usize, ends: LineEnds) -> usize {
    let (mut end, mut piece) = (at, PIECES[2]);
    while end > 0 {
        let from = floor_boundary(text, end.saturating_sub(piece));
        if count(text, from..end, ends) > 0 {
            let is_last = |byte: &u8| matches!(byte, b'\n'..=b'\r' | 0x85 | 0xA8 | 0xA9);
            while let Some(last) = text[from..end].iter().rposition(is_last) {
                if end_before(text, from + last + 1, ends) > 0 {
                    return from + last + 1;
                }
                end = from + last;
            }
        }
        (end, piece) = (from, PIECES[0].min(2 * piece));
    }
    0
}

/// The length of the line end at `at`, 0 if there is none.
fn end_at(text: &[u8], at: usize, ends: LineEnds) -> usize {
    match &text[at..] {
        [b'\n', ..] => 1,
        _ if ends == LineEnds::Lf => 0,
        [b'\r', b'\n', ..] => 2,
        [b'\r', ..] => 1,
        _ if ends == LineEnds::LfCr => 0,
        [0x0B | 0x0C, ..] => 1,
        [0xC2, 0x85, ..] => 2,
        [0xE2, 0x80, 0xA8 | 0xA9, ..] => 3,
        _ => 0,
    }
}

/// The length of the line end before `at`, 0 if there is none.
pub(super) fn end_before(text: &[u8], at: usize, ends: LineEnds) -> usize {
    let (before, after) = text.split_at(at);
    match before {
        [.., b'\r', b'\n'] if ends != LineEnds::Lf => 2,
        [.., b'\n'] => 1,
        _ if ends == LineEnds::Lf => 0,
        [.., b'\r'] => usize::from(after.first() != Some(&b'\n')),
        _ if ends == LineEnds::LfCr => 0,
        [.., 0x0B | 0x0C] => 1,
        [.., 0xC2, 0x85] => 2,
        [.., 0xE2, 0x80, 0xA8 | 0xA9] => 3,
        _ => 0,
    }
}
