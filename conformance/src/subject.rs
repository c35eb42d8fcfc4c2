//! What is held against the suite: anything that decodes or encodes UTF-8.
//!
//! A [`Subject`] is safe, and its answers may be wrong: that is what the suite is there to find. Backends,
//! the standard library, the [mutants](crate::mutants) and programs in other languages all look the same to
//! it.
//!
//! A subject *claims* what it can do. Each [`Capability`] is a trait; the subject's method of that name
//! returns the subject as that trait, or `None`, which is the default. The suite runs the rows about what is
//! claimed, and reports the others as not claimed.
//!
//! ```
//! use placemat_conformance::subject::{Fault, Fields, Subject, Validates, Verdict};
//!
//! /// Another library's decoder, which says where an error is but not how long or of what kind.
//! struct Other;
//!
//! impl Subject for Other {
//!     fn name(&self) -> &str {
//!         "other"
//!     }
//!     fn verdict(&self) -> Option<&dyn Validates> {
//!         Some(self)
//!     }
//! }
//!
//! impl Validates for Other {
//!     fn fields(&self) -> Fields {
//!         Fields { length: false, kind: false, ..Fields::ALL }
//!     }
//!     fn validate(&self, bytes: &[u8]) -> Verdict {
//!         match std::str::from_utf8(bytes) {
//!             Ok(_) => Ok(()),
//!             Err(error) => Err(Fault { valid_up_to: error.valid_up_to(), error_len: None, kind: None }),
//!         }
//!     }
//! }
//!
//! assert!(Other.validate(b"\xFF").is_err());
//! ```

mod adapters;
mod capability;
mod encode;
mod stream;
mod verdict;

pub use adapters::{OfBackend, Std};
pub use capability::Capability;
pub use encode::{Encodes, Refused};
pub use stream::{HandlesBom, Policy, Streams};
pub use verdict::{Fault, Fields, Replaces, Scans, Validates, Verdict};

/// A decoder or encoder under test.
pub trait Subject: Sync {
    /// What reports call it.
    fn name(&self) -> &str;

    /// Whether octets are UTF-8, and where the first error is.
    fn verdict(&self) -> Option<&dyn Validates> {
        None
    }

    /// The raw answers of a [`Backend`](placemat_core::Backend)'s kernel.
    fn scan(&self) -> Option<&dyn Scans> {
        None
    }

    /// Decoding with U+FFFD in place of what is ill formed.
    fn replacement(&self) -> Option<&dyn Replaces> {
        None
    }

    /// The same for octets that come in chunks.
    fn stream(&self) -> Option<&dyn Streams> {
        None
    }

    /// Encoding.
    fn encode(&self) -> Option<&dyn Encodes> {
        None
    }

    /// Policies for U+FEFF at the start.
    fn bom(&self) -> Option<&dyn HandlesBom> {
        None
    }
}
