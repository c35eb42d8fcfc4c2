//! UTF-16 to UTF-8: block kernels and the driver.
//!
//! A unit becomes one to three bytes by itself. A surrogate becomes two bytes: the high one the first two of the
//! character, the low one the last two, for which it needs two bits of the unit before it. So lanes carry no state
//! here either; they look at one unit on either side.

use placemat_core::convert::portable::{self, short_ascii};
use placemat_core::convert::{Progress, Utf8, Utf16};
use placemat_core::utf16::{is_high, is_low};

use super::blocks::{Dst, UNITS};
use super::{
    backend::FromUtf16, route::Route, utf16_overlap::encode_overlapping, utf16_sparse::SparseBlocks,
};
use crate::{BLOCK, Conversion, Operation, to_line};

/// Converts UTF-16 to UTF-8, by the contract of [`Progress`].
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn utf16_to_utf8<K: FromUtf16>(kernel: K, source: &[u16], dst: &mut [u8]) -> Progress {
    match Route::from_utf16::<K>(source) {
        Route::Scalar => portable::to_utf8_outlined::<Utf16>(source, dst),
        Route::Short => match encode_overlapping(kernel, source, dst) {
            Some(written) => Progress { read: source.len(), written },
            None => portable::to_utf8_outlined::<Utf16>(source, dst),
        },
        // Without routes for short texts, there is nothing to separate this from.
        _ if K::THRESHOLDS.scalar_max_pairs == 0 => LongText { source, dst }.run(kernel),
        _ => kernel.vectorize(LongText { source, dst }),
    }
}

/// [`Route::Blocks`] and [`Route::Chunks`] as a separate function, so that a few units do not pay for the registers that
/// it saves.
pub(super) struct LongText<'a> {
    pub(super) source: &'a [u16],
    pub(super) dst: &'a mut [u8],
}

impl<K: FromUtf16> Operation<K> for LongText<'_> {
    type Output = Progress;

    #[inline(always)]
    fn run(self, kernel: K) -> Progress {
        let Self { source, dst } = self;
        if short_ascii::<Utf16, Utf8>(source, dst) {
            return Progress { read: source.len(), written: source.len() };
        }
        utf16_to_utf8_long(kernel, source, dst)
    }
}

/// The same without a separate path for short ASCII texts.
#[inline(always)]
pub fn utf16_to_utf8_long<K: FromUtf16>(kernel: K, source: &[u16], dst: &mut [u8]) -> Progress {
    let ascii = kernel.narrow_ascii(source, dst);
    if ascii == source.len() {
        return Progress { read: ascii, written: ascii };
    }
    if K::LANES < BLOCK {
        AfterAscii::run(kernel, source, dst, ascii)
    } else {
        kernel.vectorize_conversion::<AfterAscii>(source, dst, ascii)
    }
}

/// What follows the leading ASCII.
struct AfterAscii;

impl<K: FromUtf16> Conversion<K> for AfterAscii {
    type Source = u16;
    type Target = u8;

    #[inline(always)]
    fn run(kernel: K, source: &[u16], dst: &mut [u8], from: usize) -> Progress {
        let mut at = Progress { read: from, written: from };
        // Convert what precedes the next cache line separately, so that blocks are aligned to lines.
        let left = &source[at.read..];
        if left.len() >= K::THRESHOLDS.align_min_units {
            let line = at.read + to_line(left);
            if let Some(part) = kernel.encode_utf16_part(&source[..line], at.read, &mut dst[at.written..]) {
                at += part;
            }
        }
        // A block that could not be converted is converted in parts; do not retry it after each of them.
        let mut next = 0;
        loop {
            let (units, bytes) = (source.len() - at.read, dst.len() - at.written);
            if at.read >= next && units >= UNITS && bytes >= size_of::<Dst>() {
                let blocks = Blocks { source, dst, at };
                at = if Route::from_utf16::<K>(&source[at.read..]) == Route::Chunks {
                    kernel.vectorize(Chunks(blocks))
                } else if K::LANES < BLOCK {
                    kernel.vectorize(blocks)
                } else {
                    blocks.run(kernel)
                };
                at = whole_characters(source, at);
                next = at.read + UNITS;
            }
            if let Some(end) = kernel.encode_utf16_end(source, at.read, &mut dst[at.written..]) {
                at += end;
                return at;
            }
            match kernel.encode_utf16_part(source, at.read, &mut dst[at.written..]) {
                Some(part) => at += part,
                None => return whole_characters(source, at),
            }
        }
    }
}

/// Converts blocks while there are any and their output fits. With narrow vectors it is compiled separately, so that
/// short texts do not pay for it.
struct Blocks<'a> {
    source: &'a [u16],
    dst: &'a mut [u8],
    at: Progress,
}

impl<K: FromUtf16> Operation<K> for Blocks<'_> {
    type Output = Progress;

    #[inline(always)]
    fn run(self, kernel: K) -> Progress {
        let Self { source, dst, mut at } = self;
        while let (Some(units), Some(dst)) =
            (source[at.read..].first_chunk(), dst[at.written..].first_chunk_mut())
        {
            let written = match kernel.encode_utf16_plain(units, dst) {
                Some(written) => written,
                None => {
                    let Some(before) = at.read.checked_sub(1) else { break };
                    let Some(units) = source[before..].first_chunk() else { break };
                    let Some(written) = kernel.encode_utf16_pairs(units, dst) else { break };
                    written
                }
            };
            at += Progress { read: UNITS, written };
        }
        at
    }
}

/// Converts chunks of blocks, and after one with few units other than ASCII [`SparseBlocks`] while there are any.
struct Chunks<'a>(Blocks<'a>);

impl<K: FromUtf16> Operation<K> for Chunks<'_> {
    type Output = Progress;

    #[inline(always)]
    fn run(self, kernel: K) -> Progress {
        let Blocks { source, dst, mut at } = self.0;
        loop {
            let begin = at;
            // The last unit may be half of a pair, whose other half is the unit after it.
            let end = source.len().min(at.read + 32 * UNITS + 1);
            at = kernel.vectorize(Blocks { source: &source[..end], dst, at });
            let read = at.read - begin.read;
            if read == 0 {
                return at;
            }
            let extra = at.written - begin.written - read;
            if extra > 0 && extra <= read / 16 {
                at = kernel.vectorize(SparseBlocks { source, dst, at });
            }
        }
    }
}

/// How far whole characters are converted: `at` without a high surrogate at the end whose low one follows.
#[inline(always)]
fn whole_characters(source: &[u16], at: Progress) -> Progress {
    let Progress { read, written } = at;
    match (read.checked_sub(1).and_then(|last| source.get(last)), source.get(read)) {
        // The first two bytes of the character have been written.
        (Some(high), Some(low)) if is_high(*high) && is_low(*low) => {
            Progress { read: read - 1, written: written - 2 }
        }
        _ => at,
    }
}
