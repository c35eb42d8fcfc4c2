//! A mergeable summary of one piece of an input.

mod count;
mod merge;
#[cfg(feature = "serde")]
mod wire;

use super::{pending::Pending, validator::count};
use crate::{Utf8ErrorKind, chunks, chunks::Invalid};
use count::Text;

/// A summary of a piece of an input. Summaries can be merged, so that several threads or machines can validate a
/// large input in pieces.
///
/// For every way to split an input in two, even inside an invalid sequence,
/// `Summary::of(a).merge(Summary::of(b)) == Summary::of(ab)`, and merging is associative. The [`Default`] is
/// the summary of the empty piece. [`finish`](Self::finish) returns the totals of the whole input.
///
/// Computing a summary takes linear time, merging constant time. It has a fixed size; nothing allocates or
/// panics. Counters saturate at [`u64::MAX`], which no input reaches.
///
/// With the feature `serde` a summary can be sent to another machine. Deserialisation rejects what is no summary of any
/// piece by its offsets, head or tail; it cannot detect wrong counts, so use a transport that detects damage.
///
/// ```
/// use placemat::stream::Summary;
///
/// let input = "one\ntw\u{F8}\nthree".as_bytes();
/// let pieces = [&input[..7], &input[7..9], &input[9..]];
/// let whole = pieces.into_iter().map(Summary::of).fold(Summary::default(), Summary::merge);
/// assert_eq!(whole, Summary::of(input));
///
/// let totals = whole.finish();
/// assert_eq!((totals.bytes, totals.chars, totals.line_feeds, totals.errors), (14, 13, 2, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(remote = "Self", deny_unknown_fields))]
pub struct Summary {
    /// Length of the piece in bytes.
    len: u64,
    /// Leading continuation bytes, at most three; the preceding piece determines whether they belong to a character.
    head: Pending,
    /// Whether there is anything after the head. Only leading continuation bytes depend on the preceding
    /// piece, and a sequence contains at most three; so everything after the head except the tail is final.
    decided: bool,
    /// Valid characters between head and tail.
    chars: u64,
    /// Total length of invalid sequences in bytes.
    ill_bytes: u64,
    /// Number of invalid sequences by [`Utf8ErrorKind`].
    kinds: [u64; Utf8ErrorKind::ALL.len()],
    line_feeds: u64,
    /// Characters and invalid sequences after the last line feed.
    column: u64,
    /// Whether the first line (up to the first line feed, or everything) has an error.
    bad_first: bool,
    /// Whether the last line (after the last line feed, or everything) has an error.
    bad_last: bool,
    /// Number of lines between these that have an error.
    bad_inner: u64,
    first: Firsts,
    /// The prefix of a sequence that the end of the piece cuts off.
    tail: Pending,
}

/// The first errors, in order, followed by `None`.
type Firsts = [Option<FirstError>; Summary::FIRST];

/// One of the first errors of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(deny_unknown_fields))]
pub struct FirstError {
    /// Its offset in bytes.
    pub offset: u64,
    /// Its line, counted from 1. A line ends with U+000A.
    pub line: u64,
    /// Its position in the line, counted from 1 in characters; an invalid sequence counts as one.
    pub column: u64,
    /// Its length in bytes: 1 to 3.
    pub len: usize,
    /// What is wrong.
    #[cfg_attr(feature = "serde", serde(with = "wire::kind"))]
    pub kind: Utf8ErrorKind,
}

/// The totals of a whole input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Totals {
    /// Length in bytes.
    pub bytes: u64,
    /// Number of characters (valid sequences).
    pub chars: u64,
    /// Number of U+000A.
    pub line_feeds: u64,
    /// Number of invalid sequences.
    pub errors: u64,
    /// Number of invalid sequences of each kind, in the order of [`Utf8ErrorKind::ALL`].
    pub errors_by_kind: [u64; Utf8ErrorKind::ALL.len()],
    /// Total length of invalid sequences in bytes.
    pub invalid_bytes: u64,
    /// Number of lines with at least one error.
    pub bad_lines: u64,
    first: Firsts,
}

