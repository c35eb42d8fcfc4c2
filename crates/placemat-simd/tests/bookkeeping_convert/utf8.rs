//! A kernel from UTF-16 that misbehaves in every way its contract allows, and counts the bytes that it stores.
//!
//! It fills the rest of `dst` with garbage, returns larger classes than necessary, and converts parts of a few units,
//! of a different length each time, which may end inside a pair.

use placemat_core::convert::Progress;
use placemat_simd::convert::{Class, Dst, FromUtf16, PART_UNITS, Thresholds, UNITS, Units};
use placemat_simd::emulated::Emulated;

use crate::ledger;
use crate::spy::{Spies, Spy};

/// The hostile kernel.
#[derive(Clone, Copy)]
pub(crate) struct Hostile;

const PLAIN: Emulated<16> = Emulated;
const RUBBISH: u8 = 0xFE;

impl Spies<16> for Hostile {
    const THRESHOLDS: Thresholds = Thresholds::NARROW;
}

impl FromUtf16 for Spy<Hostile, 16> {
    fn class(self, units: &[u16; UNITS]) -> Option<Class> {
        // A block also belongs to all larger classes.
        PLAIN.class(units).map(|class| if units[0].is_multiple_of(3) { Class::Three } else { class })
    }

    fn encode_utf16(self, units: &[u16; UNITS], class: Class, dst: &mut Dst) -> usize {
        assert!(PLAIN.class(units).is_some_and(|least| least <= class), "{class:?} is not true of the block");
        let written = PLAIN.encode_utf16(units, class, dst);
        dst[written..].fill(RUBBISH);
        ledger::stored(written);
        written
    }

    fn encode_utf16_pairs(self, units: &Units, dst: &mut Dst) -> Option<usize> {
        let written = PLAIN.encode_utf16_pairs(units, dst);
        dst[written.unwrap_or(0)..].fill(RUBBISH);
        ledger::stored(written.unwrap_or(0));
        written
    }

    fn encode_utf16_part(self, source: &[u16], at: usize, dst: &mut [u8]) -> Option<Progress> {
        // As if the source ended there; but not inside a pair, whose surrogate would be unpaired then.
        let mut end = source.len().min(at + 1 + at % PART_UNITS);
        if end < source.len() && source[end - 1] & 0xFC00 == 0xD800 {
            end += 1;
        }
        let part = PLAIN.encode_utf16_part(&source[..end], at, dst);
        let written = part.map_or(0, |part| part.written);
        dst[written..].fill(RUBBISH);
        ledger::stored(written);
        part
    }
}
