use placemat_core::convert::Progress;

use super::{
    blocks::{
        BlockDst, Class, Decoded, Dst, Four, Known, Latin1Window, SPARE, UNITS, Units, Utf32Dst, Window,
    },
    frame::vectors,
    lanes::{self, Lanes, has_four, with_surrogates},
    latin1_narrow,
    shuffle_table::compress_by_table,
    utf16_narrow, utf32_narrow,
    words::Words,
};
use crate::{
    BLOCK,
    validate::{Kernel, Step},
};

/// What conversion needs from a backend. Where a method has a default, it is made of vector operations, by shuffles
/// of 16 bytes where bytes move.
pub trait Convert: Kernel + Words<Sixteen: Words> {
    /// The step that validates in the same pass as conversion to UTF-16. [`Kernel::Full`] would do, but another step
    /// may reuse values that are computed for the units anyway.
    type Validate: Step<Self>;
    /// The same for sequences of up to three bytes, like [`Kernel::Three`].
    type ValidateThree: Step<Self>;

    /// The units of the lanes, given b0 to b4; see [`units_of_three`](super::units_of_three).
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
        (step, mut acc): (M, M::Acc),
        window: &Window,
        four: Four,
        dst: &mut [u16],
        at: usize,
    ) -> (M::Acc, usize) {
        let mut written = 0;
        let mut lane = 0;
        while lane < BLOCK {
            let b = vectors(self, window, lane);
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

    /// Whether the bytes are ASCII. If so, `dst` holds their units afterwards, otherwise anything. `N` must be a
    /// multiple of LANES.
    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool;

    /// Writes the units of a window's block to the start of `dst` and returns their number, if the backend does not
    /// leave that to [`utf8_to_utf16_replaced`](super::utf8_to_utf16_replaced). Bytes in `known.valid` form whole
    /// characters; all others count as NUL. U+FFFD replaces the first byte of each invalid item. The rest of `dst` may
    /// be overwritten.
    #[inline(always)]
    fn replace_utf8(self, _window: &Window, _known: Known, _dst: &mut BlockDst) -> Option<usize> {
        None
    }

    /// The maximum input length of [`convert_short`](Self::convert_short).
    const SHORT: usize = size_of::<Window>() - 1;

    /// Converts up to [`SHORT`](Self::SHORT) bytes to UTF-16, by the contract of [`Progress`], if the backend does not
    /// leave that to [`short`](super::short()). The bytes must not end with a sequence that more bytes could complete.
    #[inline(always)]
    fn convert_short(self, _source: &[u8], _dst: &mut [u16]) -> Option<Progress> {
        None
    }

    /// Up to this many units of UTF-16 that begin with half of a pair are converted character by character: the scalar
    /// code converts four pairs in a row together. 0: there is no separate function for short texts.
    const SCALAR_MAX_PAIRS: usize = 0;

    /// From this length on, blocks are aligned to cache lines. With narrow vectors, that does not pay off.
    const ALIGN_MIN_LEN: usize = usize::MAX;

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

    /// Converts up to [`PART_UNITS`](super::PART_UNITS) units of `source` from `at` on, if there are not enough for a
    /// block, or its output may not fit. Returns the numbers of units and of bytes. `None` at the end of the source;
    /// and, up to `PART_UNITS` units early, before an unpaired surrogate, or if the output does not fit.
    ///
    /// A part may end between the halves of a pair; then `at` of the next part lies there.
    #[inline(always)]
    fn encode_utf16_part(self, source: &[u16], at: usize, dst: &mut [u8]) -> Option<Progress> {
        utf16_narrow::part(self, source, at, dst)
    }

    /// The backend's own [`utf16_to_utf8_replaced`](super::utf16_to_utf8_replaced), if it has one.
    #[inline(always)]
    fn replace_utf16(self, _source: &[u16], _dst: &mut [u8]) -> Option<Progress> {
        None
    }

    /// Whether all bytes are ASCII.
    #[inline(always)]
    fn is_ascii(self, block: &[u8; BLOCK]) -> bool {
        let mut any = self.splat(0);
        let mut at = 0;
        while at < BLOCK {
            any = self.or(any, self.load(block, at));
            at += Self::LANES;
        }
        !self.any_high_bit(any)
    }

    /// Copies the bytes; returns whether all are ASCII. `N` must be a multiple of [`BLOCK`].
    #[inline(always)]
    fn copy<const N: usize>(self, bytes: &[u8; N], dst: &mut [u8; N]) -> bool {
        let mut any = self.splat(0);
        let mut at = 0;
        while at < N {
            let vector = self.load(bytes, at);
            any = self.or(any, vector);
            self.store(vector, dst, at);
            at += Self::LANES;
        }
        !self.any_high_bit(any)
    }

    /// Whether a block of Latin-1 costs less than a mispredicted branch. If so, blocks are checked for ASCII only if
    /// the stretch before had little else.
    const LATIN1_IS_QUICK: bool = false;

    /// Encodes a block of Latin-1 as UTF-8 and returns the number of bytes. The rest of the destination may be
    /// overwritten.
    #[inline(always)]
    fn encode_latin1(self, block: &[u8; BLOCK], dst: &mut [u8; 2 * BLOCK]) -> usize {
        latin1_narrow::encode(self, block, dst)
    }

    /// Decodes a block of UTF-8 to Latin-1. The rest of the destination may be overwritten.
    #[inline(always)]
    fn decode_latin1(self, window: &Latin1Window, dst: &mut [u8; BLOCK]) -> Decoded {
        latin1_narrow::decode(self.sixteen(), window, dst)
    }

    /// Converts up to a block of UTF-8 to Latin-1 and stops before an error. `None` if the result does not fit.
    /// `before` is the byte before the block, or 0.
    #[inline(always)]
    fn decode_latin1_partial(self, before: u8, bytes: &[u8], dst: &mut [u8]) -> Option<Progress> {
        let mut read = bytes.len();
        let mut window = [0; 1 + BLOCK];
        window[0] = before;
        window[1..][..read].copy_from_slice(bytes);
        while read > 0 {
            let mut latin1 = [0; BLOCK];
            let decoded = self.decode_latin1(&window, &mut latin1);
            if decoded.wrong & (u64::MAX >> (BLOCK - read)) == 0 {
                // The padding is decoded as well, at the end.
                let written = decoded.written - (BLOCK - read);
                dst.get_mut(..written)?.copy_from_slice(&latin1[..written]);
                return Some(Progress { read, written });
            }
            read = decoded.wrong.trailing_zeros() as usize;
            window[1 + read..].fill(0);
        }
        Some(Progress::default())
    }

    /// [`encode_latin1`](Self::encode_latin1) for up to a block; `None` if the result does not fit.
    #[inline(always)]
    fn encode_latin1_partial(self, bytes: &[u8], dst: &mut [u8]) -> Option<usize> {
        let mut block = [0; BLOCK];
        block[..bytes.len()].copy_from_slice(bytes);
        let mut encoded = [0; 2 * BLOCK];
        // The padding is encoded as well, at the end.
        let written = self.encode_latin1(&block, &mut encoded) - (BLOCK - bytes.len());
        dst.get_mut(..written)?.copy_from_slice(&encoded[..written]);
        Some(written)
    }

    /// Bytes of UTF-8 that are validated at once before they become UTF-32. They stay in the L1 cache until then.
    const UTF32_PIECE: usize = 8 * 1024;

    /// Whether [`encode_utf32_partial`](Self::encode_utf32_partial) is fast for less than a block, and scalar code is
    /// faster than vectors for a few bytes.
    const IS_NARROW: bool = true;

    /// Writes each byte, which must be ASCII, as a unit of UTF-32.
    #[inline(always)]
    fn widen_to_utf32(self, block: &[u8; BLOCK], dst: &mut [u32; BLOCK]) {
        for (unit, byte) in dst.iter_mut().zip(block) {
            *unit = u32::from(*byte);
        }
    }

    /// Writes the characters whose last byte is in the set `bytes` of the block as UTF-32 and returns their number.
    /// The rest of the destination may be overwritten. The window is valid, with zeros before and after the text, or
    /// the caller does not use the output.
    #[inline(always)]
    fn decode_utf32(self, window: &Window, bytes: u64, dst: &mut [u32; BLOCK]) -> usize {
        utf32_narrow::decode(self.sixteen(), window, bytes, dst)
    }

    /// Validates and converts to UTF-32 from `from` on, where a character ends, as far as the backend likes, if it can
    /// do both in one pass. Returns another place where a character ends.
    #[inline(always)]
    fn fused_utf32(self, _source: &[u8], _dst: &mut [u32], from: Progress) -> Progress {
        from
    }

    /// Encodes units of UTF-32 and returns the number of bytes; `None` if one of them is not a scalar value. The rest
    /// of the destination may be overwritten.
    #[inline(always)]
    fn encode_utf32(self, units: &[u32; BLOCK], dst: &mut Utf32Dst) -> Option<usize> {
        utf32_narrow::encode_by_words(self, units, dst)
    }

    /// Encodes up to a block of units, or some of them; `None` if one of them is not a scalar value, or the result
    /// does not fit.
    #[inline(always)]
    fn encode_utf32_partial(self, units: &[u32], dst: &mut [u8]) -> Option<Progress> {
        Some(utf32_narrow::encode_partial(self.sixteen(), units, dst))
    }
}
