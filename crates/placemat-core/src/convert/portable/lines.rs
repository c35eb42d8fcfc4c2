//! Finds and counts the ends of lines in UTF-8. Whole text is searched, or parts cut between characters.

/// What ends a line. The last line has no end, so text that ends with a line end has an empty last line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LineEnds {
    /// LF. A CR before it belongs to the line.
    Lf,
    /// LF, CR, and CR LF as one: the line ends of the Language Server Protocol.
    LfCr,
    /// The same, and U+000B, U+000C, U+0085, U+2028 and U+2029 (UAX #14).
    Unicode,
}

/// Line feeds.
#[must_use]
#[inline(always)]
pub fn line_feeds(bytes: &[u8]) -> usize {
    count(bytes, LineEnds::Lf, is_line_feed)
}

/// Line feeds, carriage returns, and a carriage return before a line feed as one. At the end of a part it counts, even
/// if a line feed comes after the part.
#[must_use]
#[inline(always)]
pub fn line_ends(bytes: &[u8]) -> usize {
    count(bytes, LineEnds::LfCr, is_line_end)
}

/// The same, and what else ends a line in Unicode.
#[must_use]
#[inline(always)]
pub fn unicode_line_ends(bytes: &[u8]) -> usize {
    count(bytes, LineEnds::Unicode, is_unicode_line_end)
}

/// Bytes in a word.
const WORD: usize = size_of::<u64>();
/// The lowest and the highest bit of each byte of a word.
const LOW: u64 = u64::MAX / 0xFF;
const HIGH: u64 = 0x80 * LOW;

/// The last bytes of line ends among the eight bytes from `at` on: the highest bit of the byte that has their place in
/// a little-endian number. What is beyond the end of `bytes` ends no line.
///
/// ```
/// use placemat_core::convert::portable::{LineEnds, line_ends_at};
///
/// assert_eq!(line_ends_at(b"\r\na\r", 1, LineEnds::LfCr), 0x80_00_80);
/// ```
#[must_use]
#[inline(always)]
pub fn line_ends_at(bytes: &[u8], at: usize, ends: LineEnds) -> u64 {
    let word = load(bytes, at);
    if ends == LineEnds::Lf {
        return equal(word, b'\n');
    }
    let goes_on = equal(word, b'\r') & equal(load(bytes, at.saturating_add(1)), b'\n');
    if ends == LineEnds::LfCr {
        return (equal(word, b'\n') | equal(word, b'\r')) & !goes_on;
    }
    let seven = word & !HIGH;
    // Numbers from 0A on have a carry in the first sum, those from 0E on also in the second one.
    let ascii = (seven + (0x80 - 0x0A) * LOW) & !(seven + (0x80 - 0x0E) * LOW) & !word & HIGH & !goes_on;
    if word & HIGH == 0 {
        return ascii;
    }
    let b1 = at.checked_sub(1).map_or(word << 8, |at| load(bytes, at));
    let b2 = at.checked_sub(2).map_or(b1 << 8, |at| load(bytes, at));
    let next_line = equal(word, 0x85) & equal(b1, 0xC2);
    ascii | next_line | equal(word & !LOW, 0xA8) & equal(b1, 0x80) & equal(b2, 0xE2)
}

/// The number of such bits.
#[must_use]
#[inline(always)]
pub const fn count_flags(flags: u64) -> usize {
    // The sum of all bytes of a product is in the highest one: a population count that needs no instruction of its own.
    ((flags >> 7).wrapping_mul(LOW) >> 56) as usize
}

/// The highest bit of each byte that is this one.
#[inline(always)]
const fn equal(word: u64, byte: u8) -> u64 {
    let other = word ^ (byte as u64 * LOW);
    // The sum sets it in a byte if any of the seven others is set.
    !(((other & !HIGH) + !HIGH) | other) & HIGH
}

/// Eight bytes from `at` on, with zeros after the last one.
#[inline(always)]
fn load(bytes: &[u8], at: usize) -> u64 {
    let Some(rest) = bytes.get(at..) else { return 0 };
    if let Some(word) = rest.first_chunk() {
        return u64::from_le_bytes(*word);
    }
    // Without a loop, whose counters would have to be computed for whole words as well.
    if let (Some(first), Some(last)) = (rest.first_chunk(), rest.last_chunk()) {
        let [first, last] = [*first, *last].map(|half| u64::from(u32::from_le_bytes(half)));
        return first | last << (8 * (rest.len() - size_of::<u32>()));
    }
    let byte = |at: usize| rest.get(at).map_or(0, |byte| u64::from(*byte) << (8 * at));
    byte(0) | byte(1) | byte(2)
}

/// A byte, with the two before and the one after it.
type Window = [u8; 4];

#[inline(always)]
fn is_line_feed([_, _, byte, _]: Window) -> bool {
    byte == b'\n'
}

#[inline(always)]
fn is_line_end([_, _, byte, next]: Window) -> bool {
    (byte == b'\n') | ((byte == b'\r') & (next != b'\n'))
}

#[inline(always)]
fn is_unicode_line_end([b2, b1, byte, next]: Window) -> bool {
    let ascii = (byte.wrapping_sub(b'\n') < 4) & ((byte != b'\r') | (next != b'\n'));
    ascii | ((byte == 0x85) & (b1 == 0xC2)) | ((byte & 0xFE == 0xA8) & (b1 == 0x80) & (b2 == 0xE2))
}

/// Bytes that are compared together in long text.
const BLOCK: usize = 64;

#[inline(always)]
fn count(bytes: &[u8], ends: LineEnds, is_end: impl Fn(Window) -> bool) -> usize {
    let (mut count, mut at) = (0, 0);
    if bytes.len() > WORD + BLOCK {
        count = count_flags(line_ends_at(bytes, 0, ends));
        at = WORD;
        let [b2, b1, b0, next] = [WORD - 2, WORD - 1, WORD, WORD + 1].map(|at| blocks(bytes, at));
        // As many blocks as a lane can count.
        let groups = b2.chunks(255).zip(b1.chunks(255)).zip(b0.chunks(255)).zip(next.chunks(255));
        for (((b2, b1), b0), next) in groups {
            let mut lanes = [0_u8; BLOCK];
            for (((b2, b1), b0), next) in b2.iter().zip(b1).zip(b0).zip(next) {
                for i in 0..BLOCK {
                    lanes[i] += u8::from(is_end([b2[i], b1[i], b0[i], next[i]]));
                }
            }
            count += lanes.iter().map(|lane| usize::from(*lane)).sum::<usize>();
        }
        at += next.len() * BLOCK;
    }
    while at < bytes.len() {
        count += count_flags(line_ends_at(bytes, at, ends));
        at += WORD;
    }
    count
}

/// The whole blocks from `at` on.
#[inline(always)]
fn blocks(bytes: &[u8], at: usize) -> &[[u8; BLOCK]] {
    bytes.get(at..).unwrap_or_default().as_chunks().0
}
