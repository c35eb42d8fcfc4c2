use crate::{Token, Unit, counts};

/// How many bytes the driver validates at least: a cache line.
pub const BLOCK: usize = 64;

/// How many bytes before a byte its verdict depends on.
pub const REACH: usize = 3;

/// A block, and the bytes before it that its verdict depends on.
pub type Window = [u8; REACH + BLOCK];

/// What a processor has to offer: lanewise operations on vectors of bytes.
///
/// The implementing type is a token, the proof that this machine has the instructions; so the operations are
/// safe to call. Every method is to be `#[inline(always)]`: an operation is one or two instructions.
///
/// Lanes are independent in every operation but [`pack`](Self::pack) and [`prev`](Self::prev),
/// which no step uses. The proof that the steps are right rests on this, and the certificate runs every
/// window in every lane to see that it is so.
pub trait Simd: Token {
    /// A vector of [`LANES`](Self::LANES) bytes.
    type V: Copy;

    /// Bytes in a vector: 16, 32 or 64.
    const LANES: usize;

    /// The bytes of the units from `units[at]` on, as they lie in memory.
    ///
    /// # Panics
    ///
    /// Where there are fewer than [`LANES`](Self::LANES): the one method that can panic. (The drivers' offsets are
    /// constants, and `cargo xtask asm` checks that no panic is left of it.)
    fn load<U: Unit>(self, units: &[U], at: usize) -> Self::V;

    /// `self.load(window, at)`, given the vectors at `at + 1` and at `at - 1`: between them they have its
    /// bytes, and where loads are dear, an operation may be cheaper.
    #[inline(always)]
    fn between(self, window: &Window, at: usize, above: Self::V, below: Self::V) -> Self::V {
        let _ = (above, below);
        self.load(window, at)
    }

    /// `byte` in every lane.
    fn splat(self, byte: u8) -> Self::V;

    /// Bitwise or.
    fn or(self, a: Self::V, b: Self::V) -> Self::V;

    /// Bitwise and.
    fn and(self, a: Self::V, b: Self::V) -> Self::V;

    /// Bitwise exclusive or.
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;

    /// The sum modulo 256.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;

    /// The sum as signed numbers, at most 7F.
    fn add_signed_saturating(self, a: Self::V, b: Self::V) -> Self::V;

    /// The difference as unsigned numbers, at least 0.
    fn sub_saturating(self, a: Self::V, b: Self::V) -> Self::V;

    /// The smaller one as unsigned numbers.
    fn min(self, a: Self::V, b: Self::V) -> Self::V;

    /// The larger one as unsigned numbers.
    fn max(self, a: Self::V, b: Self::V) -> Self::V;

    /// The upper four bits of every byte, as a number below 16.
    fn high_nibble(self, a: Self::V) -> Self::V;

    /// `table[index]` in every lane whose index is below 16. In the others, whose highest bit is not set, it
    /// is `table[index & 15]` or 0, whichever the processor is good at.
    fn lookup_16(self, table: &[u8; 16], index: Self::V) -> Self::V;

    /// One bit a lane, the first lane's lowest: whether the byte is 80 or above.
    fn movemask(self, a: Self::V) -> u64;

    /// Whether any byte is 80 or above. Where [`movemask`](Self::movemask) is dear, this may be cheaper.
    #[inline(always)]
    fn any_high_bit(self, a: Self::V) -> bool {
        self.movemask(a) != 0
    }

    /// One bit a lane, the first lane's lowest: whether the byte is anything but 0.
    #[inline(always)]
    fn nonzero(self, a: Self::V) -> u64 {
        // The sum reaches 80 from 1 on; where it comes round, `a` itself is above 80.
        self.movemask(self.or(a, self.add(a, self.splat(0x7F))))
    }

    /// Whether the processor has an instruction that counts bits.
    const COUNTS: bool = false;

    /// How many lanes are in a set of eight.
    #[inline(always)]
    fn count_eight(self, lanes: u8) -> usize {
        counts::eight(lanes)
    }

    /// How many lanes are in a set of LANES.
    #[inline(always)]
    fn count(self, lanes: u64) -> usize {
        lanes.to_le_bytes().iter().take(Self::LANES / 8).map(|eight| self.count_eight(*eight)).sum()
    }

    /// Half as many bytes, which are 0 where two neighbours are: in the lower half of every sixteen lanes
    /// for the pairs of `low`, in the upper half for those of `high`. Every byte of both is 0 or 80. No step
    /// uses it.
    fn pack(self, low: Self::V, high: Self::V) -> Self::V;

    /// The byte `N` lanes earlier for every lane of `a`, where `before` is the vector before it: the last `N`
    /// bytes of `before`, then all but the last `N` of `a`. `N` is 1, 2 or 3. No step uses it.
    fn prev<const N: usize>(self, before: Self::V, a: Self::V) -> Self::V;
}

/// Vectors of sixteen bytes, for short inputs.
pub trait Narrow: Simd {
    /// All of the bytes.
    #[inline(always)]
    fn whole(self, bytes: &[u8; 16]) -> Self::V {
        self.load(bytes, 0)
    }

    /// The bytes of two numbers, the lowest first.
    fn join(self, low: u64, high: u64) -> Self::V;
}
