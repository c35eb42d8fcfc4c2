//! The packages as cargo would publish them.

use std::{fmt::Write as _, fs};

use anyhow::{Result, ensure};

use crate::project::workspace::Workspace;
use crate::runner::{call::Call, log::Log, number::number, step::Outcome};

/// Packs every package to publish, and builds it from the packed files, without the network.
///
/// They are packed together, since none of them is in a registry. Cargo could build them as well; but it caches
/// unpacked packages by name and version, and would build the previous ones. (All files in a package have the same old
/// time, by which cargo would take a changed one for the previous one, too; so tar gives them the present.)
pub(super) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let packages = workspace.published();
    if packages.is_empty() {
        return Ok(Outcome::Failed("no package is to be published".to_owned()));
    }
    let call = Call::cargo("package --offline --allow-dirty --no-verify");
    let output =
        log.call(&packages.iter().fold(call, |call, package| call.arg("-p").arg(package.name.as_str())))?;
    ensure!(!output.contains("manifest has no"), "a manifest lacks a description, a licence or the like");

    let dir = workspace.own_dir("package");
    if dir.exists() {
        fs::remove_dir_all(&dir)?;
    }
    fs::create_dir_all(&dir)?;
    let mut manifest =
        "[workspace]\nresolver = \"3\"\nmembers = [\"*-*.*.*\"]\n\n[patch.crates-io]\n".to_owned();
    for package in &packages {
        let name = format!("{}-{}", package.name, package.version);
        let packed = workspace.target.join("package").join(format!("{name}.crate"));
        log.call(&Call::new("tar", "-xzmf").arg(packed.display().to_string()).dir(&dir))?;
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            ensure!(dir.join(&name).join(file).is_file(), "{name} has no {file}");
        }
        writeln!(manifest, "{} = {{ path = \"{name}\" }}", package.name)?;
    }
    fs::write(dir.join("Cargo.toml"), manifest)?;
    fs::copy(workspace.root.join("Cargo.lock"), dir.join("Cargo.lock"))?;
    // Their dependencies have already been built there.
    let target = workspace.target.display().to_string();
    log.call(&Call::cargo("check --offline --workspace").dir(&dir).env("CARGO_TARGET_DIR", target))?;
    Ok(Outcome::Passed(number(packages.len(), "package")))
}
