//! .gitignore files.
//!
//! Paths are matched relative to the directory of the file, so that it does not matter by which path that
//! directory was named.

use std::{
    io::{BufRead, BufReader, Read},
    path::Path,
};

use ignore::{
    Error,
    gitignore::{Gitignore, GitignoreBuilder},
};

use super::anchor::{Anchor, Kind};

/// The name of such a file.
pub(super) const NAME: &str = ".gitignore";

/// What makes a directory a repository. Rules from above it do not apply below it.
pub(super) const REPOSITORY: &str = ".git";

/// The longest file that is read. Its rules need many times as much memory.
const LONGEST: u64 = 1 << 20;

/// The rules of the file in the directory `dir`, and what is wrong with it. If there is no file, there are no
/// rules.
pub(super) fn read(anchor: &Anchor, dir: &Path) -> (Gitignore, Option<String>) {
    let path = dir.join(NAME);
    // To open a device of that name could do something.
    let Ok((Some(Kind::File), _)) = anchor.metadata(&path) else { return (Gitignore::empty(), None) };
    let mut text = Vec::new();
    let read = anchor.open_file(&path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut text));
    if let Err(error) = read {
        return (Gitignore::empty(), Some(format!("its rules are not applied: {error}")));
    }
    if text.len() as u64 > LONGEST {
        return (Gitignore::empty(), Some("its rules are not applied: it is far too long".into()));
    }
    parse(&text)
}

/// The rules of these lines, and what is wrong with them.
fn parse(text: &[u8]) -> (Gitignore, Option<String>) {
    let mut builder = GitignoreBuilder::new("");
    let mut wrong = Vec::new();
    for (number, line) in (1..).zip(BufReader::new(text).lines()) {
        match line {
            Ok(line) => {
                // Git passes over a byte order mark.
                let line = if number == 1 { line.trim_start_matches('\u{FEFF}') } else { &line };
                if let Err(error) = builder.add_line(None, line) {
                    wrong.push(format!("line {number}: {}", first(&error)));
                }
            }
            Err(error) => {
                wrong.push(format!("line {number}: {error}"));
                break;
            }
        }
    }
    let rules = builder.build().unwrap_or_else(|error| {
        wrong.push(first(&error));
        Gitignore::empty()
    });
    let more = match wrong.len() {
        0 | 1 => String::new(),
        many => format!(" (and {} more)", many - 1),
    };
    (rules, wrong.first().map(|first| format!("some of its rules are not applied: {first}{more}")))
}

/// The first of the errors in this one, without a path.
fn first(error: &Error) -> String {
    match error {
        Error::Partial(errors) => errors.first().map_or_else(|| error.to_string(), first),
        Error::WithPath { err, .. } | Error::WithDepth { err, .. } | Error::WithLineNumber { err, .. } => {
            first(err)
        }
        other => other.to_string(),
    }
}
