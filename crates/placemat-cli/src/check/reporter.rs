//! What there is to report about the parts of an input.

use std::path::Path;

use super::Check;
use crate::backend_choice::name_of;
use crate::lint::{Lint, Lints, Place};
use crate::order::{Output, Stopped, Target};
use crate::output::{Ended, Listing};
use crate::stream::{Part, Position};
use crate::{editorconfig::Setting, text::Name};

/// Writes the report on one input, and counts what the report needs.
pub(super) struct Reporter<'a> {
    name: Name<'a>,
    listing: Listing<'a>,
    output: Output<'a>,
    /// The position of the next part, as long as errors are listed or a rule needs it.
    position: Position,
    lints: Lints<'a>,
    /// The number of broken rules.
    broken: u64,
    has_errors: bool,
    stops_at_first: bool,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(check: &'a Check, path: &'a Path, output: Output<'a>) -> Self {
        let name = Name::new(path);
        Self {
            name,
            listing: check.style.listing(name, name_of(check.args.backend)),
            output,
            position: Position::START,
            lints: Lints::new(&check.rules, path),
            broken: 0,
            has_errors: false,
            stops_at_first: check.style.stops_at_first(),
        }
    }

    /// Adds the next part.
    pub(super) fn add(&mut self, part: &Part<'_>) -> Result<(), Stopped> {
        let is_listed = self.listing.wants_more();
        let place = Place { offset: part.offset, position: self.position };
        if is_listed || self.lints.need_position() {
            self.position.pass_text(part.text);
        }
        if !part.text.is_empty() {
            self.find_lints(|lints, out| lints.text(place, part.text, out));
        }
        if let Some(error) = &part.error {
            self.find_lints(|lints, out| lints.end(error.bytes.len(), out));
            self.has_errors = true;
            if is_listed {
                self.output.write(Target::Out, |text| self.listing.error(error, self.position, text));
            }
            if is_listed || self.lints.need_position() {
                self.position.pass_invalid();
            }
        }
        self.output.flush_if_full()
    }

    fn find_lints(&mut self, find: impl FnOnce(&mut Lints<'_>, &mut dyn FnMut(Lint))) {
        let Self { name, listing, output, lints, broken, .. } = self;
        find(lints, &mut |lint| {
            *broken += 1;
            output.write(Target::Out, |text| listing.lint(&lint, *name, text));
        });
    }

    /// Also checks the start of the input against this setting.
    pub(super) fn set(&mut self, setting: Option<Setting>) {
        self.lints.set(setting);
    }

    /// Lists a lint of the whole input.
    pub(super) fn list(&mut self, lint: Lint) {
        self.find_lints(|_, out| out(lint));
    }

    /// Call after each read.
    pub(super) fn flush_if_current(&mut self) -> Result<(), Stopped> {
        self.output.flush_if_current()
    }

    /// Whether the rest of the input cannot change the report.
    pub(super) fn has_enough(&self) -> bool {
        self.stops_at_first && (self.has_errors || self.broken > 0)
    }

    /// The number of broken rules. Call at the end of the input.
    pub(super) fn count(&mut self) -> u64 {
        self.find_lints(|lints, out| lints.end(0, out));
        self.broken
    }

    /// Ends the report.
    pub(super) fn finish(mut self, end: &Ended) -> Result<(), Stopped> {
        if let Some(error) = end.failure() {
            self.output.write(Target::Err, |text| self.name.warn(error, text));
        }
        self.output.write(Target::Out, |text| self.listing.end(end, text));
        self.output.finish(end.status())
    }
}
