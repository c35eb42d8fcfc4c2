//! The files below a directory.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use ignore::{
    DirEntry, WalkBuilder,
    overrides::{Override, OverrideBuilder},
};

use super::Input;
use crate::args::CheckArgs;

/// What is looked at, in every directory that is named.
#[derive(Debug)]
pub(crate) struct Rules {
    globs: Vec<String>,
    gitignore: bool,
    follow: bool,
}

impl Rules {
    /// The rules that the arguments set; or what is wrong with them.
    pub(crate) fn new(args: &CheckArgs) -> Result<Self, String> {
        let rules = Self { globs: args.glob.clone(), gitignore: !args.no_ignore, follow: args.follow };
        rules.globs(Path::new(".")).map_err(|error| format!("--glob: {error}"))?;
        Ok(rules)
    }

    /// The patterns of `--glob`, relative to `root`.
    fn globs(&self, root: &Path) -> Result<Override, ignore::Error> {
        let mut builder = OverrideBuilder::new(root);
        for glob in &self.globs {
            builder.add(glob)?;
        }
        builder.build()
    }
}

/// The regular files below one directory: a directory's names in the order of their octets, and what is below a name
/// in its place.
pub(crate) struct Walk {
    root: PathBuf,
    walk: ignore::Walk,
    follow: bool,
}

impl Walk {
    /// The files below `root`.
    pub(crate) fn new(root: &Path, rules: &Rules) -> io::Result<Self> {
        let globs = rules.globs(root).map_err(io::Error::other)?;
        let mut builder = WalkBuilder::new(root);
        builder
            .standard_filters(false)
            .git_ignore(rules.gitignore)
            .parents(rules.gitignore)
            // A tree that was unpacked from an archive has its .gitignore files too.
            .require_git(false)
            .follow_links(rules.follow)
            .sort_by_file_name(Ord::cmp)
            .filter_entry(move |entry| is_wanted(entry, &globs));
        Ok(Self { root: root.to_owned(), walk: builder.build(), follow: rules.follow })
    }

    /// What to do about an entry: many are passed over in silence.
    fn input(&self, entry: DirEntry) -> Option<Input> {
        if let Some(error) = entry.error() {
            // A .gitignore file that cannot be read, or not all of it. What it would have left out is checked.
            let text = format!("some ignore rules are not heeded: {error}");
            return Some(Input::Note(entry.into_path(), text));
        }
        let kind = entry.file_type()?;
        if kind.is_file() {
            return Some(Input::Found(entry.into_path()));
        }
        // A link that was named has been followed.
        if !self.follow && entry.depth() > 0 && kind.is_symlink() && leads_back(entry.path()) {
            return Some(Input::Note(
                entry.into_path(),
                "a link back to a directory above it, not followed".into(),
            ));
        }
        None
    }
}

impl Iterator for Walk {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        loop {
            match self.walk.next()? {
                Ok(entry) => {
                    if let Some(input) = self.input(entry) {
                        return Some(input);
                    }
                }
                Err(error) => {
                    let (path, error) = take_apart(error);
                    return Some(Input::Failed(path.unwrap_or_else(|| self.root.clone()), error));
                }
            }
        }
    }
}

/// Whether an entry is looked at: a file for itself, a directory for what is below.
fn is_wanted(entry: &DirEntry, globs: &Override) -> bool {
    if entry.depth() == 0 {
        return true;
    }
    let is_dir = entry.file_type().is_some_and(|kind| kind.is_dir());
    entry.file_name() != ".git" && !globs.matched(entry.path(), is_dir).is_ignore()
}

/// Whether a symbolic link points to a directory that it lies in, however deep.
fn leads_back(link: &Path) -> bool {
    let parent = link.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (fs::canonicalize(link), fs::canonicalize(parent)) {
        (Ok(target), Ok(here)) => here.starts_with(target),
        _ => false,
    }
}

/// The path that an error of the walk is about, and the error without it.
fn take_apart(error: ignore::Error) -> (Option<PathBuf>, io::Error) {
    match error {
        ignore::Error::WithDepth { err, .. } => take_apart(*err),
        ignore::Error::WithPath { path, err } => {
            let (inner, error) = take_apart(*err);
            // The innermost path is the one that the system refused.
            (inner.or(Some(path)), error)
        }
        ignore::Error::Loop { ancestor, child } => {
            let text = format!("a link back to {}, which it lies in", crate::output::shown(&ancestor));
            (Some(child), io::Error::other(text))
        }
        ignore::Error::Io(error) => (None, innermost(error)),
        other => (None, io::Error::other(other)),
    }
}

/// What the system said, without the path that the walk has put around it.
fn innermost(error: io::Error) -> io::Error {
    let inner = error.get_ref().and_then(|outer| outer.source()).and_then(|inner| inner.downcast_ref());
    let code = inner.and_then(io::Error::raw_os_error);
    code.map_or(error, io::Error::from_raw_os_error)
}
