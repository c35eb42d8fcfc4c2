//! UTF-16 in the other byte order.
//!
//! ```text
//! units = the bytes, swapped if the source is big-endian
//! valid if the low surrogates are the units after high surrogates: lows == highs << 1 | open
//! ```

use core::arch::x86_64::_mm512_shldi_epi16;

use placemat_core::convert::Progress;
use placemat_simd::{BLOCK, Simd};

use super::super::super::{Avx512, token::operations, vectors::V};

impl Avx512 {
    /// UTF-16 to the other byte order, from UTF-16LE if `LITTLE`.
    #[inline(always)]
    pub(super) fn swap_utf16<const LITTLE: bool>(self, source: &[u8], dst: &mut [u8]) -> Progress {
        let len = source.len().min(dst.len()) & !1;
        let (source, dst) = (&source[..len], &mut dst[..len]);
        // `open`: whether the unit before is a high surrogate, as a bit.
        let (mut at, mut open) = (0, 0);
        while at < len {
            let (source, dst) = (&source[at..], &mut dst[at..]);
            let block = source.first_chunk::<BLOCK>();
            let bytes = block.map_or_else(|| self.load_partial(source, 0), |block| self.load(block, 0));
            let swapped = self.swap_words(bytes);
            let units = if LITTLE { bytes } else { swapped };
            let surrogates = self.are(units, 0xF800, 0xD800);
            if surrogates | open != 0 {
                let highs = self.are(units, 0xFC00, 0xD800);
                let due = highs << 1 | open;
                let unpaired = surrogates ^ highs ^ due;
                if unpaired != 0 {
                    let end = unpaired.trailing_zeros();
                    self.store_partial(swapped, &mut dst[..2 * end as usize], 0);
                    (at, open) = (at + 2 * end as usize, due >> end & 1);
                    break;
                }
                open = highs >> 31;
            }
            match dst.first_chunk_mut::<BLOCK>() {
                Some(dst) => self.store(swapped, dst, 0),
                None => self.store_partial(swapped, dst, 0),
            }
            at += source.len().min(BLOCK);
        }
        // A high surrogate without a low one after it is not converted.
        at -= 2 * open as usize;
        Progress { read: at, written: at }
    }

    #[inline(always)]
    pub(super) fn swap_short<const LITTLE: bool>(self, source: &[u8], dst: &mut [u8]) -> Option<Progress> {
        if source.len() <= BLOCK { Some(self.swap_utf16::<LITTLE>(source, dst)) } else { None }
    }

    operations! {
        fn swap_words(words: V) -> V { _mm512_shldi_epi16::<8>(words, words) }
    }
}
