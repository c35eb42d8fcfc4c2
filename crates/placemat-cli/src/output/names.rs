//! The names of inputs that are not UTF-8, and nothing at all.

use super::{End, Listing};
use crate::{lint::Lint, stream::Finding, text::Name};

/// `--list` and `--quiet`: of an input, whether it is bad.
#[derive(Default)]
pub(super) struct Names<'a> {
    /// What to list: nothing if quiet.
    line: Option<Line<'a>>,
    is_bad: bool,
}

struct Line<'a> {
    name: Name<'a>,
    end: u8,
    escaped: bool,
}

impl<'a> Names<'a> {
    pub(super) fn new(name: Name<'a>, end: u8, escaped: bool) -> Self {
        Self { line: Some(Line { name, end, escaped }), is_bad: false }
    }
}

impl Listing for Names<'_> {
    fn wants_more(&self) -> bool {
        !self.is_bad
    }

    fn found(&mut self, _: &Finding<'_>, _: &mut Vec<u8>) {
        self.is_bad = true;
    }

    fn lint(&mut self, _: &Lint, _: &mut Vec<u8>) {
        self.is_bad = true;
    }

    fn end(self: Box<Self>, end: &End, text: &mut Vec<u8>) {
        let Some(Line { name, end: terminator, escaped }) = self.line else { return };
        if self.is_bad || matches!(end, End::Utf16 { .. }) {
            if escaped {
                text.extend_from_slice(name.shown().as_bytes());
            } else {
                text.extend_from_slice(name.octets());
            }
            text.push(terminator);
        }
    }

    fn has_enough(&self) -> bool {
        self.is_bad
    }
}
