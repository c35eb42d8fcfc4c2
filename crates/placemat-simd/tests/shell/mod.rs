//! A kernel over plain arrays whose conversion methods a test can replace, to break or to observe them.

use placemat_core::Scan;
use placemat_simd::{
    Simd, Token, Unit,
    convert::{Class, Convert, Dst, FromUtf16, Lanes, Sixteen, Thresholds, ToUtf16, UNITS, Units, Words},
    emulated::Emulated,
    validate::{Kernel, short, steps},
};

/// The replaceable methods. Each is correct unless it is overridden.
pub(crate) trait Hooks<const LANES: usize>: Copy {
    fn units(self, b: [[u8; LANES]; 5]) -> Lanes<[u8; LANES]> {
        Emulated::<LANES>.units(b)
    }

    fn units_of_three(self, b: [[u8; LANES]; 4]) -> Lanes<[u8; LANES]> {
        Emulated::<LANES>.units_of_three(b)
    }

    fn compress_lanes(self, lanes: Lanes<[u8; LANES]>, dst: &mut [u16], at: usize) -> usize {
        Emulated::<LANES>.compress_lanes(lanes, dst, at)
    }

    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool {
        Emulated::<LANES>.widen(bytes, dst)
    }

    fn class(self, units: &[u16; UNITS]) -> Option<Class> {
        Emulated::<LANES>.class(units)
    }

    fn encode(self, units: &[u16; UNITS], class: Class, dst: &mut Dst) -> usize {
        Emulated::<LANES>.encode_utf16(units, class, dst)
    }

    fn encode_pairs(self, units: &Units, dst: &mut Dst) -> Option<usize> {
        Emulated::<LANES>.encode_utf16_pairs(units, dst)
    }
}

/// A kernel with replaced methods.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shell<const LANES: usize, H>(pub(crate) H);

/// Gives a kernel the vectors and the validation of [`Emulated`].
macro_rules! emulate {
    ([$($generics:tt)*] $Type:ty, $lanes:ident, $Sixteen:ty = |$token:ident| $sixteen:expr) => {
        impl<$($generics)*> Token for $Type {}

        impl<$($generics)*> Simd for $Type {
            type V = [u8; $lanes];
            type Sixteen = $Sixteen;

            const LANES: usize = $lanes;

            fn sixteen(self) -> $Sixteen {
                let $token = self;
                $sixteen
            }

            fn load<U: Unit>(self, units: &[U], at: usize) -> Self::V {
                Emulated::<$lanes>.load(units, at)
            }

            fn store<U: Unit>(self, a: Self::V, dst: &mut [U], at: usize) {
                Emulated::<$lanes>.store(a, dst, at);
            }

            fn prev<const N: usize>(self, before: Self::V, a: Self::V) -> Self::V {
                Emulated::<$lanes>.prev::<N>(before, a)
            }

            emulate! { @delegate $lanes
                splat(byte: u8) -> Self::V;
                or(a: Self::V, b: Self::V) -> Self::V;
                and(a: Self::V, b: Self::V) -> Self::V;
                xor(a: Self::V, b: Self::V) -> Self::V;
                add(a: Self::V, b: Self::V) -> Self::V;
                add_signed_saturating(a: Self::V, b: Self::V) -> Self::V;
                sub_saturating(a: Self::V, b: Self::V) -> Self::V;
                min(a: Self::V, b: Self::V) -> Self::V;
                max(a: Self::V, b: Self::V) -> Self::V;
                high_nibble(a: Self::V) -> Self::V;
                repeat(sixteen: &[u8; 16]) -> Self::V;
                shuffle(bytes: Self::V, index: Self::V) -> Self::V;
                interleave(a: Self::V, b: Self::V) -> [Self::V; 2];
                join(low: u64, high: u64) -> Self::V;
                movemask(a: Self::V) -> u64;
                pack(low: Self::V, high: Self::V) -> Self::V;
            }
        }

        impl<$($generics)*> Words for $Type {
            fn shift_up<const N: i32>(self, a: Self::V) -> Self::V {
                Emulated::<$lanes>.shift_up::<N>(a)
            }

            fn shift_down<const N: i32>(self, a: Self::V) -> Self::V {
                Emulated::<$lanes>.shift_down::<N>(a)
            }

            emulate! { @delegate $lanes
                word(word: u16) -> Self::V;
                add_words(a: Self::V, b: Self::V) -> Self::V;
                equal_words(a: Self::V, b: Self::V) -> Self::V;
                min_words(a: Self::V, b: Self::V) -> Self::V;
                pack_words(a: Self::V, b: Self::V) -> Self::V;
                sixteens(a: Self::V) -> impl IntoIterator<Item = Sixteen<Self>>;
                zip_words(a: Self::V, b: Self::V) -> impl IntoIterator<Item = Sixteen<Self>>;
                zip_bytes(a: Self::V, b: Self::V) -> impl IntoIterator<Item = Sixteen<Self>>;
            }
        }

        impl<$($generics)*> Kernel for $Type {
            type Full = steps::Full;
            type Three = steps::Three;
            type Two = steps::Two;

            fn short(self, bytes: &[u8]) -> Scan {
                short(Emulated::<16>, bytes)
            }
        }
    };
    (@delegate $lanes:ident $($name:ident($($argument:ident: $Type:ty),*) -> $Result:ty;)*) => {
        $(fn $name(self, $($argument: $Type),*) -> $Result {
            Emulated::<$lanes>.$name($($argument),*)
        })*
    };
}
#[allow(unused_imports, reason = "not every test has more kernels")]
pub(crate) use emulate;

