//! What a backend offers a registry: for each family of operations one table of functions.

use crate::Scan;

/// The family that every backend has: validation.
///
/// A table is plain data, and making one is safe. Calling what is in it is not: the functions may be compiled
/// for processor features that only the backend's detection can promise.
///
/// ```
/// use placemat_core::{Scan, Validation};
///
/// fn scan(bytes: &[u8]) -> Scan {
///     match core::str::from_utf8(bytes) {
///         Ok(_) => Scan::Clean,
///         Err(error) => Scan::Suspect { from: error.valid_up_to() },
///     }
/// }
/// const VALIDATION: Validation = Validation::new(scan);
///
/// // SAFETY: `scan` needs no processor features.
/// assert_eq!(unsafe { VALIDATION.scan()(b"abc\xFF") }, Scan::Suspect { from: 3 });
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Validation {
    scan: unsafe fn(&[u8]) -> Scan,
    alarms: Option<unsafe fn(&Context) -> u64>,
}

/// Sixty-four octets, and the three before them.
pub type Context = [u8; 3 + 64];

impl Validation {
    /// The table of a backend whose [`Backend::scan`](crate::Backend::scan) is this function. It may be
    /// compiled for the backend's processor features: a direct call to such a function costs less than one
    /// through a method.
    #[must_use]
    pub const fn new(scan: unsafe fn(&[u8]) -> Scan) -> Self {
        Self { scan, alarms: None }
    }

    /// The same, and it has a function that judges 64 octets and says where something is wrong with them.
    ///
    /// Bit `i` of the answer is set if octet `3 + i` cannot follow the three before it. That is to hold where
    /// these three are part of well-formed text, or of what is left of it after an ill-formed sequence; with
    /// a bad lead, the bit of the octet after it may be set instead. What bits say that follow one that is
    /// set does not matter.
    #[must_use]
    pub const fn with_alarms(self, alarms: unsafe fn(&Context) -> u64) -> Self {
        Self { alarms: Some(alarms), ..self }
    }

    /// Judges octets, by the contract of [`Backend::scan`](crate::Backend::scan). To be called only where the
    /// machine has the processor features of the backend.
    #[must_use]
    #[inline]
    pub const fn scan(self) -> unsafe fn(&[u8]) -> Scan {
        self.scan
    }

    /// Judges 64 octets; see [`with_alarms`](Self::with_alarms). To be called only where the machine has the
    /// processor features of the backend. `None` where it has no such function: to read octet by octet is as
    /// good there.
    #[must_use]
    #[inline]
    pub const fn alarms(self) -> Option<unsafe fn(&Context) -> u64> {
        self.alarms
    }
}
