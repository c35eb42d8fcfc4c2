//! Conversion without UTF-8, and to the other byte order.

use placemat_core::convert::{Latin1, Progress, Utf16, Utf32, portable};

mod narrow;
mod pairs;
mod swap;

use pairs::Pairs;

use super::words::Words;

macro_rules! direct {
    ($($kernel:ident: $s:ty => $d:ty, $about:literal, $convert:expr;)*) => {
        /// The kernels without UTF-8: unless the backend overrides them, portable code that the compiler vectorises for
        /// its CPU features, with kernels for blocks with surrogate pairs.
        pub trait ConvertDirect: Words {$(
            #[doc = concat!("Converts ", $about, ", as [`Progress`] specifies.")]
            #[inline(always)]
            fn $kernel(self, source: &[$s], dst: &mut [$d]) -> Progress {
                $convert(self, source, dst)
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
    utf16_to_utf32: u16 => u32, "from UTF-16 to UTF-32", |simd, source, dst| {
        portable::direct_by::<Utf16, Utf32>(source, dst, Pairs(simd))
    };
    utf32_to_utf16: u32 => u16, "from UTF-32 to UTF-16", |simd, source, dst| {
        portable::direct_by::<Utf32, Utf16>(source, dst, Pairs(simd))
    };
    utf16_to_latin1: u16 => u8, "from UTF-16 to Latin-1", narrow::narrow::<_, Utf16>;
    latin1_to_utf16: u8 => u16, "from Latin-1 to UTF-16", |_, source, dst| portable::direct::<Latin1, Utf16>(source, dst);
    utf32_to_latin1: u32 => u8, "from UTF-32 to Latin-1", narrow::narrow::<_, Utf32>;
    latin1_to_utf32: u8 => u32, "from Latin-1 to UTF-32", |_, source, dst| portable::direct::<Latin1, Utf32>(source, dst);
    utf16_to_utf16: u16 => u16, "from UTF-16 to UTF-16", |_, source, dst| portable::direct::<Utf16, Utf16>(source, dst);
    utf32_to_utf32: u32 => u32, "from UTF-32 to UTF-32", |_, source, dst| portable::direct::<Utf32, Utf32>(source, dst);
    utf16le_to_utf16be: u8 => u8, "from UTF-16LE to UTF-16BE", swap::swap_utf16::<_, true>;
    utf16be_to_utf16le: u8 => u8, "from UTF-16BE to UTF-16LE", swap::swap_utf16::<_, false>;
    utf32le_to_utf32be: u8 => u8, "from UTF-32LE to UTF-32BE", |_, source, dst| {
        portable::swap_bytes::<Utf32, 4>(source, dst, u32::from_le_bytes)
    };
    utf32be_to_utf32le: u8 => u8, "from UTF-32BE to UTF-32LE", |_, source, dst| {
        portable::swap_bytes::<Utf32, 4>(source, dst, u32::from_be_bytes)
    };
}

/// FFFF where the unit has this value in these bits, else 0.
#[inline(always)]
fn are<S: Words>(simd: S, units: S::V, bits: u16, value: u16) -> S::V {
    simd.equal_words(simd.and(units, simd.word(bits)), simd.word(value))
}
