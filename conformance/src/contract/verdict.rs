//! Verdicts, and the first error of an input.

use placemat_core::{Utf8Error, Utf8ErrorKind};

/// Whether an input is valid, or its first error.
pub type Verdict = Result<(), Fault>;

/// The first error of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fault<K = Utf8ErrorKind> {
    /// The number of valid bytes before it.
    pub valid_up_to: usize,
    /// The length of the maximal subpart; `None` if the input ends inside a sequence.
    pub error_len: Option<usize>,
    /// The kind of error. `None` only if the decoder does not report kinds.
    pub kind: Option<K>,
}

impl Fault {
    /// A fault of which only the position is known.
    pub const fn at(valid_up_to: usize) -> Self {
        Self { valid_up_to, error_len: None, kind: None }
    }
}

impl From<Utf8Error> for Fault {
    fn from(error: Utf8Error) -> Self {
        Self { valid_up_to: error.valid_up_to(), error_len: error.error_len(), kind: Some(error.kind()) }
    }
}

/// The fields of a [`Fault`] that a decoder fills in.
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
    pub fn of(self, fault: Fault) -> Fault {
        Fault {
            valid_up_to: if self.position { fault.valid_up_to } else { 0 },
            error_len: fault.error_len.filter(|_| self.length),
            kind: fault.kind.filter(|_| self.kind),
        }
    }
}
