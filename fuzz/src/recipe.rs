//! Recipes: a few octets that stand for a long text.
//!
//! | octets | what they add |
//! | --- | --- |
//! | `00..3F`, then 1 to 8 octets | these octets |
//! | `40..7F`, then n | n + 1 characters, or 16, 64, 256 times as many |
//! | `80..BF` | characters, up to 0 to 7 octets before the next multiple of 64 |
//! | `C0..FF` | a sequence from [`SEQUENCES`] |
//!
//! So a fuzzer that changes one octet moves an error from one block to the next, or a chunk from one script to another.

/// No text is longer: twenty chunks of 4 KiB, and some.
pub const LONGEST: usize = 100_000;

/// Sequences that decoders have got wrong.
pub const SEQUENCES: [&[u8]; 32] = [
    b"\x80",
    b"\xBF",
    b"\xC0\x80",
    b"\xC1\xBF",
    b"\xC2",
    b"\xC3\xA9",
    b"\xC3\x41",
    b"\xC2\x80\x80",
    b"\xE0\x80\x80",
    b"\xE0\x9F\xBF",
    b"\xE0\xA0\x80",
    b"\xE2\x82",
    b"\xE2\x82\x41",
    b"\xE1\x80\x80\x80",
    b"\xED\xA0\x80",
    b"\xED\x9F\xBF",
    b"\xEF\xBF\xBF",
    b"\xF0\x80\x80\x80",
    b"\xF0\x8F\xBF\xBF",
    b"\xF0\x90\x80\x80",
    b"\xF0\x90\x80\x41",
    b"\xF0\x90",
    b"\xF1\x80\x80",
    b"\xF1\x80\x80\xC3\xA9",
    b"\xF1\x80\x80\x80\x80",
    b"\xF4\x8F\xBF\xBF",
    b"\xF4\x90\x80\x80",
    b"\xF5\x80\x80\x80",
    b"\xF8\x88\x80\x80\x80",
    b"\xFE",
    b"\xFF",
    b"\x00",
];

/// A character of each length.
const CHARACTERS: [&str; 4] = ["a", "\u{E9}", "\u{4E2D}", "\u{1F37D}"];

/// The text that a recipe stands for.
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
            0xC0.. => text.extend(SEQUENCES[usize::from(step % 32)]),
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
        assert!(SEQUENCES.iter().enumerate().all(|(at, octets)| !SEQUENCES[..at].contains(octets)));
    }
}
