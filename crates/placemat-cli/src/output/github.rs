//! Workflow commands of GitHub Actions: annotations at the lines of a change.

use std::io::Write;

use super::escape::{message, property};
use super::{Ended, listing::Format, report::Report};
use crate::{lint::Lint, stream::Position, text::Name};

/// The annotations of one input.
pub(super) struct Github {
    file: String,
}

impl Github {
    pub(super) fn new(name: Name<'_>) -> Self {
        // GitHub shows annotations only at paths relative to the root of the repository.
        Self { file: property(&name.without_dot().shown()) }
    }
}

fn annotation(level: &str, file: &str, position: Option<Position>, what: &str, text: &mut Vec<u8>) {
    let place = position.map_or_else(String::new, |at| format!(",line={},col={}", at.line, at.column));
    // Writing to memory cannot fail.
    let _ = writeln!(text, "::{level} file={file}{place},title=UTF-8::{}", message(what));
}

impl Format for Github {
    fn report(&mut self, report: &Report, text: &mut Vec<u8>) {
        annotation("error", &self.file, Some(report.position), &report.why(), text);
    }

    fn lint(&mut self, lint: &Lint, words: &str, text: &mut Vec<u8>) {
        annotation("error", &self.file, Some(lint.place.position), words, text);
    }

    fn end(&mut self, end: &Ended, words: Option<String>, first: Option<Position>, text: &mut Vec<u8>) {
        if let Some(error) = end.failure() {
            annotation("error", &self.file, None, &format!("could not be read: {error}"), text);
        }
        if let Some(words) = words {
            let level = if matches!(end, Ended::Utf16 { .. }) { "error" } else { "notice" };
            annotation(level, &self.file, first, &words, text);
        }
    }
}
