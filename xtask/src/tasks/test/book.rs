//! Builds the book, including the page of all results, with `mdbook`.

use anyhow::Result;

use crate::{
    host::cargo_tool::CargoTool,
    project::{scratch, workspace::Workspace},
    runner::{call::Call, log::Log, step::Outcome},
    tasks::bench,
};

/// The version that the book is written for, without its server and search index.
const MDBOOK: CargoTool = CargoTool { name: "mdbook", version: "0.5.4", args: "--no-default-features" };

/// As a step of `cargo xtask test`.
pub(super) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let mdbook = MDBOOK.program(workspace, log)?;
    let (source, out) =
        (scratch::copy_of_workspace(workspace, "book")?.join("docs"), workspace.target.join("book"));
    log.call(&bench::add_to_book(&source.join("src")))?;
    let build = Call::new(mdbook.display().to_string(), "build")
        .arg(source.display().to_string())
        .args("--dest-dir")
        .arg(out.display().to_string());
    let output = log.call(&build)?;
    if output.lines().any(|line| line.contains("WARN") || line.contains("ERROR")) {
        return Ok(Outcome::Failed("mdbook has warnings".to_owned()));
    }
    Ok(Outcome::Passed(out.join("index.html").display().to_string()))
}
