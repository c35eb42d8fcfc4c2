//! Why an output is missing or incomplete.

use std::{io, path::Path};

use crate::text::{shown, warn};
use crate::{status::Status, stdio};

/// The error message if the output is missing or incomplete.
pub(crate) enum Failure {
    /// The input is invalid, or cannot be represented.
    Invalid(String),
    Trouble(String),
    /// Standard output cannot be written, or its reader has closed it.
    Stdout(io::Error),
}

impl Failure {
    pub(crate) fn report(self) -> Status {
        let (message, status) = match self {
            Self::Invalid(message) => (message, Status::Invalid),
            Self::Trouble(message) => (message, Status::Trouble),
            Self::Stdout(error) => return stdio::status_of(Err(error)),
        };
        warn(message);
        status
    }
}

/// The error if an output cannot be created or written.
pub(crate) fn unwritten(output: Option<&Path>, error: &io::Error) -> Failure {
    let name = output.map_or_else(|| "standard output".to_owned(), shown);
    Failure::Trouble(format!("{name}: {error}"))
}
