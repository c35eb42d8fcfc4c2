//! UTF-16 to UTF-8: what a backend may override.

use placemat_core::convert::Progress;

use super::Convert;
use crate::convert::blocks::{Class, Dst, UNITS, Units};
use crate::convert::utf16_narrow;

/// The kernels from UTF-16 to UTF-8, by shuffles of 16 bytes where bytes move.
pub trait FromUtf16: Convert {
    /// The smallest class of the block; `None` if it contains a surrogate.
    #[inline(always)]
    fn class(self, units: &[u16; UNITS]) -> Option<Class> {
        utf16_narrow::class(self, units)
    }

    /// Encodes a block, which must belong to `class`, and returns the number of bytes. The rest of the destination
    /// may be overwritten.
    #[inline(always)]
    fn encode_utf16(self, units: &[u16; UNITS], class: Class, dst: &mut Dst) -> usize {
        utf16_narrow::encode(self, units, class, dst)
    }

    /// [`encode_utf16`](Self::encode_utf16) without a known class; `None` if the block contains a surrogate.
    #[inline(always)]
    fn encode_utf16_plain(self, units: &[u16; UNITS], dst: &mut Dst) -> Option<usize> {
        Some(match self.class(units)? {
            Class::Ascii => self.encode_utf16(units, Class::Ascii, dst),
            Class::Two => self.encode_utf16(units, Class::Two, dst),
            Class::Three => self.encode_utf16(units, Class::Three, dst),
        })
    }

    /// The same for any block; `None` if half of a pair is missing in it or next to it.
    #[inline(always)]
    fn encode_utf16_pairs(self, units: &Units, dst: &mut Dst) -> Option<usize> {
        utf16_narrow::encode_pairs(self, units, dst)
    }

    /// Converts leading ASCII of UTF-16, all of it or some, and returns its length.
    #[inline(always)]
    fn narrow_ascii(self, _source: &[u16], _dst: &mut [u8]) -> usize {
        0
    }

    /// Converts all units of `source` from `at` on, if they are few and the backend has separate code for that. `None`
    /// if half of a pair is missing, or the output does not fit.
    #[inline(always)]
    fn encode_utf16_end(self, _source: &[u16], _at: usize, _dst: &mut [u8]) -> Option<Progress> {
        None
    }

    /// Converts up to [`PART_UNITS`](crate::convert::PART_UNITS) units of `source` from `at` on, if there are not
    /// enough for a block, or its output may not fit. Returns the numbers of units and of bytes. `None` at the end of
    /// the source; and, up to `PART_UNITS` units early, before an unpaired surrogate, or if the output does not fit.
    ///
    /// A part may end between the halves of a pair; then `at` of the next part lies there.
    #[inline(always)]
    fn encode_utf16_part(self, source: &[u16], at: usize, dst: &mut [u8]) -> Option<Progress> {
        utf16_narrow::encode_vector(self, source, at, dst)
    }

    /// The backend's own [`utf16_to_utf8_replaced`](crate::convert::utf16_to_utf8_replaced), if it has one.
    #[inline(always)]
    fn replace_utf16(self, _source: &[u16], _dst: &mut [u8]) -> Option<Progress> {
        None
    }
}
