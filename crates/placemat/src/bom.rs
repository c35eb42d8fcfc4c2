//! The byte order mark (RFC 3629, section 6): U+FEFF at the start of an input, EF BB BF in UTF-8.
//!
//! | you have | you want | call |
//! | --- | --- | --- |
//! | all bytes of an input | its text, with the BOM handled by a policy | [`open`] |
//! | bytes that arrive in chunks | the same | [`Filter`], before a decoder or validator |
//! | bytes of an unknown encoding | the encoding that their BOM announces | [`detect`] |
//!
//! The character U+FEFF has two meanings. At the start of an input it can be a *byte order
//! mark* (BOM): not text, but a hint that the input is UTF-8. Elsewhere it "MUST be interpreted with the
//! semantics for the zero-width non-breaking space", so this module ignores it there. The bytes alone do not
//! show which of the two a leading U+FEFF is. The protocol determines it, so the caller chooses a [`Policy`].
//!
//! Only the bytes EF BB BF at the very start are affected. Nothing here validates, allocates or panics.

mod filter;
mod form;

pub use filter::Filter;
pub use form::{Form, detect};

/// U+FEFF in UTF-8.
pub const BOM: [u8; 3] = *b"\xEF\xBB\xBF";

/// How to interpret U+FEFF at the start of an input, and whether to keep it.
///
/// | policy | is a BOM | is in the text | offsets count from |
/// | --- | --- | --- | --- |
/// | [`Character`](Self::Character) | no | yes | the start of the input |
/// | [`Keep`](Self::Keep) | yes | yes | the start of the input |
/// | [`Ignore`](Self::Ignore) | yes | no | the start of the input |
/// | [`Strip`](Self::Strip) | yes | no | the first byte after the BOM |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Policy {
    /// For a protocol that forbids the BOM. A leading U+FEFF is an ordinary character, ZERO WIDTH
    /// NO-BREAK SPACE (section 6: it "MUST be interpreted" so), and no error.
    Character,
    /// The BOM is recognised and stays in the text. Section 6 recommends "to avoid stripping an initial U+FEFF
    /// interpreted as a signature without a good reason": a digital signature or a character count may depend on it.
    #[default]
    Keep,
    /// The BOM is recognised and is not part of the text. It remains part of the input: offsets still
    /// count it. Section 6 prefers this to stripping where possible, "such as for display".
    Ignore,
    /// The BOM is removed, as if the input began after it. Section 6: "only when really necessary", for
    /// example before appending one text to another.
    Strip,
}

impl Policy {
    /// Whether a leading U+FEFF is a BOM.
    #[must_use]
    pub const fn recognises(self) -> bool {
        !matches!(self, Self::Character)
    }

    /// Whether the text excludes the BOM.
    #[must_use]
    pub const fn removes(self) -> bool {
        matches!(self, Self::Ignore | Self::Strip)
    }

    /// Bytes to add to an offset in the text to get one in the input, if the input has a BOM.
    const fn shift(self) -> usize {
        if matches!(self, Self::Ignore) { BOM.len() } else { 0 }
    }
}

/// The result of [`open`]: the text of an input, and whether it had a BOM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opened<'a> {
    /// The bytes of the text, not validated.
    pub text: &'a [u8],
    /// Whether the input begins with a BOM; always `false` with [`Policy::Character`].
    pub has_bom: bool,
    /// Bytes to add to an offset in [`text`](Self::text), so that it counts from where the policy says: 3 if
    /// a BOM was ignored, otherwise 0.
    pub shift: usize,
}

/// Returns the text of an input, handling U+FEFF at its start by `policy`. Constant time; does not panic.
///
/// ```
/// use placemat::bom::{Policy, open};
///
/// let input = b"\xEF\xBB\xBFtwo words";
/// assert_eq!(open(input, Policy::Keep).text, input);
/// assert_eq!(open(input, Policy::Strip).text, b"two words");
///
/// // Ignored, the BOM still counts where offsets are reported.
/// let ignored = open(b"\xEF\xBB\xBFtw\xF8", Policy::Ignore);
/// let error = placemat::from_utf8(ignored.text).unwrap_err();
/// assert_eq!(error.valid_up_to() + ignored.shift, 5);
///
/// // The second of two is a character, whatever the policy.
/// let twice = b"\xEF\xBB\xBF\xEF\xBB\xBF";
/// assert_eq!(placemat::from_utf8(open(twice, Policy::Strip).text), Ok("\u{FEFF}"));
/// ```
#[must_use]
pub fn open(input: &[u8], policy: Policy) -> Opened<'_> {
    match input.strip_prefix(&BOM) {
        Some(rest) if policy.recognises() => {
            let text = if policy.removes() { rest } else { input };
            Opened { text, has_bom: true, shift: policy.shift() }
        }
        _ => Opened { text: input, has_bom: false, shift: 0 },
    }
}
