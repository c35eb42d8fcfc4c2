//! Installs the files of the C library.

#[cfg(unix)]
use std::os::unix::fs::symlink;
use std::{
    fs,
    path::{Path, PathBuf, absolute},
};

use anyhow::{Context, Result};

use crate::{
    project::workspace::Workspace,
    runner::{call::Call, log::Log},
};

/// The package of the library.
const PACKAGE: &str = "placemat-capi";

/// Builds and installs; returns the files written.
pub(crate) fn install(workspace: &Workspace, log: &mut Log, prefix: &Path) -> Result<Vec<PathBuf>> {
    log.call(&Call::cargo(&format!("build --locked --release -p {PACKAGE}")))?;
    let package = workspace.package(PACKAGE)?;
    let version = &package.version;
    // The pkg-config file contains the path, which must not depend on the current directory.
    let prefix = absolute(prefix)?;
    let (lib, include) = (prefix.join("lib"), prefix.join("include"));
    let descriptions = [
        (lib.join("pkgconfig"), "placemat.pc"),
        (lib.join("cmake/placemat"), "placemat-config.cmake"),
        (lib.join("cmake/placemat"), "placemat-config-version.cmake"),
    ];
    for dir in [&include, &descriptions[0].0, &descriptions[1].0] {
        fs::create_dir_all(dir)?;
    }

    let built = workspace.target.join("release");
    let header = workspace.root.join("crates").join(PACKAGE).join("include/placemat.h");
    let shared = format!("libplacemat.so.{version}");
    let mut files = Vec::new();
    for (from, to) in [
        (header, include.join("placemat.h")),
        (built.join("libplacemat_capi.a"), lib.join("libplacemat.a")),
        (built.join("libplacemat_capi.so"), lib.join(&shared)),
    ] {
        fs::copy(&from, &to).with_context(|| format!("{} to {}", from.display(), to.display()))?;
        files.push(to);
    }
    // The first is the SONAME, which build.rs sets; the second is for the linker.
    for link in [format!("libplacemat.so.{}", version.major), "libplacemat.so".to_owned()] {
        let link = lib.join(link);
        if link.symlink_metadata().is_ok() {
            fs::remove_file(&link)?;
        }
        symlink(&shared, &link)?;
        files.push(link);
    }
    for (dir, name) in descriptions {
        let file = dir.join(name);
        let template = workspace.read(format!("crates/{PACKAGE}/install/{name}.in"))?;
        let text = template
            .replace("@PREFIX@", &prefix.display().to_string())
            .replace("@REPOSITORY@", package.repository.as_deref().unwrap_or_default())
            .replace("@VERSION@", &version.to_string())
            .replace("@MAJOR@", &version.major.to_string())
            .replace("@MINOR@", &version.minor.to_string());
        fs::write(&file, text)?;
        files.push(file);
    }
    Ok(files)
}

/// On systems without symbolic links: a copy.
#[cfg(not(unix))]
fn symlink(name: &str, link: &Path) -> std::io::Result<u64> {
    fs::copy(link.with_file_name(name), link)
}
