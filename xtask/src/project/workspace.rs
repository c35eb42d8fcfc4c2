//! This workspace, as described by cargo and git.

use std::path::{Path, PathBuf};
use std::{env, fs, sync::OnceLock};

use anyhow::{Context, Result};
use cargo_metadata::{MetadataCommand, Package, TargetKind};
use xshell::{Shell, cmd};

use super::backends::{self, Backend};
use super::cargo::cargo;

/// The workspace that xtask belongs to.
pub(crate) struct Workspace {
    /// The directory of the root manifest.
    pub(crate) root: PathBuf,
    /// Cargo's target directory. xtask keeps all of its own files in `xtask/` below it.
    pub(crate) target: PathBuf,
    /// The members, in cargo's order.
    pub(crate) packages: Vec<Package>,
    backends: OnceLock<Vec<Backend>>,
}

impl Workspace {
    pub(crate) fn load() -> Result<Self> {
        // `cargo run` starts a program in the caller's directory. The manifest's directory is inside the workspace.
        Self::at(&env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from("."), PathBuf::from))
    }

    /// The workspace that this directory belongs to.
    pub(crate) fn at(here: &Path) -> Result<Self> {
        let metadata = MetadataCommand::new().cargo_path(cargo()).current_dir(here).no_deps().exec()?;
        let packages = metadata.workspace_packages().into_iter().cloned().collect();
        Ok(Self::new(metadata.workspace_root.into(), metadata.target_directory.into(), packages))
    }

    pub(crate) fn new(root: PathBuf, target: PathBuf, packages: Vec<Package>) -> Self {
        Self { root, target, packages, backends: OnceLock::new() }
    }

    /// A directory for xtask's own files, below `target/`.
    pub(crate) fn own_dir(&self, name: &str) -> PathBuf {
        self.target.join("xtask").join(name)
    }

    /// The files that are under version control, or would be after `git add`, relative to the root and sorted.
    pub(crate) fn files(&self) -> Result<Vec<PathBuf>> {
        let shell = Shell::new()?;
        shell.change_dir(&self.root);
        let names = cmd!(shell, "git ls-files -z --cached --others --exclude-standard").quiet().read();
        let names = names.context("git lists the project's files")?;
        let mut files: Vec<_> = names.split_terminator('\0').map(PathBuf::from).collect();
        // A file that is deleted but not yet committed is still in the index.
        files.retain(|file| self.root.join(file).is_file());
        files.sort();
        files.dedup();
        Ok(files)
    }

    /// The text of a file of the workspace, by its path from the root.
    pub(crate) fn read(&self, file: impl AsRef<Path>) -> Result<String> {
        let file = file.as_ref();
        fs::read_to_string(self.root.join(file)).with_context(|| format!("cannot read {}", file.display()))
    }

    /// The member of this name.
    pub(crate) fn package(&self, name: &str) -> Result<&Package> {
        let find = self.packages.iter().find(|package| *package.name == name);
        find.with_context(|| format!("the workspace has no member `{name}`"))
    }

    /// The members to publish.
    pub(crate) fn published(&self) -> Vec<&Package> {
        // An empty list of registries is `publish = false`.
        self.packages.iter().filter(|package| package.publish != Some(Vec::new())).collect()
    }

    /// Sets the backends.
    pub(crate) fn with_backends(self, backends: Vec<Backend>) -> Self {
        Self { backends: OnceLock::from(backends), ..self }
    }

    /// The path of the command as built by the tests.
    pub(crate) fn command(&self) -> PathBuf {
        self.target.join("debug").join(format!("placemat{}", env::consts::EXE_SUFFIX))
    }

    /// Every backend of placemat, in the registry's order. The first call builds and runs the command.
    pub(crate) fn backends(&self) -> Result<&[Backend]> {
        if let Some(backends) = self.backends.get() {
            return Ok(backends);
        }
        let backends = backends::ask(&self.root, &self.command())?;
        Ok(self.backends.get_or_init(|| backends))
    }
}

/// The names of a package's targets of this kind, without those that require a Cargo feature, which other steps run.
pub(crate) fn targets(package: &Package, kind: TargetKind) -> impl Iterator<Item = &str> {
    package
        .targets
        .iter()
        .filter(move |target| target.kind.contains(&kind) && target.required_features.is_empty())
        .map(|target| target.name.as_str())
}

#[cfg(test)]
pub(crate) mod fake {
    //! Workspaces and packages for tests.

    use cargo_metadata::{Dependency, Package, Target};
    use serde_json::{Value, json};

    use super::Workspace;

    /// A workspace of these packages, in directories that do not exist.
    pub(crate) fn workspace(packages: Vec<Package>) -> Workspace {
        Workspace::new("/r".into(), "/r/target".into(), packages)
    }

    /// A package with these targets: kind and name.
    pub(crate) fn package(name: &str, targets: &[(&str, &str)]) -> Package {
        let id = format!("path+file:///r/{name}#0.1.0");
        let manifest = format!("/r/{name}/Cargo.toml");
        let nothing: [Value; 0] = [];
        let mut package: Package = serde_json::from_value(json!({
            "name": name, "version": "0.1.0", "id": id, "manifest_path": manifest, "authors": nothing,
            "categories": nothing, "keywords": nothing, "dependencies": nothing, "targets": nothing,
            "features": {},
        }))
        .unwrap();
        package.targets = targets.iter().map(|(kind, name)| target(kind, name)).collect();
        package
    }

    fn target(kind: &str, name: &str) -> Target {
        serde_json::from_value(json!({
            "name": name, "kind": [kind], "crate_types": [kind], "src_path": format!("/r/{name}.rs"),
        }))
        .unwrap()
    }

    /// A line of a manifest's dependency tables. `kind` is "dev", "build" or `None`; `cfg` is the condition, if any.
    pub(crate) fn dependency(name: &str, kind: Option<&str>, cfg: Option<&str>) -> Dependency {
        let dir = if name == "placemat-conformance" { "/r".to_owned() } else { "/r/crates".to_owned() };
        let path = name.starts_with("placemat").then(|| format!("{dir}/{name}"));
        let nothing: [&str; 0] = [];
        serde_json::from_value(json!({
            "name": name, "req": "*", "kind": kind, "optional": false, "uses_default_features": true,
            "features": nothing, "target": cfg, "path": path,
        }))
        .unwrap()
    }
}
