//! Tables for the book: `report --tables JSON` prints them, and a test holds the committed ones against their JSON file.

mod ahead;

use std::fmt::Write as _;

use crate::{
    record::{CONTROL, CellRecord, Group, Record},
    terminal,
};

/// Who has a column, from left to right, if they took part; after them the limit. The facade has none, for it calls one
/// of the backends, and neither has simdutf in this process, which is one of its kernels.
const COLUMNS: [&str; 16] = [
    "avx512",
    "avx2",
    "sse4",
    "neon",
    "scalar",
    "dfa",
    "simdutf-icelake",
    "simdutf-haswell",
    "simdutf-westmere",
    "simdutf8-basic",
    "simdutf8-compat",
    "encoding_rs",
    "bstr",
    "smoothutf8",
    "std",
    "memcpy",
];

/// The sizes that have a table of their own.
const SIZES: [usize; 4] = [256, 4 << 10, 1 << 20, 256 << 20];

/// The machine, tables of everyone's speeds, and all rows of a run.
#[must_use]
pub fn tables(record: &Record) -> String {
    let mut text = String::from("```text\n");
    for (name, value) in record.origin.lines() {
        line(&mut text, &format!("{name:10} {value}"));
    }
    line(&mut text, &format!("{:10} {} rounds, seed {}", "settings", record.rounds, record.seed));
    line(&mut text, &terminal::verdict(&record.cells));
    for row in terminal::children(record) {
        line(&mut text, &row);
    }
    text += "```\n";
    for size in SIZES {
        let title = format!("{}, GB/s", terminal::octets(size));
        let cells = |cell: &&CellRecord| cell.group == Group::Validate && cell.size == size;
        table(&mut text, &title, record.cells.iter().filter(cells), |cell, name| {
            cell.lane(name).map(|lane| format!("{:.1}", lane.speed()))
        });
    }
    let cells = |cell: &&CellRecord| cell.group == Group::Short;
    table(&mut text, "Short strings, nanoseconds a call", record.cells.iter().filter(cells), |cell, name| {
        cell.lane(name).map(|lane| format!("{:.1}", lane.per_call()))
    });
    text += &ahead::section(record);
    text += "\n### Everything\n\n```text\n";
    let mut group = None;
    for cell in &record.cells {
        if group.replace(cell.group).is_some_and(|before| before != cell.group) {
            text += "\n";
        }
        if group_begins(record, cell) {
            line(&mut text, terminal::heading(cell.group));
        }
        for row in terminal::rows(cell) {
            line(&mut text, &row);
        }
    }
    text + "```\n"
}

/// A line, without the blanks at its end.
fn line(text: &mut String, content: &str) {
    text.push_str(content.trim_end());
    text.push('\n');
}

/// Whether a cell is the first of its group.
fn group_begins(record: &Record, cell: &CellRecord) -> bool {
    record.cells.iter().find(|other| other.group == cell.group).is_some_and(|first| std::ptr::eq(first, cell))
}

/// A row a cell and a column a contender, with what `value` says of the two.
fn table<'a>(
    text: &mut String,
    title: &str,
    cells: impl Iterator<Item = &'a CellRecord>,
    value: impl Fn(&CellRecord, &str) -> Option<String>,
) {
    let cells: Vec<_> = cells.collect();
    let took_part = |name: &&str| cells.iter().any(|cell| cell.lane(name).is_some());
    let columns: Vec<_> = COLUMNS.into_iter().filter(|name| *name != CONTROL).filter(took_part).collect();
    if cells.is_empty() {
        return;
    }
    let _ = write!(text, "\n### {title}\n\n| |");
    for name in &columns {
        let _ = write!(text, " {name} |");
    }
    text.push_str(" limit |\n| --- |");
    for _ in &columns {
        text.push_str(" ---: |");
    }
    text.push_str(" ---: |\n");
    for cell in cells {
        let _ = write!(text, "| {} |", cell.text);
        for name in &columns {
            let _ = write!(text, " {} |", value(cell, name).unwrap_or_default());
        }
        let limit = cell.limit().and_then(|lane| value(cell, &lane.name));
        let _ = writeln!(text, " {} |", limit.unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    #[test]
    fn the_tables_of_the_book_are_those_of_their_run() {
        let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src");
        let chapter = fs::read_to_string(book.join("results.md")).expect("the chapter is there");
        let record = Record::read(&book.join("results/zen4.json")).expect("its record is beside it");
        assert!(chapter.ends_with(&tables(&record)), "`report --tables` prints other tables");
    }
}
