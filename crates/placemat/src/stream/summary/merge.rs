//! Merges the summaries of two adjacent pieces.

use placemat_core::grammar::sequence_at;

use super::{FirstError, Firsts, Summary, add};
use crate::stream::{pending::Pending, validator::count};

/// Maximum number of bytes between two pieces: a tail and a head.
const JOINT: usize = 6;

impl Summary {
    /// Returns the summary of this piece followed by `next`.
    #[must_use]
    pub fn merge(self, next: Self) -> Self {
        let mut whole = self;
        let mut joint = [0; JOINT + 1];
        let before = if self.decided { self.tail } else { self.head };
        let len = before.len() + next.head.len();
        joint[..before.len()].copy_from_slice(before.bytes());
        joint[before.len()..len].copy_from_slice(next.head.bytes());

        // A piece that is all head extends its head with bytes of the joint, up to the maximum length.
        let mut at = 0;
        if self.decided {
            whole.len -= count(before.len());
            whole.tail = Pending::NONE;
        } else {
            at = len.min(3);
            whole.len = count(at);
            whole.head = Pending::new(&joint[..at]);
        }
        whole.decided = self.decided || next.decided || len > 3;
        // If anything follows, it does not begin with a continuation byte; one ASCII byte represents it.
        let end = len + usize::from(next.decided);
        joint[len] = b'.';
        while at < len {
            match sequence_at(&joint[..end], at) {
                Ok(next) => {
                    whole.pass_char(next - at);
                    at = next;
                }
                Err(error) => match error.error_len() {
                    Some(len) => {
                        whole.pass_invalid(len, error.kind());
                        at += len;
                    }
                    None => {
                        whole.tail = Pending::new(&joint[at..len]);
                        add(&mut whole.len, count(len - at));
                        at = len;
                    }
                },
            }
        }
        if next.decided { whole.append(&next) } else { whole }
    }

    /// Appends a character that is not ASCII.
    fn pass_char(&mut self, bytes: usize) {
        add(&mut self.len, count(bytes));
        add(&mut self.chars, 1);
        add(&mut self.column, 1);
    }

    /// Appends everything after the head of `next`. The tail of `self` must be empty.
    fn append(mut self, next: &Self) -> Self {
        let shift = |error: FirstError| FirstError {
            offset: self.len.saturating_add(error.offset - count(next.head.len())),
            line: error.line.saturating_add(self.line_feeds),
            column: error.column.saturating_add(if error.line == 1 { self.column } else { 0 }),
            ..error
        };
        append_firsts(&mut self.first, next.first.iter().flatten().map(|error| shift(*error)));

        let joined_is_bad = self.bad_last || next.bad_first;
        (self.bad_first, self.bad_last, self.bad_inner) = match (self.line_feeds > 0, next.line_feeds > 0) {
            (false, false) => (joined_is_bad, joined_is_bad, 0),
            (false, true) => (joined_is_bad, next.bad_last, next.bad_inner),
            (true, false) => (self.bad_first, joined_is_bad, self.bad_inner),
            (true, true) => {
                let mut inner = self.bad_inner.saturating_add(next.bad_inner);
                add(&mut inner, u64::from(joined_is_bad));
                (self.bad_first, next.bad_last, inner)
            }
        };
        self.column = next.column.saturating_add(if next.line_feeds > 0 { 0 } else { self.column });
        add(&mut self.line_feeds, next.line_feeds);
        add(&mut self.chars, next.chars);
        add(&mut self.ill_bytes, next.ill_bytes);
        for (sum, more) in self.kinds.iter_mut().zip(next.kinds) {
            add(sum, more);
        }
        add(&mut self.len, next.len - count(next.head.len()));
        self.tail = next.tail;
        self
    }
}

/// Fills the free slots.
fn append_firsts(firsts: &mut Firsts, more: impl Iterator<Item = FirstError>) {
    for (free, error) in firsts.iter_mut().filter(|first| first.is_none()).zip(more) {
        *free = Some(error);
    }
}
