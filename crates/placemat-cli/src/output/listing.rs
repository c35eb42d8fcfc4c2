//! The report on one input, written while it is validated.

use super::report::{Report, Unit};
use super::{Checked, Ended};
use crate::stream::{Finding, Position};
use crate::text::{Name, grouped, is_continuation, number};
use crate::{hint::Hint, lint::Lint};

/// An output format.
pub(super) trait Format {
    /// Writes a report.
    fn report(&mut self, _: &Report, _: &mut Vec<u8>) {}

    /// Writes a broken rule, with its message.
    fn lint(&mut self, _: &Lint, _: &str, _: &mut Vec<u8>) {}

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
    /// The rules that are broken, and how often.
    broken: Vec<(&'static str, u64)>,
}

impl<'a> Listing<'a> {
    pub(super) fn new(format: Box<dyn Format + 'a>, unit: Unit, most: u64) -> Self {
        Self { format, unit, most, listed: 0, covered: 0, first: None, open: None, broken: Vec::new() }
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
        let goes_on = report.has_bad_lead() && next.copied().is_some_and(is_continuation);
        if self.unit == Unit::Group && goes_on {
            self.open = Some(report);
        } else {
            self.format.report(&report, text);
        }
    }

    /// Lists a broken rule of the input with this name, or only counts it.
    pub(crate) fn lint(&mut self, lint: &Lint, name: Name<'_>, text: &mut Vec<u8>) {
        let rule = lint.rule.name();
        let index = self.broken.iter().position(|(known, _)| *known == rule).unwrap_or_else(|| {
            self.broken.push((rule, 0));
            self.broken.len() - 1
        });
        let (_, times) = &mut self.broken[index];
        *times += 1;
        if *times <= self.most {
            if let Some(report) = self.open.take() {
                self.format.report(&report, text);
            }
            self.format.lint(lint, &lint.words(name), text);
        }
    }

    pub(crate) fn end(mut self, end: &Ended, text: &mut Vec<u8>) {
        if let Some(report) = self.open {
            self.format.report(&report, text);
        }
        let rules = self.broken.iter().any(|(_, times)| *times > self.most).then(|| sums(&self.broken));
        self.format.end(end, verdict(end, self.covered, self.first, rules), self.first, text);
    }
}

/// How often each rule is broken.
fn sums(broken: &[(&str, u64)]) -> String {
    let all = number(broken.iter().map(|(_, times)| times).sum(), "rule broken", "rules broken");
    let each: Vec<_> = broken.iter().map(|(rule, times)| format!("{} {rule}", grouped(*times))).collect();
    format!("{all}: {}", each.join(", "))
}

/// A sentence about an input, if there is more to say than in its reports. `rules`: the sums of the broken rules that
/// are not all listed.
fn verdict(end: &Ended, covered: u64, first: Option<Position>, rules: Option<String>) -> Option<String> {
    match end {
        Ended::Binary { listed } => {
            listed.then(|| "binary, not checked (--binary check does it anyway)".to_owned())
        }
        Ended::Utf16 { hint, .. } => Some(format!("not UTF-8; {}", hint.words())),
        Ended::Checked(Checked { tally, hint, .. }) => {
            let is_more = tally.errors > covered;
            let mut parts = Vec::new();
            if tally.errors == 0 {
                parts.extend(hint.as_ref().map(|hint| format!("valid UTF-8, but {}", hint.words())));
            } else if hint.is_some() || is_more {
                let first = first.map_or_else(String::new, |Position { line, column }| {
                    let which = if tally.errors == 1 { "at" } else { "the first at" };
                    format!(", {which} {line}:{column}")
                });
                parts.push(number(tally.errors, "error", "errors") + &first);
                parts.extend(hint.as_ref().map(Hint::words));
            }
            let note = if is_more || rules.is_some() { " (--max-errors 0 lists all)" } else { "" };
            parts.extend(rules);
            (!parts.is_empty()).then(|| parts.join("; ") + note)
        }
    }
}
