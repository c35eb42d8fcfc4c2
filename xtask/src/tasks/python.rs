//! `cargo xtask python`: the wheels, built, installed in a fresh environment, and tested.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};

use crate::{
    host::probe::output,
    project::workspace::Workspace,
    runner::{
        call::Call,
        log::Log,
        run,
        step::{Need, Outcome, Step},
        table,
    },
};

/// Where the library's package is.
const LIBRARY: &str = "bindings/python";

/// As a task of its own: whether all is well. The wheels are left below `target/`.
pub(crate) fn main(workspace: &Workspace) -> Result<bool> {
    let steps = [
        Step::new("python", "the library: its wheel, its tests, its types", library),
        Step::new("python-command", "the command, as pip installs it", command),
    ]
    .map(|step| Step { need: Need::Asked, ..step });
    Ok(table::print(&run::run(workspace, &steps)?, true))
}

fn library(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let Some(environment) = Environment::create(workspace, log, "library")? else { return Ok(not_run()) };
    environment.pip(log, "maturin pytest hypothesis pyarrow polars mypy pyright")?;
    let wheel = environment.wheel(workspace, log, &workspace.root.join(LIBRARY), "--release")?;
    environment.install(log, &wheel)?;
    // Not where the sources are: what is tested is what is installed.
    let tests = workspace.root.join(LIBRARY);
    let here = |call: Call| call.dir(&environment.dir).env("PYTHONDONTWRITEBYTECODE", "1");
    let pytest = log.call(&here(
        environment
            .python("-m pytest -q -p no:cacheprovider --rootdir")
            .arg(shown(&tests))
            .arg("-c")
            .arg(shown(&tests.join("pyproject.toml")))
            .arg(shown(&tests.join("tests")))
            .arg(shown(&tests.join("README.md"))),
    ))?;
    let passed = pytest.lines().rev().find(|line| line.contains(" passed")).context("pytest ran no test")?;
    log.call(&here(environment.python("-m mypy.stubtest placemat")))?;
    let typed = shown(&tests.join("tests/typed.py"));
    log.call(&here(environment.python("-m mypy --strict --cache-dir").arg("mypy-cache").arg(&typed)))?;
    let interpreter = shown(&environment.bin("python"));
    log.call(&here(environment.python("-m pyright --pythonpath").arg(interpreter).arg(typed)))?;
    let size = fs::metadata(&wheel)?.len() / 1024;
    Ok(Outcome::Passed(format!("{}, {size} KiB; {}; mypy, pyright", name(&wheel), passed.trim_matches('='))))
}

fn command(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let Some(environment) = Environment::create(workspace, log, "command")? else { return Ok(not_run()) };
    environment.pip(log, "maturin")?;
    // Without optimisation, which makes no difference to what is tested.
    let wheel = environment.wheel(workspace, log, &workspace.root, "--profile dev")?;
    environment.install(log, &wheel)?;
    let text = environment.dir.join("text");
    fs::write(&text, b"caf\xC3\xA9\n")?;
    let check = Call::new(shown(&environment.bin("placemat")), "check").arg(shown(&text));
    log.call(&check)?;
    Ok(Outcome::Passed(name(&wheel)))
}

fn not_run() -> Outcome {
    Outcome::NotRun("needs CPython 3.11 or later, with venv, and its packages from PyPI".to_owned())
}

/// A fresh environment of Python.
struct Environment {
    dir: PathBuf,
}

impl Environment {
    /// `None` where there is no Python that can make one.
    fn create(workspace: &Workspace, log: &mut Log, name: &str) -> Result<Option<Self>> {
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

    fn bin(&self, program: &str) -> PathBuf {
        let folder = if cfg!(windows) { "Scripts" } else { "bin" };
        self.dir.join(folder).join(format!("{program}{}", std::env::consts::EXE_SUFFIX))
    }

    fn python(&self, args: &str) -> Call {
        Call::new(shown(&self.bin("python")), args)
    }

    fn pip(&self, log: &mut Log, packages: &str) -> Result<()> {
        log.call(&self.python("-m pip install --quiet --disable-pip-version-check").args(packages)).map(drop)
    }

    fn install(&self, log: &mut Log, wheel: &Path) -> Result<()> {
        self.pip(log, &format!("--no-deps {}", shown(wheel)))
    }

    /// Builds the one wheel of a package.
    fn wheel(&self, workspace: &Workspace, log: &mut Log, package: &Path, profile: &str) -> Result<PathBuf> {
        let out = self.dir.join("wheels");
        let target = workspace.target.join("python");
        // The command has most of what it needs in the workspace's own target directory.
        let target = if package == workspace.root { workspace.target.clone() } else { target };
        let build = self.python("-m maturin build --locked").args(profile).arg("--out").arg(shown(&out));
        log.call(&build.dir(package).env("CARGO_TARGET_DIR", shown(&target)))?;
        let wheels: Vec<_> = fs::read_dir(&out)?.collect::<Result<_, _>>()?;
        ensure!(wheels.len() == 1, "{} wheels instead of one", wheels.len());
        Ok(wheels[0].path())
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
