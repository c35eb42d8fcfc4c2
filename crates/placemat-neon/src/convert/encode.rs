//! Units below 10000 to UTF-8, 32 at a time: their masks become one number, as in [`block`](super::block). If all of
//! them are ASCII, they are only stored.
//!
//! ```text
//! for each 64 units, by the largest:      below 80: store the lower bytes; below 800: two bytes each; no surrogates:
//!     three bytes each, for 32 units at a time: lead | between | last, as in `utf16_narrow.rs` of `placemat-simd`
//!     sets   = two bits per unit: below 80, below 800
//!     ends   = (12 in each byte - cnt(sets)) * 0101010101010101
//!     for each four units n:  store(dst + byte n of (ends << 8), shuffle(bytes, FOURS[byte n of sets]))
//! ```
//!
//! - **Lower and upper bytes apart** (`halves.rs`): each operation works on sixteen units, not eight.
//! - **A class per 64 units**, not 128 as elsewhere: a vector of NEON has eight units, so that a block is expensive
//!   beside a mispredicted branch.
//! - **Sums are exact**: masks are -1 where they are true, shifted to their bits, so that pairwise additions of negative
//!   numbers collect them; one negation makes the sets.

use placemat_simd::{
    BLOCK, Simd,
    convert::{Class, Dst, EIGHTS, FOURS, UNITS, Utf32Dst, Words, encode_by_words, store_shuffled},
};

use super::block::ONES;
use super::halves::{Halves, Unit};
use crate::{Neon, vectors::V};

/// Units that are checked together, and converted in the same way.
const PART: usize = 64;

/// Units whose masks become one number in the class of three bytes.
const GROUP: usize = 32;

/// Space for the output of a group, and for a store anywhere in the first 128 bytes.
const MAX_BYTES: usize = 127 + 16;

/// Space for the output of a part, and for what is stored after that.
const MAX_PART_BYTES: usize = 127 + MAX_BYTES;
const FITS: &str = "space for a part";

/// [`FromUtf16::encode_utf16_plain`](placemat_simd::convert::FromUtf16::encode_utf16_plain).
#[inline(always)]
pub(super) fn encode_plain(simd: Neon, units: &[u16; UNITS], dst: &mut Dst) -> Option<usize> {
    let mut at = 0;
    for units in units.as_chunks::<PART>().0 {
        let largest = simd.largest_of(units);
        at += own_class(simd, load(simd, units), largest, dst_from(dst, at))?;
    }
    Some(at)
}

/// [`FromUtf16::encode_utf16`](placemat_simd::convert::FromUtf16::encode_utf16).
#[inline(always)]
pub(super) fn encode(simd: Neon, units: &[u16; UNITS], class: Class, dst: &mut Dst) -> usize {
    let mut at = 0;
    for units in units.as_chunks::<PART>().0 {
        at += encode_part(simd, load(simd, units), class, dst_from(dst, at));
    }
    at
}

/// [`ConvertUtf32::encode_utf32`](placemat_simd::convert::ConvertUtf32::encode_utf32).
#[inline(always)]
pub(super) fn encode_block(simd: Neon, units: &[u32; BLOCK], dst: &mut Utf32Dst) -> Option<usize> {
    let largest = simd.largest_of(units);
    if largest >= 0x1_0000 {
        return encode_by_words(simd, units, dst);
    }
    own_class(simd, load(simd, units), largest, dst.first_chunk_mut()?)
}

/// A part in vectors of 16 units.
type Part = [Halves; PART / 16];

/// Loads all units before anything is stored: a compiler may not know that a store does not change them.
#[inline(always)]
fn load<U: Unit>(simd: Neon, units: &[U; PART]) -> Part {
    let (sixteens, _) = units.as_chunks();
    core::array::from_fn(|nth| U::split(simd, &sixteens[nth]))
}

/// The rest of the destination from `at` on, which must be at most 192. The mask lets the compiler drop the bounds
/// check.
#[inline(always)]
fn dst_from(dst: &mut Dst, at: usize) -> &mut [u8; MAX_PART_BYTES] {
    dst[at & 0xFF..].first_chunk_mut().expect(FITS)
}

/// Encodes a part, given the largest of its units, or of numbers that combine their bits; `None` if one of them is a
/// surrogate.
#[inline(always)]
fn own_class(simd: Neon, all: Part, largest: u32, dst: &mut [u8; MAX_PART_BYTES]) -> Option<usize> {
    match largest {
        0..0x80 => Some(encode_part(simd, all, Class::Ascii, dst)),
        0x80..0x800 => Some(encode_part(simd, all, Class::Two, dst)),
        _ if simd.has_surrogates(all) => None,
        _ => Some(encode_part(simd, all, Class::Three, dst)),
    }
}