/// Gives a kernel the steps of [`Emulated`], these thresholds, and a test for ASCII if its drivers ask for one.
#[allow(unused_macros, reason = "not every test has more kernels")]
macro_rules! convert {
    ([$($generics:tt)*] $Type:ty, $thresholds:expr $(, |$block:ident| $is_ascii:expr)?) => {
        impl<$($generics)*> Convert for $Type {
            type Validate = steps::Full;
            type ValidateThree = steps::Three;

            const THRESHOLDS: Thresholds = $thresholds;

            fn widen<const N: usize>(self, _: &[u8; N], _: &mut [u16; N]) -> bool {
                unreachable!()
            }

            $(fn is_ascii(self, $block: &[u8; BLOCK]) -> bool {
                $is_ascii
            })?
        }
    };
}
#[allow(unused_imports, reason = "not every test has more kernels")]
pub(crate) use convert;

emulate! { [const LANES: usize, H: Hooks<LANES> + Hooks<16>] Shell<LANES, H>, LANES,
Shell<16, H> = |shell| Shell(shell.0) }

impl<const LANES: usize, H: Hooks<LANES> + Hooks<16>> Convert for Shell<LANES, H> {
    type Validate = <Self as Kernel>::Full;
    type ValidateThree = <Self as Kernel>::Three;
    const THRESHOLDS: Thresholds = <Emulated<LANES> as Convert>::THRESHOLDS;

    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool {
        Hooks::<LANES>::widen(self.0, bytes, dst)
    }
}

impl<const LANES: usize, H: Hooks<LANES> + Hooks<16>> ToUtf16 for Shell<LANES, H> {
    fn units(self, b: [Self::V; 5]) -> Lanes<Self::V> {
        Hooks::<LANES>::units(self.0, b)
    }

    fn units_of_three(self, b: [Self::V; 4]) -> Lanes<Self::V> {
        Hooks::<LANES>::units_of_three(self.0, b)
    }

    fn compress_lanes(self, lanes: Lanes<Self::V>, dst: &mut [u16], at: usize) -> usize {
        Hooks::<LANES>::compress_lanes(self.0, lanes, dst, at)
    }
}

impl<const LANES: usize, H: Hooks<LANES> + Hooks<16>> FromUtf16 for Shell<LANES, H> {
    fn class(self, units: &[u16; UNITS]) -> Option<Class> {
        Hooks::<LANES>::class(self.0, units)
    }

    fn encode_utf16(self, units: &[u16; UNITS], class: Class, dst: &mut Dst) -> usize {
        Hooks::<LANES>::encode(self.0, units, class, dst)
    }

    fn encode_utf16_pairs(self, units: &Units, dst: &mut Dst) -> Option<usize> {
        Hooks::<LANES>::encode_pairs(self.0, units, dst)
    }
}
