//! Finds blocks of one- and two-byte characters.
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
pub(crate) const BEFORE: usize = 3;

/// A block and the bytes before it.
pub(crate) type Window = [u8; BEFORE + BLOCK];

/// Whether a longer character extends into the block.
#[inline]
const fn is_longer_before(window: &Window) -> bool {
    let [third, second, first, ..] = window;
    (*third >= LEAD4) | (*second >= LEAD3) | (*first >= LEAD3)
}

/// Whether the block goes on with characters of at most two bytes, where at most one byte before it matters; its end may
/// cut the last one off. Out of line, because it is called once per text and is not small.
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
/// skips [`Trust::is_latin`] for a number of blocks, which doubles each time that it fails again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trust {
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
    #[inline]
    pub(crate) fn start(head: &[u8; BLOCK]) -> Self {
        let distrust = if goes_on(0, head) { 0 } else { Self::FIRST };
        Self { distrust, last: distrust }
    }

    /// Number of blocks that should be validated by other means.
    #[inline]
    pub(crate) const fn distrusted(self) -> u32 {
        self.distrust
    }

    /// Whether the block of a window, which is not skipped, is valid text of characters of at most two bytes; the end of
    /// the block may cut the last one off. The bytes before the block must be the end of a prefix of valid text. No
    /// branch depends on a byte.
    #[inline]
    pub(crate) fn is_latin(&mut self, window: &Window) -> bool {
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
    pub(crate) fn validated(&mut self, blocks: u32) {
        self.distrust = self.distrust.saturating_sub(blocks);
    }
}

/// Whether the end of the block of a window cuts off a character, given that [`Trust::is_latin`] is true.
#[inline]
pub(crate) const fn is_cut_off(window: &Window) -> bool {
    window[BEFORE + BLOCK - 1] >= FIRST_LEAD
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_goes_on_if_it_is_valid() {
        const BYTES: [u8; 10] = [b'a', 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xF0, 0xFF];
        for number in 0..4 * BYTES.len().pow(2) {
            let before = [b'a', 0xA9, 0xC2, 0xDF][number % 4];
            let mut text = [b'a'; 1 + BLOCK];
            [text[1], text[2]] = [number / 4, number / 40].map(|nth| BYTES[nth % BYTES.len()]);
            let block: &[u8; BLOCK] = text.last_chunk().unwrap();
            let two_at_most = |text: &str| text.chars().all(|character| character.len_utf8() <= 2);
            let is_valid = if before < 0xC2 {
                core::str::from_utf8(block).is_ok_and(two_at_most)
            } else {
                core::str::from_utf8(&[&[before][..], block].concat()).is_ok_and(two_at_most)
            };
            assert_eq!(goes_on(before, block), is_valid, "{before:X}, {block:X?}");
        }
    }
}
