use placemat_core::utf16::is_high;

use super::{Convert, utf16_overlap};

/// The way in which a text is converted between UTF-8 and UTF-16, after any leading ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// A few units of UTF-16 that begin with half of a pair: character by character.
    Scalar,
    /// UTF-8: less than a frame by vectors of 16 bytes, or what [`convert_short`](super::ToUtf16::convert_short)
    /// converts by masked loads. UTF-16: two vectors of 16 bytes, which overlap. Neither loops or copies.
    Short,
    /// UTF-8: block by block. UTF-16: blocks of 128 units, and parts of up to 32 before and after them.
    Blocks,
    /// UTF-8: a few blocks at both ends, and chunks between them. UTF-16: chunks of blocks. Each is converted in the
    /// way of its expected contents.
    Chunks,
}

impl Route {
    /// The route of `len` bytes of UTF-8.
    #[inline(always)]
    #[must_use]
    pub fn from_utf8<K: Convert>(len: usize) -> Self {
        if len <= K::THRESHOLDS.short_max_len {
            Self::Short
        } else if len <= K::THRESHOLDS.blocks_max_len {
            Self::Blocks
        } else {
            Self::Chunks
        }
    }

    /// The route of UTF-16.
    #[inline(always)]
    #[must_use]
    pub fn from_utf16<K: Convert>(source: &[u16]) -> Self {
        let scalar_max = K::THRESHOLDS.scalar_max_pairs;
        if source.len() >= K::THRESHOLDS.chunks_min_units {
            Self::Chunks
        } else if scalar_max == 0 {
            Self::Blocks
        } else if source.len() <= scalar_max && source.first().is_none_or(|unit| is_high(*unit)) {
            Self::Scalar
        } else if source.len() <= utf16_overlap::MAX_LEN {
            Self::Short
        } else {
            Self::Blocks
        }
    }
}
