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
    list::{Edit, Instead},
    verdict::Verdict,
};
use crate::{
    project::{scratch::update, workspace::Workspace},
    runner::{call::Call, log::Log},
};

/// A suite that takes longer than this is in an endless loop.
const QUICK: Duration = Duration::from_secs(60);
const FULL: Duration = Duration::from_secs(600);

/// rustc's error code if a constant cannot be evaluated, for example if an assertion fails.
const ASSERTION: &str = "error[E0080]";

/// The copy of the workspace, and the checks to run.
pub(super) struct Check<'a> {
    workspace: &'a Workspace,
    root: PathBuf,
    target: PathBuf,
}

impl<'a> Check<'a> {
    /// Prepares a check for the workspace copied to `root`. Fails if the suite or a test fails on the unmodified copy,
    /// since it would then seem to detect every mutation.
    pub(super) fn new(
        workspace: &'a Workspace,
        root: PathBuf,
        edits: &[&Edit],
        log: &mut Log,
    ) -> Result<Self> {
        let check = Self { workspace, root, target: workspace.own_dir("mutate-target") };
        println!("building the suite");
        log.call(&check.build())?;
        let mut runs: Vec<(&str, Rows<'_>)> = Vec::new();
        for edit in edits {
            let backends = check.backends(edit)?;
            runs.extend(backends.iter().map(|backend| (*backend, Rows::of(edit, false))));
            let first = backends.first().filter(|_| edit.instead == Instead::Full);
            runs.extend(first.map(|first| (*first, Rows::of(edit, true))));
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
            println!("`cargo test {selection}`, as it is");
            log.call(&check.test(selection))?;
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
        if log.call(&self.build()).is_err() {
            let asserted = log.call(&self.build().fails_with(ASSERTION)).is_ok();
            return Ok(if asserted { Verdict::Compiler } else { Verdict::Broken });
        }
        let backends = self.backends(edit)?;
        for backend in &backends {
            if !self.passes(backend, Rows::of(edit, false))? {
                return Ok(Verdict::Quick((*backend).to_owned()));
            }
        }
        match (&edit.instead, backends.first()) {
            (Instead::Full, Some(first)) if !self.passes(first, Rows::of(edit, true))? => {
                Ok(Verdict::Full((*first).to_owned()))
            }
            (Instead::Test(selection), _) if log.call(&self.test(selection)).is_err() => {
                Ok(Verdict::Test(selection.clone()))
            }
            _ => Ok(Verdict::Survives),
        }
    }

    /// The backends of the mutation that this machine supports. There may be none if a test in an emulator detects it.
    fn backends(&self, edit: &Edit) -> Result<Vec<&'a str>> {
        let available = self.workspace.backends()?.iter().filter(|backend| backend.available);
        let backends: Vec<_> = available.filter(|b| edit.is_in(b)).map(|b| b.name.as_str()).collect();
        let emulated = edit.selection().is_some_and(|selection| selection.contains("--target"));
        ensure!(
            emulated || !backends.is_empty(),
            "{edit}: this machine runs none of {}",
            edit.backends.join(", ")
        );
        Ok(backends)
    }

    fn build(&self) -> Call {
        self.cargo("build --release -p placemat --features all-backends --example suite")
    }

    fn test(&self, selection: &str) -> Call {
        // Tests with a selectable extent use the smaller one. Those for RISC-V are run with its vectors.
        self.cargo(&format!("test --release {selection}"))
            .env("PLACEMAT_EXTENT", "borders")
            .env("CARGO_TARGET_RISCV64GC_UNKNOWN_LINUX_GNU_LINKER", "riscv64-linux-gnu-gcc")
            .env(
                "CARGO_TARGET_RISCV64GC_UNKNOWN_LINUX_GNU_RUNNER",
                "qemu-riscv64 -L /usr/riscv64-linux-gnu -cpu rv64,v=true,vlen=128",
            )
    }

    /// Little optimisation and many codegen units, since most of the time is spent compiling.
    fn cargo(&self, args: &str) -> Call {
        Call::cargo(args)
            .dir(&self.root)
            .env("CARGO_PROFILE_RELEASE_LTO", "false")
            .env("CARGO_TARGET_DIR", self.target.display().to_string())
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_INCREMENTAL", "true")
            .env("RUSTFLAGS", "--cap-lints allow")
    }

    /// Whether a backend passes the suite, or its rows about conversions, in time.
    fn passes(&self, backend: &str, Rows { full, converts, row }: Rows<'_>) -> Result<bool> {
        let (extent, most) = if full { ("", FULL) } else { ("--quick", QUICK) };
        let program = self.target.join("release").join("examples").join("suite");
        let rows = if converts { "--convert" } else { row.unwrap_or_default() };
        let call = Call::new(program.display().to_string(), extent).args(rows).arg("--backend").arg(backend);
        let mut command = call.command(Path::new(&self.root));
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        wait(child, most)
    }
}

/// The rows of the suite to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rows<'a> {
    full: bool,
    /// Only those about conversions.
    converts: bool,
    /// Only this one.
    row: Option<&'a str>,
}

impl<'a> Rows<'a> {
    fn of(edit: &'a Edit, full: bool) -> Self {
        Self { full, converts: edit.converts, row: edit.row.as_deref() }
    }

    const fn words(self) -> &'a str {
        match self {
            Self { row: Some(row), .. } => row,
            Self { full: true, .. } => "in full",
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
