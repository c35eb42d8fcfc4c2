//! Lists the names of inputs that are not UTF-8, or nothing.

use super::{Ended, Listing};
use crate::{lint::Lint, stream::Finding, text::Name};

/// `--list` and `--quiet`: records whether an input is invalid.
#[derive(Default)]
pub(super) struct Names {
    /// The line to print; empty if quiet.
    line: Vec<u8>,
    is_bad: bool,
}

impl Names {
    pub(super) fn new(name: Name<'_>, end: u8, escaped: bool) -> Self {
        let mut line = if escaped { name.shown().into_bytes() } else { name.bytes().to_vec() };
        line.push(end);
        Self { line, is_bad: false }
    }
}

impl Listing for Names {
    fn wants_more(&self) -> bool {
        !self.is_bad
    }

    fn found(&mut self, _: &Finding<'_>, _: &mut Vec<u8>) {
        self.is_bad = true;
    }

    fn lint(&mut self, _: &Lint, _: &mut Vec<u8>) {
        self.is_bad = true;
    }

    fn end(self: Box<Self>, end: &Ended, text: &mut Vec<u8>) {
        if self.is_bad || matches!(end, Ended::Utf16 { .. }) {
            text.extend_from_slice(&self.line);
        }
    }

    fn has_enough(&self) -> bool {
        self.is_bad
    }
}
