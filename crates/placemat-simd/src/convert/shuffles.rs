//! Shuffles of 16 bytes that drop some bytes of pairs.

/// A row for each set of eight byte pairs: the indices of the bytes that are kept, in order, followed by 80. `kept`
/// tells which bytes are kept of a pair outside the set and of one inside it.
pub(super) const fn shuffles_of_pairs(kept: [[bool; 2]; 2]) -> [[u8; 16]; 256] {
    let mut rows = [[0x80; 16]; 256];
    let mut set = 0;
    while set < rows.len() {
        let (mut byte, mut to) = (0, 0);
        while byte < 16 {
            if kept[set >> (byte / 2) & 1][byte as usize % 2] {
                rows[set][to] = byte;
                to += 1;
            }
            byte += 1;
        }
        set += 1;
    }
    rows
}
