//! Recipes: a few bytes that expand to a long text.
//!
//! | bytes | expansion |
//! | --- | --- |
//! | `00..3F`, then 1 to 8 bytes | these bytes |
//! | `40..7F`, then n | n + 1 characters, or 16, 64, 256 times as many |
//! | `80..BF` | characters, up to 0 to 7 bytes before the next multiple of 64 |
//! | `C0..FF` | a sequence from [`SEQUENCES`] |
//!
//! If a fuzzer changes one byte, an error moves from one block to the next, or a chunk changes its script.

use std::sync::LazyLock;

use placemat_conformance::cases::{self, Case};
use placemat_conformance::text::CHARACTERS;

/// The maximum length of a text: twenty chunks of 4 KiB, and some more.
pub const LONGEST: usize = 100_000;

/// Sequences that decoders got wrong. Recipes depend on their order.
pub static SEQUENCES: LazyLock<[Case; 32]> = LazyLock::new(|| {
    [
        "lone-continuation", "lone-continuation-bf", "overlong-nul", "overlong-delete", "cut-c2", "u-00e9",
        "broken-c3-by-ascii", "extra-continuation-after-two", "overlong-nul-of-three", "overlong-u-07ff",
        "u-0800", "cut-e2-82", "broken-e2-82-by-ascii", "extra-continuation-after-three", "surrogate-d800",
        "u-d7ff", "u-ffff", "overlong-nul-of-four", "overlong-u-ffff", "u-10000", "broken-f0-90-80-by-ascii",
        "cut-f0-90", "cut-f1-80-80", "broken-f1-80-80-by-two", "extra-continuation-after-four", "u-10ffff",
        "beyond-110000", "beyond-140000", "five-bytes", "never-fe", "never-ff", "nul",
    ]
    .map(cases::case)
});

/// Expands a recipe.
#[must_use]
pub fn cook(recipe: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut rest = recipe.iter().copied();
    while let Some(step) = rest.next() {
        match step {
            0x00..0x40 => text.extend(rest.by_ref().take(1 + usize::from(step % 8))),
            0x40..0x80 => {
                let times = [1, 16, 64, 256][usize::from(step / 4 % 4)];
                let count = times * (1 + usize::from(rest.next().unwrap_or(0)));
                fill(&mut text, step, count);
            }
            0x80..0xC0 => {
                let to_line = 64 - text.len() % 64;
                let count = to_line.saturating_sub(usize::from(step / 4 % 8)) / character(step).len();
                fill(&mut text, step, count);
            }
            0xC0.. => text.extend(SEQUENCES[usize::from(step % 32)].bytes),
        }
        if text.len() >= LONGEST {
            break;
        }
    }
    text.truncate(LONGEST);
    text
}

fn character(step: u8) -> &'static str {
    CHARACTERS[usize::from(step % 4)]
}

fn fill(text: &mut Vec<u8>, step: u8, count: usize) {
    text.extend(character(step).bytes().cycle().take(count * character(step).len()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_adds_what_it_should() {
        assert_eq!(cook(b"\x02abc"), b"abc");
        assert_eq!(cook(b"\x41\x01"), "\u{E9}\u{E9}".as_bytes());
        assert_eq!(cook(b"\x4C\x00").len(), 256);
        assert_eq!(cook(b"\x80").len(), 64);
        assert_eq!(cook(b"\x84\xFD"), [&[b'a'; 63][..], b"\xFE"].concat());
        assert_eq!(cook(b""), b"");
        assert_eq!(cook(&[0x7F, 0xFF].repeat(9)).len(), LONGEST);
    }

    #[test]
    fn sequences_differ() {
        assert!(SEQUENCES.iter().enumerate().all(|(at, case)| !SEQUENCES[..at].contains(case)));
    }
}
