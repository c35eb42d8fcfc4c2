//! [`Simd`] over plain arrays, to test the driver and the steps on every host.

use core::hint::black_box;

use placemat_core::Scan;

use crate::convert::{
    Convert, ConvertLatin1, ConvertUtf32, FromUtf16, Lanes, SPARE, Thresholds, ToUtf16, UNITS, Words,
};
use crate::validate::steps::{Full, Three, Two};
use crate::validate::{Kernel, PrefetchPolicy, short};
use crate::{BLOCK, Simd, Token, Unit, measure::Measure};

/// Vectors of `LANES` bytes, emulated byte by byte.
#[derive(Clone, Copy, Debug, Default)]
pub struct Emulated<const LANES: usize>;

impl<const LANES: usize> Token for Emulated<LANES> {}

impl<const LANES: usize> Simd for Emulated<LANES> {
    type V = [u8; LANES];
    type Sixteen = Emulated<16>;

    const LANES: usize = {
        assert!(LANES == 16 || LANES == 32 || LANES == 64);
        LANES
    };

    fn sixteen(self) -> Emulated<16> {
        Emulated
    }

    #[inline(always)]
    fn load<U: Unit>(self, units: &[U], at: usize) -> Self::V {
        let size = size_of::<U>();
        core::array::from_fn(|lane| units[at + lane / size].into().to_le_bytes()[lane % size])
    }

    #[inline(always)]
    fn store<U: Unit>(self, a: Self::V, dst: &mut [U], at: usize) {
        let size = size_of::<U>();
        for (unit, bytes) in dst[at..][..LANES / size].iter_mut().zip(a.chunks(size)) {
            *unit = U::of(bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u32::from(*byte)));
        }
    }

    fn splat(self, byte: u8) -> Self::V {
        [byte; LANES]
    }

    fn or(self, a: Self::V, b: Self::V) -> Self::V {
        lanewise(a, b, |a, b| a | b)
    }

    fn and(self, a: Self::V, b: Self::V) -> Self::V {
        lanewise(a, b, |a, b| a & b)
    }

    fn xor(self, a: Self::V, b: Self::V) -> Self::V {
        lanewise(a, b, |a, b| a ^ b)
    }

    fn add(self, a: Self::V, b: Self::V) -> Self::V {
        lanewise(a, b, u8::wrapping_add)
    }

    fn add_signed_saturating(self, a: Self::V, b: Self::V) -> Self::V {
        lanewise(a, b, |a, b| a.cast_signed().saturating_add(b.cast_signed()).cast_unsigned())
    }

    fn sub_saturating(self, a: Self::V, b: Self::V) -> Self::V {
        lanewise(a, b, u8::saturating_sub)
    }

    fn min(self, a: Self::V, b: Self::V) -> Self::V {
        lanewise(a, b, u8::min)
    }

    fn max(self, a: Self::V, b: Self::V) -> Self::V {
        lanewise(a, b, u8::max)
    }

    fn high_nibble(self, a: Self::V) -> Self::V {
        a.map(|byte| byte >> 4)
    }

    fn repeat(self, sixteen: &[u8; 16]) -> Self::V {
        core::array::from_fn(|lane| sixteen[lane & 15])
    }

    #[inline(always)]
    fn shuffle(self, bytes: Self::V, index: Self::V) -> Self::V {
        core::array::from_fn(|lane| match index[lane] {
            index @ ..0x80 => bytes[lane & !15 | usize::from(index & 15)],
            _ => 0,
        })
    }

    fn pack(self, low: [u8; LANES], high: [u8; LANES]) -> [u8; LANES] {
        core::array::from_fn(|lane| {
            let (sixteen, lane) = (lane & !15, lane & 15);
            let pairs = if lane < 8 { low } else { high };
            let pair = sixteen + 2 * (lane & 7);
            pairs[pair] | pairs[pair + 1]
        })
    }

    fn prev<const N: usize>(self, before: Self::V, a: Self::V) -> Self::V {
        let before = opaque(before);
        core::array::from_fn(|lane| if lane < N { before[LANES - N + lane] } else { a[lane - N] })
    }

    #[inline(always)]
    fn movemask(self, a: Self::V) -> u64 {
        a.iter().enumerate().fold(0, |bits, (lane, byte)| bits | u64::from(byte >> 7) << lane)
    }

    fn join(self, low: u64, high: u64) -> Self::V {
        self.repeat(&(u128::from(opaque(high)) << 64 | u128::from(opaque(low))).to_le_bytes())
    }

    fn interleave(self, a: Self::V, b: Self::V) -> [Self::V; 2] {
        [0, 8]
            .map(|half| core::array::from_fn(|lane| [a, b][lane % 2][lane & !15 | half | ((lane & 15) / 2)]))
    }
}

