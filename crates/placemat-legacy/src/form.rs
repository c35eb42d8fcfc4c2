//! Validation and decoding.

use crate::{Error, Utf8ErrorKind, error, value};

/// A form, by its differences from UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Rfc2279,
    Cesu8,
    Mutf8,
    Wtf8,
}

/// A valid sequence, or a surrogate pair that encodes one value.
pub(crate) struct Item {
    pub(crate) value: u32,
    /// The offset after it.
    pub(crate) end: usize,
}

impl Item {
    /// Whether it is a high surrogate, in three bytes.
    pub(crate) fn is_high(&self) -> bool {
        (0xD800..0xDC00).contains(&self.value)
    }
}

impl Form {
    /// Whether a character above U+FFFF is a surrogate pair.
    const fn has_pairs(self) -> bool {
        matches!(self, Self::Cesu8 | Self::Mutf8)
    }

    /// Whether UTF-8 has `byte` and this form does not. The form allows the rest of UTF-8.
    #[inline]
    pub(crate) const fn excludes(self, byte: u8) -> bool {
        (byte >= 0xF0 && self.has_pairs()) | (byte == 0 && matches!(self, Self::Mutf8))
    }

    /// Whether `bytes` contain a byte that UTF-8 has and this form does not.
    pub(crate) fn excludes_any(self, bytes: &[u8]) -> bool {
        // Branch-free per byte, so that compilers vectorise.
        bytes.chunks(64).any(|block| block.iter().fold(false, |any, &byte| any | self.excludes(byte)))
    }

    /// Validates that `bytes` are in this form.
    pub(crate) fn validate(self, bytes: &[u8]) -> Result<(), Error> {
        /// Bytes that are validated together.
        const PIECE: usize = 256;
        let mut at = 0;
        if !self.has_pairs() {
            match placemat::validate(bytes) {
                Ok(()) => return Ok(()),
                Err(error) => at = error.valid_up_to(),
            }
        }
        let mut after_high = false;
        while at < bytes.len() {
            let piece = &bytes[at..bytes.len().min(at + PIECE)];
            let (whole, _) = placemat::split_incomplete(piece);
            if !after_high && !whole.is_empty() && !self.excludes_any(whole) && placemat::is_utf8(whole) {
                at += whole.len();
                continue;
            }
            let end = at + piece.len();
            while at < end {
                let item = self.item(bytes, at, after_high)?;
                (at, after_high) = (item.end, item.is_high());
            }
        }
        Ok(())
    }

