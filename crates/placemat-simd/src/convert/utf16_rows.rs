//! The shuffles that drop the bytes that units do not need, for every combination of lengths.

use super::shuffles::shuffles_of_pairs;

/// The places of a unit's bytes, of which it needs one to three: the only byte of ASCII, the last byte of any other
/// unit, the lead of three, and the middle of three or the lead of two.
const ONLY: u8 = 0;
const LAST: u8 = 1;
const LEAD: u8 = 2;
const BETWEEN: u8 = 3;

/// For four units, two bits each, whether the unit is below 80 and whether it becomes at most two bytes: the order of
/// their bytes, three each, less one per bit.
pub static FOURS: [[u8; 16]; 256] = {
    let mut rows = [[0x80; 16]; 256];
    let mut index = 0;
    while index < rows.len() {
        let (mut unit, mut to) = (0, 0);
        while unit < 4 {
            let order: &[u8] = match index >> (2 * unit) & 3 {
                0 => &[LEAD, BETWEEN, LAST],
                2 => &[BETWEEN, LAST],
                _ => &[ONLY],
            };
            let mut nth = 0;
            while nth < order.len() {
                rows[index][to] = 4 * unit + order[nth];
                to += 1;
                nth += 1;
            }
            unit += 1;
        }
        index += 1;
    }
    rows
};

/// For eight units, one bit each, whether the unit is below 80: the order of two bytes each, of which ASCII needs the
/// first. These are sixteen bytes, less one per bit.
pub static EIGHTS: [[u8; 16]; 256] = shuffles_of_pairs([[true, true], [true, false]]);

/// The number of bytes that a row of [`EIGHTS`] yields, for CPUs with an expensive population count.
pub(super) static EIGHTS_LENGTHS: [u8; 256] = {
    let mut lengths = [0; 256];
    let mut index = 0_u8;
    loop {
        #[expect(clippy::cast_possible_truncation, reason = "at most 8")]
        let ascii = index.count_ones() as u8;
        lengths[index as usize] = 16 - ascii;
        if index == u8::MAX {
            break;
        }
        index += 1;
    }
    lengths
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Emulates a shuffle.
    fn shuffle(bytes: [u8; 16], row: &[u8; 16]) -> [u8; 16] {
        row.map(|place| if place < 0x80 { bytes[usize::from(place)] } else { 0 })
    }

    #[test]
    fn fours_put_bytes_in_order() {
        for (index, row) in FOURS.iter().enumerate() {
            // The upper four bits identify the unit, the lower four the byte.
            let bytes = core::array::from_fn(|at| u8::try_from(at / 4 * 16 + at % 4).unwrap());
            let mut expected = [0; 16];
            let mut length = 0;
            for unit in 0..4 {
                let places: &[u8] = match index >> (2 * unit) & 3 {
                    0b00 => &[LEAD, BETWEEN, LAST],
                    0b10 => &[BETWEEN, LAST],
                    _ => &[ONLY],
                };
                for place in places {
                    expected[length] = 16 * unit + place;
                    length += 1;
                }
            }
            assert_eq!(shuffle(bytes, row)[..length], expected[..length], "{index:b}");
            // Below 80 is also below 800; the other case does not occur.
            if index & !(index >> 1) & 0x55 == 0 {
                assert_eq!(length, 12 - index.count_ones() as usize, "{index:b}");
            }
        }
    }

    #[test]
    fn eights_put_bytes_in_order() {
        for (index, row) in EIGHTS.iter().enumerate() {
            let bytes = core::array::from_fn(|at| u8::try_from(at).unwrap());
            let needed = (0..16_u8).filter(|at| at % 2 == 0 || index >> (at / 2) & 1 == 0);
            let length = needed.clone().count();
            assert!(needed.eq(shuffle(bytes, row).into_iter().take(length)), "{index:b}");
            assert_eq!(usize::from(EIGHTS_LENGTHS[index]), length, "{index:b}");
        }
    }
}
