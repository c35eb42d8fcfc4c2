use super::blocks::Frame;
use crate::BLOCK;

/// Where one way of converting gives way to another. Each number was measured; the best ones depend on the width of
/// vectors, and on what a mispredicted branch costs compared with a block.
#[derive(Clone, Copy, Debug)]
pub struct Thresholds {
    /// UTF-8 to UTF-16: the longest text, in bytes, of [`Route::Short`](super::Route::Short).
    pub short_max_len: usize,
    /// The longest text, in bytes, of [`Route::Blocks`](super::Route::Blocks).
    pub blocks_max_len: usize,
    /// From this length on, in bytes, stores of leading ASCII are aligned to cache lines.
    pub ascii_align_min_len: usize,
    /// The maximum number of blocks in a chunk that are not ASCII for a branch per block. With the widest vectors, a
    /// dense block costs half as much as a mispredicted branch, with others more than one.
    pub mixed_max_blocks: usize,
    /// The maximum number of vectors in a chunk that are not ASCII for converting it in two passes: first all vectors
    /// as ASCII, then these. 0 if that never pays off; otherwise [`compress_lanes`](super::ToUtf16::compress_lanes)
    /// must not overwrite more than [`SPARE`](super::SPARE) units after those of the lanes.
    pub two_pass_max_vectors: usize,

    /// UTF-16 to UTF-8: the longest text, in units, of [`Route::Scalar`](super::Route::Scalar): the scalar code
    /// converts four pairs in a row together. 0: there is no separate function for short texts.
    pub scalar_max_pairs: usize,
    /// From this length on, in units, blocks are aligned to cache lines.
    pub align_min_units: usize,
    /// The shortest text, in units, of [`Route::Chunks`](super::Route::Chunks).
    pub chunks_min_units: usize,

    /// Latin-1: whether a block costs less than a mispredicted branch. If so, blocks are checked for ASCII only if the
    /// chunk before had little else.
    pub latin1_is_quick: bool,

    /// UTF-32: bytes of UTF-8 that are validated at once before they are converted. They stay in the L1 cache until
    /// then.
    pub utf32_piece: usize,
    /// The longest text, in bytes, that becomes UTF-32 character by character.
    pub utf32_scalar_max_bytes: usize,
    /// The longest text, in units of UTF-32, that becomes UTF-8 character by character.
    pub utf32_scalar_max_units: usize,
}

impl Thresholds {
    /// For vectors of 16 and 32 bytes.
    pub const NARROW: Self = Self {
        short_max_len: size_of::<Frame>() - 1,
        blocks_max_len: 8 * BLOCK,
        ascii_align_min_len: 6 * BLOCK,
        mixed_max_blocks: 4,
        two_pass_max_vectors: 0,
        scalar_max_pairs: 0,
        // It does not pay off.
        align_min_units: usize::MAX,
        chunks_min_units: usize::MAX,
        latin1_is_quick: false,
        utf32_piece: 8 * 1024,
        utf32_scalar_max_bytes: 16,
        utf32_scalar_max_units: 4,
    };
}
