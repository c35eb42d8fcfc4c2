//! Compress for 16-byte vectors, by shuffles from a table with a row for each set of eight lanes. The next group
//! overwrites what a group stores after its own bytes.

use super::shuffles::shuffles_of_pairs;
use crate::Simd;

/// Compresses the bytes of these lanes into `dst[at..]` and returns their number. May overwrite up to sixteen bytes;
/// bytes that do not fit are dropped.
#[inline(always)]
pub(super) fn compress_lanes<S: Simd>(simd: S, bytes: S::V, lanes: u64, dst: &mut [u8], at: usize) -> usize {
    let [first, second, ..] = lanes.to_le_bytes();
    let (low, high) = (usize::from(first), usize::from(second));
    let mut moved = [0; 16];
    simd.store(simd.shuffle(bytes, simd.join(LANES[low], LANES[high] | UPPER_LANES)), &mut moved, 0);
    let (halves, _) = moved.as_chunks::<8>();
    let before = simd.count_eight(first);
    let all = before + simd.count_eight(second);
    for (half, at) in halves.iter().zip([at, at + before]) {
        if let Some(dst) = dst[at..].first_chunk_mut() {
            *dst = *half;
        }
    }
    all
}

/// For each set of eight lanes: their indices in order, little-endian, followed by 80 or above.
static LANES: [u64; 256] = {
    let mut rows = [0x8080_8080_8080_8080; 256];
    let mut set = 0;
    while set < rows.len() {
        let (mut lane, mut to) = (0, 0);
        while lane < 8 {
            if set >> lane & 1 == 1 {
                rows[set] = rows[set] & !(0xFF << (8 * to)) | lane << (8 * to);
                to += 1;
            }
            lane += 1;
        }
        set += 1;
    }
    rows
};

/// Moves indices up by eight lanes.
const UPPER_LANES: u64 = 0x0808_0808_0808_0808;

/// For each set of eight lanes that hold a lead byte and a byte after it: the lead bytes of the set, and all other
/// bytes.
pub(super) static WITHOUT_LEADS: [[u8; 16]; 256] = shuffles_of_pairs([[false, true], [true, true]]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_lanes_of_their_set() {
        for set in 0..256 {
            let holds = |lane: &u8| set >> lane & 1 == 1;
            let lanes = LANES[set].to_le_bytes();
            let count = set.count_ones() as usize;
            assert!((0..8).filter(holds).eq(lanes[..count].iter().copied()), "{set:b}");
            assert!(lanes[count..].iter().all(|index| *index == 0x80), "{set:b}");
            let row = WITHOUT_LEADS[set];
            let both = |lane| [2 * lane, 2 * lane + 1];
            let pairs = (0..8).flat_map(|lane| both(lane).into_iter().skip(usize::from(!holds(&lane))));
            assert!(pairs.eq(row[..8 + count].iter().copied()), "{set:b}");
            assert!(row[8 + count..].iter().all(|index| *index == 0x80), "{set:b}");
        }
    }
}
