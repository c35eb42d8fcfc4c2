//! How inputs end, and the sums over all of them.

use serde::Serialize;

use crate::{hint::Hint, stream::Tally};

/// How the check of an input ended.
pub(crate) enum Ended {
    /// It was read; or it was not, and then the tally says why.
    Checked(Checked),
    /// It is binary.
    Binary {
        /// Whether to say so.
        listed: bool,
    },
    /// It was found in a directory, and is UTF-16 without a signature. How much of it was looked at.
    Utf16 { hint: Hint, bytes: u64 },
}

impl Ended {
    /// An input that cannot be opened.
    pub(crate) fn failed(error: std::io::Error) -> Self {
        let tally = Tally { failure: Some(error), ..Tally::default() };
        Self::Checked(Checked { tally, hint: None, lints: 0 })
    }

    /// Why the input could not be read to its end.
    pub(super) fn failure(&self) -> Option<&std::io::Error> {
        match self {
            Self::Checked(checked) => checked.tally.failure.as_ref(),
            _ => None,
        }
    }
}

/// What was found in an input.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) tally: Tally,
    /// What it may be instead of UTF-8. There can be one even if there are no errors.
    pub(crate) hint: Option<Hint>,
    pub(crate) lints: u64,
}

/// The sums over all inputs.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Totals {
    pub(super) inputs: u64,
    pub(super) valid: u64,
    #[serde(rename = "invalid")]
    pub(super) invalid: u64,
    pub(super) unreadable: u64,
    pub(super) binary: u64,
    pub(super) bytes: u64,
    #[serde(rename = "error_count")]
    pub(super) errors: u64,
    #[serde(rename = "lint_count")]
    pub(super) lints: u64,
}

impl Totals {
    pub(crate) fn add(&mut self, end: &Ended) {
        match end {
            Ended::Binary { .. } => {
                self.binary += 1;
                return;
            }
            Ended::Utf16 { bytes, .. } => {
                self.bytes += bytes;
                self.invalid += 1;
            }
            Ended::Checked(Checked { tally, lints, .. }) => {
                self.errors += tally.errors;
                self.bytes += tally.bytes;
                self.lints += lints;
                *match (&tally.failure, tally.errors) {
                    (Some(_), _) => &mut self.unreadable,
                    (None, 0) => &mut self.valid,
                    (None, _) => &mut self.invalid,
                } += 1;
            }
        }
        self.inputs += 1;
    }
}
