//! `--statistics`: counts about the inputs, as a table or as JSON Lines.

mod counter;

pub(crate) use counter::Counter;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use placemat::Utf8ErrorKind;
use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{Checked, Ended, Totals, json, listing::Format};
use crate::{
    evidence::ratio,
    stream::Position,
    text::{Name, grouped},
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
    /// The bytes in invalid sequences.
    #[serde(skip)]
    invalid_bytes: u64,
    utf8_share: Option<f64>,
    lf: u64,
    crlf: u64,
    /// Carriage returns that no line feed follows.
    cr: u64,
    /// The number of inputs that begin with U+FEFF.
    byte_order_marks: u64,
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
struct Kinds([u64; Utf8ErrorKind::ALL.len()]);

impl Serialize for Kinds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (kind, number) in Utf8ErrorKind::ALL.iter().zip(self.0) {
            map.serialize_entry(kind.name(), &number)?;
        }
        map.end()
    }
}

impl Measures {
    /// The counts of an empty input.
    pub(super) fn of_one_input() -> Box<Self> {
        Box::new(Self { inputs: 1, ..Self::default() })
    }

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
        self.byte_order_marks += other.byte_order_marks;
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
        let kinds = Utf8ErrorKind::ALL.iter().map(|kind| kind.name()).zip(self.errors.0);
        let others = [
            ("lines_with_errors", self.bad_lines),
            ("byte_order_marks", self.byte_order_marks),
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

/// The row of one input, unless only directories have rows.
pub(super) struct Row<'a> {
    pub(super) name: Name<'a>,
    pub(super) json: bool,
    pub(super) by_dir: bool,
}

impl Format for Row<'_> {
    fn end(&mut self, end: &Ended, _: Option<String>, _: Option<Position>, text: &mut Vec<u8>) {
        if let (Ended::Checked(Checked { measures, .. }), false) = (end, self.by_dir) {
            if self.json {
                json::line(&Record { r#type: "statistics", path: Some(self.name), measures }, text);
            } else {
                text.extend_from_slice(measures.row(&self.name.shown()).as_bytes());
            }
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
    pub(super) totals: Totals,
    dirs: BTreeMap<PathBuf, Measures>,
    total: Measures,
}

impl Sums {
    /// Adds an input, also to its directory if `by_dir`.
    pub(crate) fn add(&mut self, path: &Path, end: &Ended, by_dir: bool) {
        self.totals.add(end);
        let Ended::Checked(Checked { measures, .. }) = end else { return };
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
