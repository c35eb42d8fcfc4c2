//! The book: `mdbook build docs`.

use anyhow::Result;

use crate::{
    call::Call,
    step::{Log, Outcome},
    tools::Tool,
    workspace::Workspace,
};

/// The version that the book is written for, without its server and its search index.
const MDBOOK: Tool = Tool { name: "mdbook", version: "0.5.4", args: "--no-default-features" };

/// As a step of `cargo xtask test`.
pub(crate) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let mdbook = MDBOOK.program(workspace, log)?;
    let out = workspace.target.join("book");
    let build =
        Call::new(mdbook.display().to_string(), "build docs --dest-dir").arg(out.display().to_string());
    let output = log.call(&build)?;
    if output.lines().any(|line| line.contains("WARN") || line.contains("ERROR")) {
        return Ok(Outcome::Failed("mdbook is not content".to_owned()));
    }
    Ok(Outcome::Passed(out.join("index.html").display().to_string()))
}
