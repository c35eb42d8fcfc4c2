//! The names of inputs that are not UTF-8, and nothing at all.

use super::{End, Listing};
use crate::{lint::Lint, stream::Finding, text::Name};

/// `--list`.
pub(super) struct Names<'a> {
    name: Name<'a>,
    end: u8,
    escaped: bool,
    is_bad: bool,
}

impl<'a> Names<'a> {
    pub(super) fn new(name: Name<'a>, end: u8, escaped: bool) -> Self {
        Self { name, end, escaped, is_bad: false }
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
        if self.is_bad || matches!(end, End::Utf16 { .. }) {
            if self.escaped {
                text.extend_from_slice(self.name.shown().as_bytes());
            } else {
                text.extend_from_slice(self.name.octets());
            }
            text.push(self.end);
        }
    }

    fn has_enough(&self) -> bool {
        self.is_bad
    }
}

/// `--quiet`.
#[derive(Default)]
pub(super) struct Quiet {
    is_bad: bool,
}

impl Listing for Quiet {
    fn wants_more(&self) -> bool {
        !self.is_bad
    }

    fn found(&mut self, _: &Finding<'_>, _: &mut Vec<u8>) {
        self.is_bad = true;
    }

    fn lint(&mut self, _: &Lint, _: &mut Vec<u8>) {
        self.is_bad = true;
    }

    fn end(self: Box<Self>, _: &End, _: &mut Vec<u8>) {}

    fn has_enough(&self) -> bool {
        self.is_bad
    }
}
