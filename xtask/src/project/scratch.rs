//! Small crates below `target/`, to test the view of an outside user.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::workspace::Workspace;

/// Writes the crate `name` with this manifest (the part after `[package]`) and this library, and returns its directory.
///
/// It is outside the workspace, but uses the workspace's versions of all dependencies. Unchanged files are not
/// rewritten, so that cargo need not rebuild them.
pub(crate) fn write(workspace: &Workspace, name: &str, manifest: &str, lib: &str) -> Result<PathBuf> {
    let dir = workspace.own_dir("scratch").join(name);
    fs::create_dir_all(dir.join("src"))?;
    let manifest = format!(
        "[package]\nname = \"{name}\"\nedition = \"2024\"\npublish = false\n\n{manifest}\n[workspace]\n"
    );
    update(&dir.join("Cargo.toml"), manifest.as_bytes())?;
    update(&dir.join("src").join("lib.rs"), lib.as_bytes())?;
    let lock = workspace.read("Cargo.lock")?;
    if update(&dir.join("Cargo.lock.workspace"), lock.as_bytes())? {
        fs::write(dir.join("Cargo.lock"), lock)?;
    }
    Ok(dir)
}

/// A line of a dependency table for a member, by its directory.
pub(crate) fn dependency(workspace: &Workspace, name: &str, dir: &str, rest: &str) -> String {
    // Single-quoted TOML strings have no escapes, so a Windows path needs none.
    format!("{name} = {{ path = '{}'{rest} }}\n", workspace.root.join(dir).display())
}

/// Lines of a dependency table for all libraries except the facade.
pub(crate) fn libraries(workspace: &Workspace) -> String {
    let libraries = workspace.libraries();
    libraries.iter().map(|name| dependency(workspace, name, &format!("crates/{name}"), "")).collect()
}

/// Copies the files under version control into `target/xtask/NAME` and removes all others there, except for cargo's
/// output.
pub(crate) fn copy_of_workspace(workspace: &Workspace, name: &str) -> Result<PathBuf> {
    let dir = workspace.own_dir(name);
    let files = workspace.files()?;
    if dir.exists() {
        remove_others(&dir, Path::new(""), &files)?;
    }
    for file in files {
        let to = dir.join(&file);
        fs::create_dir_all(to.parent().unwrap_or(&dir))?;
        update(&to, &fs::read(workspace.root.join(&file))?)?;
    }
    Ok(dir)
}

/// Removes the files below `dir` that are not among `files`, and the folders without any.
fn remove_others(dir: &Path, below: &Path, files: &[PathBuf]) -> Result<()> {
    for entry in fs::read_dir(dir.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        if path == Path::new("target") {
            continue;
        }
        if entry.file_type()?.is_dir() {
            remove_others(dir, &path, files)?;
            // Fails if files are left. An empty folder would be a member without a manifest.
            let _ = fs::remove_dir(dir.join(&path));
        } else if files.binary_search(&path).is_err() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Writes a file, unless it already has these bytes. Returns whether it wrote.
pub(crate) fn update(path: &Path, bytes: &[u8]) -> Result<bool> {
    if fs::read(path).is_ok_and(|present| present == bytes) {
        return Ok(false);
    }
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(true)
}
