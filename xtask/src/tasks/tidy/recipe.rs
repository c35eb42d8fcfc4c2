//! The recipe of the chapter on adding a backend: it can be followed, or has been, and touches few files. The
//! step `adding` of `cargo xtask test` shows that the backend then works.

use anyhow::Result;

use super::Report;
use crate::project::{
    recipe::{CHAPTER, Change, MOST_TOUCHED, is_followed, parse, touched},
    workspace::Workspace,
};

pub(super) fn judge(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let changes = parse(&workspace.read(CHAPTER)?)?;
    report.faults(faults(&changes, &|path| workspace.read(path).ok()));
    report.remarks.push(format!("a backend touches {} files", touched(&changes).len()));
    Ok(())
}

fn faults(changes: &[Change], read: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
    let mut faults = Vec::new();
    let left = if is_followed(changes, read) { &[] } else { changes };
    for change in left {
        match change {
            Change::New { path, .. } if read(path).is_some() => {
                faults.push(format!("{CHAPTER} calls {path} a new file, and it exists"));
            }
            Change::Edit { path, old, .. } if !read(path).is_some_and(|text| text.contains(old)) => {
                faults.push(format!("{CHAPTER} changes lines that {path} does not have:\n{old}"));
            }
            _ => {}
        }
    }
    let touched = touched(changes);
    if touched.len() > MOST_TOUCHED {
        let touched = touched.into_iter().collect::<Vec<_>>().join(", ");
        faults.push(format!("{CHAPTER} touches more than {MOST_TOUCHED} files: {touched}"));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(changes: &[Change], expected: &[&str]) {
        let found = faults(changes, &|path| (path != "new.rs").then(|| "one\ntwo\n".to_owned()));
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (fault, words) in found.iter().zip(expected) {
            assert!(fault.contains(words), "{fault}");
        }
    }

    fn edit(path: &str, old: &str) -> Change {
        Change::Edit { path: path.to_owned(), old: old.to_owned(), new: "new\n".to_owned() }
    }

    #[test]
    fn a_recipe_that_cannot_be_followed_is_a_fault() {
        check(&[edit("a", "two\n")], &[]);
        check(&[edit("a", "three\n")], &["lines that a does not have"]);
        let new = |path: &str| Change::New { path: path.to_owned(), text: String::new() };
        check(&[new("new.rs")], &[]);
        check(&[new("old.rs")], &["a new file"]);
        let followed =
            Change::Edit { path: "a".to_owned(), old: "three\n".to_owned(), new: "two\n".to_owned() };
        check(&[followed], &[]);
    }

    #[test]
    fn a_recipe_that_touches_many_files_is_a_fault() {
        let edits = |count| (0..count).map(|i| edit(&i.to_string(), "one\n")).collect::<Vec<_>>();
        check(&edits(MOST_TOUCHED), &[]);
        check(&edits(MOST_TOUCHED + 1), &["more than 6 files"]);
    }
}
