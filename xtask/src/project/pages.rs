//! README and the chapters of the book.

use anyhow::{Result, ensure};

use super::workspace::Workspace;

/// The pages, by their paths from the root.
pub(crate) fn pages(workspace: &Workspace) -> Result<Vec<String>> {
    let mut pages = Vec::new();
    for file in workspace.files()? {
        let name = file.to_string_lossy().replace('\\', "/");
        let chapter = name.starts_with("docs/src/") && !name.ends_with("/SUMMARY.md");
        if name == "README.md" || (chapter && name.ends_with(".md")) {
            pages.push(name);
        }
    }
    ensure!(pages.len() >= 2, "README.md and the chapters of docs/src were not found");
    Ok(pages)
}
