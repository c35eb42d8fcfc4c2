use placemat_core::convert::Progress;

use super::{
    BlockDst, Four, Known, Lanes, SPARE, Window, block::by_vectors, replace::by_copy, units, units_of_three,
};
use crate::{
    BLOCK,
    validate::{Kernel, Step},
};

/// What conversion to UTF-16 needs from a backend.
pub trait Compress: Kernel {
    /// The step that validates in the same pass as conversion. [`Kernel::Full`] would do, but another step may
    /// reuse values that are computed for the units anyway.
    type Validate: Step<Self>;
    /// The same for sequences of up to three bytes, like [`Kernel::Three`].
    type ValidateThree: Step<Self>;

    /// The units of the lanes, given b0 to b4; see [`units`].
    #[inline(always)]
    fn units(self, b: [Self::V; 5]) -> Lanes<Self::V> {
        units(self, b)
    }

    /// The units of the lanes, given b0 to b3, if none of b1 to b4 is F0 or above; see [`units_of_three`].
    #[inline(always)]
    fn units_of_three(self, b: [Self::V; 4]) -> Lanes<Self::V> {
        units_of_three(self, b)
    }

    /// The maximum number of non-ASCII vectors in a chunk for converting it in two passes: first all vectors as
    /// ASCII, then these. 0 if that never pays off; otherwise [`compress_lanes`](Self::compress_lanes) must not
    /// overwrite more than [`SPARE`] units after those of the lanes.
    const TWO_PASSES: usize = 0;

    /// Compresses the units of the lanes that write into `dst[at..]` and returns their number. May overwrite up to
    /// LANES units. Bits of `writes` above the lanes are ignored.
    ///
    /// # Panics
    ///
    /// If `at + LANES + SPARE` is above `dst.len()`.
    fn compress_lanes(self, lanes: Lanes<Self::V>, dst: &mut [u16], at: usize) -> usize;

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

    /// Validates the lanes of a window's block, and compresses the units of those that write into `dst[at..]`.
    /// Returns the accumulator and the number of units. May overwrite up to [`BLOCK`] units. If `four` is
    /// [`Four::Never`], lanes for which one of b1 to b4 is F0 or above may write anything.
    ///
    /// # Panics
    ///
    /// If `at + BLOCK + SPARE` is above `dst.len()`.
    #[inline(always)]
    fn block<M: Step<Self>>(
        self,
        validate: (M, M::Acc),
        window: &Window,
        four: Four,
        dst: &mut [u16],
        at: usize,
    ) -> (M::Acc, usize) {
        by_vectors(self, validate, window, four, dst, at)
    }

    /// Whether the bytes are ASCII. If so, `dst` holds their units afterwards, otherwise anything. `N` must be a
    /// multiple of LANES.
    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool;

    /// Writes the units of a window's block to the start of `dst` and returns their number. Bytes in `known.valid`
    /// form whole characters; all others count as NUL. U+FFFD replaces the first byte of each invalid item. The rest
    /// of `dst` may be overwritten.
    #[inline(always)]
    fn replace(self, window: &Window, known: Known, dst: &mut BlockDst) -> usize {
        by_copy(self, window, known, dst)
    }

    /// The maximum input length of [`convert_short`](Self::convert_short).
    const SHORT: usize = size_of::<Window>() - 1;

    /// Converts up to [`SHORT`](Self::SHORT) bytes, by the contract of [`Progress`]. The bytes must not end with a
    /// sequence that more bytes could complete. [`short`](super::short()) implements this for inputs shorter than a
    /// [`Window`].
    fn convert_short(self, source: &[u8], dst: &mut [u16]) -> Progress;
}
