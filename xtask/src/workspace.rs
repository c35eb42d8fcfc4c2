//! What cargo and git know about this workspace.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// The workspace that xtask belongs to.
pub(crate) struct Workspace {
    /// The directory of the root manifest.
    pub(crate) root: PathBuf,
    /// Cargo's target directory; xtask keeps everything of its own below `xtask/` in it.
    pub(crate) target: PathBuf,
    /// The members, in cargo's order.
    pub(crate) packages: Vec<Package>,
}

impl Workspace {
    pub(crate) fn load() -> Result<Self> {
        // `cargo run` starts a program in the caller's directory; the manifest's is where the workspace is.
        let here = env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from("."), PathBuf::from);
        let metadata = Metadata::read(&here, &["--no-deps"])?;
        Ok(Self {
            root: metadata.workspace_root,
            target: metadata.target_directory,
            packages: metadata.packages,
        })
    }

    /// A directory of xtask's own, below `target/`.
    pub(crate) fn own_dir(&self, name: &str) -> PathBuf {
        self.target.join("xtask").join(name)
    }

    /// The files that are under version control or would be after `git add`, relative to the root and sorted.
    pub(crate) fn files(&self) -> Result<Vec<PathBuf>> {
        let output = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(&self.root)
            .output()
            .context("git, which knows the project's files, could not be started")?;
        ensure!(output.status.success(), "git ls-files: {}", String::from_utf8_lossy(&output.stderr).trim());
        let names = String::from_utf8(output.stdout).context("a file name that is not UTF-8")?;
        let mut files: Vec<_> = names.split_terminator('\0').map(PathBuf::from).collect();
        // One that is deleted but not yet committed is still in the index.
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
}

/// The cargo that runs xtask.
pub(crate) fn cargo() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// The output of `cargo metadata`, as far as it is used.
#[derive(Deserialize)]
pub(crate) struct Metadata {
    pub(crate) packages: Vec<Package>,
    pub(crate) workspace_root: PathBuf,
    pub(crate) target_directory: PathBuf,
}

impl Metadata {
    pub(crate) fn read(dir: &Path, args: &[&str]) -> Result<Self> {
        let output = Command::new(cargo())
            .args(["metadata", "--format-version", "1"])
            .args(args)
            .current_dir(dir)
            .stderr(Stdio::inherit())
            .output()
            .context("cargo could not be started")?;
        ensure!(output.status.success(), "cargo metadata failed");
        serde_json::from_slice(&output.stdout).context("cargo metadata printed something unexpected")
    }
}

/// A package.
#[derive(Clone, Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) dependencies: Vec<Dependency>,
    #[serde(default)]
    pub(crate) targets: Vec<Target>,
}

impl Package {
    /// The names of its targets of this kind: "test", "bench".
    pub(crate) fn targets(&self, kind: &str) -> impl Iterator<Item = &str> {
        let fits = move |target: &&Target| target.kind.iter().any(|k| k == kind);
        self.targets.iter().filter(fits).map(|target| target.name.as_str())
    }
}

/// One line of a manifest's dependency tables.
#[derive(Clone, Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) kind: Option<String>,
    /// Set where the dependency is a directory, as it is between members.
    pub(crate) path: Option<PathBuf>,
}

/// A library, a program, a test, a build script.
#[derive(Clone, Deserialize)]
pub(crate) struct Target {
    pub(crate) kind: Vec<String>,
    pub(crate) name: String,
    pub(crate) src_path: PathBuf,
}
