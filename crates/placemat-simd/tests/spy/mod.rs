//! One kernel over plain arrays, whose conversion a test replaces: to break it, or to observe it.

use placemat_core::Scan;
use placemat_simd::convert::{Convert, Sixteen, Thresholds, Words};
use placemat_simd::validate::{Kernel, short, steps};
use placemat_simd::{BLOCK, Simd, Token, Unit, emulated::Emulated};

/// A kernel with the vectors and the validation of [`Emulated`], which converts as `S` says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spy<S, const LANES: usize>(pub(crate) S);

/// What all conversions of a [`Spy`] have in common.
pub(crate) trait Spies<const LANES: usize>: Copy {
    const THRESHOLDS: Thresholds = <Emulated<LANES> as Convert>::THRESHOLDS;

    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool {
        Emulated::<LANES>.widen(bytes, dst)
    }

    fn is_ascii(self, block: &[u8; BLOCK]) -> bool {
        block.is_ascii()
    }
}

/// Methods that do what those of [`Emulated`] do.
macro_rules! emulate {
    (binary: $($name:ident),*) => {
        emulate! { $($name(a: Self::V, b: Self::V) -> Self::V;)* }
    };
    ($($name:ident($($argument:ident: $Type:ty),*) -> $Result:ty;)*) => {
        $(fn $name(self, $($argument: $Type),*) -> $Result {
            Emulated::<LANES>.$name($($argument),*)
        })*
    };
}

impl<S: Copy, const LANES: usize> Token for Spy<S, LANES> {}

impl<S: Copy, const LANES: usize> Simd for Spy<S, LANES> {
    type V = [u8; LANES];
    type Sixteen = Spy<S, 16>;

    const LANES: usize = LANES;

    fn sixteen(self) -> Spy<S, 16> {
        Spy(self.0)
    }

    fn load<U: Unit>(self, units: &[U], at: usize) -> Self::V {
        Emulated::<LANES>.load(units, at)
    }

    fn store<U: Unit>(self, a: Self::V, dst: &mut [U], at: usize) {
        Emulated::<LANES>.store(a, dst, at);
    }

    fn prev<const N: usize>(self, before: Self::V, a: Self::V) -> Self::V {
        Emulated::<LANES>.prev::<N>(before, a)
    }

    emulate! { binary: or, and, xor, add, add_signed_saturating, sub_saturating, min, max, shuffle, pack }
    emulate! {
        splat(byte: u8) -> Self::V;
        high_nibble(a: Self::V) -> Self::V;
        repeat(sixteen: &[u8; 16]) -> Self::V;
        interleave(a: Self::V, b: Self::V) -> [Self::V; 2];
        join(low: u64, high: u64) -> Self::V;
        movemask(a: Self::V) -> u64;
    }
}

impl<S: Copy, const LANES: usize> Words for Spy<S, LANES> {
    fn shift_up<const N: i32>(self, a: Self::V) -> Self::V {
        Emulated::<LANES>.shift_up::<N>(a)
    }

    fn shift_down<const N: i32>(self, a: Self::V) -> Self::V {
        Emulated::<LANES>.shift_down::<N>(a)
    }

    emulate! { binary: add_words, equal_words, min_words, pack_words }
    emulate! {
        word(word: u16) -> Self::V;
        sixteens(a: Self::V) -> impl IntoIterator<Item = Sixteen<Self>>;
        zip_words(a: Self::V, b: Self::V) -> impl IntoIterator<Item = Sixteen<Self>>;
        zip_bytes(a: Self::V, b: Self::V) -> impl IntoIterator<Item = Sixteen<Self>>;
    }
}

impl<S: Copy, const LANES: usize> Kernel for Spy<S, LANES> {
    type Full = steps::Full;
    type Three = steps::Three;
    type Two = steps::Two;

    fn short(self, bytes: &[u8]) -> Scan {
        short(Emulated::<16>, bytes)
    }
}

impl<S: Spies<LANES>, const LANES: usize> Convert for Spy<S, LANES> {
    type Validate = steps::Full;
    type ValidateThree = steps::Three;

    const THRESHOLDS: Thresholds = S::THRESHOLDS;

    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool {
        self.0.widen(bytes, dst)
    }

    fn is_ascii(self, block: &[u8; BLOCK]) -> bool {
        self.0.is_ascii(block)
    }
}
