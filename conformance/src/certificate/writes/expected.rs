//! The expected output of lanes.

use crate::certificate::WINDOWS;

/// The expected output of sixty-four lanes.
#[derive(Clone, Debug)]
pub struct Expected {
    units: [u16; WINDOWS],
    /// FFFF if the lane writes, otherwise 0: its unit is then ignored.
    counts: [u16; WINDOWS],
    /// One bit for each lane, set if it writes.
    writes: u64,
}

impl Expected {
    /// The same in all lanes.
    pub(super) fn all(unit: Option<u16>) -> Self {
        let writes = unit.is_some();
        Self {
            units: [unit.unwrap_or(0); WINDOWS],
            counts: [if writes { u16::MAX } else { 0 }; WINDOWS],
            writes: if writes { u64::MAX } else { 0 },
        }
    }

    /// Sets a different expectation for one lane.
    pub(super) fn put(&mut self, lane: usize, unit: Option<u16>) {
        self.units[lane] = unit.unwrap_or(0);
        self.counts[lane] = if unit.is_some() { u16::MAX } else { 0 };
        self.writes = self.writes & !(1 << lane) | u64::from(unit.is_some()) << lane;
    }

    /// The expected output of a lane.
    pub(super) fn lane(&self, lane: usize) -> Option<u16> {
        (self.writes >> lane & 1 == 1).then_some(self.units[lane])
    }

    /// Whether the lanes wrote this: a unit in each, and one bit for each that writes.
    ///
    /// Always inlined, so that it is compiled with the features of its caller.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "see above")]
    pub fn is(&self, units: &[u16; WINDOWS], writes: u64) -> bool {
        let mut differ = 0;
        for ((unit, expected), counts) in units.iter().zip(&self.units).zip(&self.counts) {
            differ |= (unit ^ expected) & counts;
        }
        differ == 0 && writes == self.writes
    }
}

/// The unit that the lane of b4, b3, b2, b1 should write in valid text, if any. `is_end` is set if a character ends
/// with b1.
///
/// The standard library decodes the sequence; RFC 2781 (section 2.1) defines its UTF-16 form.
pub(super) fn unit([b4, b3, b2, b1]: [u8; 4], is_end: bool) -> Option<u16> {
    let value = |bytes: &[u8]| {
        let mut characters = std::str::from_utf8(bytes).ok()?.chars();
        characters.next().filter(|_| characters.next().is_none()).map(u32::from)
    };
    let unit = if is_end {
        let value = value(&[b1])
            .or_else(|| value(&[b2, b1]))
            .or_else(|| value(&[b3, b2, b1]))
            .or_else(|| value(&[b4, b3, b2, b1]))?;
        value.checked_sub(0x1_0000).map_or(value, |bits| 0xDC00 + bits % 0x400)
    } else {
        // The high surrogate does not depend on the last six bits.
        let bits = value(&[b3, b2, b1, 0x80])?.checked_sub(0x1_0000)?;
        0xD800 + bits / 0x400
    };
    u16::try_from(unit).ok()
}

/// Whether [`unit`] depends on b4: only if a character ends with b1 and begins no later than b4.
pub(super) fn depends_on_fourth(three: [u8; 3], is_end: bool) -> bool {
    is_end && three.iter().all(|byte| byte & 0xC0 == 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lane_counts() {
        for lane in 0..WINDOWS {
            let mut expected = Expected::all(Some(0x20AC));
            let mut units = [0x20AC; WINDOWS];
            assert!(expected.is(&units, u64::MAX));
            units[lane] ^= 0x100;
            assert!(!expected.is(&units, u64::MAX), "another unit in lane {lane}");
            assert!(!expected.is(&[0x20AC; WINDOWS], !(1 << lane)), "lane {lane} does not write");
            expected.put(lane, None);
            assert!(expected.is(&units, !(1 << lane)), "a unit that is not written does not count");
            assert!(!expected.is(&units, u64::MAX), "lane {lane} writes");
            assert_eq!(expected.lane(lane), None);
            expected.put(lane, Some(units[lane]));
            assert!(expected.is(&units, u64::MAX));
        }
    }

    #[test]
    fn units_are_those_of_utf_16() {
        assert_eq!(unit([0, 0, 0, b'a'], true), Some(0x61));
        assert_eq!(unit([0xBD, 0xE2, 0x82, 0xAC], true), Some(0x20AC));
        assert_eq!(unit([0x41, 0xF0, 0x9F, 0x8D], false), Some(0xD83C));
        assert_eq!(unit([0xF0, 0x9F, 0x8D, 0xBD], true), Some(0xDF7D));
        assert_eq!(unit([0x41, 0x41, 0xF0, 0x9F], false), None, "the second byte of four");
    }

    #[test]
    fn the_fourth_byte_counts_where_it_is_said_to() {
        for b1 in 0..=255 {
            for three in [[0x41, 0x41, b1], [0x41, 0xC3, b1], [0xE2, 0x82, b1], [0x9F, 0x8D, b1]] {
                let [b3, b2, b1] = three;
                let units = [0x41, 0xBD, 0xF0, 0xF1].map(|b4| unit([b4, b3, b2, b1], true));
                let differ = units.iter().any(|unit| *unit != units[0]);
                assert_eq!(depends_on_fourth(three, true), differ, "{three:02X?}");
            }
        }
    }
}
