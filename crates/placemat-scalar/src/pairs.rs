//! Finds blocks of one- and two-byte characters, for backends without vectors.
//!
//! Most text in Latin script has few other characters, such as quotation marks. It is validated eight bytes at a
//! time, in a word: the highest bit of every byte holds the class of the byte, or an error.

use placemat_core::grammar::FORMS;

use crate::ascii::BLOCK;

/// Bytes per word.
const WORD: usize = 8;

/// The lowest bit of every byte.
const ONES: u64 = u64::MAX / 0xFF;

/// The highest bit of every byte.
const HIGH: u64 = ONES * 0x80;

/// The lowest lead bytes of two-, three- and four-byte sequences, where C0 and C1 count as lead bytes.
const FIRST_LEAD: u8 = FORMS[1].lead.first & 0xE0;
const LEAD3: u8 = FORMS[2].lead.first;
const LEAD4: u8 = FORMS[6].lead.first;

/// Bytes before a block that determine what the block may begin with.
pub const BEFORE: usize = 3;

/// A block and the bytes before it.
pub type Window = [u8; BEFORE + BLOCK];

/// Returns whether the block of a window is valid text of characters of at most two bytes; the end of the
/// block may cut the last one off. The bytes before the block must be the end of a prefix of valid text.
///
/// No branch depends on a byte.
///
/// ```
/// use placemat_scalar::pairs::is_pairs;
///
/// let mut window = [b'a'; 67];
/// window[9..11].copy_from_slice("\u{E9}".as_bytes());
/// assert!(is_pairs(&window));
/// window[9..12].copy_from_slice("\u{20AC}".as_bytes());
/// assert!(!is_pairs(&window), "three bytes");
/// ```
#[must_use]
#[inline]
pub fn is_pairs(window: &Window) -> bool {
    let [_, _, first, block @ ..] = window;
    !is_longer_before(window) & goes_on(*first, block)
}

/// Whether a longer character extends into the block.
#[inline]
const fn is_longer_before(window: &Window) -> bool {
    let [third, second, first, ..] = window;
    (*third >= LEAD4) | (*second >= LEAD3) | (*first >= LEAD3)
}

/// [`is_pairs`], where at most one byte before the block matters. Out of line, because it is called once or
/// twice per text and is not small.
#[inline(never)]
fn goes_on(before: u8, block: &[u8; BLOCK]) -> bool {
    goes_on_here(before, block)
}

