//! The packages as cargo would publish them.

use anyhow::Result;

use crate::{
    project::workspace::Workspace,
    runner::{call::Call, log::Log, number::number, step::Outcome},
};

/// Packs every package that is to be published, and builds it from what was packed, without the network. They
/// are packed together, since none of them is in a registry.
pub(super) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let packages = workspace.published();
    if packages.is_empty() {
        return Ok(Outcome::Failed("no package is to be published".to_owned()));
    }
    let call = Call::cargo("package --offline --allow-dirty");
    log.call(&packages.iter().fold(call, |call, package| call.arg("-p").arg(package.name.as_str())))?;
    Ok(Outcome::Passed(number(packages.len(), "package")))
}
