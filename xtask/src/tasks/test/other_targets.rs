//! The backends of other architectures, which are empty libraries here: compiles each for a target of its architecture.

use anyhow::Result;

use crate::host::targets;
use crate::project::{libraries::BackendCrate, workspace::Workspace};
use crate::runner::{call::Call, log::Log};

/// Runs `cargo ARGS` for the facade, each of these backends and the drop-in, as constructed by `call`, and returns a
/// note.
pub(super) fn each(
    workspace: &Workspace, log: &mut Log, toolchain: Option<&str>, call: impl Fn(&str) -> Call,
) -> Result<String> {
    let backends = workspace.backend_crates()?;
    let drop_in = workspace.drop_in()?;
    let mut notes = Vec::new();
    for target in targets::others() {
        let is_there = |backend: &&BackendCrate| backend.is_of(target.arch);
        let packages: Vec<_> =
            backends.iter().filter(is_there).map(|backend| backend.name.as_str()).collect();
        if let Some(missing) = target.missing(toolchain) {
            log.leave_out(missing);
        } else if !packages.is_empty() {
            let packages_and_drop_in = [&packages[..], &[&*drop_in]].concat().join(" -p ");
            let call = call(&format!("-p placemat -p {packages_and_drop_in} --target {}", target.triple));
            log.call(&call.flags(target.flags, &workspace.own_dir("elsewhere")))?;
            notes.push(format!("{} for {}", packages.join(", "), target.triple));
        }
    }
    Ok(notes.join("; "))
}
