//! Checks that the files that pages name exist, and that the sources have the items that the chapters about them name.

use std::collections::HashSet;

use anyhow::Result;

use super::Report;
use crate::project::{pages::pages, workspace::Workspace};

/// The chapters about the sources.
const INTERNAL: [&str; 2] = ["docs/src/algorithms/", "docs/src/architecture.md"];

/// Instructions that the chapters name and no source does.
const INSTRUCTIONS: [&str; 7] = ["bsl", "packsswb", "pshufb", "sli", "umaxp", "umaxv", "vrgather"];

/// Names files that its readers create; the step `adding` follows it.
const RECIPE: &str = "docs/src/adding.md";

pub(super) fn check(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let files = workspace.files()?;
    let names: Vec<_> = files.iter().map(|file| format!("/{}", file.display())).collect();
    let sources = files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "rs"));
    let sources = sources.map(|file| workspace.read(file)).collect::<Result<String>>()?;
    let words: HashSet<_> = sources.split(|c: char| !is_word(c)).collect();
    for page in pages(workspace)?.iter().filter(|page| *page != RECIPE) {
        let text = workspace.read(page)?;
        let is_internal = INTERNAL.iter().any(|prefix| page.starts_with(prefix));
        for code in codes(&text) {
            if is_missing(code, &names) || is_internal && is_unknown(code, &words) {
                report.faults.push(format!("{page} names `{code}`, and there is no such file or item"));
            }
        }
    }
    Ok(())
}

/// The code in the prose of a page.
fn codes(text: &str) -> impl Iterator<Item = &str> {
    text.split("```").step_by(2).flat_map(|prose| prose.split('`').skip(1).step_by(2))
}

/// Whether this is the end of a path of Rust source, and no file has it.
fn is_missing(code: &str, names: &[String]) -> bool {
    let is_path = code.ends_with(".rs") && code.chars().all(|c| is_word(c) || "./-".contains(c));
    is_path && !names.iter().any(|name| name.ends_with(&format!("/{code}")))
}

/// Whether this is the name of an item or a path, and no source has its words.
fn is_unknown(code: &str, words: &HashSet<&str>) -> bool {
    let is_name = code.starts_with(|c: char| c.is_ascii_alphabetic())
        && code.chars().all(|c| is_word(c) || c == ':')
        && !INSTRUCTIONS.contains(&code);
    is_name && !code.split("::").all(|word| words.contains(word))
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_exist_is_a_fault() {
        let text = "`Route::Short` of `simd/route.rs`\n```text\n`Old`\n```\nand `Old`, `old.rs`, `a + B`, `old`, `sli`";
        let codes: Vec<_> = codes(text).collect();
        assert_eq!(codes, ["Route::Short", "simd/route.rs", "Old", "old.rs", "a + B", "old", "sli"]);
        let names = ["/crates/simd/route.rs".to_owned(), "/bold.rs".to_owned()];
        let words = HashSet::from(["Route", "Short"]);
        assert_eq!(codes.iter().map(|code| is_missing(code, &names)).filter(|missing| *missing).count(), 1);
        assert_eq!(
            codes.iter().filter(|code| is_unknown(code, &words)).collect::<Vec<_>>(),
            [&"Old", &"old"]
        );
    }
}
