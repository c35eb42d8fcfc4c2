//! The label of RFC 3629, section 8.

use core::{error::Error, fmt};

/// The value of the MIME parameter `charset` for UTF-8 (section 8).
pub const LABEL: &str = "UTF-8";

/// A label that RFC 2279 proposed, for Hangul as it was before Amendment 5.
const OLD_HANGUL: &str = "UNICODE-1-1-UTF-8";

/// Checks that the label is RFC 3629's label for UTF-8: the bare name, without quotes or whitespace, in any case.
///
/// Aliases are rejected, even those that are common on the web: see [`whatwg`](super::whatwg).
///
/// # Errors
///
/// [`LabelError::OldHangul`] for `UNICODE-1-1-UTF-8`; [`LabelError::Unknown`] for any other label.
///
/// ```
/// use placemat::charset::rfc::{LabelError, check};
///
/// assert_eq!(check("utf-8"), Ok(()));
/// assert_eq!(check("Unicode-1-1-UTF-8"), Err(LabelError::OldHangul));
/// assert_eq!(check("utf8"), Err(LabelError::Unknown));
/// ```
pub fn check(label: impl AsRef<[u8]>) -> Result<(), LabelError> {
    let label = label.as_ref();
    if label.eq_ignore_ascii_case(LABEL.as_bytes()) {
        Ok(())
    } else if label.eq_ignore_ascii_case(OLD_HANGUL.as_bytes()) {
        Err(LabelError::OldHangul)
    } else {
        Err(LabelError::Unknown)
    }
}

/// Why a label does not mean UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LabelError {
    /// It is `UNICODE-1-1-UTF-8`. RFC 2279, section 5, proposed it "for the exclusive purpose of labelling
    /// text data containing Hangul syllables encoded to UTF-8 without taking into account Amendment 5 of
    /// ISO/IEC 10646". Amendment 5 moved Hangul to U+AC00..U+D7A3. `UTF-8` refers to later versions (RFC
    /// 3629, section 8), so decoding such bytes as UTF-8 would yield other characters.
    OldHangul,
    /// It is another label.
    Unknown,
}

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::OldHangul => {
                "UNICODE-1-1-UTF-8 labels Hangul from before Amendment 5 of ISO/IEC 10646, which moved it; \
                 read as UTF-8 it would be other characters"
            }
            Self::Unknown => "not the label of UTF-8",
        })
    }
}

impl Error for LabelError {}
