//! Guesses how bytes came to be invalid.

mod double;
mod sequence;
mod utf16;
mod western;

use core::fmt;

use crate::{Invalid, Utf8Error, bom};

/// What invalid bytes look like: a guess for a message to a person, not a basis for automatic decisions.
///
/// Its [`Display`](fmt::Display) is one sentence, without a capital letter or full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Diagnosis {
    /// The input begins with the BOM of another encoding form.
    Bom(bom::Form),
    /// A surrogate pair in six bytes, three for each half (Unicode Technical Report 26).
    Cesu8 {
        /// The character that the pair encodes.
        character: char,
    },
    /// C0 80: U+0000 in Java's modified UTF-8.
    JavaNul,
    /// Half of a surrogate pair in three bytes, without the other half.
    LoneSurrogate,
    /// A sequence that RFC 2279 allowed and RFC 3629 removed: five or six bytes, or four above U+10FFFF.
    Rfc2279 {
        /// Its length in bytes: 4 to 6.
        len: usize,
    },
    /// The input ends inside a sequence; a chunk or file may have been split.
    CutEnd,
    /// The input begins inside a sequence; a chunk or file may have been split.
    CutStart,
    /// A sequence without its last bytes, before other text; a record or field may have been truncated to a
    /// number of bytes.
    CutShort,
    /// UTF-16 without a BOM. It is recognised by its upper bytes, so only text with many characters below U+0900 is.
    Utf16 {
        /// Whether the lower byte of a unit comes first.
        little_endian: bool,
    },
    /// UTF-8 text that was decoded as Latin-1 or Windows-1252 and encoded again: nearby is, for example, "Ã©" for "é".
    DoubleEncoding,
    /// A byte of Latin-1 (ISO 8859-1) in a plausible position: a letter, or a sign that is not inside a word.
    /// Other parts of the input may be in another encoding.
    Latin1 {
        /// The character that the first invalid byte encodes.
        character: char,
    },
    /// The same for Windows-1252: like Latin-1, with more characters at 80..9F.
    Windows1252 {
        /// The character that the first invalid byte encodes.
        character: char,
    },
}

impl Diagnosis {
    /// Its name in `snake_case`, for machine-readable output.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bom(_) => "bom",
            Self::Cesu8 { .. } => "cesu8",
            Self::JavaNul => "java_nul",
            Self::LoneSurrogate => "lone_surrogate",
            Self::Rfc2279 { .. } => "rfc2279",
            Self::CutEnd => "cut_end",
            Self::CutStart => "cut_start",
            Self::CutShort => "cut_short",
            Self::Utf16 { little_endian: true } => "utf16le",
            Self::Utf16 { little_endian: false } => "utf16be",
            Self::DoubleEncoding => "double_encoding",
            Self::Latin1 { .. } => "latin1",
            Self::Windows1252 { .. } => "windows1252",
        }
    }
}

impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Bom(form) => write!(f, "the input begins with the byte order mark of {form}"),
            Self::Cesu8 { character } => {
                write!(f, "a surrogate pair, which is U+{:04X} in CESU-8", u32::from(character))
            }
            Self::JavaNul => f.write_str("C0 80 is U+0000 in Java's modified UTF-8"),
            Self::LoneSurrogate => f.write_str("a lone surrogate"),
            Self::Rfc2279 { len } => {
                write!(f, "a sequence of {len} bytes as in RFC 2279; UTF-8 ends at U+10FFFF, with four")
            }
            Self::CutEnd => f.write_str("the input ends inside a character: it may have been cut in two"),
            Self::CutStart => f.write_str("the input begins inside a character: it may have been cut in two"),
            Self::CutShort => f.write_str("a character that is cut short: its last bytes are missing"),
            Self::Utf16 { little_endian } => {
                write!(
                    f,
                    "it looks like UTF-16{} without a byte order mark",
                    if little_endian { "LE" } else { "BE" }
                )
            }
            Self::DoubleEncoding => f.write_str("the text here seems to have been encoded twice"),
            Self::Latin1 { character } => write!(f, "in Latin-1 it is {character:?}"),
            Self::Windows1252 { character } => write!(f, "in Windows-1252 it is {character:?}"),
        }
    }
}

/// An error with a position in the input: [`Utf8Error`] and [`Invalid`].
pub trait Located: sealed::Sealed {
    /// The offset of the invalid sequence, in bytes.
    fn at(&self) -> usize;
}

impl Located for Utf8Error {
    fn at(&self) -> usize {
        self.valid_up_to()
    }
}

impl Located for Invalid {
    fn at(&self) -> usize {
        self.offset
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::Utf8Error {}
    impl Sealed for crate::Invalid {}
}

/// Bytes that are examined on each side of an error.
const NEAR: usize = 64;

/// Guesses what an error in `bytes`, the input in which it was found, looks like; `None` if nothing matches.
///
/// Depends only on the 64 bytes on either side of the error and on the start of the input: constant time.
/// Does not allocate; does not panic, even if the error comes from another input.
///
/// ```
/// use placemat::{Diagnosis, diagnose};
///
/// let latin = b"caf\xE9 au lait";
/// let error = placemat::from_utf8(latin).unwrap_err();
/// assert_eq!(diagnose(latin, &error), Some(Diagnosis::Latin1 { character: '\u{E9}' }));
///
/// let java = b"a\xC0\x80b \xED\xA0\xBC\xED\xBD\xBD";
/// let found: Vec<_> = placemat::errors(java).filter_map(|error| diagnose(java, &error)).collect();
/// assert_eq!(found[0].to_string(), "C0 80 is U+0000 in Java's modified UTF-8");
/// assert_eq!(found[2].to_string(), "a surrogate pair, which is U+1F37D in CESU-8");
/// ```
#[must_use]
pub fn diagnose(bytes: &[u8], error: &impl Located) -> Option<Diagnosis> {
    let at = error.at();
    let place = Place::new(bytes, at)?;
    // From certain to likely: patterns of a few bytes, then properties of the surrounding text.
    sequence::bom(bytes, at)
        .or_else(|| sequence::form(&place))
        .or_else(|| sequence::surrogate(&place))
        .or_else(|| utf16::diagnose(&place))
        .or_else(|| sequence::cut(bytes, &place))
        .or_else(|| double::diagnose(&place))
        .or_else(|| western::diagnose(&place))
}

/// An invalid sequence and the bytes around it.
struct Place<'a> {
    /// Up to [`NEAR`] bytes before the sequence, and as many from its start.
    near: &'a [u8],
    /// The offset of the sequence in `near`.
    at: usize,
    /// The offset of `near` in the input.
    from: usize,
}

impl<'a> Place<'a> {
    /// Returns `None` if `at` is out of bounds.
    fn new(bytes: &'a [u8], at: usize) -> Option<Self> {
        bytes.get(at)?;
        let from = at.saturating_sub(NEAR);
        let to = bytes.len().min(at.saturating_add(NEAR));
        Some(Self { near: bytes.get(from..to)?, at: at - from, from })
    }

    /// The bytes from the error on.
    fn after(&self) -> &'a [u8] {
        self.near.get(self.at..).unwrap_or(b"")
    }
}
