//! The demo page, served and tested in a browser.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::{
    SETUP, node,
    package::{self, Package, SOURCES, copy, empty, shown, tool},
};
use crate::{
    host::probe::succeeds,
    project::workspace::Workspace,
    runner::{call::Call, log::Log, step::Outcome},
};

/// The browsers that the test can drive, by the names of their programs.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// What checks the accessibility of the page.
const AXE: &str = "axe-core@4.14.1";

/// Serves the page until it is stopped.
pub(super) fn serve(workspace: &Workspace, package: &Package) -> Result<Call> {
    let page = page(workspace, package)?;
    Ok(node("").arg(shown(&page.join("serve.mjs"))).arg(shown(&page)))
}

/// As a step.
pub(super) fn test(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let Some(browser) = BROWSERS.into_iter().find(|browser| succeeds(&format!("{browser} --version"))) else {
        return Ok(Outcome::NotRun(format!("needs Chromium: {SETUP}")));
    };
    let package = match package::install(workspace, log)? {
        Ok(package) => package,
        Err(missing) => return Ok(Outcome::NotRun(missing)),
    };
    let page = page(workspace, &package)?;
    let pictures = workspace.own_dir("js").join("pictures");
    empty(&pictures)?;
    let axe = tool(workspace, log, AXE)?.map(|axe| axe.join("axe.min.js"));
    let call = node("--test page.test.js")
        .env("PLACEMAT_PAGE", shown(&page))
        .env("PLACEMAT_BROWSER", browser)
        .env("PLACEMAT_PICTURES", shown(&pictures))
        .env("PLACEMAT_AXE", axe.as_deref().map(shown).unwrap_or_default());
    let tests = package.run(log, &call)?;
    let axe =
        if axe.is_some() { AXE.to_owned() } else { format!("barriers: not run: npm cannot install {AXE}") };
    Ok(Outcome::Passed(format!("{tests} in {browser}; {axe}; {}", shown(&pictures))))
}

/// The folder of the page, which any static file server can serve.
fn page(workspace: &Workspace, package: &Package) -> Result<PathBuf> {
    let page = workspace.own_dir("js").join("page");
    empty(&page)?;
    copy(&workspace.root.join(SOURCES).join("demo"), &page)?;
    copy(&package.installed(), &page.join("placemat")).context("the package is installed")?;
    Ok(page)
}
