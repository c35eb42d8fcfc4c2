//! UTF-16 in the other byte order: vectors are swapped, and validated by their surrogates.
//!
//! ```text
//! valid if the low surrogates are the units after high surrogates: lows == highs << 1 | open
//! ```

use placemat_core::convert::Progress;
use placemat_simd::{Simd, convert::Words};

use super::super::super::Avx512;

const LANES: usize = Avx512::LANES;

impl Avx512 {
    /// UTF-16 to the other byte order, from UTF-16LE if `LITTLE`.
    #[inline(always)]
    pub(super) fn swap<const LITTLE: bool>(self, source: &[u8], dst: &mut [u8]) -> Progress {
        let len = source.len().min(dst.len()) & !1;
        let (vectors, end) = source[..len].as_chunks::<LANES>();
        let (dsts, dst_end) = dst[..len].as_chunks_mut::<LANES>();
        // `open`: whether the unit before is a high surrogate, as a bit.
        let (mut at, mut open) = (0, 0);
        for (bytes, dst) in vectors.iter().zip(dsts) {
            let Some(is_open) = self.swap_vector::<LITTLE, true>(bytes, dst, open) else { break };
            open = is_open;
            at += LANES;
        }
        if at == len - end.len()
            && let Some(is_open) = self.swap_vector::<LITTLE, false>(end, dst_end, open)
        {
            open = is_open;
            at = len;
        }
        // A high surrogate at the end is left to the caller, as is a vector with an error.
        at -= 2 * usize::from(open != 0);
        Progress { read: at, written: at }
    }

    /// The same for up to two vectors.
    #[inline(always)]
    pub(super) fn swap_short<const LITTLE: bool>(self, source: &[u8], dst: &mut [u8]) -> Option<Progress> {
        let dst = dst.get_mut(..source.len())?;
        if source.len() > 2 * LANES || !source.len().is_multiple_of(2) {
            return None;
        }
        let mut open = 0;
        for (bytes, dst) in source.chunks(LANES).zip(dst.chunks_mut(LANES)) {
            open = self.swap_vector::<LITTLE, false>(bytes, dst, open)?;
        }
        (open == 0).then_some(Progress { read: source.len(), written: source.len() })
    }

    /// Swaps up to a vector, given whether the unit before is a high surrogate, as a bit. Returns that for the last
    /// unit, or `None` if a surrogate is unpaired. `LOOK` enables a branch for vectors without surrogates, which costs
    /// words more than it saves.
    #[inline(always)]
    fn swap_vector<const LITTLE: bool, const LOOK: bool>(
        self, source: &[u8], dst: &mut [u8], open: u32,
    ) -> Option<u32> {
        let bytes = self.load_partial(source, 0);
        let swapped = self.or(self.shift_up::<8>(bytes), self.shift_down::<8>(bytes));
        let units = if LITTLE { bytes } else { swapped };
        let (surrogates, mut is_open) = (self.are(units, 0xF800, 0xD800), 0);
        if !LOOK || surrogates | open != 0 {
            let highs = self.are(units, 0xFC00, 0xD800);
            if surrogates ^ highs != highs << 1 | open {
                return None;
            }
            is_open = highs >> 31;
        }
        self.store_partial(swapped, dst, 0);
        Some(is_open)
    }
}
