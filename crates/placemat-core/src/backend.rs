use core::{error::Error, fmt};

use crate::{Utf8Error, locate};

/// A validation kernel: the only thing that differs between backends.
///
/// A backend only reports whether bytes are valid UTF-8, and if not, from which position on they need a
/// closer look. Code that all backends share computes everything else (positions, lengths, kinds) from that,
/// so that no two backends can differ in it.
///
/// # Contract
///
/// For every `bytes`, `scan` takes linear time, does not panic or allocate, reads nothing outside the slice,
/// keeps no state, and returns a result that obeys [`Scan`]. The trait is safe, and an implementation may be
/// wrong: no unsafe code of placemat relies on arbitrary implementations. The conformance suite
/// (`placemat-conformance`) checks an implementation.
///
/// ```
/// use placemat_core::{Backend, Info, Scan};
///
/// /// The standard library as a backend.
/// struct Std;
///
/// impl Backend for Std {
///     fn info(&self) -> &'static Info {
///         const INFO: Info = Info::new("std", "the standard library");
///         &INFO
///     }
///     fn scan(&self, bytes: &[u8]) -> Scan {
///         match core::str::from_utf8(bytes) {
///             Ok(_) => Scan::Clean,
///             Err(error) => Scan::Suspect { from: error.valid_up_to() },
///         }
///     }
/// }
///
/// assert_eq!(Std.scan(b"abc\xFF"), Scan::Suspect { from: 3 });
/// ```
pub trait Backend: Sync {
    /// The backend's name, description and required CPU features.
    fn info(&self) -> &'static Info;

    /// Validates `bytes`.
    fn scan(&self, bytes: &[u8]) -> Scan;
}

/// The result of [`Backend::scan`].
///
/// ```
/// use placemat_core::{Scan, locate};
///
/// // A backend that looks at four bytes at a time may know no more than this; `locate` finds the rest.
/// let bytes = b"good bad \xFF";
/// let Scan::Suspect { from } = (Scan::Suspect { from: 8 }) else { unreachable!() };
/// assert_eq!(locate(bytes, from).unwrap_err().valid_up_to(), 9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scan {
    /// All bytes are valid UTF-8. A backend must return this for all valid input: a false positive is a bug.
    Clean,
    /// There is an error, and it is not before `from`.
    ///
    /// `from <= bytes.len()`, and `bytes[..from]` is W followed by T, where W is valid and T has at most three
    /// bytes: nothing, or one byte C0..FF followed by continuation bytes only. (T may begin with an invalid
    /// lead byte: some kernels check a lead byte together with the byte after it.) W is not read again, so a
    /// `from` that is too large hides an error; one that is too small only costs time.
    Suspect {
        /// Offset from the start of the input, in bytes.
        from: usize,
    },
}

/// Provides `validate` for every [`Backend`]; no backend can override it.
///
/// ```
/// use placemat_core::{Backend, Validate};
///
/// fn first_error(backend: &dyn Backend, bytes: &[u8]) -> Option<usize> {
///     backend.validate(bytes).err().map(|error| error.valid_up_to())
/// }
/// # use placemat_core::{Info, Scan};
/// # struct Wary;
/// # impl Backend for Wary {
/// #     fn info(&self) -> &'static Info { const INFO: Info = Info::new("wary", ""); &INFO }
/// #     fn scan(&self, _: &[u8]) -> Scan { Scan::Suspect { from: 0 } }
/// # }
/// assert_eq!(first_error(&Wary, b"ab\xC3"), Some(2));
/// assert_eq!(first_error(&Wary, b"ab"), None);
/// ```
pub trait Validate: Backend {
    /// Validates that `bytes` are UTF-8 (RFC 3629, section 4).
    ///
    /// Takes time linear in the number of bytes up to the first error. Does not panic or allocate.
    ///
    /// # Errors
    ///
    /// The first error, exact in every field.
    #[inline]
    fn validate(&self, bytes: &[u8]) -> Result<(), Utf8Error> {
        match self.scan(bytes) {
            Scan::Clean => Ok(()),
            Scan::Suspect { from } => locate(bytes, from),
        }
    }
}

