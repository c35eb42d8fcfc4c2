//! The book's table of contents: every chapter is in it, and everything in it is there.

use anyhow::Result;

use super::Report;
use crate::{project::workspace::Workspace, runner::number::number};

const BOOK: &str = "docs/src/";

pub(super) fn judge(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let summary = workspace.read(format!("{BOOK}SUMMARY.md"))?;
    let mut chapters = Vec::new();
    for file in workspace.files()? {
        let name = file.to_string_lossy().replace('\\', "/");
        if let Some(chapter) = name.strip_prefix(BOOK).filter(|name| name.ends_with(".md")) {
            chapters.push(chapter.to_owned());
        }
    }
    chapters.retain(|chapter| chapter != "SUMMARY.md");
    report.faults(faults(&links(&summary), &chapters));
    report.remarks.push(number(chapters.len(), "chapter"));
    Ok(())
}

fn faults(listed: &[&str], chapters: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    for chapter in chapters.iter().filter(|chapter| !listed.contains(&chapter.as_str())) {
        faults.push(format!("{BOOK}SUMMARY.md does not list {chapter}"));
    }
    for link in listed.iter().filter(|link| !chapters.iter().any(|chapter| chapter == *link)) {
        faults.push(format!("{BOOK}SUMMARY.md lists {link}, which does not exist"));
    }
    faults
}

/// The targets of the links `[title](target)`.
fn links(summary: &str) -> Vec<&str> {
    summary
        .lines()
        .filter_map(|line| line.split_once("](")?.1.split_once(')'))
        .map(|(target, _)| target.trim_start_matches("./"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_and_its_line_belong_together() {
        let summary = "# Summary\n\n[Introduction](introduction.md)\n\n- [Scalar](./algorithms/scalar.md)\n";
        let check = |chapters: &[&str], count: usize| {
            let chapters: Vec<_> = chapters.iter().map(|&chapter| chapter.to_owned()).collect();
            assert_eq!(faults(&links(summary), &chapters).len(), count, "{chapters:?}");
        };
        check(&["introduction.md", "algorithms/scalar.md"], 0);
        check(&["introduction.md", "algorithms/scalar.md", "unlisted.md"], 1);
        check(&["introduction.md"], 1);
        check(&[], 2);
    }
}
