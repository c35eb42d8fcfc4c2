//! UTF-16 to UTF-8: up to sixteen units without a loop, a copy or padding.
//!
//! ```text
//! 1 to 3 units: [first, middle, last] in one vector; what occurs again does not count
//! 4 to 7:       the first four and the last four in one vector
//! 8 to 16:      if ASCII: narrow; the first eight; the last eight
//!     store(dst, the bytes of the first); store(dst + their number - those of the units encoded twice, the others)
//! ```
//!
//! Vectors from both ends overlap in the middle. The units there are encoded twice, to the same bytes: the output of
//! what comes second begins so many bytes before the end of the first. Five units, for example, of 1, 2, 3, 1 and 2 bytes:
//!
//! ```text
//! vector      a b c d | b c d e
//! first       a bb ccc d              at 0, 7 bytes
//! second        bb ccc d ee           at 7 - 6, since b, c and d have 6 bytes
//! ```
//!
//! - **The length selects one of three forms**, so a branch is mispredicted only where it crosses from one to the next.
//! - **Every store has sixteen bytes**, and `dst` must have space for the last one; otherwise scalar code converts.
//! - **A surrogate** ends this, since its output depends on neighbours, which the ends of a vector lack.

use placemat_core::convert::{Utf8, Utf16, portable::short_ascii};

use super::utf16_four::{Four, are, four_bytes};
use super::utf16_rows::FOURS;
use super::words::{Words, store_shuffled};
use crate::Simd;

/// The maximum number of units.
pub(super) const MAX_LEN: usize = 2 * EIGHT;

/// Units in a vector, and in a shuffle.
const EIGHT: usize = 8;
const QUAD: usize = 4;

/// Converts one to sixteen units to UTF-8. Returns the number of bytes; or `None` if there is a surrogate, or if `dst`
/// is too short for the last shuffle, which needs at most four bytes more than three for each unit (sixteen for up to
/// three units). May overwrite all of these.
#[inline(always)]
pub(super) fn encode_overlapping<S: Words<Sixteen: Words>>(
    simd: S, source: &[u16], dst: &mut [u8],
) -> Option<usize> {
    let (simd, len) = (simd.sixteen(), source.len());
    if let (Some(first), Some(last)) = (source.first_chunk::<EIGHT>(), source.last_chunk::<EIGHT>()) {
        if short_ascii::<Utf16, Utf8>(source, dst) {
            return Some(len);
        }
        let first = Encoded::new(simd, simd.load(first, 0))?;
        let mut at = first.store(simd, 0, dst, 0)?;
        if len > EIGHT {
            at -= first.of_last(simd, EIGHT, MAX_LEN - len);
            at = Encoded::new(simd, simd.load(last, 0))?.store(simd, 0, dst, at)?;
        }
        Some(at)
    } else if let (Some(first), Some(last)) = (source.first_chunk::<QUAD>(), source.last_chunk::<QUAD>()) {
        let both = Encoded::new(simd, simd.join(number(*first), number(*last)))?;
        both.store(simd, both.of_last(simd, QUAD, EIGHT - len), dst, 0)
    } else {
        // Of one or two units, the last one occurs again.
        let units = [*source.first()?, *source.get(len / 2)?, *source.last()?, 0];
        let encoded = Encoded::new(simd, simd.join(number(units), 0))?;
        encoded.store_first(simd, dst)?;
        Some(encoded.of_last(simd, len, len))
    }
}

fn number([a, b, c, d]: [u16; QUAD]) -> u64 {
    u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48
}

/// The output of eight units.
#[derive(Clone, Copy)]
struct Encoded<S: Words> {
    four: Four<S::V>,
    /// Two bits for each unit, as in [`FOURS`]: how many of three bytes it does not need.
    rows: u64,
}

impl<S: Words<Sixteen = S>> Encoded<S> {
    /// `None` if there is a surrogate.
    #[inline(always)]
    fn new(simd: S, units: S::V) -> Option<Self> {
        let four = four_bytes(simd, units);
        let is_plain = !simd.any_high_bit(are(simd, units, 0xF800, 0xD800));
        is_plain.then_some(Self { four, rows: simd.movemask(four.shorter) })
    }

    /// How many bytes the last `count` of the first `len` units become.
    #[inline(always)]
    fn of_last(self, simd: S, len: usize, count: usize) -> usize {
        let [low, high, ..] = (self.rows >> (2 * (len - count)) & !(u64::MAX << (2 * count))).to_le_bytes();
        3 * count - simd.count_eight(low) - simd.count_eight(high)
    }

    /// Writes the first four units to `dst[at..]`, and the others so many bytes before their end. Returns the end.
    #[inline(always)]
    fn store(self, simd: S, mut back: usize, dst: &mut [u8], mut at: usize) -> Option<usize> {
        let mut rows = self.rows;
        for bytes in simd.zip_words(self.four.last, self.four.other) {
            let [row, ..] = rows.to_le_bytes();
            store_shuffled(
                simd,
                bytes,
                &FOURS[usize::from(row)],
                dst.get_mut(at..)?.first_chunk_mut::<16>()?,
            );
            // Three bytes each, less one per bit.
            at += 12 - simd.count_eight(row) - back;
            (rows, back) = (rows >> 8, 0);
        }
        Some(at)
    }

    /// Writes only the first four.
    #[inline(always)]
    fn store_first(self, simd: S, dst: &mut [u8]) -> Option<()> {
        let bytes = simd.zip_words(self.four.last, self.four.other).into_iter().next()?;
        let [row, ..] = self.rows.to_le_bytes();
        store_shuffled(simd, bytes, &FOURS[usize::from(row)], dst.first_chunk_mut::<16>()?);
        Some(())
    }
}
