//! Windows, which cannot be run here: everything must compile for it without warnings, and the command, the C interface
//! and their tests must link.

use anyhow::Result;

use crate::{
    host::{probe::succeeds, toolchain::Toolchain},
    project::workspace::Workspace,
    runner::{call::Call, log::Log, step::Outcome},
};

/// The linker.
pub(super) const GCC: &str = "x86_64-w64-mingw32-gcc";
/// Its Debian packages.
pub(super) const PACKAGES: &str = "gcc-mingw-w64-x86-64";

pub(super) fn step(triple: &str, least: bool, workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let Some(toolchain) = Toolchain::find(triple) else {
        let how = "`rustup target add`, or on Debian the packages rustc-web and rust-web-src";
        return Ok(Outcome::NotRun(format!("no compiler for {triple}: {how}")));
    };
    let dir = workspace.own_dir("cross-windows");
    let cargo =
        |args: &str| toolchain.apply(Call::cargo(args), triple).unoptimised().flags("-D warnings", &dir);
    if !least {
        log.call(&cargo("check --workspace --all-targets"))?;
    }
    if !succeeds(&format!("{GCC} --version")) {
        return Ok(Outcome::NotRun(format!("needs {GCC}, on Debian {PACKAGES}")));
    }
    log.call(&cargo("test --no-run -p placemat-cli -p placemat-capi"))?;
    Ok(Outcome::Passed("compiled and linked; not run".to_owned()))
}