impl<const LANES: usize> Kernel for Emulated<LANES> {
    type Full = Full;
    type Three = Three;
    type Two = Two;

    const SPARSE_MAX_RUNS: usize = if LANES == 64 { 0 } else { 33 };
    const PREFETCHES: bool = true;
    // Short enough for a debug build.
    const PREFETCH_MIN_LEN: usize = 256 << 10;
    const UNCACHED_MIN_LEN: usize = 512 << 10;
    const FASTER_THAN_MEMORY: bool = LANES != 32;

    /// Lets tests cover both policies on every host.
    fn prefetch_policy(self) -> PrefetchPolicy {
        if LANES == 16 { PrefetchPolicy::Lines } else { PrefetchPolicy::Pages }
    }

    fn short(self, bytes: &[u8]) -> Scan {
        short(Emulated::<16>, bytes)
    }
}

impl<const LANES: usize> Convert for Emulated<LANES> {
    type Validate = <Self as Kernel>::Full;
    type ValidateThree = <Self as Kernel>::Three;
    const THRESHOLDS: Thresholds = Thresholds {
        chunks_min_units: 8 * UNITS,
        two_pass_max_vectors: if LANES == 32 { 16 } else { 0 },
        mixed_max_blocks: if LANES < BLOCK { 4 } else { 2 },
        ..Thresholds::NARROW
    };

    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool {
        *dst = bytes.map(u16::from);
        bytes.is_ascii()
    }
}

impl<const LANES: usize> ToUtf16 for Emulated<LANES> {
    fn compress_lanes(self, lanes: Lanes<Self::V>, dst: &mut [u16], at: usize) -> usize {
        assert!(dst[at..].len() >= LANES + SPARE);
        let writes = (0..LANES).filter(|lane| (lanes.writes >> lane) & 1 == 1);
        let mut written = 0;
        for lane in writes {
            dst[at + written] = u16::from_le_bytes([lanes.low[lane], lanes.high[lane]]);
            written += 1;
        }
        written
    }
}

impl<const LANES: usize> FromUtf16 for Emulated<LANES> {}
impl<const LANES: usize> ConvertLatin1 for Emulated<LANES> {}
impl<const LANES: usize> ConvertUtf32 for Emulated<LANES> {}

impl<const LANES: usize> Words for Emulated<LANES> {
    fn word(self, word: u16) -> Self::V {
        wordwise([0; LANES], |_| word)
    }

    fn add_words(self, a: Self::V, b: Self::V) -> Self::V {
        let mut sum = a;
        for (sum, b) in sum.as_chunks_mut().0.iter_mut().zip(b.as_chunks().0) {
            *sum = u16::from_le_bytes(*sum).wrapping_add(u16::from_le_bytes(*b)).to_le_bytes();
        }
        sum
    }

    fn equal_words(self, a: Self::V, b: Self::V) -> Self::V {
        wordwise(self.xor(a, b), |differ| if differ == 0 { 0xFFFF } else { 0 })
    }

    fn shift_up<const N: i32>(self, a: Self::V) -> Self::V {
        wordwise(a, |word| word << N)
    }

