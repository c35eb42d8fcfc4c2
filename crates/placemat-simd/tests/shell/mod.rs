//! Kernels over plain arrays whose conversion methods a test replaces, to break or to observe them.

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
