//! .gitignore files.
//!
//! Paths are matched relative to the directory of the file, independently of the path by which the user named it.

use std::path::{Path, PathBuf};
use std::{borrow::Cow, io::Read};

use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::{Error, Match};

use crate::place::{Dir, Kind};

/// The name of such a file.
pub(super) const NAME: &str = ".gitignore";

/// The entry that marks a repository. Rules from outside do not apply in it.
pub(super) const REPOSITORY: &str = ".git";

/// The maximum size of a file that is read. Its rules need many times as much memory.
const LONGEST: u64 = 1 << 20;

/// The rules of a file.
pub(super) struct Ignored {
    rules: Gitignore,
    /// Whether rules and paths are mapped to other characters, because the file is not UTF-8. Git compares bytes.
    spelled: bool,
}

impl Ignored {
    pub(super) fn empty() -> Self {
        Self { rules: Gitignore::empty(), spelled: false }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Whether to ignore a path relative to the file (`Some(true)`) or to keep it.
    pub(super) fn leaves_out(&self, path: &Path, is_dir: bool) -> Option<bool> {
        let path = if self.spelled && !self.is_empty() {
            Cow::Owned(PathBuf::from(spell(path.as_os_str().as_encoded_bytes())))
        } else {
            Cow::Borrowed(path)
        };
        match self.rules.matched(path, is_dir) {
            Match::None => None,
            verdict => Some(verdict.is_ignore()),
        }
    }
}

/// Maps any bytes to text, with a distinct letter for each byte above 7F.
fn spell(bytes: &[u8]) -> String {
    let values = bytes.iter().map(|byte| u32::from(*byte) + if byte.is_ascii() { 0 } else { 0x100 });
    values.filter_map(char::from_u32).collect()
}

/// The rules of the file in a directory, and an error in it. Without a file, there are no rules.
pub(super) fn read(dir: &Dir) -> (Ignored, Option<String>) {
    // Opening a device of that name could have side effects.
    let Ok((Some(Kind::File), _)) = dir.metadata(NAME.as_ref()) else { return (Ignored::empty(), None) };
    let mut text = Vec::new();
    let file = dir.at(NAME.as_ref()).resolve().and_then(|place| place.open(false));
    let read = file.and_then(|file| file.take(LONGEST + 1).read_to_end(&mut text));
    if let Err(error) = read {
        return (Ignored::empty(), Some(format!("its rules are not applied: {error}")));
    }
    if text.len() as u64 > LONGEST {
        return (Ignored::empty(), Some("its rules are not applied: it is far too long".into()));
    }
    parse(&text)
}

/// The rules in these lines, and an error in them.
fn parse(bytes: &[u8]) -> (Ignored, Option<String>) {
    // Git ignores a byte order mark.
    let bytes = bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(bytes);
    let text = placemat::from_utf8(bytes).map(Cow::Borrowed);
    let spelled = text.is_err();
    let text = text.unwrap_or_else(|_| Cow::Owned(spell(bytes)));
    let mut builder = GitignoreBuilder::new("");
    let mut wrong = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Err(error) = builder.add_line(None, line) {
            wrong.push(format!("line {number}: {}", first(&error)));
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
    (
        Ignored { rules, spelled },
        wrong.first().map(|first| format!("some of its rules are not applied: {first}{more}")),
    )
}

/// The first of the combined errors, without a path.
fn first(error: &Error) -> String {
    match error {
        Error::Partial(errors) => errors.first().map_or_else(|| error.to_string(), first),
        Error::WithPath { err, .. } | Error::WithDepth { err, .. } | Error::WithLineNumber { err, .. } => {
            first(err)
        }
        other => other.to_string(),
    }
}
