//! Tables in text files.

/// The rows of a table in a text file: its lines, without comments.
pub fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|row| !row.starts_with('#'))
}

/// The rows of a table with two columns.
pub fn pairs(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    rows(table).filter_map(|row| row.split_once(" | "))
}