    fn shift_down<const N: i32>(self, a: Self::V) -> Self::V {
        wordwise(a, |word| word >> N)
    }

    fn min_words(self, a: Self::V, b: Self::V) -> Self::V {
        let mut least = a;
        for (least, b) in least.as_chunks_mut().0.iter_mut().zip(b.as_chunks().0) {
            *least = u16::from_le_bytes(*least).min(u16::from_le_bytes(*b)).to_le_bytes();
        }
        least
    }

    fn pack_words(self, a: Self::V, b: Self::V) -> Self::V {
        core::array::from_fn(|lane| if lane < LANES / 2 { a[2 * lane] } else { b[2 * lane - LANES] })
    }

    fn sixteens(self, a: Self::V) -> impl IntoIterator<Item = [u8; 16]> {
        (0..LANES / 16).map(move |nth| core::array::from_fn(|byte| a[16 * nth + byte]))
    }

    fn zip_words(self, a: Self::V, b: Self::V) -> impl IntoIterator<Item = [u8; 16]> {
        (0..LANES / 8).map(move |nth| {
            core::array::from_fn(|byte| {
                let at = 8 * nth + byte / 4 * 2 + byte % 2;
                if byte % 4 < 2 { a[at] } else { b[at] }
            })
        })
    }

    fn zip_bytes(self, a: Self::V, b: Self::V) -> impl IntoIterator<Item = [u8; 16]> {
        (0..LANES / 8).map(move |nth| core::array::from_fn(|byte| [a, b][byte % 2][8 * nth + byte / 2]))
    }
}

impl<const LANES: usize> Measure for Emulated<LANES> {
    fn split_units(self, block: &[u16; BLOCK], at: usize) -> [Self::V; 2] {
        let unit = |lane| block[at + lane];
        let low = |lane| u8::try_from(unit(lane)).unwrap_or(u8::MAX);
        [core::array::from_fn(|lane| unit(lane).to_be_bytes()[0]), core::array::from_fn(low)]
    }

    fn count_above(self, counts: Self::V, bytes: Self::V, bound: i8) -> Self::V {
        lanewise(counts, bytes, |count, byte| count + u8::from(byte.cast_signed() > bound))
    }

    fn count_equal(self, counts: Self::V, bytes: Self::V, byte: u8) -> Self::V {
        lanewise(counts, bytes, |count, this| count + u8::from(this == byte))
    }

    fn count_numbers_above(self, mut counts: Self::V, numbers: Self::V, bound: i32) -> Self::V {
        let (numbers, _) = numbers.as_chunks();
        for (lanes, number) in counts.as_chunks_mut::<4>().0.iter_mut().zip(numbers) {
            let count = u32::from_le_bytes(*lanes) + u32::from(i32::from_le_bytes(*number) > bound);
            *lanes = count.to_le_bytes();
        }
        counts
    }

    fn total(self, counts: Self::V) -> usize {
        counts.map(usize::from).iter().sum()
    }
}

/// Hides a value from the optimiser.
///
/// If the compiler knows some bytes of a vector, it shifts only the others, so that lanes shift by different numbers.
/// LLVM 22 miscompiles such shifts for WebAssembly with simd128: `x << 2 >> 4` becomes `x >> 2`, without truncating
/// `x << 2` to a byte first.
#[inline(always)]
fn opaque<T>(value: T) -> T {
    black_box(value)
}

fn wordwise<const LANES: usize>(mut a: [u8; LANES], operation: impl Fn(u16) -> u16) -> [u8; LANES] {
    for word in a.as_chunks_mut().0 {
        *word = operation(u16::from_le_bytes(*word)).to_le_bytes();
    }
    a
}

#[inline(always)]
fn lanewise<const LANES: usize>(
    a: [u8; LANES], b: [u8; LANES], operation: impl Fn(u8, u8) -> u8,
) -> [u8; LANES] {
    core::array::from_fn(|lane| operation(a[lane], b[lane]))
}
