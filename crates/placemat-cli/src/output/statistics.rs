//! `--statistics`: counts about the inputs, as a table or as JSON Lines.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use memchr::{memchr_iter, memmem};
use placemat::{ErrorKind, stream::Summary};
use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{Ended, Listing, json};
use crate::{
    lint::Lint,
    stream::{Passage, Position, ratio},
    text::{Name, count, grouped},
};

/// The counts of one input, or of several.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Measures {
    inputs: u64,
    bytes: u64,
    characters: u64,
    /// Lines; the last one may lack a line feed.
    lines: u64,
    /// The length of the longest line, in characters.
    longest_line: u64,
    ascii_bytes: u64,
    /// The bytes in ill-formed sequences.
    #[serde(skip)]
    invalid_bytes: u64,
    utf8_share: Option<f64>,
    lf: u64,
    crlf: u64,
    /// Carriage returns that no line feed follows.
    cr: u64,
    /// The number of inputs that begin with U+FEFF.
    signatures: u64,
    noncharacters: u64,
    private_use: u64,
    error_count: u64,
    errors: Kinds,
    bad_lines: u64,
    /// The number of broken rules.
    lint_count: u64,
}

/// Errors by kind, as a record.
#[derive(Clone, Debug, Default)]
struct Kinds([u64; ErrorKind::ALL.len()]);

impl Serialize for Kinds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (kind, number) in ErrorKind::ALL.iter().zip(self.0) {
            map.serialize_entry(kind.name(), &number)?;
        }
        map.end()
    }
}

impl Measures {
    fn add(&mut self, other: &Self) {
        self.inputs += other.inputs;
        self.bytes += other.bytes;
        self.characters += other.characters;
        self.lines += other.lines;
        self.longest_line = self.longest_line.max(other.longest_line);
        self.ascii_bytes += other.ascii_bytes;
        self.invalid_bytes += other.invalid_bytes;
        self.set_share();
        self.lf += other.lf;
        self.crlf += other.crlf;
        self.cr += other.cr;
        self.signatures += other.signatures;
        self.noncharacters += other.noncharacters;
        self.private_use += other.private_use;
        self.error_count += other.error_count;
        for (sum, more) in self.errors.0.iter_mut().zip(other.errors.0) {
            *sum += more;
        }
        self.bad_lines += other.bad_lines;
        self.lint_count += other.lint_count;
    }

    /// Computes the valid share of non-ASCII bytes.
    fn set_share(&mut self) {
        let valid = self.bytes - self.ascii_bytes - self.invalid_bytes;
        self.utf8_share = ratio(valid, self.invalid_bytes);
    }

    /// A row of the table.
    fn row(&self, what: &str) -> String {
        let endings: Vec<_> = [("LF", self.lf), ("CRLF", self.crlf), ("CR", self.cr)]
            .into_iter()
            .filter_map(|(name, number)| (number > 0).then_some(name))
            .collect();
        let ascii = (self.ascii_bytes * 1000).checked_div(self.bytes).map_or_else(
            || "-".to_owned(),
            |thousandths| format!("{}.{}%", thousandths / 10, thousandths % 10),
        );
        line(&[
            &grouped(self.bytes),
            &grouped(self.characters),
            &grouped(self.lines),
            &grouped(self.longest_line),
            &ascii,
            if endings.is_empty() { "-".to_owned() } else { endings.join("+") }.as_str(),
            &grouped(self.error_count),
            what,
        ])
    }

    /// Non-zero counts that have no column in the table.
    fn remarks(&self) -> String {
        let kinds = ErrorKind::ALL.iter().map(|kind| kind.name()).zip(self.errors.0);
        let others = [
            ("lines_with_errors", self.bad_lines),
            ("signatures", self.signatures),
            ("noncharacters", self.noncharacters),
            ("private_use", self.private_use),
            ("rules_broken", self.lint_count),
        ];
        let parts = kinds.chain(others).filter(|(_, number)| *number > 0);
        let parts: Vec<_> =
            parts.map(|(name, number)| format!("{}: {}", name.replace('_', " "), grouped(number))).collect();
        let mut text = if parts.is_empty() { String::new() } else { parts.join(", ") + "\n" };
        if let Some(share) = self.utf8_share.filter(|share| *share < 1.0) {
            text.push_str(&format!(
                "of the bytes that are not ASCII, {:.2}% are in valid sequences\n",
                share * 100.0
            ));
        }
        text
    }
}

