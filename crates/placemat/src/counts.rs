//! Validates bytes and counts what they contain.

use placemat_core::convert::{Utf8, Utf16};
use placemat_core::{Scan, Tally, Utf8Error, locate};

use crate::{backend::Handle, backend_choice::BackendChoice, convert::ConvertsTo, split_incomplete};

/// Bytes that are validated and counted before the next ones: they stay in the L2 cache in between, and a kernel's
/// start is short beside them.
const PIECE: usize = 64 << 10;

/// Validates that the bytes are UTF-8 (RFC 3629, section 4), and counts their characters and units, for allocation
/// before a conversion. Reads memory once: from about 1 KiB on this is faster than [`validate`](crate::validate),
/// [`chars::count`](crate::chars::count) and [`utf16::len`](crate::utf16::len) together, except for text that is mostly
/// emoji; for short strings it is not.
///
/// Takes time linear in the number of bytes up to the first error. Does not panic or allocate.
///
/// # Errors
///
/// The first error, like [`from_utf8`](crate::from_utf8).
///
/// ```
/// let counts = placemat::counts("na\u{EF}ve \u{1F37D}".as_bytes())?;
/// assert_eq!((counts.char_count(), counts.utf16_len()), (7, 8));
/// assert!(!counts.is_ascii() && !counts.is_latin1());
///
/// let error = placemat::counts(b"na\xEFve").unwrap_err();
/// assert_eq!((error.valid_up_to(), error.error_len()), (2, Some(1)));
/// # Ok::<(), placemat::Utf8Error>(())
/// ```
#[doc(alias = "validate_with_counts", alias = "validate_utf8_with_counts")]
pub fn counts(bytes: &[u8]) -> Result<Counts, Utf8Error> {
    Counts::of(BackendChoice::Dispatched, bytes)
}

/// What valid UTF-8 contains, returned by [`counts`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    chars: usize,
    utf16_len: usize,
    largest: u8,
}

impl Counts {
    /// The number of characters, which is also the length in units of UTF-32; and the length in bytes of Latin-1, if
    /// [`is_latin1`](Self::is_latin1).
    #[must_use]
    pub const fn char_count(self) -> usize {
        self.chars
    }

    /// The length in units of UTF-16: characters above U+FFFF have two.
    #[must_use]
    pub const fn utf16_len(self) -> usize {
        self.utf16_len
    }

    /// Whether all characters are at most U+00FF, so that the text can be converted to Latin-1.
    ///
    /// ```
    /// assert!(placemat::counts("caf\u{E9}".as_bytes())?.is_latin1());
    /// assert!(!placemat::counts("5 \u{20AC}".as_bytes())?.is_latin1());
    /// # Ok::<(), placemat::Utf8Error>(())
    /// ```
    #[must_use]
    pub const fn is_latin1(self) -> bool {
        // C3 is the lead byte of U+00C0..U+00FF; the next lead byte begins with U+0100.
        self.largest <= 0xC3
    }

    /// Whether all characters are ASCII, U+0000..U+007F.
    #[must_use]
    pub const fn is_ascii(self) -> bool {
        self.largest.is_ascii()
    }

    /// Validates and counts piece by piece.
    pub(crate) fn of(choice: BackendChoice, bytes: &[u8]) -> Result<Self, Utf8Error> {
        let mut counts = Self::default();
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let piece = if rest.len() > PIECE { split_incomplete(&rest[..PIECE]).0 } else { rest };
            let validate = || match choice.scan(piece) {
                Scan::Clean => Ok(()),
                Scan::Suspect { from } => locate(bytes, at + from),
            };
            // ASCII need not be validated. In other text, whatever comes first waits for memory: validation hides that
            // better.
            let Tally { characters, largest } = if counts.is_ascii() {
                let tally = choice.tally(piece);
                if !tally.largest.is_ascii() {
                    validate()?;
                }
                tally
            } else {
                validate()?;
                choice.tally(piece)
            };
            counts.chars += characters;
            // Only characters of four bytes become two units.
            counts.utf16_len += if largest < 0xF0 { characters } else { utf16_len(choice, piece) };
            counts.largest = counts.largest.max(largest);
            at += piece.len();
        }
        Ok(counts)
    }
}

/// The length of text in UTF-16. Out of line, since most text does not need it.
#[cold]
fn utf16_len(choice: BackendChoice, text: &[u8]) -> usize {
    <Utf8 as ConvertsTo<Utf16>>::measure(choice, text)
}

impl Handle {
    /// Validates `bytes` and counts what they contain, like [`counts`](crate::counts).
    ///
    /// # Errors
    ///
    /// The first error.
    pub fn counts(self, bytes: &[u8]) -> Result<Counts, Utf8Error> {
        Counts::of(BackendChoice::Named(self), bytes)
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use alloc::string::String;

    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "long texts, in safe code")]
    fn pieces_add_up() {
        for character in ['a', '\u{E9}', '\u{20AC}', '\u{1F37D}'] {
            for before in PIECE - 4..=PIECE {
                let mut text: String = core::iter::repeat_n('a', before).chain([character]).collect();
                text.extend(core::iter::repeat_n('a', PIECE));
                let counts = counts(text.as_bytes()).unwrap();
                let chars = before + 1 + PIECE;
                assert_eq!(
                    (counts.char_count(), counts.utf16_len()),
                    (chars, chars - 1 + character.len_utf16())
                );
                assert_eq!(
                    (counts.is_ascii(), counts.is_latin1()),
                    (character < '\u{80}', character < '\u{100}')
                );
                let mut invalid = text.into_bytes();
                invalid[PIECE + 5] = 0xFF;
                assert_eq!(super::counts(&invalid).unwrap_err().valid_up_to(), PIECE + 5);
            }
        }
    }
}
