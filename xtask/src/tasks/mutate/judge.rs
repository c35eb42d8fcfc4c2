//! Making an edit in the copy, and finding out who notices it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};

use super::{
    list::{Edit, Instead},
    results::Verdict,
};
use crate::{
    project::{scratch::update, workspace::Workspace},
    runner::{call::Call, log::Log},
};

/// A suite that takes longer than this goes round in circles.
const QUICK: Duration = Duration::from_secs(60);
const FULL: Duration = Duration::from_secs(600);

/// What rustc says where a constant cannot be evaluated, as where an assertion fails.
const ASSERTION: &str = "error[E0080]";

/// The copy of the workspace, and what is asked of it.
pub(super) struct Judge<'a> {
    workspace: &'a Workspace,
    root: PathBuf,
    target: PathBuf,
}

impl<'a> Judge<'a> {
    /// One for the workspace that was copied to `root`. An error if the suite finds fault with it as it is.
    pub(super) fn new(workspace: &'a Workspace, root: PathBuf, log: &mut Log) -> Result<Self> {
        let judge = Self { workspace, root, target: workspace.own_dir("mutate-target") };
        println!("building the suite");
        log.call(&judge.build())?;
        let available = workspace.backends()?.iter().filter(|backend| backend.available);
        for backend in available {
            ensure!(
                judge.passes(&backend.name, "--quick", QUICK)?,
                "{} does not pass the suite as it is",
                backend.name
            );
        }
        Ok(judge)
    }

    /// Who notices the edit. Afterwards, the copy is as it was.
    pub(super) fn judge(&self, edit: &Edit, log: &mut Log) -> Result<Verdict> {
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
        let known = self.workspace.backends()?;
        let here = |name: &&String| known.iter().any(|backend| backend.name == **name && backend.available);
        let backends: Vec<_> = edit.backends.iter().filter(here).collect();
        if backends.is_empty() {
            bail!("{edit}: this machine runs none of {}", edit.backends.join(", "));
        }
        // What a proof says of all inputs need not be tried on many.
        let is_proved = matches!(edit.instead, Instead::Equivalent(_));
        let full = (!is_proved).then_some(("", FULL));
        for (extent, most) in [("--quick", QUICK)].into_iter().chain(full) {
            for backend in &backends {
                if !self.passes(backend, extent, most)? {
                    let backend = (*backend).clone();
                    return Ok(if extent.is_empty() {
                        Verdict::Full(backend)
                    } else {
                        Verdict::Quick(backend)
                    });
                }
            }
        }
        if let Instead::Test(test) = &edit.instead
            && log.call(&self.test(test)).is_err()
        {
            return Ok(Verdict::Test(test.clone()));
        }
        Ok(Verdict::Survives)
    }

    fn build(&self) -> Call {
        self.cargo("build --release -p placemat-conformance --example suite")
    }

    fn test(&self, selection: &str) -> Call {
        // Tests with a choice of how much they do take the smaller one.
        self.cargo(&format!("test --release {selection}")).env("PLACEMAT_EXTENT", "borders")
    }

    /// Little optimisation and many units: most of the time goes into compiling.
    fn cargo(&self, args: &str) -> Call {
        Call::cargo(args)
            .dir(&self.root)
            .without_lto()
            .env("CARGO_TARGET_DIR", self.target.display().to_string())
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_INCREMENTAL", "true")
            .env("RUSTFLAGS", "--cap-lints allow")
    }

    /// Whether a backend passes the suite, in time.
    fn passes(&self, backend: &str, extent: &str, most: Duration) -> Result<bool> {
        let program = self.target.join("release").join("examples").join("suite");
        let call = Call::new(program.display().to_string(), extent).arg("--backend").arg(backend);
        let mut command = call.command(Path::new(&self.root));
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        wait(child, most)
    }
}

/// Whether the child succeeds before the time is up. Otherwise it is ended.
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
