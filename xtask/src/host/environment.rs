//! Fresh Python environments with our wheels.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Result, ensure};

use super::probe::output;
use crate::{
    project::workspace::Workspace,
    runner::{call::Call, log::Log},
};

/// The folder of the library's package.
pub(crate) const LIBRARY: &str = "bindings/python";

/// The requirements of [`Environment::create`].
pub(crate) const NEEDS: &str = "needs CPython 3.11 or later, with venv, and its packages from PyPI";

/// A fresh Python environment.
pub(crate) struct Environment {
    pub(crate) dir: PathBuf,
}

impl Environment {
    /// `None` if no suitable Python is installed.
    pub(crate) fn create(workspace: &Workspace, log: &mut Log, name: &str) -> Result<Option<Self>> {
        let dir = workspace.own_dir("python").join(name);
        if dir.exists() {
            fs::remove_dir_all(&dir)?;
        }
        let new_enough = "import sys, venv; sys.exit(sys.version_info < (3, 11))";
        if output("python3", &["-c", new_enough]).is_none() {
            return Ok(None);
        }
        log.call(&Call::new("python3", "-m venv").arg(shown(&dir)))?;
        Ok(Some(Self { dir }))
    }

    pub(crate) fn bin(&self, program: &str) -> PathBuf {
        let folder = if cfg!(windows) { "Scripts" } else { "bin" };
        self.dir.join(folder).join(format!("{program}{}", std::env::consts::EXE_SUFFIX))
    }

    pub(crate) fn python(&self, args: &str) -> Call {
        Call::new(shown(&self.bin("python")), args)
    }

    pub(crate) fn pip(&self, log: &mut Log, packages: &str) -> Result<()> {
        log.call(&self.python("-m pip install --quiet --disable-pip-version-check").args(packages)).map(drop)
    }

    pub(crate) fn install(&self, log: &mut Log, wheel: &Path) -> Result<()> {
        self.pip(log, &format!("--no-deps {}", shown(wheel)))
    }

    /// Builds the library's wheel, optimised, and installs it.
    pub(crate) fn library(&self, workspace: &Workspace, log: &mut Log) -> Result<PathBuf> {
        self.pip(log, "maturin")?;
        let wheel = self.wheel(workspace, log, &workspace.root.join(LIBRARY), "--release")?;
        self.install(log, &wheel)?;
        Ok(wheel)
    }

    /// Builds the one wheel of a package.
    pub(crate) fn wheel(
        &self,
        workspace: &Workspace,
        log: &mut Log,
        package: &Path,
        profile: &str,
    ) -> Result<PathBuf> {
        let out = self.dir.join("wheels");
        let target = workspace.target.join("python");
        // For the command, most dependencies are already compiled in the workspace's own target directory.
        let is_member = package != workspace.root.join(LIBRARY);
        let target = if is_member { workspace.target.clone() } else { target };
        let build = self.python("-m maturin build --locked").args(profile).arg("--out").arg(shown(&out));
        log.call(&build.dir(package).env("CARGO_TARGET_DIR", shown(&target)))?;
        let wheels: Vec<_> = fs::read_dir(&out)?.collect::<Result<_, _>>()?;
        ensure!(wheels.len() == 1, "{} wheels instead of one", wheels.len());
        Ok(wheels[0].path())
    }
}

/// A path as an argument.
pub(crate) fn shown(path: &Path) -> String {
    path.display().to_string()
}
