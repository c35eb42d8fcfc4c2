//! One input.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

use super::anchor::Anchor;

/// An input to check, or a message.
#[derive(Debug)]
pub(crate) enum Input {
    /// Standard input.
    Stdin,
    /// A named file, or anything else that can be read.
    Named(PathBuf),
    /// A regular file found in a directory.
    Found(Found),
    /// An input that cannot be read.
    Failed(PathBuf, io::Error),
    /// A remark that is no error.
    Note(PathBuf, String),
}

/// A regular file found in a directory.
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

    pub(crate) fn into_path(self) -> PathBuf {
        self.path
    }

    /// Opens the file without blocking.
    ///
    /// The user did not name it. It may have become a pipe since it was found, and reading some regular files, such
    /// as some below /proc, blocks until there is news.
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
