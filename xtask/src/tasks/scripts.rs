//! Tasks and steps that are scripts, beside what they test.
//!
//! A script can be run without xtask, whose program is `$XTASK`. It leaves its files in the directory `$OUT`, which is
//! `target/xtask`. It ends with a remark; with status 77, it cannot run here, and its last line says why.

use std::{env, ffi::OsStr, path::Path};

use anyhow::{Result, ensure};

use crate::project::workspace::Workspace;
use crate::runner::step::{Outcome, Step};
use crate::runner::{call::Call, log::Log};

/// The exit status of a script that cannot run here; automake has the same.
const NOT_RUN: i32 = 77;

/// Runs a script as a task; it prints its results.
pub(crate) fn main(workspace: &Workspace, script: &str, args: &[String]) -> Result<bool> {
    let call = args.iter().fold(call(workspace, script), Call::arg);
    println!("$ {call}");
    Ok(call.command(&workspace.root).status()?.success())
}

/// What a script prints.
pub(crate) fn printed(workspace: &Workspace, log: &mut Log, script: &str, args: &str) -> Result<String> {
    log.stdout(&call(workspace, script).args(args))
}

/// A step that runs a script with these arguments.
pub(crate) fn step(name: &str, about: &'static str, script: &'static str, args: &'static str) -> Step {
    Step::new(name, about, move |workspace, log| {
        let call = call(workspace, script).args(args);
        let Ok((status, output)) = log.run(&call) else {
            return Ok(Outcome::NotRun(format!("`{}` cannot be run here", call.brief())));
        };
        let last = output.lines().last().unwrap_or_default().to_owned();
        if status.code() == Some(NOT_RUN) {
            return Ok(Outcome::NotRun(last));
        }
        ensure!(status.success(), "{status} of `{}`", call.brief());
        Ok(Outcome::Passed(last))
    })
}

/// A program from crates.io, of this version, which is installed below `target/` on first use.
pub(crate) fn tool(workspace: &Workspace, log: &mut Log, name: &str, args: &str) -> Result<Call> {
    println!("{name} is installed if it is not there; this can take ten minutes");
    let program = printed(workspace, log, ".ci/tool.sh", &format!("{name} {args}"))?;
    Ok(Call::new(program.trim(), ""))
}

fn call(workspace: &Workspace, script: &str) -> Call {
    let is_python = Path::new(script).extension() == Some(OsStr::new("py"));
    let out = workspace.own_dir("").display().to_string();
    let interpreter = if is_python { "python3" } else { "sh" };
    let xtask = env::current_exe().unwrap_or_default().display().to_string();
    Call::new(interpreter, script).env("OUT", out.trim_end_matches(['/', '\\'])).env("XTASK", xtask)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_script_passes_fails_or_cannot_run() {
        let root = tempfile::tempdir().unwrap();
        let workspace = Workspace::new(root.path().into(), root.path().join("target"), Vec::new());
        let mut log = Log::create(&workspace, "script").unwrap();
        let mut outcome = |script: &str| {
            fs::write(root.path().join("script.sh"), script).unwrap();
            step("script", "", "script.sh", "a b").perform(&workspace, &mut log)
        };
        assert_eq!(outcome("echo one; echo $# in ${OUT##*/}"), Outcome::Passed("2 in xtask".to_owned()));
        assert_eq!(outcome("echo needs x; exit 77"), Outcome::NotRun("needs x".to_owned()));
        assert!(matches!(outcome("echo good; exit 1"), Outcome::Failed(_)));
    }
}
