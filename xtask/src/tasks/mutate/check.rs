//! Applies a mutation to the copy, and determines what detects it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};

use super::{
    list::{Edit, Selection},
    verdict::Verdict,
};
use crate::{
    project::{scratch::update, workspace::Workspace},
    runner::{call::Call, log::Log},
    tasks::{certify::EXTENT, cross},
};

/// A suite that takes longer than this is in an endless loop.
const MOST: Duration = Duration::from_secs(60);

/// Mutated code may be unused.
const ALLOW: &str = "--cap-lints allow";

/// rustc's error code if a constant cannot be evaluated, for example if an assertion fails.
const ASSERTION: &str = "error[E0080]";

/// The copy of the workspace, and the checks to run.
pub(super) struct Check<'a> {
    workspace: &'a Workspace,
    root: PathBuf,
    target: PathBuf,
    /// The tests that edits name, as calls.
    tests: Vec<(Selection<'a>, Call)>,
}

impl<'a> Check<'a> {
    /// Prepares a check for the workspace copied to `root`. Fails if the suite or a test fails on the unmodified copy,
    /// since it would then seem to detect every mutation.
    pub(super) fn new(
        workspace: &'a Workspace,
        root: PathBuf,
        edits: &[&'a Edit],
        log: &mut Log,
    ) -> Result<Self> {
        let target = workspace.own_dir("mutate-target");
        let mut check = Self { workspace, root, target, tests: Vec::new() };
        println!("building the suite");
        log.call(&check.build())?;
        let mut runs: Vec<(&str, Rows<'_>)> = Vec::new();
        for edit in edits {
            let backends = check.backends(edit)?;
            runs.extend(backends.iter().map(|backend| (*backend, Rows::of(edit))));
        }
        runs.sort_unstable();
        runs.dedup();
        for (backend, rows) in runs {
            println!("the suite as it is, {}, on {backend}", rows.words());
            ensure!(check.passes(backend, rows)?, "{backend} does not pass the suite as it is");
        }
        let mut selections: Vec<_> = edits.iter().filter_map(|edit| edit.selection()).collect();
        selections.sort_unstable();
        selections.dedup();
        for selection in selections {
            println!("{selection}, as it is");
            let call = check.test(selection, log)?;
            log.call(&call)?;
            check.tests.push((selection, call));
        }
        Ok(check)
    }

    /// Determines what detects the mutation. Restores the copy afterwards.
    pub(super) fn check(&self, edit: &Edit, log: &mut Log) -> Result<Verdict> {
        let file = self.root.join(&edit.path);
        let text = fs::read_to_string(&file).with_context(|| edit.path.clone())?;
        log.line(format!("# {edit}"))?;
        fs::write(&file, edit.apply(&text)?)?;
        let verdict = self.find_out(edit, log);
        update(&file, text.as_bytes())?;
        verdict
    }

    fn find_out(&self, edit: &Edit, log: &mut Log) -> Result<Verdict> {
        let test = self.tests.iter().find(|(selection, _)| edit.selection() == Some(*selection));
        let build = match test {
            // The suite here does not have the code of another architecture.
            Some((selection, call)) if selection.cross.is_some() => call.clone().arg("--no-run"),
            _ => self.build(),
        };
        if log.call(&build).is_err() {
            let asserted = log.call(&build.fails_with(ASSERTION)).is_ok();
            return Ok(if asserted { Verdict::Compiler } else { Verdict::Broken });
        }
        let backends = self.backends(edit)?;
        for backend in &backends {
            if !self.passes(backend, Rows::of(edit))? {
                return Ok(Verdict::Quick((*backend).to_owned()));
            }
        }
        match test {
            Some((selection, call)) if log.call(call).is_err() => {
                Ok(Verdict::Test(selection.tests.to_owned()))
            }
            _ => Ok(Verdict::Survives),
        }
    }

    /// The backends of the mutation that this machine supports. There may be none if a test in an emulator detects it.
    fn backends(&self, edit: &Edit) -> Result<Vec<&'a str>> {
        let available = self.workspace.backends()?.iter().filter(|backend| backend.available);
        let backends: Vec<_> = available.filter(|b| edit.is_in(b)).map(|b| b.name.as_str()).collect();
        ensure!(
            edit.cross.is_some() || !backends.is_empty(),
            "{edit}: this machine runs none of {}",
            edit.backends.join(", ")
        );
        Ok(backends)
    }

    fn build(&self) -> Call {
        let args = "build --release -p placemat --features all-backends --example suite";
        self.settings(Call::cargo(args).env("RUSTFLAGS", ALLOW))
    }

    /// Tests with a selectable extent use the smaller one.
    fn test(&self, Selection { tests, cross }: Selection<'_>, log: &mut Log) -> Result<Call> {
        let args = format!("test --release {tests}");
        let call = match cross {
            None => Call::cargo(&args).env("RUSTFLAGS", ALLOW),
            Some(row) => cross::cargo_test(row, &args, self.workspace, log)?,
        };
        Ok(self.settings(call.env(EXTENT, "borders")))
    }

    /// Little optimisation and many codegen units, since most of the time is spent compiling.
    fn settings(&self, call: Call) -> Call {
        call.dir(&self.root)
            .env("CARGO_PROFILE_RELEASE_LTO", "false")
            .env("CARGO_TARGET_DIR", self.target.display().to_string())
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_INCREMENTAL", "true")
    }

    /// Whether a backend passes the suite, or its rows about conversions, in time.
    fn passes(&self, backend: &str, Rows { converts, row }: Rows<'_>) -> Result<bool> {
        let program = self.target.join("release").join("examples").join("suite");
        let rows = if converts { "--convert" } else { row.unwrap_or_default() };
        let call =
            Call::new(program.display().to_string(), "--quick").args(rows).arg("--backend").arg(backend);
        let mut command = call.command(Path::new(&self.root));
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        wait(child, MOST)
    }
}

/// The rows of the suite to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rows<'a> {
    /// Only those about conversions.
    converts: bool,
    /// Only this one.
    row: Option<&'a str>,
}

impl<'a> Rows<'a> {
    fn of(edit: &'a Edit) -> Self {
        Self { converts: edit.converts, row: edit.row.as_deref() }
    }

    const fn words(self) -> &'a str {
        match self {
            Self { row: Some(row), .. } => row,
            Self { converts: true, .. } => "conversions, thinned out",
            Self { .. } => "thinned out",
        }
    }
}

/// Whether the child succeeds in time. Otherwise it is killed.
fn wait(mut child: Child, most: Duration) -> Result<bool> {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        if begin.elapsed() > most {
            child.kill()?;
            child.wait()?;
            return Ok(false);
        }
        thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_too_long_does_not_pass() {
        let run = |args| Call::cargo(args).command(Path::new(".")).stdout(Stdio::null()).spawn().unwrap();
        assert!(wait(run("--version"), Duration::from_secs(60)).unwrap());
        assert!(!wait(run("--version"), Duration::ZERO).unwrap());
    }
}
