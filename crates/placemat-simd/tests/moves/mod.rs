//! Compress: for every set of lanes, compared with a loop over the lanes.

mod frames;

use crate::here::run;
use itertools::iproduct;
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
    for (part, set) in iproduct!((0..K::LANES).step_by(16), 0..1 << 16) {
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
    for (byte, at) in iproduct!(0..=255, 0..4 * BLOCK) {
        if at < BLOCK {
            widen::<K, BLOCK>(kernel, at, byte)?;
        }
        widen::<K, { 4 * BLOCK }>(kernel, at, byte)?;
    }
    for (len, set) in iproduct!(0..=K::LANES + 2, 0..200) {
        place(kernel, random.number() & if set % 2 == 0 { every } else { random.number() & every }, len)?;
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

/// Runs a method on the lanes that write. No two lanes, and no two bytes, are equal.
fn with_lanes<K: ToUtf16, T>(kernel: K, writes: u64, method: impl FnOnce(K, Lanes<K::V>) -> T) -> T {
    let low: Frame = std::array::from_fn(low_byte);
    run(kernel, |kernel| {
        let (low, high) = (kernel.load(&low, 0), kernel.load(&low.map(|lane| 0xFF - lane), 0));
        method(kernel, Lanes { low, high, writes })
    })
}

/// The number of a lane, which is the lower byte of its unit. The higher one is the complement.
fn low_byte(lane: usize) -> u8 {
    u8::try_from(lane).unwrap_or(0)
}

/// The units of these lanes.
fn units(lanes: usize, writes: u64) -> Vec<u16> {
    let lanes = (0..lanes).filter(|lane| writes >> lane & 1 == 1).map(low_byte);
    lanes.map(|lane| u16::from_le_bytes([lane, 0xFF - lane])).collect()
}

fn compress_lanes<K: ToUtf16>(kernel: K, writes: u64, at: usize) -> Result<(), String> {
    let mut dst = [CANARY; BLOCK + SPARE];
    let count = with_lanes(kernel, writes, |kernel, lanes| kernel.compress_lanes(lanes, &mut dst, at));
    let what = || format!("units of the lanes {writes:x}, moved to {at}: {dst:x?}");
    let expected = units(K::LANES, writes);
    if count != expected.len() || dst[at..at + count] != expected {
        return Err(format!("{count} {}", what()));
    }
    let mut others = dst[..at].iter().chain(&dst[at + K::LANES..]);
    if others.any(|unit| *unit != CANARY) {
        return Err(format!("overwrites too much: {}", what()));
    }
    Ok(())
}

/// Compresses units into a `dst` of `len` units, which may be too small.
fn place<K: ToUtf16>(kernel: K, writes: u64, len: usize) -> Result<(), String> {
    let mut all = [CANARY; 2 * BLOCK];
    let found = with_lanes(kernel, writes, |kernel, lanes| kernel.place(lanes, &mut all[..len], 0));
    let expected = units(K::LANES, writes);
    let is_right = match found {
        Some(count) => count == expected.len() && count <= len && all[..count] == expected,
        None => expected.len() > len,
    };
    let is_intact = all[len..].iter().all(|unit| *unit == CANARY);
    let what = || format!("units of the lanes {writes:x} in a dst of {len}: {found:?}, {all:x?}");
    if is_right && is_intact { Ok(()) } else { Err(what()) }
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
