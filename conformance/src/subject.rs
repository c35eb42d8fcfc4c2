//! What the suite tests: anything that decodes or encodes UTF-8.
//!
//! A [`Subject`] is safe code whose results may be wrong; the suite detects that. It treats backends, the standard
//! library, the [mutants](crate::mutants) and programs in other languages alike.
//!
//! A subject *claims* its capabilities. Each [`Capability`] is a trait; the subject's method of that name returns the
//! subject as that trait, or `None`, which is the default. The suite runs the rows about claimed capabilities, and
//! reports the others as not claimed.
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
mod practice;
mod stream;
mod summary;
mod verdict;

pub use adapters::{OfBackend, Std};
pub(crate) use capability::capabilities;
pub use characters::{FindsBoundaries, Item, Iterates};
pub use convert::{Answer, Call, Converts, Encoding, Extent, PAIRS, Stop};
pub use detect::{Detects, Form};
pub use encode::{Encodes, Unencodable};
pub use errors::{FindsErrors, Piece};
pub use hints::{Diagnoses, Hint};
pub use io::{Accept, Give, ReadMode, ReadsText, Sink, Source, WritesText, Yield};
pub use labels::{KnowsLabels, Label};
pub use practice::{FollowsPractices, Practice};
pub use stream::{DecodesStrictly, HandlesBom, Policy, Step, Streams, ValidatesStreams};
pub use summary::{Place, Summarises, Totals, Tree};
pub use verdict::{Fault, Fields, Replaces, Scans, Validates, Verdict};

macro_rules! subject {
    ($($(#[$about:meta])* $name:ident $method:ident $claim:ident,)*) => {
        /// A decoder or encoder under test.
        pub trait Subject: Sync {
            /// Its name in reports.
            fn name(&self) -> &str;

            $(
                $(#[$about])*
                fn $method(&self) -> Option<&dyn $claim> {
                    None
                }
            )*
        }

        /// A capability of a [`Subject`] that the suite has rows for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Capability {
            $($(#[$about])* $name,)*
        }

        impl Capability {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its name in reports: that of the method of [`Subject`] that claims it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($method),)*
                }
            }

            /// Whether the subject claims it.
            #[must_use]
            pub fn is_claimed_by(self, subject: &dyn Subject) -> bool {
                match self {
                    $(Self::$name => subject.$method().is_some(),)*
                }
            }
        }
    };
}
capabilities!(subject);

/// Generates the methods by which a [`Subject`] claims these traits; and the method `name`, if that comes first.
#[macro_export]
macro_rules! claims {
    ($name:literal, $($claims:tt)*) => {
        fn name(&self) -> &str {
            $name
        }

        $crate::claims!($($claims)*);
    };
    ($($method:ident: $claim:path),* $(,)?) => {
        $(fn $method(&self) -> Option<&dyn $claim> {
            Some(self)
        })*
    };
}
