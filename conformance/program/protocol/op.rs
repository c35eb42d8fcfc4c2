//! The operations, by number and name.

use placemat_conformance::convert::Encoding;

macro_rules! ops {
    ($($(#[$doc:meta])* $op:ident = $number:literal, $name:literal;)*) => {
        /// An operation that an adapter can support.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) enum Op {
            $($(#[$doc])* $op = $number,)*
        }

        impl Op {
            /// Every operation.
            pub(crate) const ALL: &[Self] = &[$(Self::$op),*];

            /// Its number in a frame.
            pub(crate) const fn number(self) -> u8 {
                self as u8
            }

            /// Its name in the introduction.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$op => $name,)*
                }
            }
        }
    };
}

ops! {
    /// Bytes: validate as UTF-8.
    Validate = 1, "validate";
    /// Bytes: decode, with U+FFFD for invalid sequences.
    Lossy = 2, "lossy";
    /// Chunks: the same, with an output for each chunk.
    Stream = 3, "stream";
    /// Values: encode as UTF-8, up to the first one that is rejected.
    Encode = 4, "encode";
    /// Chunks: U+FEFF at the start is a character of the text.
    BomCharacter = 5, "bom-character";
    /// Chunks: U+FEFF at the start is a signature, and stays in the text.
    BomKeep = 6, "bom-keep";
    /// Chunks: U+FEFF at the start is a signature, and not in the text; positions count it.
    BomIgnore = 7, "bom-ignore";
    /// Chunks: the same, but positions start after it.
    BomStrip = 8, "bom-strip";
    /// Bytes: as UTF-16BE, up to the first error.
    ToUtf16 = 9, "to-utf16";
    /// Bytes of UTF-16BE: as UTF-8, up to the first error.
    FromUtf16 = 10, "from-utf16";
    /// Bytes, decoded by RFC 2279.
    Rfc2279 = 11, "rfc2279";
    /// Bytes, decoded as CESU-8.
    Cesu8 = 12, "cesu8";
    /// Bytes, decoded as Java's modified UTF-8.
    Mutf8 = 13, "mutf8";
    /// Bytes, decoded as WTF-8.
    Wtf8 = 14, "wtf8";
    /// Bytes of UTF-8: as RFC 2279.
    ToRfc2279 = 15, "to-rfc2279";
    /// Bytes of UTF-8: as CESU-8.
    ToCesu8 = 16, "to-cesu8";
    /// Bytes of UTF-8: as Java's modified UTF-8.
    ToMutf8 = 17, "to-mutf8";
    /// Bytes of UTF-8: as WTF-8.
    ToWtf8 = 18, "to-wtf8";
    /// Bytes: as UTF-16LE, up to the first error.
    ToUtf16Le = 19, "to-utf16le";
    /// Bytes of UTF-16LE: as UTF-8, up to the first error.
    FromUtf16Le = 20, "from-utf16le";
    /// Bytes: as UTF-32BE, up to the first error.
    ToUtf32 = 21, "to-utf32";
    /// Bytes of UTF-32BE: as UTF-8, up to the first error.
    FromUtf32 = 22, "from-utf32";
    /// Bytes: as UTF-32LE, up to the first error.
    ToUtf32Le = 23, "to-utf32le";
    /// Bytes of UTF-32LE: as UTF-8, up to the first error.
    FromUtf32Le = 24, "from-utf32le";
    /// Bytes: as Latin-1, up to the first error, or the first unmappable character.
    ToLatin1 = 25, "to-latin1";
    /// Bytes of Latin-1: as UTF-8.
    FromLatin1 = 26, "from-latin1";
    /// Bytes: as UTF-16BE, with U+FFFD for invalid sequences.
    ToUtf16Lossy = 27, "to-utf16-lossy";
    /// Bytes of UTF-16BE: as UTF-8, with U+FFFD for invalid sequences.
    FromUtf16Lossy = 28, "from-utf16-lossy";
    /// Bytes: as UTF-16LE, with U+FFFD for invalid sequences.
    ToUtf16LeLossy = 29, "to-utf16le-lossy";
    /// Bytes of UTF-16LE: as UTF-8, with U+FFFD for invalid sequences.
    FromUtf16LeLossy = 30, "from-utf16le-lossy";
    /// Bytes: as UTF-32BE, with U+FFFD for invalid sequences.
    ToUtf32Lossy = 31, "to-utf32-lossy";
    /// Bytes of UTF-32BE: as UTF-8, with U+FFFD for invalid sequences.
    FromUtf32Lossy = 32, "from-utf32-lossy";
    /// Bytes: as UTF-32LE, with U+FFFD for invalid sequences.
    ToUtf32LeLossy = 33, "to-utf32le-lossy";
    /// Bytes of UTF-32LE: as UTF-8, with U+FFFD for invalid sequences.
    FromUtf32LeLossy = 34, "from-utf32le-lossy";
    /// A replacement byte, then bytes: as Latin-1, with the replacement for errors and unmappable characters.
    ToLatin1Lossy = 35, "to-latin1-lossy";
    /// Bytes: decode, with U+FFFD for each invalid byte.
    LossyPerByte = 36, "lossy-per-byte";
    /// Bytes: decode, with U+FFFD for each lead with its continuation bytes.
    LossyWholeSequence = 37, "lossy-whole-sequence";
    /// Bytes: decode, with as many U+FFFD as Java produces.
    LossyJava = 38, "lossy-java";
}

impl Op {
    /// The operation for this conversion, strict or lossy. Conversions of native units have none.
    pub(crate) fn converting(from: Encoding, to: Encoding, is_lossy: bool) -> Option<Self> {
        use Encoding::{Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
        let (strict, lossy) = match (from, to) {
            (Utf8, Utf16Be) => (Self::ToUtf16, Some(Self::ToUtf16Lossy)),
            (Utf16Be, Utf8) => (Self::FromUtf16, Some(Self::FromUtf16Lossy)),
            (Utf8, Utf16Le) => (Self::ToUtf16Le, Some(Self::ToUtf16LeLossy)),
            (Utf16Le, Utf8) => (Self::FromUtf16Le, Some(Self::FromUtf16LeLossy)),
            (Utf8, Utf32Be) => (Self::ToUtf32, Some(Self::ToUtf32Lossy)),
            (Utf32Be, Utf8) => (Self::FromUtf32, Some(Self::FromUtf32Lossy)),
            (Utf8, Utf32Le) => (Self::ToUtf32Le, Some(Self::ToUtf32LeLossy)),
            (Utf32Le, Utf8) => (Self::FromUtf32Le, Some(Self::FromUtf32LeLossy)),
            (Utf8, Latin1) => (Self::ToLatin1, Some(Self::ToLatin1Lossy)),
            (Latin1, Utf8) => (Self::FromLatin1, None),
            _ => return None,
        };
        if is_lossy { lossy } else { Some(strict) }
    }

    /// The operation with this number.
    pub(crate) fn of_number(number: u8) -> Option<Self> {
        Self::ALL.iter().copied().find(|op| op.number() == number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_page() {
        let page = include_str!("../../../docs/src/protocol.md");
        for &op in Op::ALL {
            assert_eq!(Op::of_number(op.number()), Some(op));
            let row = format!("| {} | `{}` |", op.number(), op.name());
            assert!(page.contains(&row), "docs/src/protocol.md has no row `{row}`");
        }
        assert_eq!(Op::of_number(0), None);
    }
}
