use crate::{Token, Unit, counts};

/// Bytes of a block, the least that the driver validates: a cache line.
pub const BLOCK: usize = 64;

/// How many preceding bytes the validity of a byte depends on.
pub const REACH: usize = 3;

/// A block and the bytes before it that its validity depends on.
pub type Window = [u8; REACH + BLOCK];

/// The instruction set of a CPU: lanewise operations on vectors of bytes.
///
/// The implementing type is a token, the proof that the CPU has the instructions, so the operations are safe to call.
/// Every method must be `#[inline(always)]`: an operation is one or two instructions.
///
/// Lanes are independent in every operation except `between`, [`shuffle`](Self::shuffle) and those that no step uses.
/// The proof that the steps are correct rests on this; the certificate checks it by running every window in every lane.
pub trait Simd: Token {
    /// A vector of [`LANES`](Self::LANES) bytes.
    type V: Copy;

    /// The instruction set for vectors of 16 bytes that every CPU of this one has.
    type Sixteen: Simd<Sixteen = Self::Sixteen>;

    /// The length of a vector in bytes: 16, 32 or 64.
    const LANES: usize;

    /// The token for vectors of 16 bytes.
    fn sixteen(self) -> Self::Sixteen;

    /// Loads a vector of units from `units[at..]`, in memory order.
    ///
    /// # Panics
    ///
    /// If fewer than [`LANES`](Self::LANES) bytes follow. Only [`store`](Self::store) can panic as well. (The drivers
    /// use constant offsets, and `cargo xtask asm` checks that no panic is left in the machine code.)
    fn load<U: Unit>(self, units: &[U], at: usize) -> Self::V;

    /// Stores the vector to `dst[at..]`.
    ///
    /// # Panics
    ///
    /// If fewer than [`LANES`](Self::LANES) bytes follow.
    fn store<U: Unit>(self, a: Self::V, dst: &mut [U], at: usize);

    /// Equals `self.load(window, at)`, given the vectors at `at + 1` and at `at - 1`. These contain all of its bytes,
    /// so a backend with expensive loads may combine them instead.
    #[inline(always)]
    fn between(self, window: &Window, at: usize, above: Self::V, below: Self::V) -> Self::V {
        let _ = (above, below);
        self.load(window, at)
    }

    /// Sets every lane to `byte`.
    fn splat(self, byte: u8) -> Self::V;

    /// Bitwise or.
    fn or(self, a: Self::V, b: Self::V) -> Self::V;

    /// Bitwise and.
    fn and(self, a: Self::V, b: Self::V) -> Self::V;

    /// Bitwise exclusive or.
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;

    /// Addition modulo 256.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;

    /// Saturating addition of signed bytes; the maximum is 7F.
    fn add_signed_saturating(self, a: Self::V, b: Self::V) -> Self::V;

    /// Saturating subtraction of unsigned bytes; the minimum is 0.
    fn sub_saturating(self, a: Self::V, b: Self::V) -> Self::V;

    /// The minimum of unsigned bytes.
    fn min(self, a: Self::V, b: Self::V) -> Self::V;

    /// The maximum of unsigned bytes.
    fn max(self, a: Self::V, b: Self::V) -> Self::V;

    /// The upper four bits of every byte, shifted down.
    fn high_nibble(self, a: Self::V) -> Self::V;

    /// The bytes in every sixteen lanes.
    fn repeat(self, sixteen: &[u8; 16]) -> Self::V;

    /// Within every sixteen lanes: `bytes[index]` where the index is below 16, 0 where it is 80 or above. For an index
    /// of 16 to 7F it is `bytes[index & 15]` or 0, whichever is cheaper on the CPU.
    fn shuffle(self, bytes: Self::V, index: Self::V) -> Self::V;

    /// Looks up `table[index]` in every lane, as [`shuffle`](Self::shuffle) does.
    #[inline(always)]
    fn lookup_16(self, table: &[u8; 16], index: Self::V) -> Self::V {
        self.shuffle(self.repeat(table), index)
    }

    /// FF where the highest bit is set, else 0.
    #[inline(always)]
    fn spread(self, a: Self::V) -> Self::V {
        const HALVES: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255];
        self.lookup_16(&HALVES, self.high_nibble(a))
    }

    /// Bits 2 to 5, shifted down.
    #[inline(always)]
    fn bits_2_to_5(self, a: Self::V) -> Self::V {
        let twice = self.add(a, a);
        self.high_nibble(self.add(twice, twice))
    }

    /// FF in the lanes of the set, 0 in the others. Bits above the lanes are ignored.
    #[inline(always)]
    fn lanes_of(self, set: u64) -> Self::V {
        let lanes: [u8; BLOCK] = core::array::from_fn(|lane| if set >> lane & 1 == 1 { 0xFF } else { 0 });
        self.load(&lanes, 0)
    }

    /// The highest bit of every lane, the first lane in bit 0.
    fn movemask(self, a: Self::V) -> u64;

    /// Whether any byte is 80 or above. May be cheaper than [`movemask`](Self::movemask).
    #[inline(always)]
    fn any_high_bit(self, a: Self::V) -> bool {
        self.movemask(a) != 0
    }

    /// One bit per lane, the first lane in bit 0: set if the byte is not 0.
    #[inline(always)]
    fn nonzero(self, a: Self::V) -> u64 {
        // Adding 7F sets the highest bit for 1 to 80. Where the sum wraps, `a` itself is above 80.
        self.movemask(self.or(a, self.add(a, self.splat(0x7F))))
    }

    /// Whether the CPU has a population count instruction.
    const COUNTS: bool = false;

    /// Counts the lanes in a set of eight.
    #[inline(always)]
    fn count_eight(self, lanes: u8) -> usize {
        counts::count_eight(lanes)
    }

    /// Counts the lanes in a set of LANES.
    #[inline(always)]
    fn count(self, lanes: u64) -> usize {
        lanes.to_le_bytes().iter().take(Self::LANES / 8).map(|eight| self.count_eight(*eight)).sum()
    }

    /// Combines each pair of neighbouring bytes by `or`, so that two vectors become one: of every sixteen lanes of
    /// the result, the lower half holds the pairs of `low` and the upper half those of `high`. Every input byte must
    /// be 0 or 80. No step uses this.
    fn pack(self, low: Self::V, high: Self::V) -> Self::V;

    /// Shifts `a` up by `N` lanes, which is 1, 2 or 3, and fills the lowest lanes with the last `N` bytes of
    /// `before`, the preceding vector. No step uses this.
    fn prev<const N: usize>(self, before: Self::V, a: Self::V) -> Self::V;

    /// Two numbers, little-endian, in every sixteen lanes, `low` first. No step uses this.
    fn join(self, low: u64, high: u64) -> Self::V;

    /// Interleaves the bytes of `a` and `b` within every sixteen lanes: the lower halves of the sixteens, and the upper
    /// halves. No step uses this.
    fn interleave(self, a: Self::V, b: Self::V) -> [Self::V; 2];
}
