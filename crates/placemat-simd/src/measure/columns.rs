//! What each lane counts, and the length that follows from the sum.
//!
//! | length | a lane counts | sum, given n units |
//! | --- | --- | --- |
//! | characters of UTF-8 | bytes above BF as signed numbers: all but 80..BF | sum |
//! | line feeds of UTF-8 | line feeds | sum |
//! | UTF-8 in UTF-16 | the same, and bytes from F0 on twice | sum |
//! | Latin-1 in UTF-8 | ASCII | 2 n - sum |
//! | UTF-16 in UTF-8 | below 80: 2; below 800, and surrogates: 1 | 3 n - sum |
//! | UTF-32 in UTF-8 | how many of 7F, 7FF, FFFF the unit is above | n + sum |
//!
//! For example, `a`, the euro sign and U+1F37D are 8 bytes, of which 61, E2 and F0 count: 3 characters, and 4 units of
//! UTF-16. These, 0061 20AC D83C DF7D, count 2, 0, 1 and 1, so they become 3 * 4 - 4 = 8 bytes.
//!
//! - **Each unit counts by itself**, also half of a pair: two bytes for each half are four. So no lane looks at another,
//!   and the text may be cut anywhere.
//! - **What is rare or cheap is counted**, and the length computed: counting the bytes that a unit of UTF-16 lacks takes
//!   three comparisons of bytes, counting those that it has would take words.
//! - **Lanes are bytes**, so a comparison, FF or 0, is subtracted; the driver sums up before a lane can reach 256.

use core::marker::PhantomData;

use placemat_core::convert::portable::{self, Measured};
use placemat_core::convert::{Latin1, Utf8, Utf16, Utf32};

use super::Measure;
use super::driver::{Column, measure};
use crate::BLOCK;

macro_rules! kernels {
    ($($(#[$doc:meta])* $kernel:ident($Unit:ty) by $Column:ty;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $kernel<K: Measure>(kernel: K, units: &[$Unit]) -> usize {
            measure::<K, $Column>(kernel, units)
        }
    )*};
}

kernels! {
    /// The number of characters of UTF-8. Like the others, must be called from a function that is compiled for the CPU
    /// features of `kernel`.
    characters(u8) by Bytes<Characters>;
    /// The length of UTF-8 in units of UTF-16.
    utf8_as_utf16(u8) by Bytes<Utf8AsUtf16>;
    /// The length of UTF-16 in bytes of UTF-8.
    utf16_as_utf8(u16) by Utf16AsUtf8;
    /// The length of UTF-32 in bytes of UTF-8.
    utf32_as_utf8(u32) by Utf32AsUtf8;
    /// The length of Latin-1 in bytes of UTF-8.
    latin1_as_utf8(u8) by Bytes<Latin1AsUtf8>;
}

/// The number of line feeds in UTF-8.
#[inline(always)]
pub fn line_feeds<K: Measure>(kernel: K, bytes: &[u8]) -> usize {
    measure::<K, Bytes<LineFeeds>>(kernel, bytes) - bytes.len()
}

/// A length to which each byte contributes independently.
pub(super) trait ByteByByte<K: Measure> {
    /// The maximum that a byte adds to its lane.
    const MAX_PER_BYTE: usize = 1;

    /// The length of less than a block, in scalar code.
    const MEASURE_SHORT: fn(&[u8]) -> usize;

    /// The bytes that count, where it is faster to count bits.
    #[inline(always)]
    fn bits(_kernel: K, _block: &[u8; BLOCK]) -> Option<u64> {
        None
    }

    /// Adds these bytes to the counts.
    fn count(kernel: K, counts: K::V, bytes: K::V) -> K::V;

    /// The length of `bytes` bytes, given the sum of all lanes.
    #[inline(always)]
    fn length(_bytes: usize, counted: usize) -> usize {
        counted
    }
}

/// Adapts such a length to a column.
pub(super) struct Bytes<C>(PhantomData<C>);

impl<K: Measure, C: ByteByByte<K>> Column<K> for Bytes<C> {
    type Unit = u8;
    const MAX_PER_BLOCK: usize = C::MAX_PER_BYTE * BLOCK / K::LANES;
    const MEASURE_SHORT: fn(&[u8]) -> usize = C::MEASURE_SHORT;

    #[inline(always)]
    fn block(kernel: K, bytes: &[u8], from: usize) -> Option<[u8; BLOCK]> {
        let (start, end) = (bytes.len().min(from), bytes.len().min(from + BLOCK));
        if let Some(block) = kernel.padded(bytes.get(start..end)?) {
            return Some(block);
        }
        // The last blocks overlap; finished bytes are zeroed.
        let start = from.min(bytes.len().checked_sub(BLOCK)?);
        kernel.without(bytes.get(start..)?.first_chunk()?, (from - start).min(BLOCK))
    }

    #[inline(always)]
    fn bits(kernel: K, block: &[u8; BLOCK]) -> Option<u64> {
        C::bits(kernel, block)
    }

