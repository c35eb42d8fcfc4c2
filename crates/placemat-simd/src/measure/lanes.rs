use crate::{BLOCK, Simd, Unit};

/// What measuring needs of a backend: vectors of units, and lanes that count.
///
/// Counts never reach 256 (see the driver), so that the lanes of wider units, too, are bytes of which at
/// most the lowest is not 0.
pub trait Measure: Simd {
    /// Up to a block of units, and zeros after them; `None` where vectors cannot be loaded in part.
    #[inline(always)]
    fn padded<U: Unit>(self, _: &[U]) -> Option<[U; BLOCK]> {
        None
    }

    /// A block with zeros in its first `done` lanes, of which there are at most [`BLOCK`]; `None` where that is slower than
    /// a loop.
    #[inline(always)]
    fn without(self, _block: &[u8; BLOCK], _done: usize) -> Option<[u8; BLOCK]> {
        None
    }

    /// Of the units `block[at..at + LANES]` the upper bytes; and for each a byte that is 80 or above if
    /// the unit is in 80..7FFF, and below 80 if the unit is below 80. Both are in the same order, whichever
    /// it is.
    fn halves(self, block: &[u16; BLOCK], at: usize) -> [Self::V; 2];

    /// One more in each lane whose byte is above `bound`, as signed numbers.
    fn count_above(self, counts: Self::V, bytes: Self::V, bound: i8) -> Self::V;

    /// One more in each lane that has this byte.
    fn count_equal(self, counts: Self::V, bytes: Self::V, byte: u8) -> Self::V;

    /// One more in each lane of 32 bits whose number is above `bound`, as signed numbers.
    fn count_numbers_above(self, counts: Self::V, numbers: Self::V, bound: i32) -> Self::V;

    /// The most that [`count_bytes_of_two`](Self::count_bytes_of_two) adds to a lane.
    const MAX_OF_TWO: usize = 6;

    /// For each number of both vectors adds 1 to some lane if it is above 7F, another 1 if it is above 7FF,
    /// and another if it is above FFFF, as signed numbers.
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

    /// Adds to each lane how many units of UTF-16 the byte stands for: none for a continuation, two for F0
    /// and above, else one.
    #[inline(always)]
    fn count_units(self, counts: Self::V, bytes: Self::V) -> Self::V {
        self.add(counts, self.lookup_16(&UNITS, self.high_nibble(bytes)))
    }

    /// Adds to each lane how many bytes fewer than three the unit has, whose [`halves`](Self::halves) these
    /// are: two below 80, one below 800 and for surrogates.
    #[inline(always)]
    fn count_missing(self, counts: Self::V, [high, low]: [Self::V; 2]) -> Self::V {
        let upper = self.and(high, self.splat(0xF8));
        let counts = self.count_equal(counts, upper, 0);
        let counts = self.count_equal(counts, upper, 0xD8);
        self.count_above(counts, self.or(high, low), -1)
    }
}

/// By the upper four bits of a byte: how many units of UTF-16 it stands for.
const UNITS: [u8; 16] = [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 2];
