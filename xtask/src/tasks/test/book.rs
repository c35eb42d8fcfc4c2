//! Builds the book, including the page of all results, with `mdbook`.

use anyhow::Result;

use crate::project::{scratch, workspace::Workspace};
use crate::runner::{log::Log, step::Outcome};
use crate::tasks::{bench, scripts};

/// As a step of `cargo xtask test`.
pub(super) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    // The version that the book is written for, without its server and search index.
    let mdbook = scripts::tool(workspace, log, "mdbook", "0.5.4 --no-default-features")?;
    let (source, out) =
        (scratch::copy_of_workspace(workspace, "book")?.join("docs"), workspace.target.join("book"));
    log.call(&bench::add_to_book(&source.join("src")))?;
    let build = mdbook
        .arg("build")
        .arg(source.display().to_string())
        .args("--dest-dir")
        .arg(out.display().to_string());
    let output = log.call(&build)?;
    if output.lines().any(|line| line.contains("WARN") || line.contains("ERROR")) {
        return Ok(Outcome::Failed("mdbook has warnings".to_owned()));
    }
    Ok(Outcome::Passed(out.join("index.html").display().to_string()))
}
