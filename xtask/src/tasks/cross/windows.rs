//! Windows, which cannot be run here: everything must compile for it without warnings, and the command, the C interface
//! and their tests must link.

use anyhow::{Context, Result};

use super::rows::Row;
use crate::host::{requirement::missing, toolchain::Toolchain};
use crate::project::workspace::Workspace;
use crate::runner::{call::Call, log::Log, step::Outcome};

pub(super) fn step(
    row: &Row, triple: &str, least: bool, workspace: &Workspace, log: &mut Log,
) -> Result<Outcome> {
    if let Some(missing) = missing(row.step)? {
        return Ok(Outcome::NotRun(missing));
    }
    let toolchain = Toolchain::find(triple).context("its compiler is required")?;
    let dir = workspace.own_dir("cross-windows");
    let cargo =
        |args: &str| toolchain.apply(Call::cargo(args), triple).unoptimised().flags("-D warnings", &dir);
    if !least {
        log.call(&cargo("check --workspace --all-targets"))?;
    }
    log.call(&cargo("test --no-run -p placemat-cli -p placemat-capi"))?;
    Ok(Outcome::Passed("compiled and linked; not run".to_owned()))
}