impl<B: Backend + ?Sized> Validate for B {}

/// A backend's name, description and required CPU features.
///
/// ```
/// use placemat_core::Info;
///
/// const INFO: Info = Info::new("avx2", "32 bytes at a time").with_features(&["avx2"]);
/// assert_eq!((INFO.name(), INFO.features()), ("avx2", &["avx2"][..]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    name: &'static str,
    summary: &'static str,
    features: &'static [&'static str],
}

impl Info {
    /// Describes a backend that runs on every CPU of its target.
    ///
    /// The name is what users type (`--backend NAME`): short, lower case, unique in a registry. The summary
    /// is one line without a full stop.
    ///
    /// ```
    /// const INFO: placemat_core::Info = placemat_core::Info::new("plain", "a backend in plain words");
    /// assert!(INFO.features().is_empty());
    /// ```
    #[must_use]
    pub const fn new(name: &'static str, summary: &'static str) -> Self {
        Self { name, summary, features: &[] }
    }

    /// Sets the required CPU features, as in `#[target_feature]`.
    ///
    /// ```
    /// use placemat_core::Info;
    ///
    /// const INFO: Info = Info::new("sse4", "16 bytes at a time").with_features(&["ssse3", "sse4.1"]);
    /// assert_eq!(INFO.features(), ["ssse3", "sse4.1"]);
    /// ```
    #[must_use]
    pub const fn with_features(self, features: &'static [&'static str]) -> Self {
        Self { features, ..self }
    }

    /// The name that users type.
    ///
    /// ```
    /// assert_eq!(placemat_core::Info::new("plain", "in plain words").name(), "plain");
    /// ```
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// A one-line description of the backend.
    ///
    /// ```
    /// assert_eq!(placemat_core::Info::new("plain", "in plain words").summary(), "in plain words");
    /// ```
    #[must_use]
    pub const fn summary(&self) -> &'static str {
        self.summary
    }

    /// The required CPU features; empty if the backend runs on every CPU of its target.
    ///
    /// ```
    /// let info = placemat_core::Info::new("wide", "32 bytes at a time").with_features(&["avx2"]);
    /// assert_eq!(info.features(), ["avx2"]);
    /// ```
    #[must_use]
    pub const fn features(&self) -> &'static [&'static str] {
        self.features
    }

    /// Checks that `offers` returns `true` for all required features.
    ///
    /// A pure function, so that tests can simulate any CPU.
    ///
    /// # Errors
    ///
    /// The first feature that is missing.
    ///
    /// ```
    /// use placemat_core::Info;
    ///
    /// const INFO: Info = Info::new("sse4", "16 bytes at a time").with_features(&["ssse3", "sse4.1"]);
    /// let missing = INFO.require(|feature| feature == "ssse3").unwrap_err();
    /// assert_eq!((missing.backend, missing.feature), ("sse4", "sse4.1"));
    /// ```
    pub fn require(&self, offers: impl Fn(&str) -> bool) -> Result<(), UnsupportedError> {
        match self.features.iter().find(|feature| !offers(feature)) {
            None => Ok(()),
            Some(feature) => Err(UnsupportedError { backend: self.name, feature }),
        }
    }
}

/// The error when this CPU, or its operating system, lacks a feature that a backend needs.
///
/// ```
/// use placemat_core::UnsupportedError;
///
/// let missing = UnsupportedError { backend: "avx2", feature: "avx2" };
/// assert!(missing.to_string().contains("needs the processor feature `avx2`"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnsupportedError {
    /// The backend's name.
    pub backend: &'static str,
    /// The first of the required features that is missing.
    pub feature: &'static str,
}

impl fmt::Display for UnsupportedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { backend, feature } = self;
        write!(
            f,
            "backend `{backend}` needs the processor feature `{feature}`, which this machine does not offer"
        )
    }
}

impl Error for UnsupportedError {}
