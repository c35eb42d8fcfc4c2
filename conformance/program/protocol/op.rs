//! The operations, by number and name.

use placemat_conformance::contract::Encoding::{self, Latin1, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
use placemat_conformance::contract::{Older, Policy, Practice};
use placemat_conformance::profiles::Profile;

/// An operation that an adapter can support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    /// Bytes: validate as UTF-8.
    Validate,
    /// Bytes: decode, with U+FFFD for invalid sequences, as many as this practice has.
    Lossy(Practice),
    /// Chunks: decode with U+FFFD, with an output for each chunk.
    Stream,
    /// Values: encode as UTF-8, up to the first one that is rejected.
    Encode,
    /// Chunks: decode with U+FFFD, and with this policy for U+FEFF at the start.
    Bom(Policy),
    /// Bytes of the first encoding: as the second, up to the first error or unmappable character.
    Convert(Encoding, Encoding),
    /// The same with U+FFFD for errors; or, if the target is Latin-1, with a byte that precedes the others.
    ConvertLossy(Encoding, Encoding),
    /// Bytes, decoded by an older form.
    Decode(Older),
    /// Bytes of UTF-8: as an older form.
    EncodeAs(Older),
}

/// An operation, its name in the introduction, and the profiles that it implies.
type Row = (Op, &'static str, &'static [Profile]);

/// Every operation. The number of the first one in a frame is 1.
#[rustfmt::skip]
const ROWS: [Row; 38] = [
    (Op::Validate, "validate", &[Profile::Rfc3629, Profile::Position, Profile::MaximalSubpart]),
    (Op::Lossy(Practice::MaximalSubpart), "lossy", &[Profile::MaximalSubpart]),
    (Op::Stream, "stream", &[Profile::Stream]),
    (Op::Encode, "encode", &[Profile::Encode]),
    (Op::Bom(Policy::Character), "bom-character", &[Profile::Bom]),
    (Op::Bom(Policy::Keep), "bom-keep", &[Profile::Bom]),
    (Op::Bom(Policy::Ignore), "bom-ignore", &[Profile::Bom]),
    (Op::Bom(Policy::Strip), "bom-strip", &[Profile::Bom]),
    (Op::Convert(Utf8, Utf16Be), "to-utf16", &[Profile::Utf16]),
    (Op::Convert(Utf16Be, Utf8), "from-utf16", &[Profile::Utf16]),
    (Op::Decode(Older::Rfc2279), "rfc2279", &[Profile::Rfc2279]),
    (Op::Decode(Older::Cesu8), "cesu8", &[Profile::Cesu8]),
    (Op::Decode(Older::Mutf8), "mutf8", &[Profile::Mutf8]),
    (Op::Decode(Older::Wtf8), "wtf8", &[Profile::Wtf8]),
    (Op::EncodeAs(Older::Rfc2279), "to-rfc2279", &[Profile::Rfc2279]),
    (Op::EncodeAs(Older::Cesu8), "to-cesu8", &[Profile::Cesu8]),
    (Op::EncodeAs(Older::Mutf8), "to-mutf8", &[Profile::Mutf8]),
    (Op::EncodeAs(Older::Wtf8), "to-wtf8", &[Profile::Wtf8]),
    (Op::Convert(Utf8, Utf16Le), "to-utf16le", &[Profile::Utf16]),
    (Op::Convert(Utf16Le, Utf8), "from-utf16le", &[Profile::Utf16]),
    (Op::Convert(Utf8, Utf32Be), "to-utf32", &[Profile::Utf32]),
    (Op::Convert(Utf32Be, Utf8), "from-utf32", &[Profile::Utf32]),
    (Op::Convert(Utf8, Utf32Le), "to-utf32le", &[Profile::Utf32]),
    (Op::Convert(Utf32Le, Utf8), "from-utf32le", &[Profile::Utf32]),
    (Op::Convert(Utf8, Latin1), "to-latin1", &[Profile::Latin1]),
    (Op::Convert(Latin1, Utf8), "from-latin1", &[Profile::Latin1]),
    (Op::ConvertLossy(Utf8, Utf16Be), "to-utf16-lossy", &[Profile::Utf16Lossy]),
    (Op::ConvertLossy(Utf16Be, Utf8), "from-utf16-lossy", &[Profile::Utf16Lossy]),
    (Op::ConvertLossy(Utf8, Utf16Le), "to-utf16le-lossy", &[Profile::Utf16Lossy]),
    (Op::ConvertLossy(Utf16Le, Utf8), "from-utf16le-lossy", &[Profile::Utf16Lossy]),
    (Op::ConvertLossy(Utf8, Utf32Be), "to-utf32-lossy", &[Profile::Utf32Lossy]),
    (Op::ConvertLossy(Utf32Be, Utf8), "from-utf32-lossy", &[Profile::Utf32Lossy]),
    (Op::ConvertLossy(Utf8, Utf32Le), "to-utf32le-lossy", &[Profile::Utf32Lossy]),
    (Op::ConvertLossy(Utf32Le, Utf8), "from-utf32le-lossy", &[Profile::Utf32Lossy]),
    (Op::ConvertLossy(Utf8, Latin1), "to-latin1-lossy", &[Profile::Latin1Lossy]),
    (Op::Lossy(Practice::PerByte), "lossy-per-byte", &[Profile::PerByte]),
    (Op::Lossy(Practice::WholeSequence), "lossy-whole-sequence", &[Profile::WholeSequence]),
    (Op::Lossy(Practice::Java), "lossy-java", &[Profile::Java]),
];

impl Op {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| row.0)
    }

    /// The operations that imply this profile and no other.
    pub(crate) fn of(profile: Profile) -> impl Iterator<Item = Self> {
        ROWS.iter().filter(move |row| row.2 == [profile]).map(|row| row.0)
    }

    pub(crate) fn of_number(number: u8) -> Option<Self> {
        ROWS.get(usize::from(number).checked_sub(1)?).map(|row| row.0)
    }

    /// Its number in a frame; 0 for a conversion of native units, which adapters do not have.
    pub(crate) fn number(self) -> u8 {
        let row = ROWS.iter().position(|row| row.0 == self);
        row.and_then(|row| u8::try_from(row + 1).ok()).unwrap_or(0)
    }

    /// Its name in the introduction.
    pub(crate) fn name(self) -> &'static str {
        ROWS.iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }

    pub(crate) fn profiles(self) -> &'static [Profile] {
        ROWS.iter().find(|row| row.0 == self).map_or(&[], |row| row.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_page() {
        let page = include_str!("../../../docs/src/protocol.md");
        for op in Op::all() {
            assert_eq!(Op::of_number(op.number()), Some(op));
            let row = format!("| {} | `{}` |", op.number(), op.name());
            assert!(page.contains(&row), "docs/src/protocol.md has no row `{row}`");
        }
        assert_eq!(Op::of_number(0), None);
    }
}