/// Encodes a part, which must belong to `class`, and returns the number of bytes.
#[inline(always)]
fn encode_part(simd: Neon, all: Part, class: Class, dst: &mut [u8; MAX_PART_BYTES]) -> usize {
    match class {
        Class::Ascii => {
            ascii(simd, &all, dst);
            PART
        }
        Class::Two => encode_two(simd, all, dst.first_chunk_mut().expect(FITS)),
        Class::Three => {
            let [a, b, c, d] = all;
            let first = three(simd, [a, b], dst.first_chunk_mut().expect(FITS));
            // `first` is at most 96. The mask lets the compiler drop the bounds check.
            first + three(simd, [c, d], dst[first & 0x7F..].first_chunk_mut().expect(FITS))
        }
    }
}

/// Stores units, which must be below 80.
#[inline(always)]
fn ascii(simd: Neon, all: &[Halves], dst: &mut [u8]) {
    for ([low, _], dst) in all.iter().zip(dst.as_chunks_mut::<16>().0) {
        simd.store(*low, dst, 0);
    }
}

/// Encodes units, which must be below 800, and returns the number of bytes.
#[inline(always)]
fn encode_two(simd: Neon, all: Part, dst: &mut [u8; MAX_BYTES]) -> usize {
    let ones = all.map(|halves| simd.is_one(halves));
    let sets = simd.sets(ones);
    let rows = simd.number(sets);
    // Two bytes each, but one for ASCII. The total is at most 128, so no sum carries.
    let lengths = (0x1010_1010_1010_1010 - simd.counts(sets)).wrapping_mul(ONES);
    let starts = lengths << 8;
    for (nth, (halves @ [low, _], one)) in all.into_iter().zip(ones).enumerate() {
        let first = simd.or(simd.middle(halves), simd.splat(0xC0));
        let first = simd.select(one, low, first);
        for (half, bytes) in simd.interleave(first, simd.last(low)).into_iter().enumerate() {
            let shift = 8 * (2 * nth + half);
            simd.store_row(bytes, &EIGHTS[(rows >> shift & 0xFF) as usize], starts >> shift, dst);
        }
    }
    (lengths >> 56) as usize
}

/// Encodes units, which must not be surrogates, and returns the number of bytes.
#[inline(always)]
fn three(simd: Neon, both: [Halves; 2], dst: &mut [u8; MAX_BYTES]) -> usize {
    let ones = both.map(|halves| simd.is_one(halves));
    if simd.least(simd.and(ones[0], ones[1])) != 0 {
        ascii(simd, &both, dst);
        return GROUP;
    }
    let [front, back] = [simd.shorter(both[0], ones[0]), simd.shorter(both[1], ones[1])];
    let sums = simd.add_pairwise(front, back);
    let sets = simd.negate(simd.add_pairwise(sums, sums));
    let rows = simd.number(sets);
    // Three bytes each, less one per bit. The total is at most 96.
    let lengths = (0x0C0C_0C0C_0C0C_0C0C - simd.counts(sets)).wrapping_mul(ONES);
    let starts = lengths << 8;
    for (nth, halves @ [low, high]) in both.into_iter().enumerate() {
        // The two upper bits are 11 in the lead of two, and 10 in the middle of three. FF is -1.
        let mark = simd.sub(simd.splat(0b10), simd.is_two(high));
        let between = simd.insert::<6>(simd.middle(halves), mark);
        let lead = simd.or(simd.shift_bytes_down::<4>(high), simd.splat(0xE0));
        let lasts = simd.interleave(low, simd.last(low));
        let others = simd.interleave(lead, between);
        for (half, (last, other)) in lasts.into_iter().zip(others).enumerate() {
            for (quarter, bytes) in simd.zip_words(last, other).into_iter().enumerate() {
                let shift = 8 * (4 * nth + 2 * half + quarter);
                simd.store_row(bytes, &FOURS[(rows >> shift & 0xFF) as usize], starts >> shift, dst);
            }
        }
    }
    (lengths >> 56) as usize
}

impl Neon {
    /// Two bits per unit among its four, whether it is below 80 and whether it is below 800, as negative numbers,
    /// whose sums are exact.
    #[inline(always)]
    fn shorter(self, [_, high]: Halves, one: V) -> V {
        const ONE: [u8; 16] = [0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6, 0, 2, 4, 6];
        const TWO: [u8; 16] = [1, 3, 5, 7, 1, 3, 5, 7, 1, 3, 5, 7, 1, 3, 5, 7];
        let one = self.shift_bytes_by(one, self.load(&ONE, 0));
        self.add(one, self.shift_bytes_by(self.is_two(high), self.load(&TWO, 0)))
    }

    /// Stores the bytes that the row selects, at the lowest seven bits of `start`.
    #[inline(always)]
    fn store_row(self, bytes: V, row: &[u8; 16], start: u64, dst: &mut [u8; MAX_BYTES]) {
        if let Some(dst) = dst[(start & 0x7F) as usize..].first_chunk_mut::<16>() {
            store_shuffled(self, bytes, row, dst);
        }
    }
}
