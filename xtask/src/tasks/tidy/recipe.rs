//! The recipe of the chapter on adding a backend must be applicable, even repeatedly, and touch few files. The step
//! `adding` of `cargo xtask test` checks that the backend then works.

use anyhow::Result;

use super::Report;
use crate::project::recipe::{CHAPTER, Change, MOST_TOUCHED, is_found, parse, touched};
use crate::project::workspace::Workspace;

pub(super) fn check(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let changes = parse(&workspace.read(CHAPTER)?)?;
    report.faults(faults(&changes, &|path| workspace.read(path).ok()));
    report.remarks.push(format!("a backend touches {} files", touched(&changes).len()));
    Ok(())
}

fn faults(changes: &[Change], read: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
    let mut faults = Vec::new();
    for change in changes {
        let Change::Edit { path, old, new } = change else { continue };
        if !read(path).is_some_and(|text| is_found(&text, old)) {
            faults.push(format!("{CHAPTER} changes lines that {path} does not have once:\n{old}"));
        }
        // Otherwise the next backend could not be added in the same way.
        if !is_found(new, old) {
            faults
                .push(format!("the change of {path} in {CHAPTER} does not keep its lines together:\n{old}"));
        }
    }
    let touched = touched(changes);
    if touched.len() >= MOST_TOUCHED {
        let touched = touched.into_iter().collect::<Vec<_>>().join(", ");
        faults.push(format!("{CHAPTER} touches more than {MOST_TOUCHED} files: {touched}, Cargo.lock"));
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
        Change::Edit { path: path.to_owned(), old: old.to_owned(), new: format!("{old}new\n") }
    }

    #[test]
    fn a_recipe_that_cannot_be_followed_is_a_fault() {
        check(&[edit("a", "two\n")], &[]);
        check(&[edit("a", "three\n")], &["lines that a does not have"]);
        check(&[Change::New { path: "old.rs".to_owned(), text: String::new() }], &[]);
    }

    #[test]
    fn a_recipe_that_can_be_followed_only_once_is_a_fault() {
        let change = |old: &str, new: &str| Change::Edit {
            path: "a".to_owned(),
            old: old.to_owned(),
            new: new.to_owned(),
        };
        check(&[change("one\n", "one\nnew\n")], &[]);
        check(&[change("one\n", "one and new\n")], &["does not keep"]);
        check(&[change("one\ntwo\n", "one\nnew\ntwo\n")], &["does not keep"]);
    }

    #[test]
    fn a_recipe_that_touches_many_files_is_a_fault() {
        let edits = |count| (0..count).map(|i| edit(&i.to_string(), "one\n")).collect::<Vec<_>>();
        check(&edits(MOST_TOUCHED - 1), &[]);
        check(&edits(MOST_TOUCHED), &["more than 6 files"]);
    }
}