    /// Decodes the item at byte `at`, which exists; `after_high` says whether a high surrogate precedes it.
    #[inline]
    pub(crate) fn item(self, bytes: &[u8], at: usize, after_high: bool) -> Result<Item, Error> {
        match bytes[at..] {
            // The common cases: what is the same in all forms.
            [byte @ 0x01..0x80, ..] => Ok(Item { value: byte.into(), end: at + 1 }),
            [lead @ 0xC2..=0xDF, next @ 0x80..0xC0, ..] => {
                Ok(Item { value: u32::from(lead & 0x1F) << 6 | u32::from(next & 0x3F), end: at + 2 })
            }
            [lead @ 0xE1..=0xEF, second @ 0x80..0xC0, third @ 0x80..0xC0, ..] if lead != 0xED => {
                let tail = u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F);
                Ok(Item { value: u32::from(lead & 0xF) << 12 | tail, end: at + 3 })
            }
            // A low surrogate, which is wrong even if it is cut off.
            [0xED, 0xB0..0xC0, ref rest @ ..] if self.has_pairs() || (self == Self::Wtf8 && after_high) => {
                let kind = if self.has_pairs() {
                    Utf8ErrorKind::LoneSurrogate
                } else {
                    Utf8ErrorKind::SurrogatePair
                };
                match self.sequence(bytes, at) {
                    Err(error) if !rest.is_empty() => Err(error),
                    _ => Err(Error::new(at, Some(if rest.is_empty() { 2 } else { 3 }), kind)),
                }
            }
            [0xED, 0xA0..0xB0, ..] if self.has_pairs() => {
                let high = self.sequence(bytes, at)?;
                match bytes[high.end..] {
                    [0xED, second @ 0xB0..0xC0, third @ 0x80..0xC0, ..] => {
                        let value = value::join(high.value, value::surrogate(second, third));
                        Ok(Item { value, end: high.end + 3 })
                    }
                    [] | [0xED] | [0xED, 0xB0..0xC0] => Err(Error::new(at, None, Utf8ErrorKind::Truncated)),
                    _ => Err(Error::new(at, Some(3), Utf8ErrorKind::LoneSurrogate)),
                }
            }
            _ => self.sequence(bytes, at),
        }
    }

    /// Decodes the sequence at byte `at`, whatever surrounds it.
    fn sequence(self, bytes: &[u8], at: usize) -> Result<Item, Error> {
        let lead = bytes[at];
        let Some((len, second)) = self.tail(lead) else {
            return Err(Error::new(at, Some(1), error::bad_lead(lead)));
        };
        let mut value = if len == 1 { lead.into() } else { u32::from(lead & 0x7F >> len) };
        for read in 1..len {
            let Some(&byte) = bytes.get(at + read) else {
                return Err(Error::new(at, None, Utf8ErrorKind::Truncated));
            };
            if !matches!(byte, 0x80..0xC0) {
                return Err(Error::new(at, Some(error::length(read)), Utf8ErrorKind::MissingContinuation));
            }
            if read == 1 && !(second[0]..=second[1]).contains(&byte) {
                let kind = if lead == 0xF4 { Utf8ErrorKind::OutOfRange } else { Utf8ErrorKind::Overlong };
                return Err(Error::new(at, Some(1), kind));
            }
            value = value << 6 | u32::from(byte & 0x3F);
        }
        Ok(Item { value, end: at + len })
    }

    /// The length of the sequences with this lead, in bytes, and their first and last second byte.
    const fn tail(self, lead: u8) -> Option<(usize, [u8; 2])> {
        let is_rfc2279 = matches!(self, Self::Rfc2279);
        let (len, first) = match lead {
            // In modified UTF-8, NUL is C0 80.
            0x00 if matches!(self, Self::Mutf8) => return None,
            0xC0 if matches!(self, Self::Mutf8) => return Some((2, [0x80; 2])),
            0xF0.. if self.has_pairs() => return None,
            0x00..0x80 => (1, 0x80),
            0xC2..0xE0 => (2, 0x80),
            0xE0 => (3, 0xA0),
            0xE1..0xF0 => (3, 0x80),
            0xF0 => (4, 0x90),
            0xF4 if !is_rfc2279 => return Some((4, [0x80, 0x8F])),
            0xF1..0xF5 => (4, 0x80),
            0xF5..0xF8 if is_rfc2279 => (4, 0x80),
            0xF8 if is_rfc2279 => (5, 0x88),
            0xF9..0xFC if is_rfc2279 => (5, 0x80),
            0xFC if is_rfc2279 => (6, 0x84),
            0xFD if is_rfc2279 => (6, 0x80),
            _ => return None,
        };
        Some((len, [first, 0xBF]))
    }
}

/// Defines the functions that every module has: `validate` and `decode`.
macro_rules! form {
    ($name:literal, $module:ident, $form:ident, $Item:ty) => {
        const FORM: $crate::form::Form = $crate::form::Form::$form;

        #[doc = concat!("Whether the bytes are ", $name, ".")]
        ///
        /// # Errors
        ///
        /// The first error; its position is in bytes.
        ///
        /// ```
        #[doc = concat!("use placemat_legacy::", stringify!($module), "::validate;")]
        ///
        /// assert!(validate("na\u{EF}ve".as_bytes()).is_ok());
        /// assert_eq!(validate(b"na\xEFve").unwrap_err().valid_up_to(), 2);
        /// ```
        pub fn validate(bytes: &[u8]) -> Result<(), $crate::Error> {
            FORM.validate(bytes)
        }

        /// Iterates over the values and the errors of the bytes. A surrogate pair is one character where the form has
        /// pairs.
        ///
        /// ```
        #[doc = concat!("use placemat_legacy::", stringify!($module), "::decode;")]
        ///
        /// let items: Vec<_> = decode(b"a\xFFz").collect(); assert_eq!(items[0], Ok('a'.into()));
        /// assert_eq!(items[1].unwrap_err().valid_up_to(), 1); assert_eq!(items[2], Ok('z'.into()));
        /// ```
        #[inline]
        pub fn decode(bytes: &[u8]) -> $crate::Decode<'_, $Item> {
            $crate::Decode::new(FORM, bytes)
        }
    };
}

pub(crate) use form;
