//! A kernel from UTF-8 to UTF-16 that misbehaves in every way its contract allows, and counts the units that it stores.
//!
//! Its lanes write garbage if their windows are not part of valid text; it overwrites units with garbage wherever it
//! may; and so does `widen` for blocks that are not ASCII.

use placemat_simd::convert::{Convert, Lanes, SPARE, ToUtf16};
use placemat_simd::emulated::Emulated;

use crate::ledger;
use crate::spy::{Spies, Spy};

/// The hostile kernel.
#[derive(Clone, Copy)]
pub(crate) struct Hostile;

const RUBBISH: u16 = 0xDEAD;

fn spoil<const LANES: usize>(mut lanes: Lanes<[u8; LANES]>, b: &[[u8; LANES]]) -> Lanes<[u8; LANES]> {
    for lane in 0..LANES {
        let mut window: Vec<u8> = b.iter().map(|bytes| bytes[lane]).collect();
        window.reverse();
        if !ledger::is_part_of_text(&window) {
            [lanes.low[lane], lanes.high[lane]] = RUBBISH.to_le_bytes();
            lanes.writes |= 1 << lane;
        }
    }
    lanes
}

impl<const LANES: usize> Spies<LANES> for Hostile {
    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool {
        let is_ascii = Emulated::<LANES>.widen(bytes, dst);
        if is_ascii {
            ledger::stored(N);
        } else {
            let others = bytes.iter().zip(dst).filter(|(byte, _)| !byte.is_ascii());
            others.for_each(|(_, unit)| *unit = RUBBISH);
        }
        is_ascii
    }
}

impl<const LANES: usize> ToUtf16 for Spy<Hostile, LANES> {
    fn units(self, b: [[u8; LANES]; 5]) -> Lanes<[u8; LANES]> {
        spoil(Emulated::<LANES>.units(b), &b)
    }

    fn units_of_three(self, b: [[u8; LANES]; 4]) -> Lanes<[u8; LANES]> {
        // It does not support four-byte characters, but what it writes for them is corrected afterwards.
        spoil(Emulated::<LANES>.units_of_three(b), &b)
    }

    fn compress_lanes(self, lanes: Lanes<[u8; LANES]>, dst: &mut [u16], at: usize) -> usize {
        // In two passes there are units after these, which are restored.
        let units = (lanes.writes & (u64::MAX >> (64 - LANES))).count_ones() as usize;
        let rubbish = if Self::THRESHOLDS.two_pass_max_vectors > 0 { units + SPARE } else { LANES };
        dst[at..at + rubbish].fill(RUBBISH);
        let count = Emulated::<LANES>.compress_lanes(lanes, dst, at);
        ledger::stored(count);
        count
    }
}
