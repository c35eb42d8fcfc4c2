use core::{error::Error, fmt};

use crate::{Utf8Error, locate};

/// A kernel that validates bytes: the one thing that differs between two backends.
///
/// A backend answers a single question: "is this all valid UTF-8, and if not, from where on is a closer
/// look needed?". Everything that a caller sees beyond that (positions, lengths, kinds) is computed from the
/// answer by code that all backends share, so that no two of them can differ in it.
///
/// # Contract
///
/// For every `bytes`, `scan` returns in time linear in their number, does not panic, does not allocate, reads
/// nothing outside the slice and keeps no state; and the answer obeys [`Scan`]. It is a safe trait, and
/// an implementation may be wrong: no unsafe code of placemat's rests on an arbitrary one. The conformance
/// suite (`placemat-conformance`) says whether it is right.
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
    /// The backend's name, what it is, and what it needs.
    fn info(&self) -> &'static Info;

    /// Validates `bytes`.
    fn scan(&self, bytes: &[u8]) -> Scan;
}

/// What a [`Backend`] found.
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
    /// The bytes are valid UTF-8, to the end. For valid input this is always the answer: a false
    /// alarm is a fault of the backend.
    Clean,
    /// Something is wrong, and it is not before `from`.
    ///
    /// `from <= bytes.len()`, and `bytes[..from]` is W then T, where W is valid and T is at most three
    /// bytes: nothing, or one byte C0..FF followed by continuations only. (T may be a lead that can never
    /// be completed: some kernels validate a bad lead together with the byte after it.) W is not read again, so
    /// a `from` that is too large hides an error; one that is too small only costs time.
    Suspect {
        /// Bytes from the start of the input.
        from: usize,
    },
}

/// `validate`, for every [`Backend`]: provided here, once, so that no backend can override it and drift.
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
    /// Whether `bytes` are valid UTF-8 (RFC 3629, section 4).
    ///
    /// Takes time linear in the number of bytes up to the first error; does not panic; does not allocate.
    ///
    /// # Errors
    ///
    /// The first error, exact in every field, if they are not.
    #[inline]
    fn validate(&self, bytes: &[u8]) -> Result<(), Utf8Error> {
        match self.scan(bytes) {
            Scan::Clean => Ok(()),
            Scan::Suspect { from } => locate(bytes, from),
        }
    }
}

impl<B: Backend + ?Sized> Validate for B {}

/// What there is to say about a backend, whether or not this machine can run it.
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
    /// A backend that runs on every processor of its target.
    ///
    /// The name is what users type (`--backend NAME`): short, lower case, unique in a registry. The summary
    /// is one line, without a full stop.
    ///
    /// ```
    /// const INFO: placemat_core::Info = placemat_core::Info::new("plain", "a backend in plain words");
    /// assert!(INFO.features().is_empty());
    /// ```
    #[must_use]
    pub const fn new(name: &'static str, summary: &'static str) -> Self {
        Self { name, summary, features: &[] }
    }

    /// The same, and it needs these processor features, by their names in `#[target_feature]`.
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

    /// One line that says what the backend is.
    ///
    /// ```
    /// assert_eq!(placemat_core::Info::new("plain", "in plain words").summary(), "in plain words");
    /// ```
    #[must_use]
    pub const fn summary(&self) -> &'static str {
        self.summary
    }

    /// The processor features that it needs; none where it runs on every processor of its target.
    ///
    /// ```
    /// let info = placemat_core::Info::new("wide", "32 bytes at a time").with_features(&["avx2"]);
    /// assert_eq!(info.features(), ["avx2"]);
    /// ```
    #[must_use]
    pub const fn features(&self) -> &'static [&'static str] {
        self.features
    }

    /// Whether all of the features are there, given what offers each one.
    ///
    /// A pure function, so that a test can ask for any processor.
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
    pub fn require(&self, offers: impl Fn(&str) -> bool) -> Result<(), UnsupportedFeature> {
        match self.features.iter().find(|feature| !offers(feature)) {
            None => Ok(()),
            Some(feature) => Err(UnsupportedFeature { backend: self.name, feature }),
        }
    }
}

/// This processor, or its operating system, lacks what a backend needs.
///
/// ```
/// use placemat_core::UnsupportedFeature;
///
/// let missing = UnsupportedFeature { backend: "avx2", feature: "avx2" };
/// assert!(missing.to_string().contains("needs the processor feature `avx2`"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnsupportedFeature {
    /// The backend's name.
    pub backend: &'static str,
    /// The first of its features that is missing.
    pub feature: &'static str,
}

impl fmt::Display for UnsupportedFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { backend, feature } = self;
        write!(
            f,
            "backend `{backend}` needs the processor feature `{feature}`, which this machine does not offer"
        )
    }
}

impl Error for UnsupportedFeature {}
