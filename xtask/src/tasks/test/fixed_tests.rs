//! The tests in builds whose flags determine the backend: the facade's tests, and the suite through the facade.
//!
//! If flags change the code of the kernels, the suite also runs on every backend, optimised: the steps `suite-native`
//! and `suite-size`. The step `fixed-choice` tests which backend the flags fix.

use anyhow::Result;

use crate::host::targets;
use crate::project::{selection::OF_THE_BUILD, workspace::Workspace};
use crate::runner::{call::Call, log::Log, step::Outcome};

/// Each portable backend, fixed by name.
pub(super) fn portable(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let backends = workspace.backends()?.iter().filter(|backend| backend.is_portable());
    let mut names = Vec::new();
    for backend in backends {
        test(workspace, log, &format!("--cfg placemat_backend=\"{}\"", backend.name))?;
        names.push(backend.name.as_str());
    }
    Ok(Outcome::Passed(format!("{}: {}", names.join(", "), log.note())))
}

/// A build for this processor; with the model check of the dispatch, which needs a flag of its own.
pub(super) fn native(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    test(workspace, log, "-C target-cpu=native --cfg placemat_loom")?;
    Ok(Outcome::Passed(log.note()))
}

fn test(workspace: &Workspace, log: &mut Log, flags: &str) -> Result<()> {
    // With a named target, the flags do not apply to build scripts and procedural macros, which are then compiled
    // only once.
    let target = targets::host()?;
    let facade = "-p placemat --no-default-features --features=std,dfa";
    let command = format!(
        "test --target {target} {facade} {OF_THE_BUILD} --test facade --test loom --test position -- --show-output"
    );
    log.call(&Call::tests(&command).unoptimised().flags(flags, &workspace.own_dir("fixed")))?;
    Ok(())
}