    #[inline(always)]
    fn count(kernel: K, mut counts: K::V, block: &[u8; BLOCK]) -> K::V {
        let mut at = 0;
        while at < BLOCK {
            counts = C::count(kernel, counts, kernel.load(block, at));
            at += K::LANES;
        }
        counts
    }

    #[inline(always)]
    fn length(bytes: usize, counted: usize) -> usize {
        C::length(bytes, counted)
    }
}

/// Counts bytes that are not continuation bytes: as signed numbers, those above BF.
pub(super) struct Characters;

impl<K: Measure> ByteByByte<K> for Characters {
    const MEASURE_SHORT: fn(&[u8]) -> usize = <Utf8 as Measured<Utf32>>::measure_short;

    #[inline(always)]
    fn bits(kernel: K, block: &[u8; BLOCK]) -> Option<u64> {
        kernel.bits_above(block, 0xBF_u8.cast_signed())
    }

    #[inline(always)]
    fn count(kernel: K, counts: K::V, bytes: K::V) -> K::V {
        kernel.count_above(counts, bytes, 0xBF_u8.cast_signed())
    }
}

/// Counts line feeds. A zero must have length 1, so the length includes all bytes.
struct LineFeeds;

impl<K: Measure> ByteByByte<K> for LineFeeds {
    const MEASURE_SHORT: fn(&[u8]) -> usize = |bytes| bytes.len() + portable::line_feeds(bytes);

    #[inline(always)]
    fn bits(kernel: K, block: &[u8; BLOCK]) -> Option<u64> {
        kernel.bits_equal(block, b'\n')
    }

    #[inline(always)]
    fn count(kernel: K, counts: K::V, bytes: K::V) -> K::V {
        kernel.count_equal(counts, bytes, b'\n')
    }

    #[inline(always)]
    fn length(bytes: usize, counted: usize) -> usize {
        bytes + counted
    }
}

/// Counts characters, and four-byte sequences twice: they become surrogate pairs.
struct Utf8AsUtf16;

impl<K: Measure> ByteByByte<K> for Utf8AsUtf16 {
    const MAX_PER_BYTE: usize = 2;
    const MEASURE_SHORT: fn(&[u8]) -> usize = <Utf8 as Measured<Utf16>>::measure_short;

    #[inline(always)]
    fn count(kernel: K, counts: K::V, bytes: K::V) -> K::V {
        kernel.count_units(counts, bytes)
    }
}

/// Counts ASCII; everything else becomes two bytes.
struct Latin1AsUtf8;

impl<K: Measure> ByteByByte<K> for Latin1AsUtf8 {
    const MEASURE_SHORT: fn(&[u8]) -> usize = <Latin1 as Measured<Utf8>>::measure_short;

    #[inline(always)]
    fn bits(kernel: K, block: &[u8; BLOCK]) -> Option<u64> {
        kernel.bits_above(block, -1)
    }

    #[inline(always)]
    fn count(kernel: K, counts: K::V, bytes: K::V) -> K::V {
        kernel.count_above(counts, bytes, -1)
    }

    #[inline(always)]
    fn length(bytes: usize, counted: usize) -> usize {
        2 * bytes - counted
    }
}

/// Counts how many bytes fewer than three each unit has.
struct Utf16AsUtf8;

impl<K: Measure> Column<K> for Utf16AsUtf8 {
    type Unit = u16;
    const MAX_PER_BLOCK: usize = 2 * BLOCK / K::LANES;
    const MEASURE_SHORT: fn(&[u16]) -> usize = <Utf16 as Measured<Utf8>>::measure_short;

    #[inline(always)]
    fn count(kernel: K, mut counts: K::V, block: &[u16; BLOCK]) -> K::V {
        let mut at = 0;
        while at < BLOCK {
            counts = kernel.count_missing(counts, kernel.split_units(block, at));
            at += K::LANES;
        }
        counts
    }

    #[inline(always)]
    fn length(units: usize, counted: usize) -> usize {
        3 * units - counted
    }
}

/// Counts the bytes after the first of each unit.
struct Utf32AsUtf8;

impl<K: Measure> Column<K> for Utf32AsUtf8 {
    type Unit = u32;
    const MAX_PER_BLOCK: usize = K::MAX_OF_TWO * BLOCK * size_of::<u32>() / (2 * K::LANES);
    const MEASURE_SHORT: fn(&[u32]) -> usize = <Utf32 as Measured<Utf8>>::measure_short;

    #[inline(always)]
    fn count(kernel: K, mut counts: K::V, block: &[u32; BLOCK]) -> K::V {
        let mut at = 0;
        while at < BLOCK {
            let numbers = kernel.load(block, at);
            let next = kernel.load(block, at + K::LANES / size_of::<u32>());
            counts = kernel.count_bytes_of_two(counts, [numbers, next]);
            at += 2 * K::LANES / size_of::<u32>();
        }
        counts
    }

    #[inline(always)]
    fn length(units: usize, counted: usize) -> usize {
        units + counted
    }
}
