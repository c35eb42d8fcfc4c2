//! The encodings that `convert` supports, and their names (labels).

mod labels;

use std::fmt;

use encoding_rs::Encoding;

pub(crate) use labels::{by_label, names};

/// The commonest encoding after UTF-8.
pub(crate) const WINDOWS_1252: Charset = Charset::Whatwg(encoding_rs::WINDOWS_1252);

/// An encoding of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Charset {
    Utf8,
    /// RFC 2781. Without an order, the BOM determines it.
    Utf16(Option<Order>),
    /// Unicode Standard, section 3.10. Without an order, the BOM determines it.
    Utf32(Option<Order>),
    /// ISO 8859-1 with its control characters: the first 256 characters of Unicode.
    Latin1,
    /// The first 128 characters.
    Ascii,
    /// Unicode Technical Report #26.
    Cesu8,
    /// Java's modified UTF-8.
    Mutf8,
    Wtf8,
    /// A code page of DOS, by its number.
    Oem(u16),
    /// Any other encoding of the Encoding Standard.
    Whatwg(&'static Encoding),
}

/// The byte order of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Little-endian.
    Little,
    /// Big-endian.
    Big,
}

impl Charset {
    /// Whether a text can begin with a BOM, that is, whether the encoding has the character U+FEFF.
    pub(crate) fn has_bom(self) -> bool {
        match self {
            Self::Utf8 | Self::Utf16(_) | Self::Utf32(_) | Self::Cesu8 | Self::Mutf8 | Self::Wtf8 => true,
            Self::Latin1 | Self::Ascii | Self::Oem(_) => false,
            Self::Whatwg(encoding) => encoding == encoding_rs::GB18030,
        }
    }

    /// Whether characters up to U+FFFF, except for U+0000, are encoded as in UTF-8.
    pub(crate) fn has_utf8(self) -> bool {
        matches!(self, Self::Utf8 | Self::Cesu8 | Self::Mutf8 | Self::Wtf8)
    }

    /// Whether it is a Windows code page, which may leave some bytes undefined.
    pub(crate) fn has_undefined(self) -> bool {
        matches!(self, Self::Whatwg(encoding) if encoding.is_single_byte() && encoding.name().starts_with("windows"))
    }

    /// Whether its units have two or four bytes.
    pub(crate) fn is_wide(self) -> bool {
        matches!(self, Self::Utf16(_) | Self::Utf32(_))
    }

    /// Whether every byte is a character.
    pub(crate) fn is_single_byte(self) -> bool {
        match self {
            Self::Latin1 | Self::Ascii | Self::Oem(_) => true,
            Self::Whatwg(encoding) => encoding.is_single_byte(),
            _ => false,
        }
    }

    /// Whether its text can be told from UTF-8: its characters beyond ASCII are bytes above 7F, and begin and end with
    /// them.
    pub(crate) fn can_be_fallback(self) -> bool {
        match self {
            Self::Latin1 | Self::Oem(_) | Self::Cesu8 | Self::Mutf8 => true,
            Self::Whatwg(encoding) => encoding != encoding_rs::ISO_2022_JP,
            _ => false,
        }
    }

    /// Whether only a BOM determines the byte order.
    pub(crate) fn needs_bom(self) -> bool {
        matches!(self, Self::Utf16(None) | Self::Utf32(None))
    }

    /// Whether some bytes are invalid in it.
    pub(crate) fn can_fail(self) -> bool {
        match self {
            Self::Latin1 => false,
            Self::Whatwg(encoding) if encoding.is_single_byte() => {
                let all: Vec<u8> = (0..=0xFF).collect();
                encoding.decode_without_bom_handling_and_without_replacement(&all).is_none()
            }
            _ => true,
        }
    }

    /// The argument of `--from`.
    pub(crate) fn label(self) -> String {
        if self == Self::Latin1 { "latin1".into() } else { self.name().to_ascii_lowercase() }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Utf16(None) => "UTF-16",
            Self::Utf16(Some(Order::Little)) => "UTF-16LE",
            Self::Utf16(Some(Order::Big)) => "UTF-16BE",
            Self::Utf32(None) => "UTF-32",
            Self::Utf32(Some(Order::Little)) => "UTF-32LE",
            Self::Utf32(Some(Order::Big)) => "UTF-32BE",
            Self::Latin1 => "ISO-8859-1",
            Self::Ascii => "US-ASCII",
            Self::Cesu8 => "CESU-8",
            Self::Mutf8 => "MUTF-8",
            Self::Wtf8 => "WTF-8",
            Self::Oem(page) => labels::of_page(page),
            Self::Whatwg(encoding) => encoding.name(),
        }
    }
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
