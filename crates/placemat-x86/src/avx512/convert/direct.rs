//! Without UTF-8: UTF-16, UTF-32 and Latin-1 among themselves. `pairs.rs` has those with surrogate pairs, `swap.rs` the
//! other byte order.
//!
//! ```text
//! Latin-1   64 units: widened or packed; the end, or all of a short text, by masked loads and stores
//! ```

mod pairs;
mod swap;

use core::arch::x86_64::{
    _mm512_castsi512_si128 as lowest, _mm512_castsi512_si256 as lower_half, _mm512_cvtepu8_epi16,
    _mm512_cvtepu8_epi32, _mm512_extracti32x4_epi32 as quarter, _mm512_extracti64x4_epi64,
    _mm512_packus_epi16, _mm512_packus_epi32, _mm512_permutexvar_epi32, _mm512_setr_epi32,
};

use placemat_core::convert::portable::Direct;
use placemat_core::convert::{Latin1, Progress, Utf16, Utf32};
use placemat_simd::convert::{ConvertDirect, Words};
use placemat_simd::{BLOCK, Simd, Unit};

use super::super::{Avx512, token::operations, vectors::V};

macro_rules! kernels {
    ($($kernel:ident: $s:ty => $d:ty, $convert:expr, $short:expr;)*) => {
        impl ConvertDirect for Avx512 {$(
            #[inline(always)]
            fn $kernel(self, source: &[$s], dst: &mut [$d]) -> Progress {
                $convert(self, source, dst)
            }
        )*}

        /// Short texts.
        pub(super) mod short {
            use super::*;

            $(
                #[inline(always)]
                pub(in super::super) fn $kernel(simd: Avx512, source: &[$s], dst: &mut [$d]) -> Option<Progress> {
                    $short(simd, source, dst)
                }
            )*
        }
    };
}

kernels! {
    utf16_to_utf32: u16 => u32, Self::join_pairs, Avx512::join_short;
    utf32_to_utf16: u32 => u16, Self::split_into_pairs, Avx512::split_short;
    utf16_to_latin1: u16 => u8, Self::convert_units::<Utf16, Latin1, 2, 1>, Avx512::convert_end::<Utf16, Latin1, 2, 1>;
    latin1_to_utf16: u8 => u16, Self::convert_units::<Latin1, Utf16, 1, 2>, Avx512::convert_end::<Latin1, Utf16, 1, 2>;
    utf32_to_latin1: u32 => u8, Self::convert_units::<Utf32, Latin1, 4, 1>, Avx512::convert_end::<Utf32, Latin1, 4, 1>;
    latin1_to_utf32: u8 => u32, Self::convert_units::<Latin1, Utf32, 1, 4>, Avx512::convert_end::<Latin1, Utf32, 1, 4>;
    utf16le_to_utf16be: u8 => u8, Self::swap::<true>, Avx512::swap_short::<true>;
    utf16be_to_utf16le: u8 => u8, Self::swap::<false>, Avx512::swap_short::<false>;
}

/// Conversion from units of `FROM` bytes to units of `TO` bytes, one each.
trait Units<D: Direct<Unit: Unit>, const FROM: usize, const TO: usize>: Direct<Unit: Unit> {
    /// Converts a block, unless `D` lacks one of its characters.
    fn block(simd: Avx512, units: [V; FROM]) -> Option<[V; TO]>;
}

impl Units<Utf16, 1, 2> for Latin1 {
    #[inline(always)]
    fn block(simd: Avx512, [bytes]: [V; 1]) -> Option<[V; 2]> {
        Some(simd.widen_to_words(bytes))
    }
}

impl Units<Utf32, 1, 4> for Latin1 {
    #[inline(always)]
    fn block(simd: Avx512, [bytes]: [V; 1]) -> Option<[V; 4]> {
        Some(simd.widen_to_units(bytes))
    }
}

impl Units<Latin1, 2, 1> for Utf16 {
    #[inline(always)]
    fn block(simd: Avx512, [a, b]: [V; 2]) -> Option<[V; 1]> {
        (simd.below(simd.or(a, b), 0x100) == u32::MAX).then(|| [simd.pack_words(a, b)])
    }
}

impl Units<Latin1, 4, 1> for Utf32 {
    #[inline(always)]
    fn block(simd: Avx512, [a, b, c, d]: [V; 4]) -> Option<[V; 1]> {
        let any = simd.or(simd.or(a, b), simd.or(c, d));
        (simd.units_from(any, 0x100) == 0).then(|| [simd.pack_units(a, b, c, d)])
    }
}

impl Avx512 {
    #[inline(always)]
    fn convert_units<S: Units<D, FROM, TO>, D: Direct<Unit: Unit>, const FROM: usize, const TO: usize>(
        self, source: &[S::Unit], dst: &mut [D::Unit],
    ) -> Progress {
        let len = source.len().min(dst.len());
        let mut at = 0;
        while at < len {
            let (source, dst) = (&source[at..len], &mut dst[at..len]);
            let converted = match (source.first_chunk::<BLOCK>(), dst.first_chunk_mut::<BLOCK>()) {
                (Some(block), Some(dst)) => self.convert_end::<S, D, FROM, TO>(block, dst),
                _ => self.convert_end::<S, D, FROM, TO>(source, dst),
            };
            let Some(more) = converted else { break };
            at += more.read;
        }
        // Up to some units before a character that `D` lacks.
        for few in source[at..len].chunks(8) {
            let Some(more) = self.convert_end::<S, D, FROM, TO>(few, &mut dst[at..len]) else { break };
            at += more.read;
        }
        Progress { read: at, written: at }
    }

    /// Converts up to a block.
    #[inline(always)]
    fn convert_end<S: Units<D, FROM, TO>, D: Direct<Unit: Unit>, const FROM: usize, const TO: usize>(
        self, units: &[S::Unit], dst: &mut [D::Unit],
    ) -> Option<Progress> {
        let len = units.len();
        let dst = dst.get_mut(..len)?;
        if len > BLOCK {
            return None;
        }
        // A word is in the first vector, and each of the others would cost a mask.
        let mut vectors = [self.splat(0); FROM];
        for (nth, vector) in vectors.iter_mut().enumerate() {
            if nth == 1 && len <= BLOCK / FROM {
                break;
            }
            *vector = self.load_partial(units, nth * (BLOCK / FROM));
        }
        for (nth, vector) in S::block(self, vectors)?.into_iter().enumerate() {
            if nth == 1 && len <= BLOCK / TO {
                break;
            }
            self.store_partial(vector, dst, nth * (BLOCK / TO));
        }
        Some(Progress { read: len, written: len })
    }

    operations! {
        fn widen_to_words(a: V) -> [V; 2] {
            [lower_half(a), _mm512_extracti64x4_epi64::<1>(a)].map(|bytes| _mm512_cvtepu8_epi16(bytes))
        }

        fn widen_to_units(a: V) -> [V; 4] {
            [lowest(a), quarter::<1>(a), quarter::<2>(a), quarter::<3>(a)].map(|bytes| _mm512_cvtepu8_epi32(bytes))
        }

        /// The lowest bytes of units that have no others.
        fn pack_units(a: V, b: V, c: V, d: V) -> V {
            // Packing works within each quarter of a vector.
            let words = (_mm512_packus_epi32(a, b), _mm512_packus_epi32(c, d));
            let order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
            _mm512_permutexvar_epi32(order, _mm512_packus_epi16(words.0, words.1))
        }
    }
}
