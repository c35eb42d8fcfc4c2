//! `JUnit` XML. Each input is a suite of one test, so that its counts are known when it is written.

use super::{Ended, escape::xml, listing::Format, report::Report};
use crate::{lint::Lint, stream::Position, text::Name};

pub(super) const START: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";

pub(super) const END: &str = "</testsuites>\n";

/// The suite of one input.
pub(super) struct Junit {
    name: String,
    /// Whether the failure has been started.
    is_open: bool,
}

impl Junit {
    pub(super) fn new(name: Name<'_>) -> Self {
        Self { name: xml(&name.shown()), is_open: false }
    }

    /// Starts a suite with these numbers of failures, errors and skipped tests.
    fn begin(&self, [failures, errors, skipped]: [u8; 3], text: &mut Vec<u8>) {
        let name = &self.name;
        let line = format!(
            "<testsuite name=\"{name}\" tests=\"1\" failures=\"{failures}\" errors=\"{errors}\" \
             skipped=\"{skipped}\"><testcase classname=\"placemat\" name=\"{name}\">"
        );
        text.extend_from_slice(line.as_bytes());
    }

    /// Writes a line of the failure, and starts the failure at the first line.
    fn fail(&mut self, kind: &str, place: Option<(Position, u64)>, what: &str, text: &mut Vec<u8>) {
        let what = xml(&match place {
            Some((at, offset)) => format!("{}:{}: byte {offset}: {what}", at.line, at.column),
            None => what.to_owned(),
        });
        if !self.is_open {
            self.is_open = true;
            self.begin([1, 0, 0], text);
            text.extend_from_slice(format!("<failure type=\"{kind}\" message=\"{what}\">").as_bytes());
        }
        text.extend_from_slice(what.as_bytes());
        text.push(b'\n');
    }
}

impl Format for Junit {
    fn report(&mut self, report: &Report, text: &mut Vec<u8>) {
        self.fail(report.kind.name(), Some((report.position, report.offset)), &report.why(), text);
    }

    fn lint(&mut self, lint: &Lint, words: &str, text: &mut Vec<u8>) {
        self.fail(lint.rule.name(), Some((lint.place.position, lint.place.offset)), words, text);
    }

    fn end(&mut self, end: &Ended, words: Option<String>, _: Option<Position>, text: &mut Vec<u8>) {
        match (end, end.failure(), words) {
            (Ended::Binary { .. }, _, None) => return,
            (Ended::Binary { .. }, _, Some(words)) => {
                self.begin([0, 0, 1], text);
                text.extend_from_slice(format!("<skipped message=\"{}\"/>", xml(&words)).as_bytes());
            }
            (Ended::Utf16 { .. }, _, Some(words)) => self.fail("utf16", None, &words, text),
            (_, None, Some(words)) if self.is_open => self.fail("", None, &words, text),
            (_, Some(error), _) if self.is_open => {
                self.fail("", None, &format!("could not be read further: {error}"), text);
            }
            (_, Some(error), _) => {
                self.begin([0, 1, 0], text);
                let message = xml(&error.to_string());
                text.extend_from_slice(format!("<error type=\"io\" message=\"{message}\"/>").as_bytes());
            }
            (_, None, words) if !self.is_open => {
                self.begin([0; 3], text);
                if let Some(words) = words {
                    text.extend_from_slice(format!("<system-out>{}</system-out>", xml(&words)).as_bytes());
                }
            }
            _ => {}
        }
        let close =
            if self.is_open { "</failure></testcase></testsuite>\n" } else { "</testcase></testsuite>\n" };
        text.extend_from_slice(close.as_bytes());
    }
}
