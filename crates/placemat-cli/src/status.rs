//! The exit status of the command.

use std::process::ExitCode;

/// The exit status; the worst one is last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Everything was read, and all of it is UTF-8.
    Good,
    /// Everything was read, and some of it is not UTF-8.
    Invalid,
    /// Something could not be read or written, or the command line is invalid.
    Trouble,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Good => 0,
            Status::Invalid => 1,
            Status::Trouble => 2,
        })
    }
}
