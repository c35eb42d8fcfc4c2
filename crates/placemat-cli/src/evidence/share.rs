//! The share of valid sequences among non-ASCII bytes.

use crate::text::count;

/// Counts bytes in valid and in invalid sequences. ASCII is not counted: it is valid in nearly every encoding, so
/// it proves nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    /// The bytes in valid sequences of two to four bytes.
    pub(crate) valid: u64,
    /// The bytes in invalid sequences.
    pub(crate) invalid: u64,
    /// Whether there is a word of valid sequences: between ASCII, and without an error. Next to errors, sequences may
    /// be valid by chance, such as C4 B3 at the start of a word in Windows-1251.
    pub(crate) has_words: bool,
    /// The state of the current word.
    word: Word,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Word {
    is_begun: bool,
    has_errors: bool,
}

impl Share {
    /// The share in a text.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut share = Self::default();
        for chunk in bytes.utf8_chunks() {
            share.add_text(chunk.valid());
            share.add_error(count(chunk.invalid().len()));
        }
        share
    }

    pub(crate) fn add_error(&mut self, len: u64) {
        self.invalid += len;
        self.word.has_errors = true;
    }

    pub(crate) fn add_text(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let Some(first) = bytes.iter().position(u8::is_ascii) else {
            self.word.is_begun |= !text.is_empty();
            self.valid += count(bytes.len());
            return;
        };
        self.word.is_begun |= first > 0;
        self.end();
        if text.is_ascii() {
            return;
        }
        // Sums of at most 255 fit into a byte, so that whole vectors can be added.
        let high = |chunk: &[u8]| u64::from(chunk.iter().map(|byte| u8::from(*byte >= 0x80)).sum::<u8>());
        self.valid += bytes.chunks(255).map(high).sum::<u64>();
        let last = bytes.iter().rposition(u8::is_ascii).unwrap_or(first);
        self.has_words = self.has_words || !bytes[first..last].is_ascii();
        self.word.is_begun = last + 1 < bytes.len();
    }

    /// Ends the current word, at ASCII or at the end of the input.
    pub(crate) fn end(&mut self) {
        self.has_words |= self.word.is_begun && !self.word.has_errors;
        self.word = Word::default();
    }

    /// The valid part of all bytes above 7F: near 1 in damaged UTF-8, near 0 in single-byte encodings, about a
    /// quarter in `Shift_JIS` and GBK. `None` if there are no such bytes.
    pub(crate) fn ratio(self) -> Option<f64> {
        ratio(self.valid, self.invalid)
    }
}

/// The share of `valid` in the sum, rounded down to ten-thousandths: it is 1 only if nothing is invalid.
pub(crate) fn ratio(valid: u64, invalid: u64) -> Option<f64> {
    let all = valid + invalid;
    let of = |parts: u128| (u128::from(valid) * parts).checked_div(u128::from(all));
    let parts = u32::try_from(of(10_000)?).ok()?;
    Some(f64::from(parts) / 10_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_bytes_are_counted() {
        let share = |parts: &[Result<&str, u64>]| {
            let mut share = Share::default();
            for part in parts {
                match part {
                    Ok(text) => share.add_text(text),
                    Err(len) => share.add_error(*len),
                }
            }
            share.end();
            (share.valid, share.invalid, share.has_words)
        };
        for (parts, expected) in [
            (&[][..], (0, 0, false)),
            (&[Ok("plain")], (0, 0, false)),
            (&[Ok("caf\u{E9}")], (2, 0, true)),
            (&[Ok("\u{E9}t\u{E9}")], (4, 0, true)),
            (&[Ok("a \u{E9} b"), Err(1)], (2, 1, true)),
            (&[Ok("a \u{E9}"), Err(1), Ok("b")], (2, 1, false)),
            (&[Err(1), Ok("\u{E9}"), Ok("\u{E9} b")], (4, 1, false)),
            (&[Err(1), Ok("\u{E9} b"), Ok("\u{E9}"), Ok(" ")], (4, 1, true)),
            (&[Ok("\u{E9}"), Ok("\u{20AC}\u{1F37D}"), Err(3)], (9, 3, false)),
        ] {
            assert_eq!(share(parts), expected, "{parts:?}");
        }
    }
}
