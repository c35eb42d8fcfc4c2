//! Programs that cargo can install: they live under `target/`, one directory a version, and nowhere else.

use std::{fs, path::PathBuf};

use anyhow::Result;

use crate::{call::Call, step::Log, workspace::Workspace};

/// A program on crates.io.
pub(crate) struct Tool {
    /// The name of the package and of its program.
    pub(crate) name: &'static str,
    /// Another version is installed beside, not over it.
    pub(crate) version: &'static str,
    /// More arguments of `cargo install`.
    pub(crate) args: &'static str,
}

impl Tool {
    /// The program, compiled if it is not there yet: once, and for ten minutes and more where a tool is large and the machine
    /// small.
    pub(crate) fn program(&self, workspace: &Workspace, log: &mut Log) -> Result<PathBuf> {
        let Self { name, version, args } = self;
        let root = workspace.own_dir("tools").join(format!("{name}-{version}"));
        let program = root.join("bin").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        if !program.is_file() {
            println!("installing {name} {version}, once; this can take ten minutes");
            let built = workspace.own_dir("tools-build").join(name);
            // Not optimised: it compiles in a fraction of the time, and has little to do.
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
