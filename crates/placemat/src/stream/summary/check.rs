//! Checks that a deserialised summary could result from [`of`](Summary::of) and [`merge`](Summary::merge).

use placemat_core::grammar::sequence_at;

use super::{FirstError, Summary};
use crate::Utf8ErrorKind;

/// The error is the contradiction.
type Check = Result<(), &'static str>;

const fn ensure(holds: bool, contradiction: &'static str) -> Check {
    if holds { Ok(()) } else { Err(contradiction) }
}

/// A position between two items.
#[derive(Clone, Copy)]
struct Place {
    offset: u128,
    line: u128,
    /// The column of the item after the position.
    column: u128,
}

impl Place {
    fn of(error: FirstError) -> Self {
        Self { offset: error.offset.into(), line: error.line.into(), column: error.column.into() }
    }

    /// The position after an error.
    fn after(error: FirstError) -> Self {
        let Self { offset, line, column } = Self::of(error);
        Self { offset: offset + error.len as u128, line, column: column + 1 }
    }

    /// The minimum and maximum number of items between this position and a later one; an item has one to four
    /// bytes, a line feed one. `None` if the two positions contradict each other.
    fn items_up_to(self, later: Self) -> Option<(u128, u128)> {
        let bytes = later.offset.checked_sub(self.offset)?;
        let lines = later.line.checked_sub(self.line)?;
        if lines == 0 {
            let items = later.column.checked_sub(self.column)?;
            return (items <= bytes && bytes <= 4 * items).then_some((items, items));
        }
        let on_last_line = later.column.checked_sub(1)?;
        let others = bytes.checked_sub(lines)?;
        (on_last_line <= others).then(|| (lines + on_last_line.max(others.div_ceil(4)), bytes))
    }
}

impl Summary {
    /// Returns the first contradiction between the fields.
    pub(super) fn check(&self) -> Check {
        let head = self.head.bytes();
        ensure(head.iter().all(|byte| (0x80..0xC0).contains(byte)), "the head has continuations only")?;
        ensure(self.decided == (self.len > self.head_len()), "decided is what is longer than its head")?;
        if !self.decided {
            let nothing = Self { len: self.head_len(), head: self.head, ..Self::NOTHING };
            return ensure(*self == nothing, "a piece that is all head has nothing else");
        }
        let tail = self.tail.bytes();
        let is_prefix = sequence_at(tail, 0).is_err_and(|error| error.error_len().is_none());
        ensure(is_prefix, "the tail begins a sequence and does not end it")?;
        self.check_counts()?;
        self.check_lines()?;
        self.check_first()
    }

    fn head_len(&self) -> u64 {
        self.head.bytes().len() as u64
    }

    /// The offset of the tail.
    fn end(&self) -> Option<u64> {
        self.len.checked_sub(self.tail.bytes().len() as u64).filter(|end| *end >= self.head_len())
    }

    fn kind(&self, kind: Utf8ErrorKind) -> u128 {
        self.kinds.get(kind as usize).copied().map_or(0, u128::from)
    }

    fn errors(&self) -> u128 {
        self.kinds.iter().copied().map(u128::from).sum()
    }

    fn check_counts(&self) -> Check {
        let end = self.end().ok_or("head and tail are within the piece")?;
        let (chars, line_feeds) = (u128::from(self.chars), u128::from(self.line_feeds));
        let ill = u128::from(self.ill_bytes);
        let errors = self.errors();
        ensure(self.kind(Utf8ErrorKind::Truncated) == 0, "what is cut off is the tail, and no error yet")?;
        // Only a sequence that lacks continuation bytes can be longer than one byte.
        let longest = errors + 2 * self.kind(Utf8ErrorKind::MissingContinuation);
        ensure((errors..=longest).contains(&ill), "as many bytes as the invalid sequences have")?;
        ensure(
            self.kind(Utf8ErrorKind::Surrogate) <= self.kind(Utf8ErrorKind::UnexpectedContinuation),
            "a continuation follows what begins a surrogate",
        )?;
        ensure(line_feeds <= chars, "line feeds are characters")?;
        let text = u128::from(end - self.head_len()).checked_sub(ill).ok_or("errors are within the piece")?;
        ensure(
            (chars..=4 * chars - 3 * line_feeds).contains(&text),
            "characters have one to four bytes, line feeds one",
        )
    }

    fn check_lines(&self) -> Check {
        let errors = self.errors();
        let others = u128::from(self.chars - self.line_feeds);
        let bad = u128::from(self.bad_inner) + u128::from(self.bad_first) + u128::from(self.bad_last);
        let column = u128::from(self.column);
        if self.line_feeds == 0 {
            ensure(column == others + errors, "one line has all characters")?;
            let is_bad = errors > 0;
            let same = self.bad_first == is_bad && self.bad_last == is_bad && self.bad_inner == 0;
            return ensure(same, "one line is bad, or it is not");
        }
        ensure(column <= others + errors, "the last line has no more than there is")?;
        ensure(!self.bad_last || column > 0, "an error has a column")?;
        ensure(self.bad_inner < self.line_feeds, "no more bad lines than lines")?;
        ensure(bad <= errors && (bad > 0) == (errors > 0), "a bad line has an error")
    }

