//! Errors put together as people read them: a bad lead and the continuations after it are one.

use super::report::Report;
use crate::stream::{Finding, Position};

/// The reports on one input.
pub(super) struct Folding {
    most: u64,
    /// How many reports there have been.
    listed: u64,
    /// How many errors they cover.
    covered: u64,
    /// Where the first error is.
    first: Option<Position>,
    /// A report that may still take in continuations. It is written as soon as the next octet shows that
    /// there are no more of them, so it does not wait for the next error.
    open: Option<Report>,
}

impl Folding {
    /// At most this many reports.
    pub(super) fn new(most: u64) -> Self {
        Self { most, listed: 0, covered: 0, first: None, open: None }
    }

    pub(super) fn wants_more(&self) -> bool {
        self.open.is_some() || self.listed < self.most
    }

    /// How many errors the reports cover.
    pub(super) fn covered(&self) -> u64 {
        self.covered
    }

    /// Where the first error is.
    pub(super) fn first(&self) -> Option<Position> {
        self.first
    }

    /// Takes in an error. `write` gets the reports that are complete.
    pub(super) fn found(&mut self, finding: &Finding<'_>, mut write: impl FnMut(&Report)) {
        self.covered += 1;
        self.first.get_or_insert(finding.position);
        let report = match self.open.take() {
            Some(mut report) if report.takes(finding) => {
                report.covered += 1;
                report
            }
            other => {
                if let Some(report) = other {
                    write(&report);
                }
                self.listed += 1;
                Report::new(finding)
            }
        };
        let next = finding.from.get(finding.octets.len());
        let goes_on = report.has_bad_lead() && next.is_some_and(|octet| octet & 0xC0 == 0x80);
        if goes_on {
            self.open = Some(report);
        } else {
            write(&report);
        }
    }

    /// Completes the last report.
    pub(super) fn end(&mut self, write: impl FnOnce(&Report)) {
        if let Some(report) = self.open.take() {
            write(&report);
        }
    }
}
