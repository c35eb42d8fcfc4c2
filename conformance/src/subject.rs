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
mod characters;
mod convert;
mod detect;
mod encode;
mod errors;
mod hints;
mod io;
mod labels;
mod stream;
mod summary;
mod verdict;

pub use adapters::{OfBackend, Std};
pub use capability::Capability;
pub use characters::{FindsBoundaries, Item, Iterates};
pub use convert::{Answer, Call, Converts, Encoding, Extent, PAIRS, Stop};
pub use detect::{Detects, Form};
pub use encode::{Encodes, Refused};
pub use errors::{FindsErrors, Piece};
pub use hints::{Diagnoses, Hint};
pub use io::{Accept, Give, ReadsText, Sink, Source, Way, WritesText, Yield};
pub use labels::{KnowsLabels, Label};
pub use stream::{DecodesStrictly, HandlesBom, JudgesStreams, Policy, Step, Streams};
pub use summary::{Place, Summarises, Totals, Tree};
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

    /// Every error, and the text between them.
    fn errors(&self) -> Option<&dyn FindsErrors> {
        None
    }

    /// Characters from both ends.
    fn characters(&self) -> Option<&dyn Iterates> {
        None
    }

    /// Where characters begin.
    fn boundaries(&self) -> Option<&dyn FindsBoundaries> {
        None
    }

    /// Encoding.
    fn encode(&self) -> Option<&dyn Encodes> {
        None
    }

    /// Decoding octets that come in chunks, with U+FFFD in place of what is ill formed.
    fn stream(&self) -> Option<&dyn Streams> {
        None
    }

    /// Judging octets that come in chunks.
    fn stream_verdict(&self) -> Option<&dyn JudgesStreams> {
        None
    }

    /// Decoding octets that come in chunks, up to the first error.
    fn strict_stream(&self) -> Option<&dyn DecodesStrictly> {
        None
    }

    /// Policies for U+FEFF at the start.
    fn bom(&self) -> Option<&dyn HandlesBom> {
        None
    }

    /// What the signature at the start says.
    fn detect(&self) -> Option<&dyn Detects> {
        None
    }

    /// What errors look like.
    fn diagnose(&self) -> Option<&dyn Diagnoses> {
        None
    }

    /// Which names of charsets mean UTF-8.
    fn labels(&self) -> Option<&dyn KnowsLabels> {
        None
    }

    /// Text from a reader of octets.
    fn read(&self) -> Option<&dyn ReadsText> {
        None
    }

    /// Text into a writer.
    fn write(&self) -> Option<&dyn WritesText> {
        None
    }

    /// Conversion to and from other encodings.
    fn convert(&self) -> Option<&dyn Converts> {
        None
    }

    /// Judging an input in pieces.
    fn summary(&self) -> Option<&dyn Summarises> {
        None
    }
}
