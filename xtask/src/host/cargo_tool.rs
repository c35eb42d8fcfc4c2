//! Programs from `cargo install`, installed only below `target/`, in a directory for each version.

use std::{fs, path::PathBuf};

use anyhow::Result;

use crate::{
    project::workspace::Workspace,
    runner::{call::Call, log::Log},
};

/// A program on crates.io.
pub(crate) struct CargoTool {
    /// The name of the package and of its program.
    pub(crate) name: &'static str,
    /// Other versions are installed next to it, not over it.
    pub(crate) version: &'static str,
    /// More arguments of `cargo install`.
    pub(crate) args: &'static str,
}

impl CargoTool {
    /// The program, compiled on first use. This can take ten minutes or more for a large tool on a small machine.
    pub(crate) fn program(&self, workspace: &Workspace, log: &mut Log) -> Result<PathBuf> {
        let Self { name, version, args } = self;
        let root = workspace.own_dir("tools").join(format!("{name}-{version}"));
        let program = root.join("bin").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        if !program.is_file() {
            println!("installing {name} {version}, once; this can take ten minutes");
            let built = workspace.own_dir("tools-build").join(name);
            // Not optimised: compiles in a fraction of the time, and has little work.
            let install = format!("install {name} --version {version} --locked --debug {args} --root");
            let install = Call::cargo(&install)
                .arg(root.display().to_string())
                .env("CARGO_PROFILE_DEV_DEBUG", "false")
                .env("CARGO_TARGET_DIR", built.display().to_string());
            log.call(&install)?;
            fs::remove_dir_all(built)?;
        }
        Ok(program)
    }
}
