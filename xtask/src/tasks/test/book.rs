//! The book: `mdbook build docs`.

use anyhow::Result;

use crate::{
    host::cargo_tool::CargoTool,
    project::workspace::Workspace,
    runner::{call::Call, log::Log, step::Outcome},
};

/// The version that the book is written for, without its server and search index.
const MDBOOK: CargoTool = CargoTool { name: "mdbook", version: "0.5.4", args: "--no-default-features" };

/// As a step of `cargo xtask test`.
pub(super) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let mdbook = MDBOOK.program(workspace, log)?;
    let out = workspace.target.join("book");
    let build =
        Call::new(mdbook.display().to_string(), "build docs --dest-dir").arg(out.display().to_string());
    let output = log.call(&build)?;
    if output.lines().any(|line| line.contains("WARN") || line.contains("ERROR")) {
        return Ok(Outcome::Failed("mdbook has warnings".to_owned()));
    }
    Ok(Outcome::Passed(out.join("index.html").display().to_string()))
}