fn line(cells: &[&str; 8]) -> String {
    let [bytes, characters, lines, longest, ascii, endings, errors, what] = cells;
    format!(
        "{bytes:>15} {characters:>15} {lines:>11} {longest:>9} {ascii:>6} {endings:>10} {errors:>9}  {what}\n"
    )
}

/// The first line of the table.
pub(super) fn head() -> String {
    line(&["bytes", "characters", "lines", "longest", "ASCII", "endings", "errors", ""]).trim_end().to_owned()
        + "\n"
}

/// Counts as text passes.
pub(super) struct Counter<'a> {
    name: Name<'a>,
    json: bool,
    /// Whether to write a row of its own.
    has_row: bool,
    summary: Summary,
    measures: Measures,
    /// The number of characters in the current line.
    column: u64,
    /// Whether the last byte is a carriage return.
    after_cr: bool,
}

impl<'a> Counter<'a> {
    pub(super) fn new(name: Name<'a>, json: bool, has_row: bool) -> Self {
        let measures = Measures { inputs: 1, ..Measures::default() };
        Self { name, json, has_row, summary: Summary::default(), measures, column: 0, after_cr: false }
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

impl Listing for Counter<'_> {
    fn lint(&mut self, _: &Lint, _: &mut Vec<u8>) {
        self.measures.lint_count += 1;
    }

    fn text(&mut self, passage: Passage<'_>) {
        let Passage { offset, text } = passage;
        let bytes = text.as_bytes();
        self.summary = self.summary.merge(Summary::of(bytes));
        self.count_lines(text);
        let measures = &mut self.measures;
        measures.signatures += u64::from(offset == 0 && text.starts_with('\u{FEFF}'));
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
            match character {
                '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}' => {
                    measures.private_use += 1;
                }
                '\u{FDD0}'..='\u{FDEF}' => measures.noncharacters += 1,
                _ if u32::from(character) & 0xFFFE == 0xFFFE => measures.noncharacters += 1,
                _ => {}
            }
        }
    }

    fn invalid(&mut self, bytes: &[u8]) {
        self.summary = self.summary.merge(Summary::of(bytes));
        self.measures.invalid_bytes += count(bytes.len());
        self.column += 1;
        self.measures.longest_line = self.measures.longest_line.max(self.column);
        self.after_cr = false;
    }

    fn measures(&mut self) -> Option<Measures> {
        let totals = self.summary.finish();
        let measures = &mut self.measures;
        measures.bytes = totals.bytes;
        measures.characters = totals.chars;
        measures.lines = totals.line_feeds + u64::from(self.column > 0);
        measures.error_count = totals.errors;
        measures.errors = Kinds(totals.errors_by_kind);
        measures.bad_lines = totals.bad_lines;
        measures.lf = totals.line_feeds - measures.crlf;
        measures.cr -= measures.crlf;
        measures.set_share();
        Some(measures.clone())
    }

    fn end(self: Box<Self>, end: &Ended, text: &mut Vec<u8>) {
        if !self.has_row || !matches!(end, Ended::Checked(_)) {
            return;
        }
        if self.json {
            json::line(
                &Record { r#type: "statistics", path: Some(self.name), measures: &self.measures },
                text,
            );
        } else {
            text.extend_from_slice(self.measures.row(&self.name.shown()).as_bytes());
        }
    }
}

/// A line of JSON.
#[derive(Serialize)]
struct Record<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    path: Option<Name<'a>>,
    #[serde(flatten)]
    measures: &'a Measures,
}

/// The sums over directories, and over all.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    dirs: BTreeMap<PathBuf, Measures>,
    total: Measures,
}

impl Sums {
    /// Adds an input to the total, and to its directory if `by_dir`.
    pub(crate) fn add(&mut self, path: &Path, measures: &Measures, by_dir: bool) {
        self.total.add(measures);
        if by_dir {
            let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
            self.dirs.entry(dir.to_owned()).or_default().add(measures);
        }
    }

    /// The text after the rows of inputs.
    pub(super) fn end(&self, is_json: bool) -> Vec<u8> {
        let mut text = Vec::new();
        for (dir, measures) in &self.dirs {
            let name = Name::new(dir);
            if is_json {
                json::line(&Record { r#type: "directory", path: Some(name), measures }, &mut text);
            } else {
                text.extend_from_slice(measures.row(&name.shown()).as_bytes());
            }
        }
        let total = &self.total;
        if is_json {
            json::line(&Record { r#type: "total", path: None, measures: total }, &mut text);
        } else {
            text.extend_from_slice(total.row("in total").as_bytes());
            text.extend_from_slice(total.remarks().as_bytes());
        }
        text
    }
}
