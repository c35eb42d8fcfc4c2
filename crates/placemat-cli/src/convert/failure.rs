//! Why an input is not converted.

use std::{io, path::Path};

use crate::{
    status::Status,
    stdio,
    text::{shown, warn},
};

/// The error message if the output is missing or incomplete.
pub(super) enum Failure {
    /// The input is invalid, or cannot be represented.
    Invalid(String),
    Trouble(String),
    /// Standard output cannot be written, or its reader has closed it.
    Stdout(io::Error),
}

impl Failure {
    pub(super) fn report(self) -> Status {
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
pub(super) fn unwritten(output: Option<&Path>, error: &io::Error) -> Failure {
    let name = output.map_or_else(|| "standard output".to_owned(), shown);
    Failure::Trouble(format!("{name}: {error}"))
}

/// Why a file is not converted again.
pub(super) const ALREADY: &str = "it is UTF-8 already, and not only ASCII; --force converts it nevertheless";

/// Why a file is not decoded with `--fallback`, before and after the reason.
pub(super) const DAMAGED: &str = "its invalid bytes look like damaged UTF-8";
pub(super) const DAMAGED_MORE: &str =
    "`placemat repair` alone replaces them, and --force decodes them nevertheless";
