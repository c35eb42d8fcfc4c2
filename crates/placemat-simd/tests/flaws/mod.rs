//! Kernels with one mistake each, which the certificate of conversion has to find.

use placemat_simd::convert::{Class, Convert, Dst, FromUtf16, Lanes, ToUtf16, UNITS, Units};
use placemat_simd::emulated::Emulated;

use crate::spy::{Spies, Spy};

/// The mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// The byte before a continuation byte writes, too.
    WritesTooMuch,
    /// The high surrogate is not written.
    ForgetsHigh,
    /// The bits of a pair are those of the scalar value, without subtracting 10000.
    PairTooHigh,
    /// After a four-byte character, unrelated lanes are changed.
    FourDisturbsOthers,
    /// One lane treats ED as EC.
    OneLane,
    /// One window is converted wrongly, only if its vector has a four-byte character.
    OneWindowBesideFour,
    /// Without four-byte characters, one of three bytes has too low a value.
    ThreeTooLow,
    /// A row of the table has two bytes in the wrong order.
    RowOffByOne,
    /// Units are stored one place too far.
    StoresTooFar,
    /// More is overwritten than allowed.
    OverwritesMore,
    /// The number of units is one too low.
    CountsOneLess,
    /// Everything is reported as ASCII.
    AsciiWithoutTest,
    /// The low surrogate takes two bits of the unit after it, not before it.
    BitsOfTheWrongNeighbour,
    /// An unpaired high surrogate is accepted.
    LoneHigh,
    /// Blocks with surrogates are reported as blocks without.
    ClassTooSmall,
}

/// The length of the vectors.
const LANES: usize = 16;

type V = [u8; LANES];

const RIGHT: Emulated<LANES> = Emulated;

impl Spies<LANES> for Flaw {
    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool {
        RIGHT.widen(bytes, dst) || self == Self::AsciiWithoutTest
    }
}

impl ToUtf16 for Spy<Flaw, LANES> {
    fn units(self, mut b: [V; 5]) -> Lanes<V> {
        let [_, _, _, b3, b4] = b;
        if self.0 == Flaw::OneLane && b[3][5] == 0xED {
            b[3][5] = 0xEC;
        }
        let has_four = b3.iter().chain(&b4).any(|byte| *byte >= 0xF0);
        let mut lanes = RIGHT.units(b);
        for lane in 0..LANES {
            match self.0 {
                Flaw::WritesTooMuch if b[1][lane] == 0xC3 => lanes.writes |= 1 << lane,
                Flaw::ForgetsHigh if b3[lane] >= 0xF0 => lanes.writes &= !(1 << lane),
                Flaw::PairTooHigh if b3[lane] >= 0xF0 => lanes.low[lane] = lanes.low[lane].wrapping_add(0x40),
                Flaw::OneWindowBesideFour
                    if has_four && b.map(|bytes| bytes[lane]) == [0xC2, 0xBF, 0x9F, 0xED, 0x41] =>
                {
                    lanes.low[lane] ^= 1;
                }
                Flaw::FourDisturbsOthers if lane > 0 && b4[lane - 1] >= 0xF0 => lanes.high[lane] |= 1,
                _ => {}
            }
        }
        lanes
    }

    fn units_of_three(self, b: [V; 4]) -> Lanes<V> {
        let mut lanes = RIGHT.units_of_three(b);
        if self.0 == Flaw::ThreeTooLow {
            for lane in (0..LANES).filter(|lane| b[3][*lane] == 0xEF) {
                lanes.high[lane] &= 0xEF;
            }
        }
        lanes
    }

    fn compress_lanes(self, lanes: Lanes<V>, dst: &mut [u16], at: usize) -> usize {
        let last = dst.len() - 1;
        let count = RIGHT.compress_lanes(lanes, dst, at);
        match self.0 {
            Flaw::RowOffByOne if lanes.writes & 0xFF == 0b1010_0101 => dst.swap(at + 2, at + 3),
            Flaw::StoresTooFar if at + count <= last && count > 0 && at > 0 => {
                dst.copy_within(at..at + count, at + 1);
            }
            Flaw::OverwritesMore if at + LANES <= last => dst[at + LANES] = 0,
            Flaw::CountsOneLess if count > 0 => return count - 1,
            _ => {}
        }
        count
    }
}

impl FromUtf16 for Spy<Flaw, LANES> {
    fn class(self, units: &[u16; UNITS]) -> Option<Class> {
        match RIGHT.class(units) {
            None if self.0 == Flaw::ClassTooSmall => Some(Class::Three),
            class => class,
        }
    }

    fn encode_utf16_pairs(self, units: &Units, dst: &mut Dst) -> Option<usize> {
        let mut units = *units;
        let last = units.len() - 2;
        if self.0 == Flaw::LoneHigh && units[last] & 0xFC00 == 0xD800 {
            units[last + 1] = 0xDC00;
        }
        if self.0 == Flaw::BitsOfTheWrongNeighbour {
            for at in 1..=last {
                if units[at] & 0xFC00 == 0xDC00 && units[at - 1] & 0xFC00 == 0xD800 {
                    units[at - 1] = units[at - 1] & !3 | units[at + 1] & 3;
                }
            }
        }
        RIGHT.encode_utf16_pairs(&units, dst)
    }
}
