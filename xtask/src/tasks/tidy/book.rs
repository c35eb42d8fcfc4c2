//! Checks that the book's table of contents lists every chapter. (`lint` checks that the listed files exist.)

use anyhow::Result;

use super::Report;
use crate::project::{pages::pages, workspace::Workspace};

pub(super) fn check(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let pages = pages(workspace)?;
    report.faults(unlisted(&workspace.read("docs/src/SUMMARY.md")?, &pages));
    Ok(())
}

fn unlisted(summary: &str, pages: &[String]) -> Vec<String> {
    let chapters = pages.iter().filter_map(|page| page.strip_prefix("docs/src/"));
    let unlisted = chapters.filter(|chapter| !summary.contains(&format!("]({chapter})")));
    unlisted.map(|chapter| format!("docs/src/SUMMARY.md does not list {chapter}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_that_is_not_listed_is_a_fault() {
        let pages = ["README.md", "docs/src/a.md", "docs/src/b/c.md"].map(str::to_owned);
        assert!(unlisted("- [A](a.md)\n- [C](b/c.md)\n", &pages).is_empty());
        assert_eq!(unlisted("- [A](a.md)\n", &pages).len(), 1);
    }
}
