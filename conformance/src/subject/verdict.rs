//! Validating and decoding complete inputs.

use placemat_core::{ErrorKind, Scan, Utf8Error};

/// Validates UTF-8.
pub trait Validates: Sync {
    /// Which fields of a [`Fault`] it fills in. The others are not checked, and the report says so.
    fn fields(&self) -> Fields {
        Fields::ALL
    }

    /// Whether `bytes` are valid UTF-8.
    ///
    /// # Errors
    ///
    /// The first fault, according to the subject.
    fn validate(&self, bytes: &[u8]) -> Verdict;

    /// [`validate`](Self::validate), and [`raw`](Scans::raw) if the subject also claims that. A subject that derives
    /// the former from the latter can save the second run.
    fn validate_and_scan(&self, bytes: &[u8]) -> (Verdict, Option<Scan>) {
        (self.validate(bytes), None)
    }
}

/// Exposes the raw answers of a [`Backend`](placemat_core::Backend)'s kernel.
pub trait Scans: Sync {
    /// The raw answer.
    fn raw(&self, bytes: &[u8]) -> Scan;
}

/// Decodes with U+FFFD for invalid sequences.
pub trait Replaces: Sync {
    /// `bytes` decoded, as UTF-8.
    fn replaced(&self, bytes: &[u8]) -> Vec<u8>;
}

/// The subject's result for an input.
pub type Verdict = Result<(), Fault>;

/// The first error of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The number of valid bytes before it.
    pub valid_up_to: usize,
    /// The length of the maximal subpart; `None` if the input ends inside a sequence.
    pub error_len: Option<usize>,
    /// The kind of error. `None` only if the subject does not report kinds.
    pub kind: Option<ErrorKind>,
}

impl From<Utf8Error> for Fault {
    fn from(error: Utf8Error) -> Self {
        Self { valid_up_to: error.valid_up_to(), error_len: error.error_len(), kind: Some(error.kind()) }
    }
}

/// The fields of a [`Fault`] that a subject fills in.
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

    /// Reduces a fault to these fields. A position that is not reported is 0.
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