    /// Checks the list of the first errors. The other fields have been checked.
    fn check_first(&self) -> Check {
        let known = self.first.iter().flatten().count();
        ensure(self.first.iter().take(known).all(Option::is_some), "no gaps among the first errors")?;
        let errors = self.errors();
        let all_known = errors == known as u128;
        ensure(
            all_known || (known == Self::FIRST && errors > known as u128),
            "the first errors, up to eight",
        )?;

        let start = Place { offset: self.head_len().into(), line: 1, column: 1 };
        let end = Place {
            offset: self.end().unwrap_or(0).into(),
            line: u128::from(self.line_feeds) + 1,
            column: u128::from(self.column) + 1,
        };
        let mut known_kinds = [0_u64; Utf8ErrorKind::ALL.len()];
        let mut known_bytes = 0;
        let (mut least, mut most) = (0_u128, 0_u128);
        let mut from = start;
        let mut previous: Option<FirstError> = None;
        for error in self.first.iter().copied().flatten() {
            let longest = if error.kind == Utf8ErrorKind::MissingContinuation { 3 } else { 1 };
            ensure((1..=longest).contains(&error.len), "the length of an error is that of its kind")?;
            let items = from.items_up_to(Place::of(error)).ok_or("errors are in order, where they can be")?;
            (least, most) = (least + items.0, most + items.1);
            let is_adjacent = u128::from(error.offset) == from.offset;
            self.check_neighbours(previous, error, is_adjacent)?;
            from = Place::after(error);
            known_kinds[error.kind as usize] += 1;
            known_bytes += error.len as u64;
            previous = Some(error);
        }
        let (rest_least, rest_most) = from.items_up_to(end).ok_or("the end is after the errors")?;
        let rest = errors - known as u128;
        // After the known errors come the remaining characters and `rest` errors.
        let chars = u128::from(self.chars) + rest;
        let all = least + rest_least..=most + rest_most;
        ensure(all.contains(&chars) && rest <= rest_most, "as many characters as fit between the errors")?;
        let mut kinds = known_kinds.iter().zip(&self.kinds);
        ensure(kinds.all(|(known, all)| known <= all), "the first errors are among those counted")?;
        let rest_bytes = u128::from(self.ill_bytes).checked_sub(u128::from(known_bytes));
        let rest_bytes = rest_bytes.ok_or("the bytes of the first errors are among those counted")?;
        ensure((rest..=3 * rest).contains(&rest_bytes), "as many bytes as the errors have")?;
        if let Some(last) = previous.filter(|_| all_known) {
            ensure(last.kind != Utf8ErrorKind::Surrogate, "a continuation follows what begins a surrogate")?;
            let open = last.kind == Utf8ErrorKind::MissingContinuation && from.offset == u128::from(self.len);
            ensure(!open, "what the end cuts off is the tail")?;
        }
        self.check_bad_lines(rest)
    }

    /// Checks which errors can be adjacent.
    fn check_neighbours(&self, previous: Option<FirstError>, error: FirstError, is_adjacent: bool) -> Check {
        let is_continuation = error.kind == Utf8ErrorKind::UnexpectedContinuation;
        match previous.map(|previous| previous.kind) {
            None => ensure(
                !(is_continuation && is_adjacent && self.head_len() < 3),
                "the head has all continuations at the start, up to three",
            ),
            Some(Utf8ErrorKind::Surrogate) => {
                ensure(is_continuation && is_adjacent, "a continuation follows what begins a surrogate")
            }
            Some(Utf8ErrorKind::MissingContinuation) => {
                ensure(!(is_continuation && is_adjacent), "no continuation follows what lacks one")
            }
            Some(_) => Ok(()),
        }
    }

    /// Compares the bad lines with the first errors, which `rest` others follow.
    fn check_bad_lines(&self, rest: u128) -> Check {
        let last_line = self.line_feeds.saturating_add(1);
        let lines = || self.first.iter().flatten().map(|error| error.line);
        let Some(first) = lines().next() else { return Ok(()) };
        ensure(self.bad_first == (first == 1), "the first line is bad if the first error is there")?;
        if self.line_feeds == 0 {
            return Ok(());
        }
        let mut inner = 0_u64;
        let mut before = 1;
        for line in lines().filter(|line| *line < last_line) {
            inner += u64::from(line > before);
            before = line;
        }
        let is_last_known = lines().next_back() == Some(last_line);
        let holds = if rest == 0 || is_last_known {
            self.bad_inner == inner && self.bad_last == is_last_known
        } else {
            let more =
                self.bad_inner.checked_sub(inner).map(|more| u128::from(more) + u128::from(self.bad_last));
            more.is_some_and(|more| more <= rest)
        };
        ensure(holds, "lines are bad where the errors are")
    }
}
