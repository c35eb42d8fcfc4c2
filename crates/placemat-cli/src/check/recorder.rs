//! Passes the results of a stream to the output.

use placemat::ErrorKind;

use super::Shared;
use crate::{
    lint::{Lint, Lints},
    order::{Target, Ticket},
    output::Listing,
    status::Status,
    stream::{Finding, Observer, Passage, Stopped},
};

/// Passes the results of a stream to the listing, and from there to the output.
pub(super) struct Recorder<'a> {
    pub(super) listing: Box<dyn Listing + 'a>,
    pub(super) lints: Lints,
    /// The number of broken rules.
    pub(super) broken: u64,
    /// Whether the input is a file that can be validated in pieces.
    pub(super) divides: bool,
    /// Whether an error has been found.
    pub(super) found: bool,
    pub(super) turn: Ticket<'a>,
    pub(super) work: &'a Shared,
}

impl Recorder<'_> {
    /// Reports broken rules.
    fn report(&mut self, lints: impl IntoIterator<Item = Lint>) -> Result<(), Stopped> {
        for lint in lints {
            self.broken += 1;
            self.work.worst.at_least(self.turn.number(), Status::Invalid);
            self.turn.write(Target::Out, |text| self.listing.lint(&lint, text));
        }
        self.turn.flush_if_full()
    }

    pub(super) fn end(&mut self) -> Result<(), Stopped> {
        let lint = self.lints.end();
        self.report(lint)
    }
}

impl Observer for Recorder<'_> {
    fn wants_more(&self) -> bool {
        self.listing.wants_more()
    }

    fn found(&mut self, finding: &Finding<'_>) -> Result<(), Stopped> {
        // Set before writing, so that the status is correct if the reader closes the pipe now.
        self.work.worst.at_least(self.turn.number(), Status::Invalid);
        self.found = true;
        self.turn.write(Target::Out, |text| self.listing.found(finding, text));
        self.turn.flush_if_full()
    }

    fn passed(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.work.progress.passed(bytes);
        self.turn.try_flush()
    }

    fn text(&mut self, passage: Passage<'_>) -> Result<(), Stopped> {
        self.listing.text(passage);
        let lints = self.lints.text(passage);
        self.report(lints)
    }

    fn invalid(&mut self, bytes: &[u8], _: ErrorKind) -> Result<(), Stopped> {
        self.listing.invalid(bytes);
        let lint = self.lints.invalid(bytes.len());
        self.report(lint)
    }

    fn has_enough(&self) -> bool {
        self.listing.has_enough()
    }

    fn leaves_the_rest(&self) -> bool {
        self.divides && self.found && !self.listing.wants_more()
    }
}
