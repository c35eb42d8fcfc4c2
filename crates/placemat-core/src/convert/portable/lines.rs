//! Counts the ends of lines in UTF-8. Whole text is counted, or parts cut between characters; a carriage return at the
//! end of a part is one, even if a line feed comes after the part.

/// Bytes that are compared together.
const BLOCK: usize = 64;

/// Line feeds.
#[must_use]
#[inline(always)]
pub fn line_feeds(bytes: &[u8]) -> usize {
    count(bytes, |[_, _, b0]| b0 == b'\n')
}

/// Line feeds, carriage returns, and a carriage return before a line feed as one.
#[must_use]
#[inline(always)]
pub fn line_ends(bytes: &[u8]) -> usize {
    count(bytes, |[_, b1, b0]| (b0 == b'\r') | ((b0 == b'\n') & (b1 != b'\r')))
}

/// The same, and what else ends a line in Unicode (UAX #14): U+000B, U+000C, U+0085, U+2028 and U+2029.
#[must_use]
#[inline(always)]
pub fn unicode_line_ends(bytes: &[u8]) -> usize {
    count(bytes, |[b2, b1, b0]| {
        let ascii = (b0.wrapping_sub(b'\n') < 4) & ((b0 != b'\n') | (b1 != b'\r'));
        ascii | ((b0 == 0x85) & (b1 == 0xC2)) | ((b0 & 0xFE == 0xA8) & (b1 == 0x80) & (b2 == 0xE2))
    })
}

/// The number of bytes b0 that end a line, given the two before them; zeros are before the first ones.
#[inline(always)]
fn count(bytes: &[u8], is_end: impl Fn([u8; 3]) -> bool) -> usize {
    // The first block, and what is less than a block, among zeros.
    let mut padded = [0; BLOCK + 2];
    let mut at = bytes.len().min(BLOCK);
    padded[2..at + 2].copy_from_slice(&bytes[..at]);
    let mut count = in_blocks(&padded, &mut 2, &is_end);
    while bytes.len() - at >= BLOCK {
        count += in_blocks(bytes, &mut at, &is_end);
    }
    if at < bytes.len() {
        let rest = &bytes[at - 2..];
        padded = [0; BLOCK + 2];
        padded[..rest.len()].copy_from_slice(rest);
        count += in_blocks(&padded, &mut 2, &is_end);
    }
    count
}

/// Counts in whole blocks from `at` on, as many as a lane can count.
#[inline(always)]
fn in_blocks(bytes: &[u8], at: &mut usize, is_end: impl Fn([u8; 3]) -> bool) -> usize {
    let mut lanes = [0_u8; BLOCK];
    for _ in 0..u8::MAX {
        let blocks = (block(bytes, *at - 2), block(bytes, *at - 1), block(bytes, *at));
        let (Some(b2), Some(b1), Some(b0)) = blocks else { break };
        for i in 0..BLOCK {
            lanes[i] += u8::from(is_end([b2[i], b1[i], b0[i]]));
        }
        *at += BLOCK;
    }
    lanes.iter().map(|lane| usize::from(*lane)).sum()
}

#[inline(always)]
fn block(bytes: &[u8], at: usize) -> Option<&[u8; BLOCK]> {
    bytes.get(at..)?.first_chunk()
}
