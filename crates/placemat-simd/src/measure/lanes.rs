use crate::{BLOCK, Simd, Unit};

/// What measuring needs from a backend: vectors of units, and counting in lanes.
///
/// Counts never reach 256 (see the driver), so lanes of wider units count in bytes as well, of which at most the
/// lowest is not 0.
pub trait Measure: Simd {
    /// Up to a block of units, padded with zeros; `None` if the CPU has no partial loads.
    #[inline(always)]
    fn padded<U: Unit>(self, _: &[U]) -> Option<[U; BLOCK]> {
        None
    }

    /// A block with its first `done` bytes zeroed, [`BLOCK`] at most; `None` if that is slower than a loop.
    #[inline(always)]
    fn without(self, _block: &[u8; BLOCK], _done: usize) -> Option<[u8; BLOCK]> {
        None
    }

    /// The bytes above `bound`, as signed numbers: bit n is set for byte n. `None` if it is slower to count bits than to
    /// count in lanes.
    #[inline(always)]
    fn bits_above(self, _block: &[u8; BLOCK], _bound: i8) -> Option<u64> {
        None
    }

    /// The bytes that equal `byte`, like [`bits_above`](Self::bits_above).
    #[inline(always)]
    fn bits_equal(self, _block: &[u8; BLOCK], _byte: u8) -> Option<u64> {
        None
    }

    /// The place of bit number `nth` among those that are set; [`BLOCK`] if there are not so many.
    #[inline(always)]
    fn nth_bit(self, bits: u64, nth: usize) -> usize {
        const LOW: u64 = u64::MAX / 0xFF;
        const HIGH: u64 = 0x80 * LOW;
        // Given ascending numbers, one in each byte: where the first one is that is larger than this one.
        let first_above = |sums: u64, bound: u64| !(((bound * LOW) | HIGH) - sums) & HIGH;
        // The bits of each byte and of those below it, then those of that byte.
        let twos = bits - ((bits >> 1) & (0x55 * LOW));
        let fours = (twos & (0x33 * LOW)) + ((twos >> 2) & (0x33 * LOW));
        let sums = ((fours + (fours >> 4)) & (0x0F * LOW)).wrapping_mul(LOW);
        let at = first_above(sums, nth as u64).trailing_zeros() & !7;
        let Some(rest) = bits.checked_shr(at) else { return BLOCK };
        let left = nth as u64 - (sums << 8 >> at & 0xFF);
        let spread = ((rest & 0xFF) * LOW) & 0x8040_2010_0804_0201;
        let ones = ((spread & !HIGH) + !HIGH) | spread;
        let sums = (ones >> 7 & LOW).wrapping_mul(LOW);
        (at + first_above(sums, left).trailing_zeros() / 8) as usize
    }

    /// The upper bytes of the units `block[at..at + LANES]`, and for each a byte that is 80 or above if the unit is
    /// in 80..7FFF, and below 80 if the unit is below 80. Both are in the same order, which is unspecified.
    fn split_units(self, block: &[u16; BLOCK], at: usize) -> [Self::V; 2];

    /// Adds 1 to each lane whose byte is above `bound`, as signed numbers.
    fn count_above(self, counts: Self::V, bytes: Self::V, bound: i8) -> Self::V;

    /// Adds 1 to each lane whose byte equals `byte`.
    fn count_equal(self, counts: Self::V, bytes: Self::V, byte: u8) -> Self::V;

    /// Adds 1 to each 32-bit lane whose number is above `bound`, as signed numbers.
    fn count_numbers_above(self, counts: Self::V, numbers: Self::V, bound: i32) -> Self::V;

    /// The maximum that [`count_bytes_of_two`](Self::count_bytes_of_two) adds to a lane.
    const MAX_OF_TWO: usize = 6;

    /// For each number of both vectors, adds 1 to some lane for each of 7F, 7FF and FFFF that it is above, as signed
    /// numbers.
    #[inline(always)]
    fn count_bytes_of_two(self, mut counts: Self::V, [a, b]: [Self::V; 2]) -> Self::V {
        for bound in [0x7F, 0x7FF, 0xFFFF] {
            counts = self.count_numbers_above(counts, a, bound);
            counts = self.count_numbers_above(counts, b, bound);
        }
        counts
    }

    /// The sum of all bytes.
    fn total(self, counts: Self::V) -> usize;

    /// Adds the number of UTF-16 units of each byte to its lane: 0 for a continuation byte, 2 from F0 on, else 1.
    #[inline(always)]
    fn count_units(self, counts: Self::V, bytes: Self::V) -> Self::V {
        self.add(counts, self.lookup_16(&UNITS, self.high_nibble(bytes)))
    }

    /// Adds to each lane how many bytes fewer than three its unit has, given [`split_units`](Self::split_units): two below 80,
    /// one below 800 and for surrogates.
    #[inline(always)]
    fn count_missing(self, counts: Self::V, [high, low]: [Self::V; 2]) -> Self::V {
        let upper = self.and(high, self.splat(0xF8));
        let counts = self.count_equal(counts, upper, 0);
        let counts = self.count_equal(counts, upper, 0xD8);
        self.count_above(counts, self.or(high, low), -1)
    }
}

/// Indexed by the upper nibble of a byte: its number of UTF-16 units.
const UNITS: [u8; 16] = [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 2];
