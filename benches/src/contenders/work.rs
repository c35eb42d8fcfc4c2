//! Operations on text besides validation: conversions, with and without replacement, lengths, and counts.

use placemat::{utf16, utf32};

/// An encoding, in units of native byte order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Bytes.
    Utf8,
    /// 16-bit units.
    Utf16,
    /// 32-bit units.
    Utf32,
    /// Bytes; other characters are question marks.
    Latin1,
    /// Pairs of bytes, the more significant one first. Nothing is converted from it.
    Utf16Be,
}

/// An operation on text of one encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Work {
    /// The name in tables and targets.
    pub(crate) name: &'static str,
    /// The encoding of the input.
    pub(crate) from: Form,
    /// The target encoding, or the one whose units are counted.
    pub(crate) to: Form,
    pub(crate) act: Act,
}

/// A kind of operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Converts valid text.
    Convert,
    /// Converts text, with U+FFFD for invalid sequences.
    Replace,
    /// Counts the units of valid text.
    Measure,
    /// Validates text and counts its units.
    Count,
    /// Converts valid text into a new vector or string.
    Own,
}

use Act::{Convert, Count, Measure, Own, Replace};
use Form::{Latin1, Utf8, Utf16, Utf16Be, Utf32};

/// All operations.
pub(crate) const ALL: [Work; 23] = [
    Work { name: "8 to 16", from: Utf8, to: Utf16, act: Convert },
    Work { name: "16 to 8", from: Utf16, to: Utf8, act: Convert },
    Work { name: "8 to 32", from: Utf8, to: Utf32, act: Convert },
    Work { name: "32 to 8", from: Utf32, to: Utf8, act: Convert },
    Work { name: "8 to Latin-1", from: Utf8, to: Latin1, act: Convert },
    Work { name: "Latin-1 to 8", from: Latin1, to: Utf8, act: Convert },
    Work { name: "16 to 32", from: Utf16, to: Utf32, act: Convert },
    Work { name: "32 to 16", from: Utf32, to: Utf16, act: Convert },
    Work { name: "16 to Latin-1", from: Utf16, to: Latin1, act: Convert },
    Work { name: "Latin-1 to 16", from: Latin1, to: Utf16, act: Convert },
    Work { name: "32 to Latin-1", from: Utf32, to: Latin1, act: Convert },
    Work { name: "Latin-1 to 32", from: Latin1, to: Utf32, act: Convert },
    Work { name: "16 to 16BE", from: Utf16, to: Utf16Be, act: Convert },
    Work { name: "8 to 16, replaced", from: Utf8, to: Utf16, act: Replace },
    Work { name: "16 to 8, replaced", from: Utf16, to: Utf8, act: Replace },
    Work { name: "8 to 16, owned", from: Utf8, to: Utf16, act: Own },
    Work { name: "16 to 8, owned", from: Utf16, to: Utf8, act: Own },
    Work { name: "characters", from: Utf8, to: Utf32, act: Measure },
    Work { name: "8 as 16", from: Utf8, to: Utf16, act: Measure },
    Work { name: "counted", from: Utf8, to: Utf16, act: Count },
    Work { name: "16 as 8", from: Utf16, to: Utf8, act: Measure },
    Work { name: "32 as 8", from: Utf32, to: Utf8, act: Measure },
    Work { name: "Latin-1 as 8", from: Latin1, to: Utf8, act: Measure },
];

impl Work {
    /// The number of resulting units, by the standard library.
    pub(super) fn expected(self, bytes: &[u8]) -> usize {
        let text = self.from.text(bytes);
        match self.to {
            Utf8 => text.len(),
            Utf16 => text.encode_utf16().count(),
            Utf16Be => 2 * text.encode_utf16().count(),
            Utf32 | Latin1 => text.chars().count(),
        }
    }
}

impl Form {
    /// The bytes of the encoded text in memory.
    pub(crate) fn bytes(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            // Not the standard library, which would take longer than the measurement.
            Self::Utf16 if cfg!(target_endian = "little") => utf16::encode_utf16le(text),
            Self::Utf16 | Self::Utf16Be => utf16::encode_utf16be(text),
            Self::Utf32 => utf32::encode_utf32(text).into_iter().flat_map(u32::to_ne_bytes).collect(),
            Self::Latin1 => text.chars().map(|one| u8::try_from(u32::from(one)).unwrap_or(b'?')).collect(),
        }
    }

    /// The width of a unit, in bytes.
    pub(crate) const fn width(self) -> usize {
        match self {
            Self::Utf8 | Self::Latin1 | Self::Utf16Be => 1,
            Self::Utf16 => 2,
            Self::Utf32 => 4,
        }
    }

    /// The text, with U+FFFD for invalid sequences.
    fn text(self, bytes: &[u8]) -> String {
        match self {
            Self::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            Self::Utf16 | Self::Utf16Be => {
                let unit = if self == Self::Utf16 { u16::from_ne_bytes } else { u16::from_be_bytes };
                let units = bytes.as_chunks().0.iter().map(|bytes| unit(*bytes));
                char::decode_utf16(units).map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
            }
            Self::Utf32 => {
                let units = bytes.as_chunks().0.iter().map(|unit| u32::from_ne_bytes(*unit));
                units.map(|unit| char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
            }
            Self::Latin1 => bytes.iter().map(|byte| char::from(*byte)).collect(),
        }
    }
}
