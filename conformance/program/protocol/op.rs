//! The operations, by number and name.

macro_rules! ops {
    ($($(#[$doc:meta])* $op:ident = $number:literal, $name:literal;)*) => {
        /// What a driver can be asked to do.
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

            /// Its name in an introduction.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$op => $name,)*
                }
            }
        }
    };
}

ops! {
    /// Octets: are they UTF-8?
    Validate = 1, "validate";
    /// Octets: as text, with U+FFFD in place of what is ill formed.
    Lossy = 2, "lossy";
    /// Chunks: the same, piece by piece.
    Stream = 3, "stream";
    /// Values: as UTF-8, up to the first that is refused.
    Encode = 4, "encode";
    /// Chunks: U+FEFF at the start is a character of the text.
    BomCharacter = 5, "bom-character";
    /// Chunks: U+FEFF at the start is a signature, and stays in the text.
    BomKeep = 6, "bom-keep";
    /// Chunks: U+FEFF at the start is a signature, and not in the text; positions count it.
    BomIgnore = 7, "bom-ignore";
    /// Chunks: the same, and positions count from after it.
    BomStrip = 8, "bom-strip";
    /// Octets: as UTF-16BE, up to the first error.
    ToUtf16 = 9, "to-utf16";
    /// Octets of UTF-16BE: as UTF-8, up to the first error.
    FromUtf16 = 10, "from-utf16";
    /// Octets, read by RFC 2279.
    Rfc2279 = 11, "rfc2279";
    /// Octets, read as CESU-8.
    Cesu8 = 12, "cesu8";
    /// Octets, read as Java's modified UTF-8.
    Mutf8 = 13, "mutf8";
    /// Octets, read as WTF-8.
    Wtf8 = 14, "wtf8";
    /// Octets of UTF-8: as RFC 2279 writes them.
    ToRfc2279 = 15, "to-rfc2279";
    /// Octets of UTF-8: as CESU-8.
    ToCesu8 = 16, "to-cesu8";
    /// Octets of UTF-8: as Java's modified UTF-8.
    ToMutf8 = 17, "to-mutf8";
    /// Octets of UTF-8: as WTF-8.
    ToWtf8 = 18, "to-wtf8";
}

impl Op {
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
