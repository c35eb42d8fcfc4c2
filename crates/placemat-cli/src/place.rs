//! Files by the descriptor of their directory and a name in it.
//!
//! On Unix a [`Dir`] is an open directory, and a [`Place`] is a name in it that is opened, compared and renamed without
//! following links. So nobody can exchange what a command has found for something else, by a link or by renaming a
//! directory above it, and no path is too long. Elsewhere both are paths.

#[cfg(not(unix))]
mod elsewhere;
#[cfg(unix)]
mod unix;

use std::hash::{BuildHasher, RandomState};
use std::{ffi::OsStr, fs::File, io};

#[cfg(not(unix))]
pub(crate) use elsewhere::{Dir, Id, Place, State};
#[cfg(unix)]
pub(crate) use unix::{Dir, Id, Place, State};

/// What the names of temporary files begin with.
const TEMPORARY: &str = ".placemat-";

/// The name of an entry, and its kind: `None` for pipes, devices and others.
pub(crate) type Entry = (Box<OsStr>, io::Result<Option<Kind>>);

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Dir,
    Link,
}

impl Place {
    /// Creates a temporary file beside this one, with these permissions minus the user's mask.
    pub(crate) fn temporary(&self, mode: u16) -> io::Result<(Self, File)> {
        loop {
            let number = RandomState::new().hash_one(TEMPORARY);
            let place = self.beside(format!("{TEMPORARY}{number:016x}").as_ref());
            match place.create(mode) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                created => return created.map(|file| (place, file)),
            }
        }
    }

    /// The place beside this one whose name has this end in addition.
    pub(crate) fn with_suffix(&self, suffix: &OsStr) -> Self {
        let mut name = self.name().as_os_str().to_owned();
        name.push(suffix);
        self.beside(&name)
    }

    /// Opens the file without blocking.
    ///
    /// The user may not have named it. It may have become a link or a pipe since it was found, and reading some regular
    /// files, such as some below /proc, blocks until there is news.
    pub(crate) fn open(&self, writes: bool) -> io::Result<File> {
        let file = self.open_any(writes)?;
        if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
    }
}

fn not_regular() -> io::Error {
    io::Error::other("it is no longer a regular file")
}

fn leads_nowhere() -> io::Error {
    io::Error::other("a symbolic link that leads nowhere")
}

/// Stops the process at a named point, so that a test can act there: what it would otherwise do in time only by luck.
pub(crate) fn pause(point: &str) {
    #[cfg(all(unix, debug_assertions))]
    if std::env::var_os("PLACEMAT_PAUSE").is_some_and(|wanted| wanted == point) {
        // To this thread: sent to the process, another thread may take it while this one goes on.
        let _ = signal_hook::low_level::raise(signal_hook::consts::SIGSTOP);
    }
    #[cfg(not(all(unix, debug_assertions)))]
    let _ = point;
}