/// [`goes_on`], inlined for the loop over all blocks of a text, which a call would slow down by 20 %.
#[inline]
fn goes_on_here(before: u8, block: &[u8; BLOCK]) -> bool {
    let word = |at: usize| block[at..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
    let first = word(0);
    let mut wrong = wrong(first << 8 | u64::from(before), first);
    for at in (WORD..BLOCK).step_by(WORD) {
        // Loaded again one byte earlier, so that no word depends on another and compilers vectorise.
        wrong |= self::wrong(word(at - 1), word(at));
    }
    wrong & HIGH == 0
}

/// The errors in a word; `before` is the word one byte earlier.
#[inline]
const fn wrong(before: u64, word: u64) -> u64 {
    let led = before & before << 1;
    let continuations = word & !(word << 1);
    let leads = word & word << 1;
    // Of C0..FF only C2..DF are allowed: bit 20 is clear, and at least one of the bits 02..10 is set.
    let allowed = ((word & (ONES * 0x3E)) ^ (ONES * 0x20)) + ONES * 0x5E;
    (led ^ continuations) | leads & !allowed
}

/// Predicts whether the next blocks of a text contain no longer characters. After a block that contains some,
/// skips [`is_pairs`] for a number of blocks, which doubles each time that it fails again.
#[derive(Clone, Copy, Debug)]
pub struct Trust {
    /// Number of blocks still to skip.
    distrust: u32,
    /// Number of blocks skipped last time.
    last: u32,
}

impl Trust {
    const MAX: u32 = 64;

    /// Number of blocks skipped if the first block has longer characters: such text mostly has more.
    const FIRST: u32 = 16;

    /// Starts a text with this block. If the block is valid and has no longer characters, no block is skipped.
    #[must_use]
    #[inline]
    pub fn start(head: &[u8; BLOCK]) -> Self {
        let distrust = if goes_on(0, head) { 0 } else { Self::FIRST };
        Self { distrust, last: distrust }
    }

    /// Number of blocks that should be validated by other means.
    #[must_use]
    #[inline]
    pub const fn distrusted(self) -> u32 {
        self.distrust
    }

    /// [`is_pairs`], for a block that is not skipped.
    #[must_use]
    #[inline]
    pub fn is_pairs(&mut self, window: &Window) -> bool {
        let [_, _, first, block @ ..] = window;
        let answer = !is_longer_before(window) & goes_on_here(*first, block);
        if answer {
            self.last = 0;
        } else {
            self.last = (2 * self.last).clamp(1, Self::MAX);
            self.distrust = self.last;
        }
        answer
    }

    /// Records that `blocks` blocks were validated by other means.
    #[inline]
    pub fn validated(&mut self, blocks: u32) {
        self.distrust = self.distrust.saturating_sub(blocks);
    }
}

/// Whether the end of the block of a window cuts off a character, given that [`is_pairs`] is true.
#[must_use]
#[inline]
pub const fn is_cut_off(window: &Window) -> bool {
    window[BEFORE + BLOCK - 1] >= FIRST_LEAD
}

/// Whether these bytes, the end of a prefix of valid text, end with a complete character.
#[must_use]
#[inline]
pub fn is_complete(last: &[u8; BEFORE]) -> bool {
    let [third, second, first] = last;
    (*third < LEAD4) & (*second < LEAD3) & (*first < FIRST_LEAD)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected result of `is_pairs`.
    fn expected(window: &Window) -> bool {
        let [third, second, first, block @ ..] = window;
        let mut bytes = [0; BLOCK + 2];
        bytes[0] = if *first >= FIRST_LEAD { 0xC3 } else { b'a' };
        bytes[1..=BLOCK].copy_from_slice(block);
        // Complete a sequence that the end cuts off.
        bytes[BLOCK + 1] = if block[BLOCK - 1] >= FIRST_LEAD { 0x80 } else { b'a' };
        *third < LEAD4
            && *second < LEAD3
            && *first < LEAD3
            && core::str::from_utf8(&bytes).is_ok_and(|text| text.chars().all(|char| char.len_utf8() <= 2))
    }

    #[test]
    fn two_bytes_at_every_place() {
        for pair in 0..=u16::MAX {
            // Every position for some pairs; both ends of a word and of the block for all.
            let step = if pair % 61 == 0 { 1 } else { 7 };
            for at in (BEFORE - 1..BEFORE + BLOCK).step_by(step) {
                for filler in [*b"ab", [0xC3, 0xA9]] {
                    let mut window = [b'a'; BEFORE + BLOCK];
                    window[BEFORE..].as_chunks_mut::<2>().0.fill(filler);
                    let [first, second] = pair.to_be_bytes();
                    window[at] = first;
                    if let Some(byte) = window.get_mut(at + 1) {
                        *byte = second;
                    }
                    assert_eq!(is_pairs(&window), expected(&window), "{pair:X} {at} {filler:X?}");
                }
            }
        }
    }

    #[test]
    fn bytes_before() {
        for byte in 0..=u8::MAX {
            for place in 0..BEFORE {
                for next in [b'a', 0x80] {
                    let mut window = [b'a'; BEFORE + BLOCK];
                    window[place] = byte;
                    window[BEFORE] = next;
                    assert_eq!(is_pairs(&window), expected(&window), "{byte:X} {place} {next:X}");
                }
            }
        }
    }

    #[test]
    fn completeness() {
        for (end, expected) in [
            (*b"aaa", true),
            (*b"aa\xC3", false),
            (*b"a\xC3\xA9", true),
            (*b"a\xE2\x82", false),
            (*b"\xE2\x82\xAC", true),
            (*b"\xF0\x9F\x8D", false),
        ] {
            assert_eq!(is_complete(&end), expected, "{end:X?}");
        }
    }
}
