//! Searches for text that other characters should stand for.

use super::{Lint, Place, Rule};
use crate::respell::{Out, Part, Respell};
use crate::text::count;

/// A search in the text of one input.
pub(super) struct Search<R> {
    respell: R,
    /// The place up to which it has searched.
    place: Place,
    /// The rule for text, and for what it would be.
    rule: fn(String, String) -> Rule,
    /// Whether it ends at the first finding.
    ends_at_first: bool,
    is_done: bool,
}

impl<R: Respell> Search<R> {
    pub(super) fn new(respell: R, rule: fn(String, String) -> Rule, ends_at_first: bool) -> Self {
        Self { respell, place: Place::START, rule, ends_at_first, is_done: false }
    }

    pub(super) fn text(&mut self, text: &str, out: &mut super::Out<'_>) {
        self.search(out, |respell, parts| respell.text(text, parts));
    }

    pub(super) fn end(&mut self, invalid: usize, out: &mut super::Out<'_>) {
        self.search(out, |respell, parts| respell.end(count(invalid), parts));
        if invalid > 0 {
            // A decoder inserts U+FFFD here, which does not combine.
            self.place.offset += count(invalid);
            self.place.position.pass_invalid();
        }
    }

    /// Passes the parts that are found.
    fn search(
        &mut self, out: &mut super::Out<'_>, find: impl FnOnce(&mut R, &mut Out<'_, ()>) -> Result<(), ()>,
    ) {
        let Self { respell, place, rule, ends_at_first, is_done } = self;
        if *is_done {
            return;
        }
        let found = find(respell, &mut |Part { text, better, .. }| {
            if let Some(better) = better {
                out(Lint { place: *place, rule: rule(text.into(), better.into()) });
                if *ends_at_first {
                    return Err(());
                }
            }
            place.pass(text);
            Ok(())
        });
        *is_done = found.is_err();
    }
}
