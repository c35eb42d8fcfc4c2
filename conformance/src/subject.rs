//! What is held against the suite: anything that says whether octets are UTF-8.
//!
//! A [`Subject`] is safe, and its answers may be wrong: that is what the suite is there to find. Backends,
//! the standard library, the [mutants](crate::mutants) and programs in other languages all look the same to
//! it.

use placemat_core::{Backend, ErrorKind, Scan, Utf8Error, Validate, locate};

/// A decoder under test.
///
/// ```
/// use placemat_conformance::subject::{Fault, Fields, Subject, Verdict};
///
/// /// Another library's decoder, which says where an error is but not how long or of what kind.
/// struct Other;
///
/// impl Subject for Other {
///     fn name(&self) -> &str {
///         "other"
///     }
///     fn fields(&self) -> Fields {
///         Fields { length: false, kind: false, ..Fields::ALL }
///     }
///     fn validate(&self, bytes: &[u8]) -> Verdict {
///         match std::str::from_utf8(bytes) {
///             Ok(_) => Ok(()),
///             Err(error) => Err(Fault { valid_up_to: error.valid_up_to(), error_len: None, kind: None }),
///         }
///     }
/// }
///
/// assert!(Other.validate(b"\xFF").is_err());
/// ```
pub trait Subject: Sync {
    /// What reports call it.
    fn name(&self) -> &str;

    /// Which fields of a [`Fault`] it fills in. The others are not checked, and the report says so.
    fn fields(&self) -> Fields {
        Fields::ALL
    }

    /// Whether `bytes` are well-formed UTF-8.
    ///
    /// # Errors
    ///
    /// What it takes for the first fault.
    fn validate(&self, bytes: &[u8]) -> Verdict;

    /// The raw answer of a [`Backend`]'s kernel. `None`, always, where the subject is none.
    fn scan(&self, bytes: &[u8]) -> Option<Scan> {
        let _ = bytes;
        None
    }

    /// [`validate`](Self::validate) and [`scan`](Self::scan), together: one that computes the former from the
    /// latter can save the second run.
    fn judge(&self, bytes: &[u8]) -> (Verdict, Option<Scan>) {
        (self.validate(bytes), self.scan(bytes))
    }

    /// `bytes` decoded with U+FFFD in place of what is ill formed, as UTF-8. `None`, always, where the
    /// subject does not decode.
    fn replaced(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let _ = bytes;
        None
    }
}

/// What a subject says about its input.
pub type Verdict = Result<(), Fault>;

/// The first thing that is wrong with an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The number of well-formed octets before it.
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

/// A [`Backend`] as a subject.
#[derive(Clone, Copy)]
pub struct OfBackend<'a>(pub &'a dyn Backend);

impl Subject for OfBackend<'_> {
    fn name(&self) -> &str {
        self.0.info().name()
    }

    fn validate(&self, bytes: &[u8]) -> Verdict {
        self.0.validate(bytes).map_err(Fault::from)
    }

    fn scan(&self, bytes: &[u8]) -> Option<Scan> {
        Some(self.0.scan(bytes))
    }

    fn judge(&self, bytes: &[u8]) -> (Verdict, Option<Scan>) {
        // What `Validate::validate` does with the answer; that it still does is a row of the suite.
        let scan = self.0.scan(bytes);
        let verdict = match scan {
            Scan::Clean => Ok(()),
            Scan::Suspect { from } => locate(bytes, from).map_err(Fault::from),
        };
        (verdict, Some(scan))
    }
}

/// The standard library as a subject. It does not report kinds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Std;

impl Subject for Std {
    fn name(&self) -> &str {
        "std"
    }

    fn fields(&self) -> Fields {
        Fields { kind: false, ..Fields::ALL }
    }

    fn validate(&self, bytes: &[u8]) -> Verdict {
        match std::str::from_utf8(bytes) {
            Ok(_) => Ok(()),
            Err(error) => {
                Err(Fault { valid_up_to: error.valid_up_to(), error_len: error.error_len(), kind: None })
            }
        }
    }

    fn replaced(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        Some(String::from_utf8_lossy(bytes).into_owned().into_bytes())
    }
}
