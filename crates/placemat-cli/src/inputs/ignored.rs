//! .gitignore files.
//!
//! Paths are matched relative to the directory that the file lies in, so that it does not matter by which path that
//! directory was named.

use std::{fs, path::Path};

use ignore::{
    Error,
    gitignore::{Gitignore, GitignoreBuilder},
};

/// The name of such a file.
pub(super) const NAME: &str = ".gitignore";

/// What marks a directory as a repository; rules from above it have no say below.
pub(super) const REPOSITORY: &str = ".git";

/// The longest file that is read; its rules cost many times as much memory.
const LONGEST: u64 = 1 << 20;

/// What the file in the directory `dir` says, and what is wrong with it. One that is not there says nothing.
pub(super) fn read(dir: &Path) -> (Gitignore, Option<String>) {
    let path = dir.join(NAME);
    // A pipe of that name would be waited for.
    let Ok(true) = fs::metadata(&path).map(|of| of.is_file()) else { return (Gitignore::empty(), None) };
    if fs::metadata(&path).is_ok_and(|of| of.len() > LONGEST) {
        return (Gitignore::empty(), Some("its rules are not heeded: it is far too long".into()));
    }
    let mut builder = GitignoreBuilder::new("");
    let mut wrong = builder.add(&path);
    let rules = builder.build().unwrap_or_else(|error| {
        wrong = Some(error);
        Gitignore::empty()
    });
    (rules, wrong.map(|error| format!("some of its rules are not heeded: {}", first(&error))))
}

/// The first of the errors in this one, without a path.
fn first(error: &Error) -> String {
    match error {
        Error::Partial(errors) => match errors.as_slice() {
            [] => error.to_string(),
            [one] => first(one),
            [one, rest @ ..] => format!("{} (and {} more)", first(one), rest.len()),
        },
        Error::WithPath { err, .. } | Error::WithDepth { err, .. } => first(err),
        Error::WithLineNumber { line, err } => format!("line {line}: {}", first(err)),
        other => other.to_string(),
    }
}
