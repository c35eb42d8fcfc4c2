//! UTF-8 to UTF-16: what a backend may override.

use placemat_core::convert::Progress;

use super::Convert;
use crate::convert::blocks::{BlockDst, Four, Frame, Known, SPARE};
use crate::convert::lanes::{self, Lanes, has_four, with_surrogates};
use crate::convert::{frame::vectors, shuffle_table::compress_by_table};
use crate::{BLOCK, validate::Step};

/// The kernels from UTF-8 to UTF-16, by shuffles of 16 bytes where bytes move.
pub trait ToUtf16: Convert {
    /// The units of the lanes, given b0 to b4; see [`units_of_three`](crate::convert::units_of_three).
    #[inline(always)]
    fn units(self, [b0, b1, b2, b3, b4]: [Self::V; 5]) -> Lanes<Self::V> {
        let lanes = self.units_of_three([b0, b1, b2, b3]);
        if has_four(self, b3, b4) { with_surrogates(self, lanes, [b1, b2, b3, b4]) } else { lanes }
    }

    /// The units of the lanes, given b0 to b3, if none of b1 to b4 is F0 or above.
    #[inline(always)]
    fn units_of_three(self, b: [Self::V; 4]) -> Lanes<Self::V> {
        lanes::units_of_three(self, b)
    }

    /// Compresses the units of the lanes that write into `dst[at..]` and returns their number. May overwrite up to
    /// LANES units. Bits of `writes` above the lanes are ignored.
    ///
    /// # Panics
    ///
    /// If `at + LANES + SPARE` is above `dst.len()`.
    #[inline(always)]
    fn compress_lanes(self, lanes: Lanes<Self::V>, dst: &mut [u16], at: usize) -> usize {
        compress_by_table(self, lanes, dst, at)
    }

    /// [`compress_lanes`](Self::compress_lanes) into a `dst` that may be too small: `None` if the units do not fit.
    /// Does not panic.
    #[inline(always)]
    fn place(self, lanes: Lanes<Self::V>, dst: &mut [u16], at: usize) -> Option<usize> {
        let left = dst.get_mut(at..)?;
        if left.len() >= Self::LANES + SPARE {
            return Some(self.compress_lanes(lanes, left, 0));
        }
        let mut all = [0; BLOCK + SPARE];
        let units = self.compress_lanes(lanes, &mut all, 0);
        if let Some(left) = left.get_mut(..Self::LANES) {
            // A copy of fixed length is cheaper.
            left.copy_from_slice(&all[..Self::LANES]);
            return Some(units);
        }
        left.get_mut(..units)?.copy_from_slice(&all[..units]);
        Some(units)
    }

    /// Validates the lanes of a frame's block, and compresses the units of those that write into `dst[at..]`.
    /// Returns the accumulator and the number of units. May overwrite up to [`BLOCK`] units. If `four` is
    /// [`Four::Never`], lanes for which one of b1 to b4 is F0 or above may write anything.
    ///
    /// # Panics
    ///
    /// If `at + BLOCK + SPARE` is above `dst.len()`.
    #[inline(always)]
    fn block<M: Step<Self>>(
        self, (step, mut acc): (M, M::Acc), frame: &Frame, four: Four, dst: &mut [u16], at: usize,
    ) -> (M::Acc, usize) {
        let mut written = 0;
        let mut lane = 0;
        while lane < BLOCK {
            let b = vectors(self, frame, lane);
            let [b0, b1, b2, b3, b4] = b;
            acc = step.step(self, acc, [b0, b1, b2, b3]);
            let lanes = match four {
                Four::Never => self.units_of_three([b0, b1, b2, b3]),
                // A whole block of such text mostly contains pairs: no branch.
                Four::Often if Self::LANES < BLOCK => {
                    with_surrogates(self, self.units_of_three([b0, b1, b2, b3]), [b1, b2, b3, b4])
                }
                Four::Often | Four::Rarely => self.units(b),
            };
            written += self.compress_lanes(lanes, dst, at + written);
            lane += Self::LANES;
        }
        (acc, written)
    }

    /// Writes the units of a frame's block to the start of `dst` and returns their number. `None` leaves that to
    /// [`utf8_to_utf16_replaced`](crate::convert::utf8_to_utf16_replaced). Bytes in `known.valid` form whole characters;
    /// all others count as NUL. U+FFFD replaces the first byte of each invalid item. The rest of `dst` may be
    /// overwritten.
    #[inline(always)]
    fn replace_utf8(self, _window: &Frame, _known: Known, _dst: &mut BlockDst) -> Option<usize> {
        None
    }

    /// Converts a text of [`Route::Short`](crate::convert::Route::Short) to UTF-16, by the contract of [`Progress`].
    /// `None` leaves that to [`short`](crate::convert::short()). The text must not end with a sequence that more bytes
    /// could complete.
    #[inline(always)]
    fn convert_short(self, _source: &[u8], _dst: &mut [u16]) -> Option<Progress> {
        None
    }
}
