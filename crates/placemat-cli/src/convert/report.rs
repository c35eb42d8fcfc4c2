//! Messages about the inputs.

use std::{io, path::Path};

use super::job::{Job, Known};
use crate::{
    args::OnError,
    charset::Charset,
    conversion::{Changes, Fix, Tally},
    status::Status,
    stdio,
    text::{number, shown, warn},
};

impl Job<'_> {
    /// Reports the changes, errors and remarks.
    pub(super) fn report(self, name: &str, tally: &Tally, changes: bool) {
        if self.destination.quiet {
            return;
        }
        if let Some(fix) = self.plan.fix {
            self.report_changes(name, &tally.changes, fix);
        } else if self.plan.from != Charset::Utf8 && (self.known == Known::Nothing || self.check && changes) {
            let converted = if self.check { "to be converted" } else { "converted" };
            warn(format_args!("{name}: {converted} from {}", self.plan.from));
        }
        if tally.second_signature {
            warn(format_args!("{name}: another U+FEFF follows the signature; it is a character, and stays"));
        }
        if let Some(char) = tally.undefined {
            let (byte, from) = (u32::from(char), self.plan.from);
            warn(format_args!("{name}: {byte:02X} is not defined in {from}; it became U+{byte:04X}"));
        }
        let Some(first) = &tally.first else { return };
        let errors = number(tally.errors, "error", "errors");
        let done = match self.plan.on_error {
            _ if self.check => "to replace",
            OnError::Fail | OnError::Replace => "replaced",
            OnError::Escape => "escaped",
            OnError::Skip => "left out",
        };
        warn(format_args!("{name}: {errors} {done}; the first: {first}"));
        if self.plan.on_error == OnError::Skip {
            warn(format_args!("{name}: {DELETION}"));
        }
    }

    /// Reports how many changes there are, and the first of them.
    fn report_changes(self, name: &str, changes: &Changes, fix: Fix) {
        if changes.number == 0 {
            return;
        }
        let done = |is: &'static str, will_be: &'static str| if self.check { will_be } else { is };
        let runs = number(changes.number, "run", "runs");
        let decoded = done("decoded", "to decode");
        warn(match fix {
            Fix::Fallback(charset) => format!("{name}: {runs} of invalid bytes {decoded} as {charset}"),
            Fix::Double => format!("{name}: {runs} of text encoded twice {decoded}"),
            Fix::Nfc => {
                let places = number(changes.number, "place", "places");
                format!("{name}: {places} {}", done("composed", "to compose"))
            }
        });
        for words in changes.words(fix, done("became", "would become")) {
            warn(format_args!("{name}:{words}"));
        }
    }
}

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

/// The risk of `--on-error skip`.
const DELETION: &str = "what stood on both sides of an error is together now and may mean something else; check \
                        the result, not the input (RFC 3629, section 10)";
