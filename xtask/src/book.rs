//! The book: `mdbook build docs`, by an mdbook that lives under `target/`.

use std::{fs, path::PathBuf};

use anyhow::Result;

use crate::{
    call::Call,
    step::{Log, Outcome},
    workspace::Workspace,
};

/// The version that the book is written for. Another one is installed beside, not over it.
const VERSION: &str = "0.5.4";

/// As a step of `cargo xtask test`.
pub(crate) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let mdbook = installed(workspace, log)?;
    let out = workspace.target.join("book");
    let build =
        Call::new(mdbook.display().to_string(), "build docs --dest-dir").arg(out.display().to_string());
    let output = log.call(&build)?;
    if output.lines().any(|line| line.contains("WARN") || line.contains("ERROR")) {
        return Ok(Outcome::Failed("mdbook is not content".to_owned()));
    }
    Ok(Outcome::Passed(out.join("index.html").display().to_string()))
}

/// The program, compiled if it is not there yet: a minute, once.
fn installed(workspace: &Workspace, log: &mut Log) -> Result<PathBuf> {
    let root = workspace.own_dir("tools").join(format!("mdbook-{VERSION}"));
    let program = root.join("bin").join(if cfg!(windows) { "mdbook.exe" } else { "mdbook" });
    if !program.is_file() {
        let built = workspace.own_dir("tools-build");
        // Without its server and its search, and not optimised: a fraction of the compile time.
        let install =
            format!("install mdbook --version {VERSION} --locked --no-default-features --debug --root");
        let install = Call::cargo(&install)
            .arg(root.display().to_string())
            .env("CARGO_PROFILE_DEV_DEBUG", "false")
            .env("CARGO_TARGET_DIR", built.display().to_string());
        log.call(&install)?;
        fs::remove_dir_all(built)?;
    }
    Ok(program)
}
