//! How the command ends.

use std::process::ExitCode;

/// How the command ends; the worst comes last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Everything was read, and all of it is UTF-8.
    Good,
    /// Everything was read, and some of it is not UTF-8.
    Invalid,
    /// Something could not be read or written, or the command line makes no sense.
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
