//! Conversion without UTF-8.

use placemat_core::convert::{Latin1, Progress, Utf16, Utf32, portable};

use crate::Simd;

macro_rules! direct {
    ($($kernel:ident: $S:ident $s:ty => $D:ident $d:ty;)*) => {
        /// The kernels without UTF-8: unless the backend overrides them, portable code that the compiler vectorises for
        /// its CPU features.
        pub trait ConvertDirect: Simd {$(
            #[doc = concat!("[`portable::direct`], from ", stringify!($S), " to ", stringify!($D), ".")]
            #[inline(always)]
            fn $kernel(self, source: &[$s], dst: &mut [$d]) -> Progress {
                portable::direct::<$S, $D>(source, dst)
            }
        )*}

        $(
            #[doc = concat!("[`ConvertDirect::", stringify!($kernel), "`]. Must be called from a function that is")]
            /// compiled for the CPU features of `kernel`.
            #[inline(always)]
            pub fn $kernel<K: ConvertDirect>(kernel: K, source: &[$s], dst: &mut [$d]) -> Progress {
                kernel.$kernel(source, dst)
            }
        )*
    };
}

direct! {
    utf16_to_utf32: Utf16 u16 => Utf32 u32;
    utf32_to_utf16: Utf32 u32 => Utf16 u16;
    utf16_to_latin1: Utf16 u16 => Latin1 u8;
    latin1_to_utf16: Latin1 u8 => Utf16 u16;
    utf32_to_latin1: Utf32 u32 => Latin1 u8;
    latin1_to_utf32: Latin1 u8 => Utf32 u32;
    utf16_to_utf16: Utf16 u16 => Utf16 u16;
    utf32_to_utf32: Utf32 u32 => Utf32 u32;
}
