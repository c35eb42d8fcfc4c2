//! Lists the names of inputs that are not UTF-8, or nothing.

use super::{Ended, listing::Format};
use crate::{stream::Position, text::Name};

/// `--list` and `--quiet`.
pub(super) struct Names {
    /// The line to print; empty if quiet.
    line: Vec<u8>,
}

impl Names {
    pub(super) const QUIET: Self = Self { line: Vec::new() };

    pub(super) fn new(name: Name<'_>, end: u8, escaped: bool) -> Self {
        let mut line = Vec::new();
        name.write(escaped, &mut line);
        line.push(end);
        Self { line }
    }
}

impl Format for Names {
    fn end(&mut self, end: &Ended, _: Option<String>, _: Option<Position>, text: &mut Vec<u8>) {
        if end.is_bad() {
            text.extend_from_slice(&self.line);
        }
    }
}
