//! The report for people.

use std::fmt::Write;

use super::{
    palette::Palette,
    report::Report,
    totals::{End, Totals},
    why::why,
};
use crate::{
    stream::Finding,
    text::{Name, number},
};

/// The report on one input.
pub(crate) struct Human<'a> {
    name: Name<'a>,
    palette: &'a Palette,
    most: u64,
    /// How many reports there have been.
    listed: u64,
    /// How many errors they cover.
    covered: u64,
    /// A report that may still take in continuations. It is written as soon as the next octet shows that
    /// there are no more of them, so it does not wait for the next error.
    open: Option<Report>,
}

impl<'a> Human<'a> {
    pub(super) fn new(name: Name<'a>, palette: &'a Palette, most: u64) -> Self {
        Self { name, palette, most, listed: 0, covered: 0, open: None }
    }

    pub(super) fn name(&self) -> Name<'a> {
        self.name
    }

    pub(super) fn wants_more(&self) -> bool {
        self.open.is_some() || self.listed < self.most
    }

    pub(super) fn found(&mut self, finding: &Finding<'_>, text: &mut Vec<u8>) {
        self.covered += 1;
        let report = match self.open.take() {
            Some(mut report) if report.takes(finding) => {
                report.covered += 1;
                report
            }
            other => {
                self.write(other, text);
                self.listed += 1;
                Report::new(finding)
            }
        };
        let next = finding.from.get(finding.octets.len());
        let goes_on = report.has_bad_lead() && next.is_some_and(|octet| octet & 0xC0 == 0x80);
        if goes_on {
            self.open = Some(report);
        } else {
            self.write(Some(report), text);
        }
    }

    pub(super) fn end(mut self, end: &End, text: &mut Vec<u8>) {
        let open = self.open.take();
        self.write(open, text);
        let path = self.name.shown();
        let location = self.palette.location;
        let line = match end {
            End::Binary => {
                format!(
                    "{location}{path}{location:#}: looks binary, not checked (--binary check does it anyway)\n"
                )
            }
            End::Checked(tally) if tally.errors > self.covered => {
                let more = number(tally.errors - self.covered, "more error", "more errors");
                format!("{location}{path}{location:#}: {more} (--max-errors 0 lists all)\n")
            }
            End::Checked(_) => return,
        };
        text.extend_from_slice(line.as_bytes());
    }

    fn write(&self, report: Option<Report>, text: &mut Vec<u8>) {
        let Some(report) = report else { return };
        let mut lines = String::new();
        let Palette { location, .. } = self.palette;
        // Writing to a string cannot fail.
        let _ = writeln!(
            lines,
            "{location}{}:{}:{}{location:#}: byte {}: {}",
            self.name.shown(),
            report.position.line,
            report.position.column,
            report.offset,
            why(&report)
        );
        report.write_octets(self.palette, &mut lines);
        text.extend_from_slice(lines.as_bytes());
    }
}

/// The last line.
pub(super) fn summary(totals: &Totals, backend: &str, palette: &Palette) -> String {
    let Totals { valid, ill_formed, unreadable, binary, errors, bytes } = *totals;
    let checked = valid + ill_formed + unreadable;
    let Palette { good, bad, .. } = palette;
    let mut line =
        format!("{}, {}, by {backend}: ", number(checked, "input", "inputs"), number(bytes, "byte", "bytes"));
    let mut parts = Vec::new();
    if checked == 0 {
        parts.push("nothing to check".to_owned());
    } else if valid == checked {
        parts.push(format!("{good}valid UTF-8{good:#}"));
    } else if valid > 0 {
        parts.push(format!("{valid} valid"));
    }
    if ill_formed > 0 {
        parts.push(format!("{bad}{ill_formed} not UTF-8{bad:#} ({})", number(errors, "error", "errors")));
    }
    if unreadable > 0 {
        parts.push(format!("{bad}{unreadable} could not be read{bad:#}"));
    }
    if binary > 0 {
        parts.push(format!("{binary} skipped, looking binary"));
    }
    line.push_str(&parts.join(", "));
    line.push('\n');
    line
}
