//! Workflow commands of GitHub Actions: annotations at the lines of a change.

use super::{
    Listing,
    escape::{message, property},
    folding::Folding,
    human,
    palette::Palette,
    totals::{End, Totals},
    verdict::verdict,
    why::why,
};
use crate::{
    lint::Lint,
    stream::{Finding, Position},
    text::Name,
};

/// The annotations of one input.
pub(super) struct Github {
    file: String,
    reports: Folding,
}

impl Github {
    pub(super) fn new(name: Name<'_>, most: u64) -> Self {
        // Annotations are shown only at paths from the root of the repository.
        Self { file: property(&name.without_dot().shown()), reports: Folding::new(most) }
    }
}

fn annotation(level: &str, file: &str, position: Option<Position>, what: &str, text: &mut Vec<u8>) {
    let place = position.map_or_else(String::new, |at| format!(",line={},col={}", at.line, at.column));
    let line = format!("::{level} file={file}{place},title=UTF-8::{}\n", message(what));
    text.extend_from_slice(line.as_bytes());
}

impl Listing for Github {
    fn wants_more(&self) -> bool {
        self.reports.wants_more()
    }

    fn found(&mut self, finding: &Finding<'_>, text: &mut Vec<u8>) {
        let Self { file, reports } = self;
        reports.found(finding, |report| annotation("error", file, Some(report.position), &why(report), text));
    }

    fn lint(&mut self, lint: &Lint, text: &mut Vec<u8>) {
        annotation("error", &self.file, Some(lint.position), &lint.rule.words(), text);
    }

    fn end(mut self: Box<Self>, end: &End, text: &mut Vec<u8>) {
        let Self { file, reports } = &mut *self;
        reports.end(|report| annotation("error", file, Some(report.position), &why(report), text));
        if let End::Checked(checked) = end
            && let Some(error) = &checked.tally.failure
        {
            annotation("error", file, None, &format!("could not be read: {error}"), text);
        }
        if let Some(words) = verdict(end, reports) {
            let level = if matches!(end, End::Utf16 { .. }) { "error" } else { "notice" };
            annotation(level, file, reports.first(), &words, text);
        }
    }
}

/// The last line, for the log.
pub(super) fn summary(totals: &Totals, backend: &str) -> String {
    human::summary(totals, backend, &Palette::default())
}
