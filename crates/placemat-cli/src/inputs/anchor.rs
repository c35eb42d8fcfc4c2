//! Access to files below a directory, at any depth.
//!
//! On Unix the length of a path is limited to some thousand bytes (`PATH_MAX`), and the system resolves it from its
//! start each time. So a walk keeps a directory open every few hundred bytes, an *anchor*, and starts from there: no
//! path is too long, and the time per entry does not grow with its depth.

#[cfg(not(unix))]
mod elsewhere;
#[cfg(unix)]
mod unix;

use std::{ffi::OsStr, io};

#[cfg(not(unix))]
pub(super) use elsewhere::{Anchor, Id};
#[cfg(unix)]
pub(super) use unix::{Anchor, Id};

/// The entries of a directory, and how to reach them.
pub(super) struct Listing<E> {
    /// The start of paths to the entries.
    pub(super) anchor: Anchor,
    pub(super) id: Id,
    pub(super) entries: E,
}

/// The name of an entry, and its kind: `None` for pipes, devices and others.
pub(super) type Entry = (Box<OsStr>, io::Result<Option<Kind>>);

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Dir,
    Link,
}
