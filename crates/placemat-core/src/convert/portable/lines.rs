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
pub fn line_feeds(bytes: &[u8]) -> usize {
    count(bytes, LineEnds::Lf)
}

/// Line feeds, carriage returns, and a carriage return before a line feed as one. At the end of a part it counts, even
/// if a line feed comes after the part.
#[must_use]
pub fn line_ends(bytes: &[u8]) -> usize {
    count(bytes, LineEnds::LfCr)
}

/// The same, and what else ends a line in Unicode.
#[must_use]
pub fn unicode_line_ends(bytes: &[u8]) -> usize {
    count(bytes, LineEnds::Unicode)
}

/// Passes over `skip` line ends, and writes where the lines after the next ones start, until `dst` is full. Returns how
/// many it wrote.
///
/// ```
/// use placemat_core::convert::portable::{LineEnds, line_starts};
///
/// let mut starts = [0; 2];
/// assert_eq!(line_starts(b"a\nb\r\nc\n", LineEnds::LfCr, 1, &mut starts), 2);
/// assert_eq!(starts, [5, 7]);
/// ```
#[must_use]
pub fn line_starts(bytes: &[u8], ends: LineEnds, mut skip: usize, dst: &mut [usize]) -> usize {
    let (mut at, mut written) = (0, 0);
    while at < bytes.len() && written < dst.len() {
        let mut flags = line_ends_at(bytes, at, ends);
        while flags != 0 {
            if skip > 0 {
                skip -= 1;
            } else if let Some(start) = dst.get_mut(written) {
                *start = at + flags.trailing_zeros() as usize / 8 + 1;
                written += 1;
            }
            flags &= flags - 1;
        }
        at += WORD;
    }
    written
}

/// Bytes in a word.
const WORD: usize = size_of::<u64>();
/// The lowest and the highest bit of each byte of a word.
const LOW: u64 = u64::MAX / 0xFF;
const HIGH: u64 = 0x80 * LOW;

/// The last bytes of line ends among the eight bytes from `at` on: the highest bit of the byte that has their place in
/// a little-endian number. What is beyond the end of `bytes` ends no line.
#[inline(always)]
fn line_ends_at(bytes: &[u8], at: usize, ends: LineEnds) -> u64 {
    let word = load(bytes, at);
    if ends == LineEnds::Lf {
        return equal(word, b'\n');
    }
    let goes_on = equal(word, b'\r') & equal(load(bytes, at + 1), b'\n');
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

fn count(bytes: &[u8], ends: LineEnds) -> usize {
    (0..bytes.len()).step_by(WORD).map(|at| line_ends_at(bytes, at, ends).count_ones() as usize).sum()
}
