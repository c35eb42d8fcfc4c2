//! Why a sequence is invalid, in any encoding.

use std::fmt;

use placemat::Utf8ErrorKind;
use placemat_legacy::Utf8ErrorKind as LegacyKind;

use crate::{text::spaced_hex, why::why};

/// Why a sequence is invalid. The text is produced only when it is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reason {
    Utf8(Utf8ErrorKind),
    /// In an older form of UTF-8, UTF-16 or UTF-32.
    Legacy(LegacyKind),
    /// A byte above 7F.
    NotAscii,
    /// `encoding_rs` gives no details.
    Unassigned(&'static str),
    /// Bytes right next to valid UTF-8, so where their characters begin and end in this encoding is not certain.
    BesideText(&'static str),
    /// Valid UTF-8 beside text in another encoding, which it may be as well.
    Doubt(&'static str),
}

impl Reason {
    /// Explains why these bytes, before `after`, are invalid.
    pub(crate) fn words(self, bytes: &[u8], after: &[u8]) -> String {
        match self {
            Self::Utf8(_) => why(&[bytes, after].concat()).0,
            _ => format!("{}: {self}", spaced_hex(bytes).trim_end()),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Utf8(kind) => kind.fmt(f),
            Self::Legacy(kind) => kind.fmt(f),
            Self::NotAscii => f.write_str("not ASCII"),
            Self::Unassigned(name) => write!(f, "no character in {name}"),
            Self::Doubt(name) => {
                write!(f, "either UTF-8 or {name}; both make likely text, so write one of them first")
            }
            Self::BesideText(name) => write!(f, "next to valid UTF-8, so characters in {name} may be cut"),
        }
    }
}
