//! Units moved together: for every set of lanes, against a loop over the lanes.

use placemat_conformance::random::Random;
use placemat_simd::{
    BLOCK, Operation,
    convert::{Compact, Lanes, ROWS, Window},
};

/// Compares what [`Compact::compact`] and [`Compact::widen`] do with what they should; how many sets of lanes
/// that were. Every set of sixteen lanes is tried, at each place in the vector, with other lanes beside them.
pub(crate) fn certify<K: Compact>(kernel: K, is_long: bool) -> Result<u64, String> {
    let every = u64::MAX >> (BLOCK - K::LANES);
    let last = BLOCK - K::LANES;
    let mut random = Random(8);
    let mut count = 0;
    for part in (0..K::LANES).step_by(16) {
        for set in 0..1 << 16 {
            let beside = match set % 4 {
                0 => 0,
                1 => every,
                _ => random.number(),
            };
            for beside in [beside, random.number()].into_iter().take(1 + usize::from(is_long)) {
                let writes = (beside & !(0xFFFF << part) | set << part) & every;
                for at in [0, last, random.below(last + 1)] {
                    compact(kernel, writes, at)?;
                    count += 1;
                }
            }
        }
    }
    for _ in 0..if is_long { 1_000_000 } else { 10_000 } {
        // Dense and sparse ones.
        let writes = match random.below(3) {
            0 => random.number() & random.number(),
            1 => random.number() | random.number(),
            _ => random.number(),
        };
        compact(kernel, writes & every, random.below(last + 1))?;
        count += 1;
    }
    for at in 0..BLOCK {
        for octet in 0..=255 {
            widen(kernel, at, octet)?;
        }
    }
    Ok(count)
}

/// Every row of the table, as a shuffle of plain arrays.
pub(crate) fn certify_rows() {
    for (set, row) in ROWS.iter().enumerate() {
        let units: [u8; 16] = std::array::from_fn(|at| 0xA0 + u8::try_from(at).unwrap());
        let moved = row.map(|at| if at < 0x80 { units[usize::from(at)] } else { 0 });
        let mut expected: Vec<u8> = Vec::new();
        for lane in (0..8).filter(|lane| set & 1 << lane != 0) {
            expected.extend(&units[2 * lane..2 * lane + 2]);
        }
        assert_eq!(moved[..expected.len()], expected, "row {set}");
    }
    println!("{:<12} {:>15} rows of the table", "all", ROWS.len());
}

/// What is in the room before.
const CANARY: u16 = 0xC0DE;

fn compact<K: Compact>(kernel: K, writes: u64, at: usize) -> Result<(), String> {
    // No two lanes, and no two octets, are alike.
    let low: Window = std::array::from_fn(|lane| u8::try_from(lane).unwrap_or(0));
    let high = low.map(|lane| 0xFF - lane);
    let mut room = [CANARY; BLOCK];
    let count = kernel.vectorize(Move { low: &low, high: &high, writes, room: &mut room, at });
    let what = || format!("units of the lanes {writes:x}, moved to {at}: {room:x?}");
    let lanes = (0..K::LANES).filter(|lane| writes >> lane & 1 == 1);
    if count != lanes.clone().count() {
        return Err(format!("{count} {}", what()));
    }
    for (to, lane) in (at..).zip(lanes) {
        if room[to] != u16::from_le_bytes([low[lane], high[lane]]) {
            return Err(what());
        }
    }
    let mut others = room[..at].iter().chain(&room[at + K::LANES..]);
    if others.any(|unit| *unit != CANARY) {
        return Err(format!("overwrites too much: {}", what()));
    }
    Ok(())
}

struct Move<'a> {
    low: &'a Window,
    high: &'a Window,
    writes: u64,
    room: &'a mut [u16; BLOCK],
    at: usize,
}

impl<K: Compact> Operation<K> for Move<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, kernel: K) -> usize {
        let (low, high) = (kernel.load_from(self.low, 0), kernel.load_from(self.high, 0));
        kernel.compact(Lanes { low, high, writes: self.writes }, self.room, self.at)
    }
}

fn widen<K: Compact>(kernel: K, at: usize, octet: u8) -> Result<(), String> {
    let mut octets: [u8; BLOCK] = std::array::from_fn(|at| u8::try_from(at).unwrap_or(0) + 0x40);
    octets[at] = octet;
    let mut room = [CANARY; BLOCK];
    let is_ascii = kernel.vectorize(Widen { octets: &octets, room: &mut room });
    if is_ascii != octet.is_ascii() || is_ascii && room != octets.map(u16::from) {
        return Err(format!("{octet:02X} at {at} of ASCII: {is_ascii}, {room:x?}"));
    }
    Ok(())
}

struct Widen<'a> {
    octets: &'a [u8; BLOCK],
    room: &'a mut [u16; BLOCK],
}

impl<K: Compact> Operation<K> for Widen<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self, kernel: K) -> bool {
        kernel.widen(self.octets, self.room)
    }
}
