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
    let version = &workspace.package(PACKAGE)?.version;
    // The pkg-config file contains the path, which must not depend on the current directory.
    let prefix = absolute(prefix)?;
    let (lib, include) = (prefix.join("lib"), prefix.join("include"));
    let pkgconfig = lib.join("pkgconfig");
    fs::create_dir_all(&pkgconfig)?;
    fs::create_dir_all(&include)?;

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
    let description = pkgconfig.join("placemat.pc");
    fs::write(&description, pkg_config(&prefix.display().to_string(), &version.to_string()))?;
    files.push(description);
    Ok(files)
}

fn pkg_config(prefix: &str, version: &str) -> String {
    format!(
        "prefix={prefix}\nlibdir=${{prefix}}/lib\nincludedir=${{prefix}}/include\n\nName: placemat\n\
         Description: UTF-8 (RFC 3629): validation, conversion, streams\nVersion: {version}\n\
         Libs: -L${{libdir}} -lplacemat\nLibs.private: -lpthread -ldl -lm\nCflags: -I${{includedir}}\n"
    )
}

/// On systems without symbolic links: a copy.
#[cfg(not(unix))]
fn symlink(name: &str, link: &Path) -> std::io::Result<u64> {
    fs::copy(link.with_file_name(name), link)
}
