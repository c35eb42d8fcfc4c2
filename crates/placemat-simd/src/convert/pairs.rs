//! Shuffles of sixteen octets that leave out some octets of pairs.

/// For each set of eight pairs of octets, a row: the places of the octets that are kept, in order. `kept` says which
/// octets are, of a pair that is not in the set and of one that is. The others are 80.
pub(super) const fn rows_of_pairs(kept: [[bool; 2]; 2]) -> [[u8; 16]; 256] {
    let mut rows = [[0x80; 16]; 256];
    let mut set = 0;
    while set < rows.len() {
        let (mut octet, mut to) = (0, 0);
        while octet < 16 {
            if kept[set >> (octet / 2) & 1][octet as usize % 2] {
                rows[set][to] = octet;
                to += 1;
            }
            octet += 1;
        }
        set += 1;
    }
    rows
}
