//! What an error looks like: a guess at how the bytes came to be invalid.

mod double;
mod sequence;
mod utf16;
mod western;

use core::fmt;

use crate::{Invalid, Utf8Error, bom};

/// What invalid bytes look like. A guess, good for a message to a person, and nothing to act on.
///
/// Its [`Display`](fmt::Display) is one sentence, without a capital and a full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Diagnosis {
    /// The input begins with the signature of another encoding form.
    Signature(bom::Form),
    /// Six bytes that are a pair of surrogates, three bytes each (Unicode Technical Report 26).
    Cesu8 {
        /// The character that the pair stands for.
        character: char,
    },
    /// C0 80: how Java's modified UTF-8 writes U+0000.
    JavaNul,
    /// Half of a pair of surrogates, three bytes, without the other half.
    LoneSurrogate,
    /// The shape of a sequence that RFC 2279 had and RFC 3629 removed: five or six bytes, or four above
    /// U+10FFFF.
    Rfc2279 {
        /// Its bytes: 4 to 6.
        len: usize,
    },
    /// The input ends inside a sequence: a chunk or a file that was cut in two.
    CutEnd,
    /// The input begins inside a sequence: the other part of one that was cut in two.
    CutStart,
    /// A sequence of which the last bytes are missing, before other text: a record or a field that was cut to a
    /// number of bytes.
    CutShort,
    /// UTF-16 without a signature. It is told by its zeros, so only text with many characters below U+0900 is
    /// recognised.
    Utf16 {
        /// Whether the lower byte of a unit comes first.
        little_endian: bool,
    },
    /// Text that was UTF-8, was taken for Latin-1 or Windows-1252, and was encoded once more: "Ã©" for "é" is
    /// near.
    DoubleEncoding,
    /// A byte in Latin-1 (ISO 8859-1), where such text can have it: a letter, or a sign that is not inside a
    /// word. It says nothing about the rest of the input.
    Latin1 {
        /// What the first invalid byte is there.
        character: char,
    },
    /// The same in Windows-1252: like Latin-1, with more characters at 80..9F.
    Windows1252 {
        /// What the first invalid byte is there.
        character: char,
    },
}

impl Diagnosis {
    /// Its name in `snake_case`, for machines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Signature(_) => "signature",
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
            Self::Signature(form) => write!(f, "the input begins with the signature of {form}"),
            Self::Cesu8 { character } => {
                write!(f, "a pair of surrogates, which is U+{:04X} in CESU-8", u32::from(character))
            }
            Self::JavaNul => f.write_str("C0 80 is U+0000 in Java's modified UTF-8"),
            Self::LoneSurrogate => f.write_str("half of a pair of surrogates, without the other half"),
            Self::Rfc2279 { len } => {
                write!(f, "a sequence of {len} bytes as in RFC 2279; UTF-8 ends at U+10FFFF, with four")
            }
            Self::CutEnd => f.write_str("the input ends inside a character: it may have been cut in two"),
            Self::CutStart => f.write_str("the input begins inside a character: it may have been cut in two"),
            Self::CutShort => f.write_str("a character that is cut short: its last bytes are missing"),
            Self::Utf16 { little_endian } => {
                write!(
                    f,
                    "it looks like UTF-16{} without a signature",
                    if little_endian { "LE" } else { "BE" }
                )
            }
            Self::DoubleEncoding => f.write_str("the text here seems to have been encoded twice"),
            Self::Latin1 { character } => write!(f, "in Latin-1 it is {character:?}"),
            Self::Windows1252 { character } => write!(f, "in Windows-1252 it is {character:?}"),
        }
    }
}

/// An error that says where in the bytes it is: [`Utf8Error`] and [`Invalid`].
pub trait Located: sealed::Sealed {
    /// The offset of the ill-formed sequence.
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

/// How many bytes are looked at on each side of an error.
const NEAR: usize = 64;

/// What an error looks like; `None` if it looks like nothing in particular. `bytes` is the input in which the
/// error was found.
///
/// It depends on nothing but the 64 bytes on either side of the error, and on the start of the input:
/// constant time. Does not allocate; does not panic, not even if the error comes from another input.
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
/// assert_eq!(found[2].to_string(), "a pair of surrogates, which is U+1F37D in CESU-8");
/// ```
#[must_use]
pub fn diagnose(bytes: &[u8], error: &impl Located) -> Option<Diagnosis> {
    let at = error.at();
    let place = Place::new(bytes, at)?;
    // From the certain to the likely: forms of a few bytes, then what the text around is.
    sequence::signature(bytes, at)
        .or_else(|| sequence::form(&place))
        .or_else(|| sequence::surrogate(&place))
        .or_else(|| utf16::diagnose(&place))
        .or_else(|| sequence::cut(bytes, &place))
        .or_else(|| double::diagnose(&place))
        .or_else(|| western::diagnose(&place))
}

/// An ill-formed sequence and the bytes around it.
struct Place<'a> {
    /// Up to [`NEAR`] bytes before the sequence, it, and up to as many bytes from its start on.
    near: &'a [u8],
    /// Where in `near` it begins.
    at: usize,
    /// Where `near` begins in the input.
    from: usize,
}

impl<'a> Place<'a> {
    /// `None` if there is no byte at this offset.
    fn new(bytes: &'a [u8], at: usize) -> Option<Self> {
        bytes.get(at)?;
        let from = at.saturating_sub(NEAR);
        let to = bytes.len().min(at.saturating_add(NEAR));
        Some(Self { near: bytes.get(from..to)?, at: at - from, from })
    }

    /// What the bytes from the error on are.
    fn after(&self) -> &'a [u8] {
        self.near.get(self.at..).unwrap_or(b"")
    }
}

/// A byte that continues a sequence.
const fn is_continuation(byte: u8) -> bool {
    matches!(byte, 0x80..=0xBF)
}
