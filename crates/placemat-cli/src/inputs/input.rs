//! One input.

use std::path::{Path, PathBuf};
use std::{fs::File, io};

use crate::place::{Place, pause};

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
    place: Place,
    /// Whether it was found by a link, which the user wants to be followed.
    is_link: bool,
}

impl Found {
    pub(super) fn new(path: PathBuf, place: Place, is_link: bool) -> Self {
        Self { path, place, is_link }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn into_path(self) -> PathBuf {
        self.path
    }

    /// The place of the file itself. If something else has taken its name since it was found, it cannot be opened.
    pub(crate) fn place(&self) -> io::Result<Place> {
        pause("opening");
        let place = self.place.clone();
        if self.is_link { place.resolve() } else { Ok(place) }
    }

    /// Opens the file without blocking.
    pub(crate) fn open(&self) -> io::Result<File> {
        self.place()?.open(false)
    }
}
