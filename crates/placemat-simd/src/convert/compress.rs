use placemat_core::convert::Progress;

use super::{
    BlockDst, Four, Known, Lanes, SPARE, Window, block::by_vectors, replace::by_copy, units, units_of_three,
};
use crate::{
    BLOCK,
    validate::{Kernel, Step},
};

/// What conversion to UTF-16 needs of a backend.
pub trait Compress: Kernel {
    /// What validates everything that is converted in the same pass. [`Kernel::Full`] would do; but what lanes write
    /// may have been computed what it needs.
    type Validate: Step<Self>;
    /// The same without sequences of four bytes, like [`Kernel::Three`].
    type ValidateThree: Step<Self>;

    /// FF where the highest bit is set, 0 elsewhere.
    #[inline(always)]
    fn spread(self, a: Self::V) -> Self::V {
        const HALVES: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255];
        self.lookup_16(&HALVES, self.high_nibble(a))
    }

    /// Bits 2 to 5, as the lowest four.
    #[inline(always)]
    fn bits_2_to_5(self, a: Self::V) -> Self::V {
        let twice = self.add(a, a);
        self.high_nibble(self.add(twice, twice))
    }

    /// What the lanes write, given b0 to b4; see [`units`].
    #[inline(always)]
    fn units(self, b: [Self::V; 5]) -> Lanes<Self::V> {
        units(self, b)
    }

    /// What the lanes write, given b0 to b3, if none of b1 to b4 is F0 or above; see [`units_of_three`].
    #[inline(always)]
    fn units_of_three(self, b: [Self::V; 4]) -> Lanes<Self::V> {
        units_of_three(self, b)
    }

    /// The most vectors of a chunk that are not ASCII with which it is converted in two passes: first all
    /// vectors as ASCII, and then these; 0 if it never pays. Otherwise [`compress_lanes`](Self::compress_lanes) must not
    /// overwrite more than [`SPARE`] units after those of the lanes.
    const TWO_PASSES: usize = 0;

    /// Puts the units of the lanes that write to `dst[at..]`, one after the other; how many that is. Up to
    /// LANES units there may be overwritten. Bits of `writes` above the lanes do not count.
    ///
    /// # Panics
    ///
    /// Where `at + LANES + SPARE` is above `dst.len()`.
    fn compress_lanes(self, lanes: Lanes<Self::V>, dst: &mut [u16], at: usize) -> usize;

    /// [`compress_lanes`](Self::compress_lanes) into `dst` that may be too small: how many units that is, or `None` if they
    /// do not fit. No panic.
    #[inline(always)]
    fn place(self, lanes: Lanes<Self::V>, dst: &mut [u16], at: usize) -> Option<usize> {
        let left = dst.get_mut(at..)?;
        if left.len() >= Self::LANES + SPARE {
            return Some(self.compress_lanes(lanes, left, 0));
        }
        let mut all = [0; BLOCK + SPARE];
        let units = self.compress_lanes(lanes, &mut all, 0);
        if let Some(left) = left.get_mut(..Self::LANES) {
            // A copy of a fixed length costs less.
            left.copy_from_slice(&all[..Self::LANES]);
            return Some(units);
        }
        left.get_mut(..units)?.copy_from_slice(&all[..units]);
        Some(units)
    }

    /// Validates the lanes of a window's block, and puts the units of those that write to `dst[at..]`: what is
    /// known of the windows validated so far, and how many units that is. Up to [`BLOCK`] units there may be
    /// overwritten. If `four` is [`Four::Never`], lanes for which one of b1 to b4 is F0 or above may write
    /// anything.
    ///
    /// # Panics
    ///
    /// Where `at + BLOCK + SPARE` is above `dst.len()`.
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

    /// Whether the bytes are ASCII. If they are, the destination has their units afterwards, otherwise anything.
    /// `N` is a multiple of LANES.
    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool;

    /// Puts the units of a window's block to the start of the destination; how many they are. The bytes that are well
    /// formed are whole characters, and all others count as NUL. At the first of each invalid item stands
    /// U+FFFD. The rest of the destination may be overwritten.
    #[inline(always)]
    fn replace(self, window: &Window, known: Known, dst: &mut BlockDst) -> usize {
        by_copy(self, window, known, dst)
    }

    /// The most bytes that [`convert_short`](Self::convert_short) is given.
    const SHORT: usize = size_of::<Window>() - 1;

    /// Converts up to [`SHORT`](Self::SHORT) bytes, by the contract of [`Progress`]. The bytes do not end
    /// with the beginning of a sequence that more bytes could complete. [`short`](super::short()) can do
    /// this for fewer bytes than a [`Window`] has.
    fn convert_short(self, source: &[u8], dst: &mut [u16]) -> Progress;
}
