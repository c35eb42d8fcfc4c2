//! The destination of a command that writes: standard output, a file that appears when it is complete, or the input
//! itself.

mod attributes;
mod backup;
mod interrupt;
mod replacement;
mod temporary;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::{ffi::OsStr, path::Path};

use same_file::Handle;

use crate::place::{Place, State};
use crate::{source::Source, stdio};
pub(crate) use attributes::Losses;
use replacement::Replacement;
use temporary::Temporary;

/// The destination for one input. Unless it is committed, nothing changes.
pub(crate) enum Destination {
    Stdout,
    /// A device or a pipe.
    Device(File),
    /// A new file, or a file to be replaced.
    File(Temporary),
    /// Replaces the input.
    Input(Box<Replacement>),
    /// Discards the output.
    Nowhere,
}

impl Destination {
    /// Standard output.
    ///
    /// # Errors
    ///
    /// If it is the input, which would be read forever.
    pub(crate) fn stdout(source: &Source) -> io::Result<Self> {
        // A pipe or a terminal may be both.
        if Handle::stdout().is_ok_and(|stdout| source.is(&stdout)) {
            return Err(io::Error::other("the input is standard output as well"));
        }
        Ok(Self::Stdout)
    }

    /// A file.
    ///
    /// # Errors
    ///
    /// If it cannot be created, or is the input.
    pub(crate) fn file(path: &Path, source: &Source) -> io::Result<Self> {
        if path == Path::new("-") {
            return Self::stdout(source);
        }
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(meta) if !meta.is_file() => {
                return OpenOptions::new().write(true).open(path).map(Self::Device);
            }
            _ => {}
        }
        let place = Place::named(path)?;
        if place.state().is_err() {
            return Temporary::new(place).map(Self::File);
        }
        // A file that is not writable is not replaced.
        let original = place.open(true)?;
        let old = State::of(&original)?;
        let original = Handle::from_file(original)?;
        if source.is(&original) {
            return Err(io::Error::other("it is the input as well; --in-place replaces that"));
        }
        Temporary::replacing(place, original.as_file(), old, Losses::Refused).map(Self::File)
    }

    /// A file for output besides that on standard output. An existing file is replaced, unless another program changes
    /// it meanwhile.
    ///
    /// # Errors
    ///
    /// If it cannot be created or replaced.
    pub(crate) fn besides_stdout(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Err(io::Error::other("standard output has the other lines"));
        }
        match fs::metadata(path) {
            Ok(meta) if meta.is_file() => {
                let replacement = Replacement::new(Place::named(path)?, true)?;
                Ok(Self::Input(Box::new(replacement)))
            }
            _ => Self::file(path, &Source::STDIN),
        }
    }

    /// Fails if the input cannot be replaced because it is no regular file. Opening a device could have side effects.
    pub(crate) fn must_be_regular(place: &Place) -> io::Result<()> {
        if place.state()?.is_file() {
            Ok(())
        } else {
            Err(io::Error::other("only a regular file can be replaced"))
        }
    }

    /// Replaces the input, after a backup with this suffix.
    ///
    /// # Errors
    ///
    /// If it cannot be replaced.
    pub(crate) fn in_place(
        place: Place, keep_times: bool, backup: Option<&OsStr>, losses: Losses,
    ) -> io::Result<Self> {
        let replacement = Replacement::new(place, true)?.with(keep_times, losses, backup);
        Ok(Self::Input(Box::new(replacement)))
    }

    /// Only compares the output with the input.
    pub(crate) fn compare(place: Place) -> io::Result<Self> {
        Replacement::new(place, false).map(|replacement| Self::Input(Box::new(replacement)))
    }

    /// Fails if it replaces an input that is not this source, because another program has renamed one of them.
    pub(crate) fn must_replace(&self, source: &Source) -> io::Result<()> {
        match self {
            Self::Input(replacement) if !replacement.replaces(source) => Err(temporary::changed()),
            _ => Ok(()),
        }
    }

    pub(crate) fn is_stdout(&self) -> bool {
        matches!(self, Self::Stdout)
    }

    /// Whether output cannot be taken back.
    pub(crate) fn is_final(&self) -> bool {
        matches!(self, Self::Stdout | Self::Device(_))
    }

    /// Completes the output: a file appears in its place, complete and synced to disk. Returns whether the input
    /// changes.
    pub(crate) fn commit(self) -> io::Result<bool> {
        match self {
            Self::Stdout | Self::Nowhere => Ok(false),
            Self::Device(mut file) => file.flush().map(|()| false),
            Self::File(temporary) => temporary.commit().map(|()| false),
            Self::Input(replacement) => replacement.commit(),
        }
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout => stdio::Output.write(bytes),
            Self::Device(file) => file.write(bytes),
            Self::File(temporary) => temporary.write(bytes),
            Self::Input(replacement) => replacement.write(bytes),
            Self::Nowhere => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
