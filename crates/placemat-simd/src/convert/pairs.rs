//! Shuffles of sixteen bytes that leave out some bytes of pairs.

/// For each set of eight pairs of bytes, a row: the places of the bytes that are kept, in order. `kept` says which
/// bytes are, of a pair that is not in the set and of one that is. The others are 80.
pub(super) const fn rows_of_pairs(kept: [[bool; 2]; 2]) -> [[u8; 16]; 256] {
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
