//! The recipe of the chapter [Adding a backend](../../../docs/src/adding.md): the changes in its blocks.
//!
//! A block belongs to the recipe if the line before it is "`PATH`, a new file:" or "In `PATH`, WHERE:". The first
//! kind shows a whole file. The second is a `diff`: its lines without `+` occur in the file, adjacent and once, and
//! it shows their replacement.

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::{Context, Result, bail, ensure};

/// The chapter.
pub(crate) const CHAPTER: &str = "docs/src/adding.md";

/// The maximum number of existing files that a backend may touch, including the lock file.
pub(crate) const MOST_TOUCHED: usize = 6;

/// A block of the recipe.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// A new file, with its text. It must not exist.
    New { path: String, text: String },
    /// A replacement of lines in an existing file.
    Edit { path: String, old: String, new: String },
}

impl Change {
    pub(crate) fn path(&self) -> &str {
        match self {
            Self::New { path, .. } | Self::Edit { path, .. } => path,
        }
    }

    /// Applies the change to a workspace.
    pub(crate) fn apply(&self, root: &Path) -> Result<()> {
        let file = root.join(self.path());
        match self {
            Self::New { path, text } => {
                ensure!(!file.exists(), "{path} exists");
                fs::create_dir_all(file.parent().unwrap_or(root))?;
                fs::write(file, text)?;
            }
            Self::Edit { path, old, new } => {
                let text = fs::read_to_string(&file).with_context(|| format!("cannot read {path}"))?;
                fs::write(file, replaced(&text, old, new).with_context(|| path.clone())?)?;
            }
        }
        Ok(())
    }
}

/// The same recipe for a backend with another name.
pub(crate) fn renamed(changes: &[Change], from: &str, to: &str) -> Vec<Change> {
    let capital = |name: &str| name[..1].to_uppercase() + &name[1..];
    let rename = |text: &String| text.replace(from, to).replace(&capital(from), &capital(to));
    let rename = |change: &Change| match change {
        Change::New { path, text } => Change::New { path: rename(path), text: rename(text) },
        Change::Edit { path, old, new } => {
            Change::Edit { path: path.clone(), old: old.clone(), new: rename(new) }
        }
    };
    changes.iter().map(rename).collect()
}

/// Whether these lines occur exactly once in the text, so that [`Change::apply`] finds them.
pub(crate) fn is_found(text: &str, lines: &str) -> bool {
    replaced(text, lines, "").is_ok()
}

/// The text with `old` replaced by `new`: whole lines, which must occur exactly once.
fn replaced(text: &str, old: &str, new: &str) -> Result<String> {
    let text = format!("\n{text}");
    let (old, new) = (format!("\n{old}"), format!("\n{new}"));
    let at = text.find(&old).with_context(|| format!("these lines are not there:{old}"))?;
    ensure!(!text[at + 1..].contains(&old), "these lines are there twice:{old}");
    Ok(text.replacen(&old, &new, 1)[1..].to_owned())
}

/// The existing files that the recipe changes.
pub(crate) fn touched(changes: &[Change]) -> BTreeSet<&str> {
    let edits = changes.iter().filter(|change| matches!(change, Change::Edit { .. }));
    edits.map(Change::path).collect()
}

/// The blocks of the recipe, in the order of the page.
pub(crate) fn parse(page: &str) -> Result<Vec<Change>> {
    let mut changes = Vec::new();
    let mut lines = page.lines();
    let mut introduction = "";
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            let mut block = String::new();
            for line in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                block.push_str(line);
                block.push('\n');
            }
            if let Some(path) = introduction.strip_suffix("`, a new file:").and_then(|s| s.strip_prefix('`'))
            {
                changes.push(Change::New { path: path.to_owned(), text: block });
            } else if let Some((path, _)) = introduction.strip_prefix("In `").and_then(|s| s.split_once('`'))
            {
                ensure!(line == "```diff", "the change of {path} is not a diff");
                changes.push(edit(path, &block)?);
            }
            introduction = "";
        } else if !line.is_empty() {
            introduction = line;
        }
    }
    ensure!(!changes.is_empty(), "{CHAPTER} shows no change");
    Ok(changes)
}

fn edit(path: &str, diff: &str) -> Result<Change> {
    let (mut old, mut new) = (String::new(), String::new());
    for line in diff.lines() {
        let rest = line.get(1..).unwrap_or_default();
        let (is_old, is_new) = match line.chars().next() {
            None | Some(' ') => (true, true),
            Some('-') => (true, false),
            Some('+') => (false, true),
            _ => bail!("the diff of {path} has the line: {line}"),
        };
        for (is, text) in [(is_old, &mut old), (is_new, &mut new)] {
            if is {
                text.push_str(rest);
                text.push('\n');
            }
        }
    }
    ensure!(!old.is_empty() && old != new, "the diff of {path} does not say where, or changes nothing");
    Ok(Change::Edit { path: path.to_owned(), old, new })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_introduced_blocks_are_changes() {
        let page = "text\n```rust\nno\n```\n\n`a/b.toml`, a new file:\n\n```toml\nx = 1\n\ny = 2\n```\n\n\
                    In `c.rs`, the row:\n\n```diff\n one\n-two\n+three\n```\n";
        let changes = parse(page).unwrap();
        assert_eq!(
            changes,
            [
                Change::New { path: "a/b.toml".to_owned(), text: "x = 1\n\ny = 2\n".to_owned() },
                Change::Edit {
                    path: "c.rs".to_owned(),
                    old: "one\ntwo\n".to_owned(),
                    new: "one\nthree\n".to_owned()
                },
            ]
        );
        assert_eq!(touched(&changes).into_iter().collect::<Vec<_>>(), ["c.rs"]);
    }

    #[test]
    fn a_recipe_that_shows_nothing_is_an_error() {
        assert!(parse("text\n```rust\nno\n```\n").is_err());
        assert!(parse("In `c.rs`, the row:\n\n```text\n one\n+two\n```\n").is_err(), "no diff");
        assert!(parse("In `c.rs`, the row:\n\n```diff\n+two\n```\n").is_err(), "where?");
        assert!(parse("In `c.rs`, the row:\n\n```diff\n one\n```\n").is_err(), "no change");
    }

    #[test]
    fn lines_are_found_once_and_whole() {
        assert_eq!(replaced("a\nb\nc\n", "b\n", "b\nx\n").unwrap(), "a\nb\nx\nc\n");
        assert_eq!(replaced("a\nb\n", "a\n", "").unwrap(), "b\n");
        assert!(replaced("ab\n", "b\n", "x\n").is_err(), "half a line");
        assert!(replaced("b\nb\n", "b\n", "x\n").is_err(), "twice");
    }
}
