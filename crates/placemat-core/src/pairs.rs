//! Text whose characters have at most two bytes: for backends without vectors of their own.
//!
//! Most text in Latin script has no others, but for a quotation mark now and then. It is validated eight bytes at
//! a time, in a word: in every byte of it the highest bit says what that byte is, or what is wrong there.

use crate::{ascii::BLOCK, grammar::FORMS};

/// Bytes of a word.
const WORD: usize = 8;

/// The lowest bit of every byte.
const ONES: u64 = u64::MAX / 0xFF;

/// The highest bit of every byte.
const HIGH: u64 = ONES * 0x80;

/// The first bytes that look like leads of two, three and four.
const LEAD2: u8 = FORMS[1].lead.first & 0xE0;
const LEAD3: u8 = FORMS[2].lead.first;
const LEAD4: u8 = FORMS[6].lead.first;

/// How many bytes before a block say what it begins with.
pub const BEFORE: usize = 3;

/// Bytes before a block, and the block.
pub type Window = [u8; BEFORE + BLOCK];

/// Whether the block of a window is valid text of characters of at most two bytes, the last of which may
/// be cut off by the end of the block. The bytes before it are to be the end of the beginning of valid
/// text.
///
/// There is no branch that depends on a byte.
///
/// ```
/// use placemat_core::pairs::is_pairs;
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

/// Whether a longer character reaches into the block.
#[inline]
const fn is_longer_before(window: &Window) -> bool {
    let [third, second, first, ..] = window;
    (*third >= LEAD4) | (*second >= LEAD3) | (*first >= LEAD3)
}

/// [`is_pairs`], where at most one byte before the block matters. It is called once or twice a text, and is not
/// small.
#[inline(never)]
fn goes_on(before: u8, block: &[u8; BLOCK]) -> bool {
    goes_on_here(before, block)
}

/// [`goes_on`], for every block of a text: a call would make that slower by a fifth.
#[inline]
fn goes_on_here(before: u8, block: &[u8; BLOCK]) -> bool {
    let word = |at: usize| block[at..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
    let first = word(0);
    let mut wrong = wrong(first << 8 | u64::from(before), first);
    for at in (WORD..BLOCK).step_by(WORD) {
        // Loaded again one byte earlier, so that no word waits for another: compilers make vectors of it.
        wrong |= self::wrong(word(at - 1), word(at));
    }
    wrong & HIGH == 0
}

/// Where something is wrong in a word; `before` is the word one byte earlier.
#[inline]
const fn wrong(before: u64, word: u64) -> u64 {
    let led = before & before << 1;
    let continuations = word & !(word << 1);
    let leads = word & word << 1;
    // Of C0 to FF only C2 to DF are allowed: of the bits 02 to 20 not only the highest, and not none.
    let allowed = ((word & (ONES * 0x3E)) ^ (ONES * 0x20)) + ONES * 0x5E;
    (led ^ continuations) | leads & !allowed
}

/// Whether text still looks as if blocks of it have no longer characters. After a block that has some, so many
/// others are not asked, the more of them the more often that was needlessly.
#[derive(Clone, Copy, Debug)]
pub struct Trust {
    /// How many more blocks are not asked.
    distrust: u32,
    /// How many those were the last time.
    last: u32,
}

impl Trust {
    const MAX: u32 = 64;

    /// How many blocks are distrusted after a first block with longer characters: such text mostly has more.
    const FIRST: u32 = 16;

    /// For text that begins with this block. If it has no longer characters, and nothing is wrong in it, no block
    /// is distrusted.
    #[must_use]
    #[inline]
    pub fn start(head: &[u8; BLOCK]) -> Self {
        let distrust = if goes_on(0, head) { 0 } else { Self::FIRST };
        Self { distrust, last: distrust }
    }

    /// How many blocks are better validated by other means.
    #[must_use]
    #[inline]
    pub const fn distrusted(self) -> u32 {
        self.distrust
    }

    /// [`is_pairs`], where no block is distrusted.
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

    /// So many blocks have been validated by other means.
    #[inline]
    pub fn validated(&mut self, blocks: u32) {
        self.distrust = self.distrust.saturating_sub(blocks);
    }
}

/// Whether the end of the block of a window cuts off a character, if [`is_pairs`].
#[must_use]
#[inline]
pub const fn is_cut_off(window: &Window) -> bool {
    window[BEFORE + BLOCK - 1] >= LEAD2
}

/// Whether no character is cut off after these bytes, the end of the beginning of valid text.
#[must_use]
#[inline]
pub fn is_complete(last: &[u8; BEFORE]) -> bool {
    let [third, second, first] = last;
    (*third < LEAD4) & (*second < LEAD3) & (*first < LEAD2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `is_pairs` is to say.
    fn expected(window: &Window) -> bool {
        let [third, second, first, block @ ..] = window;
        let mut bytes = [0; BLOCK + 2];
        bytes[0] = if *first >= LEAD2 { 0xC3 } else { b'a' };
        bytes[1..=BLOCK].copy_from_slice(block);
        // What is cut off at the end goes on.
        bytes[BLOCK + 1] = if block[BLOCK - 1] >= LEAD2 { 0x80 } else { b'a' };
        *third < LEAD4
            && *second < LEAD3
            && *first < LEAD3
            && core::str::from_utf8(&bytes).is_ok_and(|text| text.chars().all(|char| char.len_utf8() <= 2))
    }

    #[test]
    fn two_bytes_at_every_place() {
        for pair in 0..=u16::MAX {
            // Every place for some of them, both ends of a word and of the block among those for all.
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