impl Totals {
    /// The first errors, in order, at most [`Summary::FIRST`].
    pub fn first_errors(&self) -> impl Iterator<Item = FirstError> + '_ {
        self.first.iter().copied().flatten()
    }
}

impl Summary {
    /// Maximum number of errors whose positions are kept.
    pub const FIRST: usize = 8;

    /// The start of an input: no bytes come before it, so leading continuation bytes are errors.
    const START: Self = Self { decided: true, ..Self::NOTHING };

    const NOTHING: Self = Self {
        len: 0,
        head: Pending::NONE,
        decided: false,
        chars: 0,
        ill_bytes: 0,
        kinds: [0; Utf8ErrorKind::ALL.len()],
        line_feeds: 0,
        column: 0,
        bad_first: false,
        bad_last: false,
        bad_inner: 0,
        first: [None; Self::FIRST],
        tail: Pending::NONE,
    };

    /// Computes the summary of a piece.
    #[must_use]
    pub fn of(piece: &[u8]) -> Self {
        let is_continuation = |byte: &&u8| (0x80..0xC0).contains(*byte);
        let head = piece.iter().take(3).take_while(is_continuation).count();
        let (head, rest) = piece.split_at(head);
        let mut summary = Self {
            len: count(head.len()),
            head: Pending::new(head),
            decided: !rest.is_empty(),
            ..Self::NOTHING
        };
        for chunk in chunks(rest) {
            summary.pass_text(chunk.valid());
            match chunk.error() {
                Some(Invalid { kind: Utf8ErrorKind::Truncated, len, .. }) => {
                    summary.tail = Pending::new(chunk.invalid());
                    summary.len += count(len);
                }
                Some(Invalid { len, kind, .. }) => summary.pass_invalid(len, kind),
                None => {}
            }
        }
        summary
    }

    /// Returns the totals of the input that this summary covers.
    #[must_use]
    pub fn finish(self) -> Totals {
        let mut whole = Self::START.merge(self);
        let tail = whole.tail;
        if !tail.is_empty() {
            whole.len -= count(tail.len());
            whole.pass_invalid(tail.len(), Utf8ErrorKind::Truncated);
        }
        let last_is_another = whole.line_feeds > 0 && whole.bad_last;
        let outer = u64::from(whole.bad_first) + u64::from(last_is_another);
        Totals {
            bytes: whole.len,
            chars: whole.chars,
            line_feeds: whole.line_feeds,
            errors: whole.kinds.iter().fold(0, |sum, count| sum.saturating_add(*count)),
            errors_by_kind: whole.kinds,
            invalid_bytes: whole.ill_bytes,
            bad_lines: whole.bad_inner.saturating_add(outer),
            first: whole.first,
        }
    }

    /// Appends text; the tail must be empty.
    fn pass_text(&mut self, text: &str) {
        let Text { chars, line_feeds, column } = Text::of(text);
        self.len += count(text.len());
        self.chars += chars;
        if line_feeds > 0 {
            if self.line_feeds > 0 {
                self.bad_inner += u64::from(self.bad_last);
            }
            self.bad_last = false;
            self.column = 0;
        }
        self.line_feeds += line_feeds;
        self.column += column;
    }

    /// Appends an invalid sequence; the tail must be empty.
    fn pass_invalid(&mut self, len: usize, kind: Utf8ErrorKind) {
        let error = FirstError {
            offset: self.len,
            line: self.line_feeds.saturating_add(1),
            column: self.column.saturating_add(1),
            len,
            kind,
        };
        if let Some(free) = self.first.iter_mut().find(|first| first.is_none()) {
            *free = Some(error);
        }
        add(&mut self.len, count(len));
        add(&mut self.column, 1);
        add(&mut self.ill_bytes, count(len));
        add(&mut self.kinds[kind as usize], 1);
        self.bad_last = true;
        self.bad_first |= self.line_feeds == 0;
    }
}

/// Adds with saturation: deserialised summaries may claim lengths up to 2^64 bytes.
fn add(number: &mut u64, more: u64) {
    *number = number.saturating_add(more);
}
