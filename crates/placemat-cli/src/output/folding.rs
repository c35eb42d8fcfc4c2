//! Groups errors for people: an invalid lead and the continuation bytes after it are one report.

use super::{Checked, Ended, Listing, report::Report};
use crate::{
    lint::Lint,
    stream::{Finding, Position},
    text::number,
};

/// An output form that lists reports, followed by a verdict on the whole input.
pub(super) trait Form {
    fn report(&mut self, report: &Report, text: &mut Vec<u8>);

    fn lint(&mut self, lint: &Lint, text: &mut Vec<u8>);

    /// Ends the listing, with a final sentence if there is one. `first` is the position of the first error.
    fn end(&mut self, end: &Ended, words: Option<String>, first: Option<Position>, text: &mut Vec<u8>);
}

/// The listing of one input in such a form.
pub(super) struct Folded<F> {
    form: F,
    reports: Folding,
}

impl<F: Form> Folded<F> {
    /// Lists at most this many reports.
    pub(super) fn new(form: F, most: u64) -> Self {
        Self { form, reports: Folding::new(most) }
    }
}

impl<F: Form> Listing for Folded<F> {
    fn wants_more(&self) -> bool {
        self.reports.wants_more()
    }

    fn found(&mut self, finding: &Finding<'_>, text: &mut Vec<u8>) {
        self.reports.found(finding, |report| self.form.report(report, text));
    }

    fn lint(&mut self, lint: &Lint, text: &mut Vec<u8>) {
        self.form.lint(lint, text);
    }

    fn end(mut self: Box<Self>, end: &Ended, text: &mut Vec<u8>) {
        let Self { form, reports } = &mut *self;
        reports.end(|report| form.report(report, text));
        form.end(end, verdict(end, reports), reports.first(), text);
    }
}

/// The reports on one input.
pub(super) struct Folding {
    most: u64,
    /// The number of reports so far.
    listed: u64,
    /// The number of errors that they cover.
    covered: u64,
    /// The position of the first error.
    first: Option<Position>,
    /// A report that may still absorb continuation bytes. It is written as soon as the next byte is known not to be
    /// one, so it does not wait for the next error.
    open: Option<Report>,
}

impl Folding {
    /// Lists at most this many reports.
    pub(super) fn new(most: u64) -> Self {
        Self { most, listed: 0, covered: 0, first: None, open: None }
    }

    pub(super) fn wants_more(&self) -> bool {
        self.open.is_some() || self.listed < self.most
    }

    /// The number of errors that the reports cover.
    pub(super) fn covered(&self) -> u64 {
        self.covered
    }

    /// The position of the first error.
    pub(super) fn first(&self) -> Option<Position> {
        self.first
    }

    /// Adds an error. Passes complete reports to `write`.
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
        let next = finding.from.get(finding.bytes.len());
        let goes_on = report.has_bad_lead() && next.is_some_and(|byte| byte & 0xC0 == 0x80);
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

/// A sentence about an input, if there is more to say than in its reports.
fn verdict(end: &Ended, reports: &Folding) -> Option<String> {
    match end {
        Ended::Binary { listed } => {
            listed.then(|| "binary, not checked (--binary check does it anyway)".to_owned())
        }
        Ended::Utf16 { hint, .. } => Some(format!("not UTF-8; {}", hint.words())),
        Ended::Checked(Checked { tally, hint, .. }) => {
            if tally.errors == 0 {
                return hint.as_ref().map(|hint| format!("valid UTF-8, but {}", hint.words()));
            }
            let is_more = tally.errors > reports.covered();
            if hint.is_none() && !is_more {
                return None;
            }
            let mut words = number(tally.errors, "error", "errors");
            if let Some(first) = reports.first() {
                let which = if tally.errors == 1 { "at" } else { "the first at" };
                words.push_str(&format!(", {which} {}:{}", first.line, first.column));
            }
            if let Some(hint) = hint {
                words.push_str("; ");
                words.push_str(&hint.words());
            }
            if is_more {
                words.push_str(" (--max-errors 0 lists all)");
            }
            Some(words)
        }
    }
}
