//! Counts line ends, and finds where a line starts: by kernels, then by words.

use core::ops::Range;

use placemat_core::convert::portable::{self, count_flags, line_ends_at};

use super::LineEnds;
use crate::{backend::columns, backend_choice::BackendChoice};

/// Bytes in a word.
const WORD: usize = size_of::<u64>();

/// Bytes that are searched by words, since a call of a kernel is not worthwhile; and at most so many in one call, so
/// that little is searched again.
const SHORT: usize = 256;
const LONG: usize = 4096;

/// Calls a function whose last argument is this constant, so that the compiler makes a loop for each.
macro_rules! for_each_kind {
    ($function:ident($($argument:expr),*; $ends:ident)) => {
        match $ends {
            LineEnds::Lf => $function($($argument,)* LineEnds::Lf),
            LineEnds::LfCr => $function($($argument,)* LineEnds::LfCr),
            _ => $function($($argument,)* LineEnds::Unicode),
        }
    };
}
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
pub(super) fn start(text: &[u8], from: usize, lines: usize, ends: LineEnds) -> Option<usize> {
    let (mut at, mut left) = (from, lines);
    if left == 0 {
        return Some(at);
    }
    let mut piece = SHORT;
    while text.len() - at > piece {
        let end = cut(text, at + piece);
        let found = count(text, at..end, ends);
        if found < left {
            (at, left, piece) = (end, left - found, LONG.min(2 * piece));
        } else if piece == SHORT {
            break;
        } else {
            piece = SHORT;
        }
    }
    for_each_kind!(start_by_words(text, at, left; ends))
}

#[inline(always)]
fn start_by_words(text: &[u8], mut at: usize, mut left: usize, ends: LineEnds) -> Option<usize> {
    while at < text.len() {
        let mut flags = line_ends_at(text, at, ends);
        let found = count_flags(flags);
        if found >= left {
            for _ in 1..left {
                flags &= flags - 1;
            }
            return Some(at + flags.trailing_zeros() as usize / 8 + 1);
        }
        (at, left) = (at + WORD, left - found);
    }
    None
}

/// The line that starts at `first`, without its end.
pub(super) fn line(text: &[u8], first: usize, ends: LineEnds) -> Range<usize> {
    first..start(text, first, 1, ends).map_or(text.len(), |next| next - end_before(text, next, ends))
}

/// Where the line of byte `at` starts.
pub(super) fn start_of(text: &[u8], at: usize, ends: LineEnds) -> usize {
    let mut end = cut(text, at.saturating_sub(SHORT / 4));
    if let Some(start) = last_start(text, end..at, ends) {
        return start;
    }
    let mut piece = SHORT;
    while end > 0 {
        let from = cut(text, end.saturating_sub(piece));
        if count(text, from..end, ends) > 0 {
            return last_start(text, from..end, ends).unwrap_or(from);
        }
        (end, piece) = (from, LONG.min(2 * piece));
    }
    0
}

/// Appends the starts of the lines before which there is an end in this part.
#[cfg(feature = "alloc")]
pub(super) fn starts(text: &[u8], part: Range<usize>, ends: LineEnds, starts: &mut alloc::vec::Vec<usize>) {
    for_each_kind!(starts_by_words(text, part, starts; ends));
}

#[cfg(feature = "alloc")]
#[inline(always)]
fn starts_by_words(text: &[u8], part: Range<usize>, starts: &mut alloc::vec::Vec<usize>, ends: LineEnds) {
    let mut at = part.start;
    while at < part.end {
        let mut flags = line_ends_at(text, at, ends) & first_bytes(part.end - at);
        while flags != 0 {
            starts.push(at + flags.trailing_zeros() as usize / 8 + 1);
            flags &= flags - 1;
        }
        at += WORD;
    }
}

/// The byte after the last line end in this part.
fn last_start(text: &[u8], part: Range<usize>, ends: LineEnds) -> Option<usize> {
    for_each_kind!(last_start_by_words(text, part; ends))
}

#[inline(always)]
fn last_start_by_words(text: &[u8], part: Range<usize>, ends: LineEnds) -> Option<usize> {
    let mut end = part.end;
    while end > part.start {
        let from = end.saturating_sub(WORD).max(part.start);
        let flags = line_ends_at(text, from, ends) & first_bytes(end - from);
        if flags != 0 {
            return Some(from + WORD - flags.leading_zeros() as usize / 8);
        }
        end = from;
    }
    None
}

/// A mask of so many bytes.
#[inline(always)]
fn first_bytes(count: usize) -> u64 {
    if count >= WORD { u64::MAX } else { (1 << (8 * count)) - 1 }
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
