//! Searches for text that was encoded twice.

use std::convert::Infallible;

use super::{Lint, Place, Rule};
use crate::respell::{Part, Respell, double::Finder};
use crate::text::count;

/// A search in the text of one input.
pub(super) struct Search {
    finder: Finder,
    /// The place up to which it has searched.
    place: Place,
}

impl Search {
    pub(super) fn new(finder: Finder) -> Self {
        Self { finder, place: Place::START }
    }

    pub(super) fn text(&mut self, text: &str, out: &mut super::Out<'_>) {
        let Ok(()) = self.finder.text(text, &mut report(&mut self.place, out));
    }

    pub(super) fn end(&mut self, invalid: usize, out: &mut super::Out<'_>) {
        let Ok(()) = self.finder.end(count(invalid), &mut report(&mut self.place, out));
        if invalid > 0 {
            self.place.offset += count(invalid);
            self.place.position.pass_invalid();
        }
    }
}

/// Reports the parts that should be another text.
fn report(place: &mut Place, out: &mut super::Out<'_>) -> impl FnMut(Part<'_>) -> Result<(), Infallible> {
    move |Part { text, better, .. }| {
        if let Some(better) = better {
            out(Lint { place: *place, rule: Rule::Double { is: text.into(), would_be: better.into() } });
        }
        place.pass(text);
        Ok(())
    }
}
