//! Compress for units, by 16-byte shuffles from a table.
//!
//! ```text
//! for each eight lanes:
//!     row  = eight bits: which lanes write
//!     store(dst, shuffle(units, SHUFFLE_TABLE[row]))      sixteen bytes, whatever the row
//!     dst += count(row)
//! ```
//!
//! If lanes 1, 4, 5 and 7 write, for example, the row is 10110010:
//!
//! ```text
//! lanes       0    1    2    3    4    5    6    7
//! shuffle   02 03  08 09  0A 0B  0E 0F  80 80 ...      the units of lanes 1, 4, 5, 7; dst += 4
//! ```
//!
//! Full stores need no branch on the count: the next store overwrites the excess. Every address depends on the counts
//! before it, so counting is on the critical path: backends without POPCNT use a second table.

use super::words::{Sixteen, Words, store_shuffled};
use super::{blocks::SPARE, lanes::Lanes, shuffles::shuffles_of_pairs};

/// The units of all lanes, given their bytes, those of the first eight lanes first.
#[inline(always)]
pub fn interleave<S: Words>(simd: S, low: S::V, high: S::V) -> impl IntoIterator<Item = Sixteen<S>> {
    // The bytes of a unit in native order.
    let (first, second) = if cfg!(target_endian = "little") { (low, high) } else { (high, low) };
    simd.zip_bytes(first, second)
}

/// [`ToUtf16::compress_lanes`](super::ToUtf16::compress_lanes) by [`SHUFFLE_TABLE`].
///
/// # Panics
///
/// If `at + LANES + SPARE` is above `dst.len()`.
#[inline(always)]
pub(super) fn compress_by_table<S: Words>(simd: S, lanes: Lanes<S::V>, dst: &mut [u16], at: usize) -> usize {
    const FITS: &str = "space for LANES units and SPARE ones";
    let dst = dst.get_mut(at..).and_then(|left| left.get_mut(..S::LANES + SPARE)).expect(FITS);
    let mut set = lanes.writes;
    let mut written = 0;
    // Each group of eight lanes is stored where the one before it ends, overwriting what that stored after its own
    // units.
    for units in interleave(simd, lanes.low, lanes.high) {
        let [row, ..] = set.to_le_bytes();
        // `written` is below LANES here. The mask lets the compiler drop the bounds check.
        if let Some(dst) = dst[written & (S::LANES - 1)..].first_chunk_mut::<8>() {
            store_shuffled(simd, units, &SHUFFLE_TABLE[usize::from(row)], dst);
        }
        written += simd.count_eight(row);
        set >>= 8;
    }
    written
}

/// For each set of eight lanes: the 16-byte shuffle that moves their units to the front, followed by 80.
pub static SHUFFLE_TABLE: [[u8; 16]; 256] = shuffles_of_pairs([[false, false], [true, true]]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_move_units_to_the_front() {
        for (set, row) in SHUFFLE_TABLE.iter().enumerate() {
            let chosen = (0..8).filter(|lane| set >> lane & 1 == 1);
            for (to, lane) in chosen.enumerate() {
                assert_eq!(row[2 * to..2 * to + 2], [2 * lane, 2 * lane + 1], "{set:b}");
            }
            assert!(row[2 * set.count_ones() as usize..].iter().all(|index| *index == 0x80), "{set:b}");
        }
    }
}
