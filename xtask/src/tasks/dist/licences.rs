//! The licences of what is linked into the command.

use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path};

use anyhow::{Context, Result, ensure};
use cargo_metadata::{DependencyKind, MetadataCommand, Package, PackageId};

use crate::project::{cargo::cargo, workspace::Workspace};

/// Writes the licence files of every package that `package` is built from to `dir`, and a list of them. How many
/// packages there are.
pub(super) fn collect(
    workspace: &Workspace,
    package: &str,
    target: Option<&str>,
    dir: &Path,
) -> Result<usize> {
    let packages = linked(workspace, package, target)?;
    ensure!(!packages.is_empty(), "{package} is linked with nothing");
    let mut list = String::from("What is linked into the program, and its licences.\n\n");
    for package in &packages {
        let name = format!("{}-{}", package.name, package.version);
        let licence = package.license.as_deref().unwrap_or("see its files");
        writeln!(list, "{name}: {licence}; {}", package.repository.as_deref().unwrap_or_default())?;
        let from = package.manifest_path.parent().context("a manifest is in a directory")?;
        for file in fs::read_dir(from)? {
            let file = file?;
            if file.file_type()?.is_file() && is_licence(&file.file_name().to_string_lossy()) {
                fs::create_dir_all(dir.join(&name))?;
                fs::copy(file.path(), dir.join(&name).join(file.file_name()))?;
            }
        }
    }
    fs::write(dir.join("LIST.txt"), list)?;
    Ok(packages.len())
}

/// The packages from elsewhere that a member is linked with, directly or not.
fn linked(workspace: &Workspace, package: &str, target: Option<&str>) -> Result<Vec<Package>> {
    let mut command = MetadataCommand::new();
    command.cargo_path(cargo()).current_dir(&workspace.root);
    if let Some(target) = target {
        command.other_options(["--filter-platform".to_owned(), target.to_owned()]);
    }
    let metadata = command.exec()?;
    let resolve = metadata.resolve.as_ref().context("cargo resolves the dependencies")?;
    let mut waiting: Vec<&PackageId> = vec![&workspace.package(package)?.id];
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        let node = resolve.nodes.iter().find(|node| node.id == *id);
        let normal = node
            .into_iter()
            .flat_map(|node| &node.deps)
            .filter(|dependency| dependency.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal));
        waiting.extend(normal.map(|dependency| &dependency.pkg));
    }
    let elsewhere = metadata.packages.iter().filter(|package| package.source.is_some());
    Ok(elsewhere.filter(|package| seen.contains(&package.id)).cloned().collect())
}

fn is_licence(file: &str) -> bool {
    let file = file.to_ascii_uppercase();
    ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"]
        .iter()
        .any(|name| file.starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::is_licence;

    #[test]
    fn licences_are_known_by_their_names() {
        assert!(["LICENSE-MIT", "license.md", "COPYING", "NOTICE.txt"].into_iter().all(is_licence));
        assert!(!["README.md", "Cargo.toml", "lib.rs"].into_iter().any(is_licence));
    }
}
