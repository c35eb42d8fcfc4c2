//! What a package needs when it leaves the workspace.

use std::fs;

use anyhow::Result;
use cargo_metadata::Package;

use super::Report;
use crate::project::workspace::Workspace;

/// The files that each has beside its manifest, the same as in the root.
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

pub(super) fn judge(workspace: &Workspace, report: &mut Report) -> Result<()> {
    for package in workspace.published() {
        report.faults(missing(package));
        let dir = package.manifest_path.as_std_path().with_file_name("");
        if !dir.join("README.md").is_file() {
            report.faults.push(format!("{} has no README.md", package.name));
        }
        for licence in LICENCES {
            // As a rule a symbolic link, which cargo resolves.
            let same = fs::read(dir.join(licence)).ok() == Some(fs::read(workspace.root.join(licence))?);
            if !same {
                report.faults.push(format!("{} must have the root's {licence}", package.name));
            }
        }
    }
    Ok(())
}

/// What its manifest lacks.
fn missing(package: &Package) -> Vec<String> {
    let documentation = format!("https://docs.rs/{}", package.name);
    let on_docs_rs = package.metadata.pointer("/docs/rs").is_some();
    let is_library = package.targets.iter().any(cargo_metadata::Target::is_lib);
    let rules = [
        (package.description.is_some(), "description"),
        (package.license.is_some(), "license"),
        (package.repository.is_some(), "repository"),
        (package.readme.is_some(), "readme"),
        (package.documentation.as_ref() == Some(&documentation), "documentation on docs.rs"),
        (on_docs_rs || !is_library, "[package.metadata.docs.rs]"),
    ];
    let lacking = rules.into_iter().filter(|(is_there, _)| !is_there);
    lacking.map(|(_, what)| format!("the manifest of {} has no {what}", package.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::workspace::fake;

    #[test]
    fn what_is_missing_is_named() {
        let mut package = fake::package("placemat-warp", &[]);
        package.license = Some("MIT".to_owned());
        let faults = missing(&package);
        assert!(faults.iter().any(|fault| fault == "the manifest of placemat-warp has no repository"));
        assert!(faults.iter().all(|fault| !fault.ends_with("license")), "{faults:?}");
        package.documentation = Some("https://docs.rs/placemat-warp".to_owned());
        assert_eq!(missing(&package).len(), faults.len() - 1);
    }
}
