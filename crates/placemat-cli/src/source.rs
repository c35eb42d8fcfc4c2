//! The input of a command that writes: a file or standard input.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use same_file::Handle;

use crate::stdio;

/// An input, opened.
pub(crate) enum Source {
    Stdin,
    File(Handle),
}

impl Source {
    /// Standard input for `-`, otherwise the file.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Stdin);
        }
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        Handle::from_file(file).map(Self::File)
    }

    /// Whether it is the regular file that `other` is.
    pub(crate) fn is(&self, other: &Handle) -> bool {
        let is_regular = |handle: &Handle| handle.as_file().metadata().is_ok_and(|meta| meta.is_file());
        match self {
            Self::Stdin => Handle::stdin().is_ok_and(|own| own == *other && is_regular(&own)),
            Self::File(own) => own == other && is_regular(own),
        }
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stdin => stdio::Input.read(buffer),
            Self::File(handle) => handle.as_file_mut().read(buffer),
        }
    }
}
