//! One input.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

use super::anchor::Anchor;

/// Something to check, or to report.
#[derive(Debug)]
pub(crate) enum Input {
    /// Standard input.
    Stdin,
    /// A file, or anything else that can be read, that was named.
    Named(PathBuf),
    /// A regular file that was found in a directory.
    Found(Found),
    /// It cannot be read.
    Failed(PathBuf, io::Error),
    /// Nothing is wrong, but the user may want to know.
    Note(PathBuf, String),
}

/// A regular file that was found in a directory.
#[derive(Debug)]
pub(crate) struct Found {
    path: PathBuf,
    anchor: Anchor,
}

impl Found {
    pub(super) fn new(path: PathBuf, anchor: Anchor) -> Self {
        Self { path, anchor }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the file, and never waits for anything.
    ///
    /// It was not asked for by name. It may have become a pipe since it was found, and some files that are
    /// regular by name wait for news when they are read, as some below /proc do.
    pub(crate) fn open(&self) -> io::Result<File> {
        let file = self.anchor.open_file(&self.path)?;
        if file.metadata()?.is_file() {
            Ok(file)
        } else {
            Err(io::Error::other("it is no longer a regular file"))
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::{fs, process::Command};

    use super::*;

    #[test]
    fn only_regular_files_and_without_waiting() {
        let open = |path: &Path| Found::new(path.to_owned(), Anchor::default()).open();
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        fs::write(&file, "text").unwrap();
        assert_eq!(open(&file).and_then(io::read_to_string).unwrap(), "text");
        assert!(open(dir.path()).is_err());
        assert!(open(Path::new("/dev/null")).is_err());
        let fifo = dir.path().join("fifo");
        if Command::new("mkfifo").arg(&fifo).status().is_ok_and(|status| status.success()) {
            assert_eq!(open(&fifo).unwrap_err().to_string(), "it is no longer a regular file");
        }
    }
}
