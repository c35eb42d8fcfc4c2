//! Access to what is below a directory, however deep.
//!
//! On Unix a path may have some thousand bytes (`PATH_MAX`), and the system follows it from its start each
//! time. So a walk holds a directory open every few hundred bytes, an *anchor*, and starts from there: no
//! path is too long, and the time for an entry does not grow with its depth.

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
    /// Where paths to the entries start.
    pub(super) anchor: Anchor,
    pub(super) id: Id,
    pub(super) entries: E,
}

/// The name of an entry, and its kind: `None` for pipes, devices and the like.
pub(super) type Entry = (Box<OsStr>, io::Result<Option<Kind>>);

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Dir,
    Link,
}
