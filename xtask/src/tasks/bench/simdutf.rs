//! Compiles another simdutf than the one that its crate bundles: that of a checkout.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use cargo_metadata::MetadataCommand;
use xshell::{Shell, cmd};

use crate::project::{cargo::cargo, workspace::Workspace};

/// A copy of the crate, with the checkout's library in it.
pub(super) struct Peer {
    pub(super) dir: PathBuf,
    /// The library's version and revision.
    pub(super) version: String,
}

/// The library's parts that the crate binds.
const PARTS: [&str; 7] = [
    "--with-utf8",
    "--with-utf16",
    "--with-utf32",
    "--with-base64",
    "--with-detect-enc",
    "--with-ascii",
    "--with-latin1",
];

/// Its interface for C, whose names the crate defines itself.
const FOR_C: [&str; 2] = ["/* begin file src/simdutf_c.cpp */", "/* end file src/simdutf_c.cpp */"];

impl Peer {
    /// Copies the crate and amalgamates the checkout, which requires Python.
    pub(super) fn of(checkout: &Path, workspace: &Workspace) -> Result<Self> {
        let checkout = checkout.canonicalize().with_context(|| format!("{}", checkout.display()))?;
        let header = fs::read_to_string(checkout.join("include/simdutf/simdutf_version.h"));
        let header = header.with_context(|| format!("{} is no simdutf", checkout.display()))?;
        let version = header.split("SIMDUTF_VERSION \"").nth(1).and_then(|rest| rest.split('"').next());
        let version = version.context("simdutf_version.h does not have SIMDUTF_VERSION")?;

        let (dir, from) = (workspace.own_dir("simdutf"), source(workspace)?);
        for part in ["", "src", "cpp"] {
            fs::create_dir_all(dir.join(part))?;
            for file in fs::read_dir(from.join(part))? {
                let file = file?;
                if file.file_type()?.is_file() {
                    fs::copy(file.path(), dir.join(part).join(file.file_name()))?;
                }
            }
        }
        let script = dir.join("build.rs");
        fs::write(&script, fs::read_to_string(&script)?.replace("-std=c++11", "-std=c++17"))?;
        let shell = Shell::new()?;
        let (cpp, script) = (dir.join("cpp"), checkout.join("singleheader/amalgamate.py"));
        cmd!(shell, "python3 {script} --output-dir {cpp} --no-zip --no-readme {PARTS...}")
            .ignore_stdout()
            .run()?;
        let library = cpp.join("simdutf.cpp");
        let text = fs::read_to_string(&library)?;
        if let Some((before, rest)) = text.split_once(FOR_C[0])
            && let Some((_, after)) = rest.split_once(FOR_C[1])
        {
            fs::write(library, [before, after].concat())?;
        }
        shell.change_dir(checkout);
        let revision = cmd!(shell, "git describe --tags --always").quiet().ignore_stderr().read();
        let revision = revision.map_or_else(|_| String::new(), |revision| format!(", {revision}"));
        Ok(Self { dir, version: format!("{version}{revision}") })
    }
}

/// The directory of the crate.
fn source(workspace: &Workspace) -> Result<PathBuf> {
    let manifest = workspace.root.join("Cargo.toml");
    let mut metadata = MetadataCommand::new();
    metadata.cargo_path(cargo()).manifest_path(manifest).other_options(["--all-features".to_owned()]);
    let packages = metadata.exec()?.packages;
    let package = packages.into_iter().find(|package| *package.name == "simdutf");
    let manifest = package.context("the crate simdutf is no dependency")?.manifest_path;
    Ok(manifest.parent().context("a manifest is in a directory")?.into())
}
