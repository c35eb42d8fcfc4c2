//! How many U+FFFD replace invalid bytes.

use placemat_core::grammar::is_continuation;

/// Which invalid bytes one U+FFFD replaces.
///
/// Decoders agree on the valid text, but not on the number of U+FFFD between its pieces. The number by policy:
///
/// | bytes | [`MaximalSubpart`] | [`PerByte`] | [`WholeSequence`] | [`Java`] |
/// | --- | ---: | ---: | ---: | ---: |
/// | `E2 82 21`: a sequence that lacks a byte | 1 | 2 | 1 | 1 |
/// | `F0 9F 98`: the same at the end of the input | 1 | 3 | 1 | 1 |
/// | `C0 AF`: overlong | 2 | 2 | 1 | 2 |
/// | `ED A0 80`: a surrogate | 3 | 3 | 1 | 1 |
/// | `F4 90 80 80`: above U+10FFFF | 4 | 4 | 1 | 4 |
/// | `F8 88 80 80 80`: five bytes | 5 | 5 | 1 | 5 |
///
/// [`MaximalSubpart`]: Self::MaximalSubpart
/// [`PerByte`]: Self::PerByte
/// [`WholeSequence`]: Self::WholeSequence
/// [`Java`]: Self::Java
///
/// ```
/// use placemat::{Replacement, chunks};
///
/// let count = |replacement| chunks(b"\xED\xA0\x80").with_replacement(replacement).filter(|c| c.error().is_some()).count();
/// assert_eq!((count(Replacement::Java), count(Replacement::default())), (1, 3));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Replacement {
    /// One for each *maximal subpart* (Unicode Standard, section 3.9): the longest prefix of a valid sequence, or one
    /// byte. The decoders of WHATWG, Rust, Python, Ruby and ICU.
    #[default]
    MaximalSubpart,
    /// One for each byte. Go's conversion to runes, Haskell's `text`.
    PerByte,
    /// One for a lead byte together with the continuation bytes after it, at most as many as it announces: C0..DF one,
    /// E0..EF two, F0..F7 three, F8..FB four, FC and FD five (RFC 2279), as M. Kuhn's decoder test recommends. Perl's
    /// `Encode` is close to it.
    WholeSequence,
    /// As `MaximalSubpart`, but one for a surrogate: ED with the two continuation bytes after it, or with one if there
    /// is only one. Java's `String` and `CharsetDecoder`, and thus Trino. (Spark's `make_valid_utf8` replaces maximal
    /// subparts.)
    Java,
}

impl Replacement {
    /// Every policy.
    ///
    /// ```
    /// assert!(placemat::Replacement::ALL.iter().any(|policy| policy.name() == "java"));
    /// ```
    pub const ALL: &[Self] = &[Self::MaximalSubpart, Self::PerByte, Self::WholeSequence, Self::Java];

    /// Its name, in lower-case letters and hyphens.
    ///
    /// ```
    /// assert_eq!(placemat::Replacement::PerByte.name(), "per-byte");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MaximalSubpart => "maximal-subpart",
            Self::PerByte => "per-byte",
            Self::WholeSequence => "whole-sequence",
            Self::Java => "java",
        }
    }

    /// The number of bytes that one U+FFFD replaces at most, if they begin with `lead` and with a maximal subpart of
    /// `len` bytes. Those after the subpart are continuation bytes.
    #[inline]
    pub(crate) const fn longest(self, lead: u8, len: usize) -> usize {
        // A maximal subpart has fewer bytes than its lead announces.
        match (self, lead) {
            (Self::PerByte, _) => 1,
            (Self::WholeSequence, 0xC0..=0xDF) => 2,
            (Self::WholeSequence, 0xE0..=0xEF) | (Self::Java, 0xED) => 3,
            (Self::WholeSequence, 0xF0..=0xF7) => 4,
            (Self::WholeSequence, 0xF8..=0xFB) => 5,
            (Self::WholeSequence, 0xFC | 0xFD) => 6,
            _ => len,
        }
    }

    /// The number of bytes that one U+FFFD replaces at the start of `rest`, which begins with a maximal subpart of
    /// `len` bytes; `None` if bytes after `rest` may be among them, unless `rest` is the `last` input.
    #[inline]
    pub(crate) fn unit(self, rest: &[u8], len: usize, last: bool) -> Option<usize> {
        if self == Self::MaximalSubpart {
            return Some(len);
        }
        let longest = rest.first().map_or(len, |lead| self.longest(*lead, len));
        let after = rest.iter().take(longest).skip(len);
        let unit = len.min(longest) + after.take_while(|byte| is_continuation(**byte)).count();
        (last || unit == longest || unit < rest.len()).then_some(unit)
    }
}
