//! Rules that select directory entries.

use std::path::{Path, PathBuf};

use ignore::overrides::{Override, OverrideBuilder};

use super::ignored::Ignored;
use crate::args::SelectionArgs;

/// The rules for every named directory.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) globs: Override,
    pub(super) gitignore: bool,
    pub(super) follow: bool,
}

impl Rules {
    /// The rules from the arguments, or an error in them.
    pub(super) fn new(args: &SelectionArgs) -> Result<Self, String> {
        // Paths are matched relative to the named directory.
        let mut globs = OverrideBuilder::new("");
        let patterns = args.glob.iter().flat_map(|glob| [Some(glob.clone()), contents(glob)]).flatten();
        let added = patterns.into_iter().try_for_each(|glob| globs.add(&glob).map(|_| ()));
        let globs = added.and_then(|()| globs.build()).map_err(|error| format!("--glob: {error}"))?;
        Ok(Self { globs, gitignore: !args.no_ignore, follow: args.follow })
    }
}

/// For a `glob` that names directories (`docs/`), a pattern for their contents. The glob itself would match only the
/// directories, and select no file.
fn contents(glob: &str) -> Option<String> {
    let glob = glob.trim_end();
    let dir = glob.trim_end_matches('/');
    match dir {
        _ if glob.starts_with('!') || dir.len() == glob.len() => None,
        // With a slash in it, it is anchored at the named directory; otherwise it matches anywhere.
        _ if dir.is_empty() || dir.contains('/') => Some(format!("{dir}/**")),
        _ => Some(format!("**/{dir}/**")),
    }
}

/// The .gitignore files that apply at the current point of a walk.
#[derive(Default)]
pub(super) struct IgnoreFiles {
    /// The directories from the root down that have rules or are repositories.
    below: Vec<Below>,
    /// The directories above the root that have rules, innermost first.
    above: Vec<Above>,
}

struct Below {
    rules: Ignored,
    is_repository: bool,
    /// The depth of the directory.
    depth: usize,
    /// The path from the root.
    path: PathBuf,
}

struct Above {
    rules: Ignored,
    /// The path from there to the root.
    to_root: PathBuf,
}

impl IgnoreFiles {
    /// Enters a directory, at this depth; `path` is its path from the root.
    pub(super) fn enter(&mut self, depth: usize, path: &Path, rules: Ignored, is_repository: bool) {
        if is_repository || !rules.is_empty() {
            self.below.push(Below { rules, is_repository, depth, path: path.to_owned() });
        }
    }

    /// Leaves the directory at this depth.
    pub(super) fn leave(&mut self, depth: usize) {
        self.below.pop_if(|dir| dir.depth == depth);
    }

    /// Adds the rules of the next directory above the root, from which `to_root` leads to the root.
    pub(super) fn add_above(&mut self, rules: Ignored, to_root: &Path) {
        if !rules.is_empty() {
            self.above.push(Above { rules, to_root: to_root.to_owned() });
        }
    }

    /// Whether to ignore an entry. The innermost file with a matching rule decides.
    pub(super) fn leave_out(&self, path: &Path, is_dir: bool) -> bool {
        for dir in self.below.iter().rev() {
            match dir.rules.leaves_out(relative(path, &dir.path), is_dir) {
                None if dir.is_repository => return false,
                None => {}
                Some(verdict) => return verdict,
            }
        }
        self.above
            .iter()
            .find_map(|dir| dir.rules.leaves_out(&dir.to_root.join(path), is_dir))
            .unwrap_or(false)
    }
}

/// The path relative to the directory `dir`, which contains it.
#[cfg(unix)]
fn relative<'a>(path: &'a Path, dir: &Path) -> &'a Path {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    // Faster than the standard library, which compares component by component.
    let skipped = match dir.as_os_str().len() {
        0 => 0,
        len => len + 1,
    };
    Path::new(OsStr::from_bytes(path.as_os_str().as_bytes().get(skipped..).unwrap_or_default()))
}

/// The path relative to the directory `dir`, which contains it.
#[cfg(not(unix))]
fn relative<'a>(path: &'a Path, dir: &Path) -> &'a Path {
    path.strip_prefix(dir).unwrap_or(path)
}
