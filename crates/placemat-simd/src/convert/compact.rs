use super::{Lanes, Window, units};
use crate::{BLOCK, validate::Kernel};

/// What conversion to UTF-16 needs of a backend.
pub trait Compact: Kernel {
    /// `window[at..at + LANES]`.
    ///
    /// # Panics
    ///
    /// Where `at` is above `window.len() - LANES`.
    fn load_from(self, window: &Window, at: usize) -> Self::V;

    /// What the lanes write, given b0 to b4; see [`units`].
    #[inline(always)]
    fn units(self, b: [Self::V; 5]) -> Lanes<Self::V> {
        units(self, b)
    }

    /// Puts the units of the lanes that write to `room[at..]`, one after the other. Up to LANES units there
    /// may be overwritten.
    ///
    /// # Panics
    ///
    /// Where `at` is above `room.len() - LANES`.
    fn compact(self, lanes: Lanes<Self::V>, room: &mut [u16; BLOCK], at: usize);

    /// Whether the octets are ASCII; if they are, the room has their units then, and else anything.
    fn widen(self, octets: &[u8; BLOCK], room: &mut [u16; BLOCK]) -> bool;
}

/// For each set of eight lanes the octets that move the units of these lanes to the front: a row for a
/// shuffle of sixteen octets. The others become 0 or something else.
pub static ROWS: [[u8; 16]; 256] = {
    let mut rows = [[0x80; 16]; 256];
    let mut set = 0;
    while set < rows.len() {
        let (mut lane, mut to) = (0, 0);
        while lane < 8 {
            if set >> lane & 1 == 1 {
                rows[set][to] = 2 * lane;
                rows[set][to + 1] = 2 * lane + 1;
                to += 2;
            }
            lane += 1;
        }
        set += 1;
    }
    rows
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_move_units_to_the_front() {
        for (set, row) in ROWS.iter().enumerate() {
            let chosen = (0..8).filter(|lane| set >> lane & 1 == 1);
            for (to, lane) in chosen.enumerate() {
                assert_eq!(row[2 * to..2 * to + 2], [2 * lane, 2 * lane + 1], "{set:b}");
            }
            assert!(row[2 * set.count_ones() as usize..].iter().all(|index| *index == 0x80), "{set:b}");
        }
    }
}
