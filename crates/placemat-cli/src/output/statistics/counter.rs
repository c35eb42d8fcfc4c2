//! Counts as text passes.

use memchr::{memchr_iter, memmem};
use placemat::stream::Summary;

use super::{Kinds, Measures};
use crate::{
    stream::Position,
    text::{count, is_noncharacter, is_private_use},
};

/// Counts as text passes.
pub(crate) struct Counter {
    summary: Summary,
    measures: Box<Measures>,
    /// The number of characters in the current line.
    column: u64,
    /// Whether the last byte is a carriage return.
    after_cr: bool,
}

impl Counter {
    pub(crate) fn new() -> Self {
        let measures = Measures::of_one_input();
        Self { summary: Summary::default(), measures, column: 0, after_cr: false }
    }

    /// Passes the non-empty text at this offset.
    pub(crate) fn text(&mut self, offset: u64, text: &str) {
        let bytes = text.as_bytes();
        self.summary = self.summary.merge(Summary::of(bytes));
        self.count_lines(text);
        let measures = &mut self.measures;
        measures.byte_order_marks += u64::from(offset == 0 && text.starts_with('\u{FEFF}'));
        let joined = u64::from(self.after_cr && bytes.first() == Some(&b'\n'));
        measures.crlf += joined + count(memmem::find_iter(bytes, "\r\n").count());
        measures.cr += count(memchr_iter(b'\r', bytes).count());
        self.after_cr = bytes.last() == Some(&b'\r');
        if text.is_ascii() {
            measures.ascii_bytes += count(bytes.len());
            return;
        }
        for character in text.chars() {
            measures.ascii_bytes += u64::from(character.is_ascii());
            measures.private_use += u64::from(is_private_use(character));
            measures.noncharacters += u64::from(is_noncharacter(character));
        }
    }

    /// Passes an invalid sequence.
    pub(crate) fn invalid(&mut self, bytes: &[u8]) {
        self.summary = self.summary.merge(Summary::of(bytes));
        self.measures.invalid_bytes += count(bytes.len());
        self.column += 1;
        self.measures.longest_line = self.measures.longest_line.max(self.column);
        self.after_cr = false;
    }

    /// The counts, with this number of broken rules.
    pub(crate) fn measures(self, lints: u64) -> Box<Measures> {
        let totals = self.summary.finish();
        let mut measures = self.measures;
        measures.bytes = totals.bytes;
        measures.characters = totals.chars;
        measures.lines = totals.line_feeds + u64::from(self.column > 0);
        measures.error_count = totals.errors;
        measures.errors = Kinds(totals.errors_by_kind);
        measures.bad_lines = totals.bad_lines;
        measures.lf = totals.line_feeds - measures.crlf;
        measures.cr -= measures.crlf;
        measures.set_share();
        measures.lint_count = lints;
        measures
    }

    fn count_lines(&mut self, text: &str) {
        let mut rest = text;
        while let Some(end) = memchr::memchr(b'\n', rest.as_bytes()) {
            let (line, after) = rest.split_at(end + 1);
            let len = self.column + columns(&line[..end]);
            self.measures.longest_line = self.measures.longest_line.max(len);
            self.column = 0;
            rest = after;
        }
        self.column += columns(rest);
        self.measures.longest_line = self.measures.longest_line.max(self.column);
    }
}

/// The number of characters in a text without line feeds.
fn columns(line: &str) -> u64 {
    let mut position = Position::START;
    position.pass_text(line);
    position.column - 1
}
