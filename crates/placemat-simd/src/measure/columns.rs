use super::{
    Measure,
    driver::{Column, measure},
};
use crate::BLOCK;

/// How many characters UTF-8 has. To be called, as all of these, from a function that is compiled for the
/// processor features of `kernel`.
#[inline(always)]
pub fn characters<K: Measure>(kernel: K, octets: &[u8]) -> usize {
    measure::<K, Characters>(kernel, octets)
}

/// How many units UTF-8 has in UTF-16.
#[inline(always)]
pub fn utf8_as_utf16<K: Measure>(kernel: K, octets: &[u8]) -> usize {
    measure::<K, Utf8AsUtf16>(kernel, octets)
}

/// How many octets UTF-16 has in UTF-8.
#[inline(always)]
pub fn utf16_as_utf8<K: Measure>(kernel: K, units: &[u16]) -> usize {
    measure::<K, Utf16AsUtf8>(kernel, units)
}

/// How many octets UTF-32 has in UTF-8.
#[inline(always)]
pub fn utf32_as_utf8<K: Measure>(kernel: K, units: &[u32]) -> usize {
    measure::<K, Utf32AsUtf8>(kernel, units)
}

/// How many octets Latin-1 has in UTF-8.
#[inline(always)]
pub fn latin1_as_utf8<K: Measure>(kernel: K, octets: &[u8]) -> usize {
    measure::<K, Latin1AsUtf8>(kernel, octets)
}

/// Lanes count octets that are no continuations: as signed numbers, those above BF.
struct Characters;

impl<K: Measure> Column<K> for Characters {
    type Unit = u8;
    const MOST: usize = BLOCK / K::LANES;

    #[inline(always)]
    fn count(kernel: K, mut counts: K::V, block: &[u8; BLOCK]) -> K::V {
        let mut at = 0;
        while at < BLOCK {
            counts = kernel.count_above(counts, kernel.octets(block, at), 0xBF_u8.cast_signed());
            at += K::LANES;
        }
        counts
    }

    #[inline(always)]
    fn length(_: usize, counted: usize) -> usize {
        counted
    }
}

/// Lanes count the same, and four-octet sequences once more: they become pairs.
struct Utf8AsUtf16;

impl<K: Measure> Column<K> for Utf8AsUtf16 {
    type Unit = u8;
    const MOST: usize = 2 * BLOCK / K::LANES;

    #[inline(always)]
    fn count(kernel: K, mut counts: K::V, block: &[u8; BLOCK]) -> K::V {
        let mut at = 0;
        while at < BLOCK {
            counts = kernel.count_units(counts, kernel.octets(block, at));
            at += K::LANES;
        }
        counts
    }

    #[inline(always)]
    fn length(_: usize, counted: usize) -> usize {
        counted
    }
}

/// Lanes count how many octets units have fewer than three.
struct Utf16AsUtf8;

impl<K: Measure> Column<K> for Utf16AsUtf8 {
    type Unit = u16;
    const MOST: usize = 2 * BLOCK / K::LANES;

    #[inline(always)]
    fn count(kernel: K, mut counts: K::V, block: &[u16; BLOCK]) -> K::V {
        let mut at = 0;
        while at < BLOCK {
            counts = kernel.count_missing(counts, kernel.halves(block, at));
            at += K::LANES;
        }
        counts
    }

    #[inline(always)]
    fn length(units: usize, counted: usize) -> usize {
        3 * units - counted
    }
}

/// Lanes count the octets after the first of each unit.
struct Utf32AsUtf8;

impl<K: Measure> Column<K> for Utf32AsUtf8 {
    type Unit = u32;
    const MOST: usize = 3 * BLOCK * size_of::<u32>() / K::LANES;

    #[inline(always)]
    fn count(kernel: K, mut counts: K::V, block: &[u32; BLOCK]) -> K::V {
        let mut at = 0;
        while at < BLOCK {
            let numbers = kernel.numbers(block, at);
            counts = kernel.count_numbers_above(counts, numbers, 0x7F);
            counts = kernel.count_numbers_above(counts, numbers, 0x7FF);
            counts = kernel.count_numbers_above(counts, numbers, 0xFFFF);
            at += K::LANES / size_of::<u32>();
        }
        counts
    }

    #[inline(always)]
    fn length(units: usize, counted: usize) -> usize {
        units + counted
    }
}

/// Lanes count what is ASCII; everything else has two octets.
struct Latin1AsUtf8;

impl<K: Measure> Column<K> for Latin1AsUtf8 {
    type Unit = u8;
    const MOST: usize = BLOCK / K::LANES;

    #[inline(always)]
    fn count(kernel: K, mut counts: K::V, block: &[u8; BLOCK]) -> K::V {
        let mut at = 0;
        while at < BLOCK {
            counts = kernel.count_above(counts, kernel.octets(block, at), -1);
            at += K::LANES;
        }
        counts
    }

    #[inline(always)]
    fn length(units: usize, counted: usize) -> usize {
        2 * units - counted
    }
}
