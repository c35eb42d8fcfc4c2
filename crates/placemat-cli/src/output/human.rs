//! The report for people.

use std::fmt::Display;
use std::io::Write;

use super::{Ended, Totals, listing::Format, palette::Palette, report::Report};
use crate::text::{Name, number};
use crate::{lint::Lint, stream::Position};

/// The report on one input.
pub(super) struct Human<'a> {
    pub(super) name: Name<'a>,
    pub(super) palette: &'a Palette,
}

impl Format for Human<'_> {
    fn report(&mut self, report: &Report, text: &mut Vec<u8>) {
        self.place(report.position, report.offset, report.why(), text);
        report.write_bytes(self.palette, text);
    }

    fn lint(&mut self, lint: &Lint, words: &str, text: &mut Vec<u8>) {
        self.place(lint.place.position, lint.place.offset, words, text);
    }

    fn end(&mut self, _: &Ended, words: Option<String>, _: Option<Position>, text: &mut Vec<u8>) {
        if let Some(words) = words {
            let location = self.palette.location;
            // Writing to memory cannot fail.
            let _ = writeln!(text, "{location}{}{location:#}: {words}", self.name.shown());
        }
    }
}

impl Human<'_> {
    fn place(&self, position: Position, offset: u64, what: impl Display, text: &mut Vec<u8>) {
        let location = self.palette.location;
        // Writing to memory cannot fail.
        let _ = writeln!(
            text,
            "{location}{}:{}:{}{location:#}: byte {offset}: {what}",
            self.name.shown(),
            position.line,
            position.column,
        );
    }
}

/// The last line.
pub(super) fn summary(totals: &Totals, backend: &str, palette: &Palette) -> String {
    let Totals { inputs, valid, invalid, other, unreadable, binary, errors, lints, bytes } = *totals;
    let Palette { good, bad, .. } = palette;
    let mut line =
        format!("{}, {}, by {backend}: ", number(inputs, "input", "inputs"), number(bytes, "byte", "bytes"));
    let mut parts = Vec::new();
    if inputs == 0 {
        parts.push("nothing to check".to_owned());
    } else if valid == inputs {
        parts.push(format!("{good}valid UTF-8{good:#}"));
    } else if valid > 0 {
        parts.push(number(valid, "valid", "valid"));
    }
    if invalid > 0 {
        let mut part = format!("{bad}{}{bad:#}", number(invalid, "not UTF-8", "not UTF-8"));
        if errors > 0 {
            part.push_str(&format!(" ({})", number(errors, "error", "errors")));
        }
        parts.push(part);
    }
    if other > 0 {
        parts.push(number(other, "in another encoding", "in other encodings"));
    }
    if lints > 0 {
        parts.push(format!("{bad}{}{bad:#}", number(lints, "rule broken", "rules broken")));
    }
    if unreadable > 0 {
        parts.push(format!("{bad}{}{bad:#}", number(unreadable, "could not be read", "could not be read")));
    }
    if binary > 0 {
        parts.push(number(binary, "skipped: binary", "skipped: binary"));
    }
    line.push_str(&parts.join(", "));
    line.push('\n');
    line
}
