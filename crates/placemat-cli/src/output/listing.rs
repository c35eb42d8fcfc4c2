//! The report on one input, written while it is validated.

use super::{
    Checked, Ended,
    report::{Report, Unit},
};
use crate::{
    lint::Lint,
    stream::{Finding, Position},
    text::number,
};

/// An output format.
pub(super) trait Format {
    /// Writes a report.
    fn report(&mut self, _: &Report, _: &mut Vec<u8>) {}

    /// Writes a broken rule.
    fn lint(&mut self, _: &Lint, _: &mut Vec<u8>) {}

    /// Ends the listing, with a final sentence if there is one. `first` is the position of the first error.
    fn end(&mut self, end: &Ended, words: Option<String>, first: Option<Position>, text: &mut Vec<u8>);
}

/// The report on one input: at most `most` reports, and the end.
pub(crate) struct Listing<'a> {
    format: Box<dyn Format + 'a>,
    unit: Unit,
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

impl<'a> Listing<'a> {
    pub(super) fn new(format: Box<dyn Format + 'a>, unit: Unit, most: u64) -> Self {
        Self { format, unit, most, listed: 0, covered: 0, first: None, open: None }
    }

    /// Whether it would list another error. Once this is `false`, it stays `false`.
    pub(crate) fn wants_more(&self) -> bool {
        self.open.is_some() || self.listed < self.most
    }

    /// Lists an error. Call it if the listing wants more.
    pub(crate) fn error(&mut self, finding: &Finding<'_>, position: Position, text: &mut Vec<u8>) {
        self.covered += 1;
        self.first.get_or_insert(position);
        let report = match self.open.take() {
            Some(mut report) if report.takes(finding) => {
                report.covered += 1;
                report
            }
            other => {
                if let Some(report) = other {
                    self.format.report(&report, text);
                }
                self.listed += 1;
                Report::new(finding, position, self.unit)
            }
        };
        let next = finding.from.get(finding.bytes.len());
        let goes_on = report.has_bad_lead() && next.is_some_and(|byte| byte & 0xC0 == 0x80);
        if self.unit == Unit::Group && goes_on {
            self.open = Some(report);
        } else {
            self.format.report(&report, text);
        }
    }

    /// Lists a broken rule.
    pub(crate) fn lint(&mut self, lint: &Lint, text: &mut Vec<u8>) {
        self.format.lint(lint, text);
    }

    pub(crate) fn end(mut self, end: &Ended, text: &mut Vec<u8>) {
        if let Some(report) = self.open {
            self.format.report(&report, text);
        }
        self.format.end(end, verdict(end, self.covered, self.first), self.first, text);
    }
}

/// A sentence about an input, if there is more to say than in its reports.
fn verdict(end: &Ended, covered: u64, first: Option<Position>) -> Option<String> {
    match end {
        Ended::Binary { listed } => {
            listed.then(|| "binary, not checked (--binary check does it anyway)".to_owned())
        }
        Ended::Utf16 { hint, .. } => Some(format!("not UTF-8; {}", hint.words())),
        Ended::Checked(Checked { tally, hint, .. }) => {
            if tally.errors == 0 {
                return hint.as_ref().map(|hint| format!("valid UTF-8, but {}", hint.words()));
            }
            let is_more = tally.errors > covered;
            if hint.is_none() && !is_more {
                return None;
            }
            let mut words = number(tally.errors, "error", "errors");
            if let Some(first) = first {
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
