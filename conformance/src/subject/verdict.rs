//! Validating and decoding bytes that are all there.

use placemat_core::{ErrorKind, Scan, Utf8Error};

/// Says whether bytes are UTF-8.
pub trait Validates: Sync {
    /// Which fields of a [`Fault`] it fills in. The others are not checked, and the report says so.
    fn fields(&self) -> Fields {
        Fields::ALL
    }

    /// Whether `bytes` are valid UTF-8.
    ///
    /// # Errors
    ///
    /// What it takes for the first fault.
    fn validate(&self, bytes: &[u8]) -> Verdict;

    /// [`validate`](Self::validate), and [`raw`](Scans::raw) where the subject claims that too: one that
    /// computes the former from the latter can save the second run.
    fn validate_and_scan(&self, bytes: &[u8]) -> (Verdict, Option<Scan>) {
        (self.validate(bytes), None)
    }
}

/// Shows the raw answers of a [`Backend`](placemat_core::Backend)'s kernel.
pub trait Scans: Sync {
    /// The raw answer.
    fn raw(&self, bytes: &[u8]) -> Scan;
}

/// Decodes with U+FFFD in place of what is invalid.
pub trait Replaces: Sync {
    /// `bytes` decoded, as UTF-8.
    fn replaced(&self, bytes: &[u8]) -> Vec<u8>;
}

/// What a subject says about its input.
pub type Verdict = Result<(), Fault>;

/// The first thing that is wrong with an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The number of valid bytes before it.
    pub valid_up_to: usize,
    /// The length of the maximal subpart; `None` where the input ends inside a sequence.
    pub error_len: Option<usize>,
    /// What is wrong. `None` only where the subject does not report kinds.
    pub kind: Option<ErrorKind>,
}

impl From<Utf8Error> for Fault {
    fn from(error: Utf8Error) -> Self {
        Self { valid_up_to: error.valid_up_to(), error_len: error.error_len(), kind: Some(error.kind()) }
    }
}

/// Which fields of a [`Fault`] a subject fills in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields {
    /// `valid_up_to`.
    pub position: bool,
    /// `error_len`.
    pub length: bool,
    /// `kind`.
    pub kind: bool,
}

impl Fields {
    /// All of them.
    pub const ALL: Self = Self { position: true, length: true, kind: true };

    /// None: only the verdict.
    pub const NONE: Self = Self { position: false, length: false, kind: false };

    /// What one that fills in these fields makes of a fault. A position that is not reported is 0.
    #[must_use]
    pub fn of(self, fault: Fault) -> Fault {
        Fault {
            valid_up_to: if self.position { fault.valid_up_to } else { 0 },
            error_len: fault.error_len.filter(|_| self.length),
            kind: fault.kind.filter(|_| self.kind),
        }
    }

    /// Whether `got` and `expected` agree in these fields.
    #[must_use]
    pub fn agree(self, got: &Verdict, expected: &Verdict) -> bool {
        match (got, expected) {
            (Ok(()), Ok(())) => true,
            (Err(got), Err(expected)) => {
                (!self.position || got.valid_up_to == expected.valid_up_to)
                    && (!self.length || got.error_len == expected.error_len)
                    && (!self.kind || got.kind == expected.kind)
            }
            _ => false,
        }
    }
}
