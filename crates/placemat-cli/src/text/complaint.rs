//! Messages on standard error.

use std::{
    fmt::Display,
    io::{self, Write},
};

use super::harmless::is_harmless;

/// Writes to standard error what is wrong.
pub(crate) fn complain(what: impl Display) {
    // If standard error is closed, only the exit status is left.
    let _ = io::stderr().write_all(complaint(what).as_bytes());
}

/// A line for standard error. Parts of it come from outside, so whatever could hurt a terminal is escaped.
pub(super) fn complaint(what: impl Display) -> String {
    let mut line = String::from("placemat: ");
    for char in what.to_string().chars() {
        match char {
            // GitHub takes `##[` anywhere in a line for the start of a workflow command.
            '[' if line.ends_with("##") => line.extend(char.escape_unicode()),
            _ if is_harmless(char) => line.push(char),
            _ => line.extend(char.escape_default()),
        }
    }
    line.push('\n');
    line
}
