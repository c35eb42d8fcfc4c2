//! Data with known errors, and what the command says about it.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::compare;
use crate::{
    host::environment::{Environment, shown},
    project::workspace::Workspace,
    runner::{call::Call, log::Log},
};

pub(super) struct Sample {
    pub(super) dir: PathBuf,
    pub(super) files: Answer,
    pub(super) rows: Answer,
    pub(super) huge: Answer,
    /// How long `placemat repair` took, and what it wrote.
    pub(super) repair: f64,
    pub(super) repaired: PathBuf,
}

/// The reports of the command about one of the three.
pub(super) struct Answer {
    pub(super) lines: Vec<Value>,
    /// How long `placemat check` took.
    pub(super) seconds: f64,
}

impl Sample {
    /// Makes the data, runs the command on it, and compares its reports with the errors that were put in.
    pub(super) fn make(
        workspace: &Workspace,
        log: &mut Log,
        environment: &Environment,
        command: &Path,
        dir: PathBuf,
        mebibytes: u64,
    ) -> Result<Self> {
        fs::create_dir_all(&dir)?;
        let script = workspace.root.join("examples/spark/sample.py");
        let make = environment.python("").arg(shown(&script)).arg(shown(&dir)).arg("--mebibytes");
        log.call(&make.arg(mebibytes.to_string()))?;
        let ask = |what: &str, options: &str| {
            let call = Call::new(shown(command), "check --format json --no-ignore --binary check");
            answer(workspace, &call.args(options).arg(shown(&dir.join(what))))
        };
        let both = |what: &str| -> Result<Answer> {
            let Answer { mut lines, seconds } = ask(what, "--max-errors 8")?;
            lines.extend(ask(what, "--statistics")?.lines);
            Ok(Answer { lines, seconds })
        };
        let (files, huge) = (both("files")?, both("huge.txt")?);
        let rows = ask("rows", "--max-errors 1")?;

        let known: Value = serde_json::from_str(&fs::read_to_string(dir.join("known.json"))?)?;
        compare::known(&known, &files.lines, &rows.lines, &huge.lines)?;

        let repaired = dir.join("repaired.txt");
        let begin = Instant::now();
        let call = Call::new(shown(command), "repair --quiet --output").arg(shown(&repaired));
        log.call(&call.arg(shown(&dir.join("huge.txt"))))?;
        let repair = begin.elapsed().as_secs_f64();
        Ok(Self { dir, files, rows, huge, repair, repaired })
    }

    pub(super) fn path(&self, name: &str) -> String {
        shown(&self.dir.join(name))
    }

    pub(super) fn huge_size(&self) -> Result<u64> {
        Ok(fs::metadata(self.dir.join("huge.txt"))?.len())
    }
}

/// Runs `placemat check` on what is not UTF-8.
fn answer(workspace: &Workspace, call: &Call) -> Result<Answer> {
    let begin = Instant::now();
    let output = call.command(&workspace.root).output().context("placemat could not be started")?;
    let seconds = begin.elapsed().as_secs_f64();
    ensure!(output.status.code() == Some(1), "{} of `{call}` instead of 1", output.status);
    Ok(Answer { lines: compare::lines(&String::from_utf8(output.stdout)?)?, seconds })
}
