//! Compress: for every set of lanes, compared with a loop over the lanes.

mod frames;

use crate::here::run;
use placemat_conformance::random::Random;
use placemat_simd::BLOCK;
use placemat_simd::convert::{Frame, Lanes, SHUFFLE_TABLE, SPARE, ToUtf16};

/// Compares [`ToUtf16::compress_lanes`], [`ToUtf16::block`] and [`Convert::widen`] with the expected output.
/// Returns the number of sets of lanes and frames. Tries every set of sixteen lanes, at each place in the vector,
/// among other lanes.
pub(crate) fn certify<K: ToUtf16>(kernel: K, is_long: bool) -> Result<u64, String> {
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
                // Bits above those of the lanes are ignored.
                let junk = random.number() & !every;
                for at in [0, last, random.below(last + 1)] {
                    compress_lanes(kernel, writes | junk, at)?;
                    count += 1;
                }
            }
        }
    }
    for _ in 0..if is_long { 1_000_000 } else { 10_000 } {
        // Dense and sparse sets.
        let writes = match random.below(3) {
            0 => random.number() & random.number(),
            1 => random.number() | random.number(),
            _ => random.number(),
        };
        compress_lanes(kernel, writes & every, random.below(last + 1))?;
        count += 1;
    }
    for byte in 0..=255 {
        for at in 0..BLOCK {
            widen::<K, BLOCK>(kernel, at, byte)?;
        }
        for at in 0..4 * BLOCK {
            widen::<K, { 4 * BLOCK }>(kernel, at, byte)?;
        }
    }
    for len in 0..=K::LANES + 2 {
        for set in 0..200 {
            place(kernel, random.number() & if set % 2 == 0 { every } else { random.number() & every }, len)?;
        }
    }
    count += frames::certify(kernel, &mut random, if is_long { 1_000_000 } else { 20_000 })?;
    Ok(count)
}

/// Every row of the table, as a shuffle of plain arrays.
pub(crate) fn certify_rows() {
    for (set, row) in SHUFFLE_TABLE.iter().enumerate() {
        let units: [u8; 16] = std::array::from_fn(|at| 0xA0 + u8::try_from(at).unwrap());
        let moved = row.map(|at| if at < 0x80 { units[usize::from(at)] } else { 0 });
        let mut expected: Vec<u8> = Vec::new();
        for lane in (0..8).filter(|lane| set & 1 << lane != 0) {
            expected.extend(&units[2 * lane..2 * lane + 2]);
        }
        assert_eq!(moved[..expected.len()], expected, "row {set}");
    }
    println!("{:<12} {:>15} rows of the table", "all", SHUFFLE_TABLE.len());
}

/// The initial contents of the destination.
const CANARY: u16 = 0xC0DE;

fn compress_lanes<K: ToUtf16>(kernel: K, writes: u64, at: usize) -> Result<(), String> {
    // No two lanes, and no two bytes, are equal.
    let low = lane_numbers();
    let high = low.map(|lane| 0xFF - lane);
    let mut dst = [CANARY; BLOCK + SPARE];
    let count = run(kernel, |kernel| {
        let (low, high) = (kernel.load(&low, 0), kernel.load(&high, 0));
        kernel.compress_lanes(Lanes { low, high, writes }, &mut dst, at)
    });
    let what = || format!("units of the lanes {writes:x}, moved to {at}: {dst:x?}");
    let lanes = (0..K::LANES).filter(|lane| writes >> lane & 1 == 1);
    if count != lanes.clone().count() {
        return Err(format!("{count} {}", what()));
    }
    for (to, lane) in (at..).zip(lanes) {
        if dst[to] != u16::from_le_bytes([low[lane], high[lane]]) {
            return Err(what());
        }
    }
    let mut others = dst[..at].iter().chain(&dst[at + K::LANES..]);
    if others.any(|unit| *unit != CANARY) {
        return Err(format!("overwrites too much: {}", what()));
    }
    Ok(())
}

/// Compresses units into a `dst` of `len` units, which may be too small.
fn place<K: ToUtf16>(kernel: K, writes: u64, len: usize) -> Result<(), String> {
    let (low, high) = (lane_numbers(), lane_numbers().map(|lane| 0xFF - lane));
    let mut all = [CANARY; 2 * BLOCK];
    let units = run(kernel, |kernel| {
        let (low, high) = (kernel.load(&low, 0), kernel.load(&high, 0));
        kernel.place(Lanes { low, high, writes }, &mut all[..len], 0)
    });
    let needed = writes.count_ones() as usize;
    let lanes = (0..K::LANES).filter(|lane| writes >> lane & 1 == 1);
    let expected = lanes.map(|lane| u16::from_le_bytes([low[lane], high[lane]]));
    let is_right = match units {
        Some(units) => units == needed && needed <= len && expected.eq(all[..needed].iter().copied()),
        None => needed > len,
    };
    let is_intact = all[len..].iter().all(|unit| *unit == CANARY);
    let what = || format!("units of the lanes {writes:x} in room for {len}: {units:?}, {all:x?}");
    if is_right && is_intact { Ok(()) } else { Err(what()) }
}

/// The number of each lane.
fn lane_numbers() -> Frame {
    std::array::from_fn(|lane| u8::try_from(lane).unwrap_or(0))
}

fn widen<K: ToUtf16, const N: usize>(kernel: K, at: usize, byte: u8) -> Result<(), String> {
    let mut bytes: [u8; N] = std::array::from_fn(|at| u8::try_from(at % 0x40).unwrap_or(0) + 0x40);
    bytes[at] = byte;
    let mut dst = [CANARY; N];
    let is_ascii = run(kernel, |kernel| kernel.widen(&bytes, &mut dst));
    if is_ascii != byte.is_ascii() || is_ascii && dst != bytes.map(u16::from) {
        return Err(format!("{byte:02X} at {at} of ASCII: {is_ascii}, {dst:x?}"));
    }
    Ok(())
}
