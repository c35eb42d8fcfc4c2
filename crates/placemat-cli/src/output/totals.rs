//! The outcomes of inputs, and the sums over all of them.

use serde::Serialize;

use crate::{hint::Hint, status::Status, stream::Tally};

/// The outcome of checking an input.
pub(crate) enum Ended {
    /// It was read to the end, or the tally has the failure.
    Checked(Checked),
    /// It is binary.
    Binary {
        /// Whether to list it.
        listed: bool,
    },
    /// It was found in a directory, and is UTF-16 without a BOM. `bytes` is the number of bytes inspected.
    Utf16 { hint: Hint, bytes: u64 },
}

impl Ended {
    /// An input that cannot be opened.
    pub(crate) fn failed(error: std::io::Error) -> Self {
        Self::Checked(Checked::new(Tally { failure: Some(error), ..Tally::default() }))
    }

    /// Why the input could not be read to its end.
    pub(crate) fn failure(&self) -> Option<&std::io::Error> {
        match self {
            Self::Checked(checked) => checked.tally.failure.as_ref(),
            _ => None,
        }
    }

    /// Whether there is something wrong with its contents.
    pub(super) fn is_bad(&self) -> bool {
        match self {
            Self::Checked(Checked { tally, lints, .. }) => tally.errors > 0 || *lints > 0,
            Self::Binary { .. } => false,
            Self::Utf16 { .. } => true,
        }
    }

    pub(crate) fn status(&self) -> Status {
        match self.failure() {
            Some(_) => Status::Trouble,
            None if self.is_bad() => Status::Invalid,
            None => Status::Good,
        }
    }
}

/// The results for an input.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) tally: Tally,
    /// The guess at its encoding. Valid UTF-8 can have one, too.
    pub(crate) hint: Option<Hint>,
    /// The number of broken rules.
    pub(crate) lints: u64,
    /// The encoding that was checked instead of UTF-8.
    pub(crate) charset: Option<&'static str>,
}

impl Checked {
    /// Without a hint and broken rules.
    pub(crate) fn new(tally: Tally) -> Self {
        Self { tally, hint: None, lints: 0, charset: None }
    }
}

/// The sums over all inputs.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Totals {
    pub(super) inputs: u64,
    pub(super) valid: u64,
    pub(super) invalid: u64,
    pub(super) unreadable: u64,
    pub(super) binary: u64,
    /// Checked for another encoding.
    #[serde(rename = "other_charset", skip_serializing_if = "is_zero")]
    pub(super) other: u64,
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
            Ended::Checked(Checked { tally, lints, charset, .. }) => {
                self.errors += tally.errors;
                self.bytes += tally.bytes;
                self.lints += lints;
                *match (&tally.failure, charset, tally.errors) {
                    (Some(_), ..) => &mut self.unreadable,
                    (None, Some(_), _) => &mut self.other,
                    (None, None, 0) => &mut self.valid,
                    (None, None, _) => &mut self.invalid,
                } += 1;
            }
        }
        self.inputs += 1;
    }
}

/// Whether to leave out a count.
fn is_zero(number: &u64) -> bool {
    *number == 0
}
