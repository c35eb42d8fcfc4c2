//! What a repair has changed.

use super::Fix;
use crate::evidence::{COINCIDENCE, ratio};
use crate::stream::Position;
use crate::text::{code_points, count, spaced_hex};

/// The number of changes that are reported one by one.
const REPORTED: usize = 3;

/// The number of characters of each that a message shows.
const SHOWN: usize = 24;

/// The changes of an input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    pub(crate) number: u64,
    /// The number of places that were left in doubt.
    pub(crate) doubtful: u64,
    first: Vec<Change>,
    /// How many look like a part of a damaged sequence.
    damaged: u64,
    /// The bytes above 7F that are valid.
    valid: u64,
    /// The bytes that were changed.
    invalid: u64,
}

#[derive(Clone, Debug)]
struct Change {
    position: Position,
    offset: u64,
    bytes: Vec<u8>,
    text: String,
}

impl Changes {
    pub(super) fn add(&mut self, position: Position, offset: u64, bytes: &[u8], text: &str, damaged: bool) {
        self.number += 1;
        self.damaged += u64::from(damaged);
        self.invalid += count(bytes.len());
        if self.first.len() < REPORTED {
            self.first.push(Change { position, offset, bytes: bytes.to_vec(), text: text.to_owned() });
        }
    }

    /// Counts the bytes above 7F of valid text.
    pub(super) fn add_valid(&mut self, text: &str) {
        self.valid += count(text.bytes().filter(|byte| !byte.is_ascii()).count());
    }

    /// Why the invalid bytes look like damaged UTF-8 rather than text in another encoding.
    pub(crate) fn damage(&self) -> Option<String> {
        let share = ratio(self.valid, self.invalid).filter(|share| *share >= 0.99 && self.invalid > 0);
        // In much text that is nowhere UTF-8, some bytes look like it by chance.
        if (self.damaged + self.valid) * COINCIDENCE > self.invalid && self.damaged > 0 {
            return Some(format!("{} of {} are parts of UTF-8 sequences", self.damaged, self.number));
        }
        share.map(|share| format!("{:.2} % of the bytes above 7F are valid UTF-8", share * 100.0))
    }

    /// The first changes, for people.
    pub(crate) fn words(&self, fix: Fix, became: &str) -> impl Iterator<Item = String> {
        self.first.iter().map(move |Change { position, offset, bytes, text }| {
            let Position { line, column } = position;
            let (was, is) = match (fix, str::from_utf8(bytes)) {
                (Fix::Remove(_), Ok(was)) => (code_points(was), String::new()),
                (_, Ok(was)) => (quoted(was), quoted(text)),
                (_, Err(_)) => {
                    let (shown, more) = bytes.split_at(bytes.len().min(SHOWN));
                    let hex = spaced_hex(shown);
                    (format!("{}{}", hex.trim_end(), if more.is_empty() { "" } else { " ..." }), quoted(text))
                }
            };
            format!("{line}:{column}: byte {offset}: {was} {became} {is}").trim_end().to_owned()
        })
    }
}

fn quoted(text: &str) -> String {
    let end = text.char_indices().nth(SHOWN);
    end.map_or_else(|| format!("\"{text}\""), |(end, _)| format!("\"{}...\"", &text[..end]))
}
