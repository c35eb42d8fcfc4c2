//! The driver: single blocks at both ends of the text, chunks between them.
//!
//! ```text
//! leading ASCII, if any                                             widen
//! up to 512 bytes:   first block, blocks, last block, last byte     one verdict per block
//! longer:            first block, three blocks, then chunks of 1 KiB by their shape (`shape.rs`), one verdict each:
//!     ASCII          widen 256 bytes at a time until one is not ASCII
//!     mixed          per block: ASCII ? widen : convert
//!     sparse         widen all, then convert the vectors that are not ASCII (`sparse.rs`)
//!     dense          convert all
//! ```
//!
//! The *shape* of a chunk is predicted from the one before, since a branch per block is mispredicted where scripts are
//! mixed. After a dense chunk, the number of units tells how many characters were not ASCII, or the next chunk is
//! sampled.
//!
//! Validation and conversion use the same frames. The accumulator is checked only after a chunk's units are written.
//! If it has an error, the position in the destination does not advance, and the chunk is converted again, in full
//! mode or block by block, up to the block with the error.

use placemat_core::{convert::Progress, incomplete_tail};

use super::blocks::{BEFORE, Frame};
use super::chunk::{CHUNK, Chunk, Expectation, convert_mixed};
use super::frame::{head_vectors, is_continuation, last_unit, vectors, whole_characters};
use super::shape::{RUN, Shape, convert_ascii};
use super::{backend::ToUtf16, route::Route, short::short, sparse::Sparse};
use crate::validate::{Step, complete};
use crate::{BLOCK, Conversion};

/// ASCII texts of up to this many blocks are converted without a loop.
const ASCII_BLOCKS: usize = 4;

/// Blocks to convert one by one after the first, before chunks begin, so that little work is repeated if errors are
/// frequent.
const FIRST_BLOCKS: usize = 3;

/// Converts UTF-8 to UTF-16, by the contract of [`Progress`].
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn utf8_to_utf16<K: ToUtf16<Sixteen: ToUtf16>>(kernel: K, source: &[u8], dst: &mut [u16]) -> Progress {
    if (BLOCK..=ASCII_BLOCKS * BLOCK).contains(&source.len()) && widen_blocks(kernel, source, dst) {
        return Progress { read: source.len(), written: source.len() };
    }
    let source = without_cut_off(source);
    if source.first().is_none_or(|first| is_continuation(*first)) {
        return Progress::default();
    }
    match Route::from_utf8::<K>(source.len()) {
        Route::Short => short(kernel.sixteen(), source, dst),
        _ => {
            let ascii = convert_leading_ascii::<_, BLOCK>(kernel, source, dst);
            if ascii == source.len() {
                return Progress { read: ascii, written: ascii };
            }
            kernel.vectorize_conversion::<AfterAscii>(source, dst, ascii)
        }
    }
}

/// The same with the widest vectors, for a backend that has converted ASCII of [`Route::Short`] before.
#[inline(always)]
pub fn utf8_to_utf16_long<K: ToUtf16<Sixteen: ToUtf16>>(
    kernel: K, source: &[u8], dst: &mut [u16],
) -> Progress {
    if Route::from_utf8::<K>(source.len()) == Route::Short {
        return kernel.vectorize_conversion::<ShortText>(source, dst, 0);
    }
    let ascii = convert_leading_ascii::<_, { 2 * BLOCK }>(kernel, source, dst);
    if ascii == source.len() {
        return Progress { read: ascii, written: ascii };
    }
    match (source.first(), source.last_chunk()) {
        (Some(first), _) if is_continuation(*first) => Progress::default(),
        (_, Some(last)) if complete(*last) => kernel.vectorize_conversion::<AfterAscii>(source, dst, ascii),
        _ => kernel.vectorize_conversion::<CutOff>(source, dst, ascii),
    }
}

/// The text without a sequence at its end that more bytes could complete.
#[inline(always)]
fn without_cut_off(source: &[u8]) -> &[u8] {
    match source.last_chunk() {
        // No loop in the common case.
        Some(last) if complete(*last) => source,
        _ => without_incomplete_tail(source),
    }
}

/// Out of line, since whatever calls it inline saves registers for it.
#[cold]
#[inline(never)]
fn without_incomplete_tail(source: &[u8]) -> &[u8] {
    &source[..source.len() - incomplete_tail(source)]
}

/// Converts two or four blocks if all of them are ASCII. The last ones overlap, so no loop depends on the length, which
/// is unpredictable.
#[inline(always)]
fn widen_blocks<K: ToUtf16>(kernel: K, source: &[u8], dst: &mut [u16]) -> bool {
    let (Some(dst), Some(last)) = (dst.get_mut(..source.len()), source.len().checked_sub(BLOCK)) else {
        return false;
    };
    for nth in 0..if last <= BLOCK { 2 } else { ASCII_BLOCKS } {
        let at = last.min(nth * BLOCK);
        let (Some(bytes), Some(dst)) = (
            source.get(at..).and_then(|rest| rest.first_chunk::<BLOCK>()),
            dst.get_mut(at..).and_then(|rest| rest.first_chunk_mut()),
        ) else {
            return false;
        };
        if !kernel.widen(bytes, dst) {
            return false;
        }
    }
    true
}

/// Converts leading ASCII, the last block overlapping, and returns its length. The next byte, if any, is not a
/// continuation byte.
#[inline(always)]
fn convert_leading_ascii<K: ToUtf16, const N: usize>(kernel: K, source: &[u8], dst: &mut [u16]) -> usize {
    let at = convert_ascii::<_, N>(kernel, source, dst);
    if at > 0
        && (1..N).contains(&(source.len() - at))
        && let (Some(last), Some(bytes)) = (source.last_chunk(), source.last_chunk::<N>())
        && let Some(dst) = dst.get_mut(..source.len())
        && let Some(units) = dst.last_chunk_mut()
        && kernel.is_ascii(last)
        && kernel.widen(bytes, units)
    {
        return source.len();
    }
    at
}

/// [`utf8_to_utf16`] after leading ASCII, as a separate function, so that ASCII does not pay for the registers that it
/// saves.
struct AfterAscii;

impl<K: ToUtf16> Conversion<K> for AfterAscii {
    type Source = u8;
    type Target = u16;

    #[inline(always)]
    fn run(kernel: K, source: &[u8], dst: &mut [u16], from: usize) -> Progress {
        Utf8ToUtf16 { kernel, source, dst, at: Progress { read: from, written: from } }.run()
    }
}

/// [`AfterAscii`] of a text whose end cuts off a sequence, for the same reason.
struct CutOff;

impl<K: ToUtf16> Conversion<K> for CutOff {
    type Source = u8;
    type Target = u16;

    #[inline(always)]
    fn run(kernel: K, source: &[u8], dst: &mut [u16], from: usize) -> Progress {
        kernel.vectorize_conversion::<AfterAscii>(without_incomplete_tail(source), dst, from)
    }
}

/// [`Route::Short`] with the widest vectors, for the same reason.
struct ShortText;

impl<K: ToUtf16<Sixteen: ToUtf16>> Conversion<K> for ShortText {
    type Source = u8;
    type Target = u16;

    #[inline(always)]
    fn run(kernel: K, source: &[u8], dst: &mut [u16], _: usize) -> Progress {
        let source = without_cut_off(source);
        if source.first().is_none_or(|first| is_continuation(*first)) {
            return Progress::default();
        }
        match kernel.convert_short(source, dst) {
            Some(done) => done,
            None => short(kernel.sixteen(), source, dst),
        }
    }
}

/// The state of a conversion. The lanes of all bytes before `at.read` are done, and the bytes up to it validated.
struct Utf8ToUtf16<'a, K> {
    kernel: K,
    source: &'a [u8],
    dst: &'a mut [u16],
    at: Progress,
}

/// The next block has an error, or its units do not fit.
struct Stopped;

impl<K: ToUtf16> Utf8ToUtf16<'_, K> {
    #[inline(always)]
    fn run(mut self) -> Progress {
        match self.parts() {
            Ok(()) => self.at,
            Err(Stopped) => whole_characters(self.source, self.at),
        }
    }

    /// Each part occurs once, for texts of any length: copies of [`block`](Self::block) dominate code size.
    #[inline(always)]
    fn parts(&mut self) -> Result<(), Stopped> {
        if self.at.read == 0 {
            self.first_block()?;
        }
        if Route::from_utf8::<K>(self.source.len()) == Route::Chunks {
            self.blocks(FIRST_BLOCKS)?;
            self.chunks();
        }
        self.blocks(usize::MAX)?;
        self.last_block()
    }

    /// The first block of the text.
    #[inline(always)]
    fn first_block(&mut self) -> Result<(), Stopped> {
        let Some(frame) = self.source.first_chunk() else { return Err(Stopped) };
        self.block::<true>(frame, u64::MAX, BLOCK)
    }

    /// Converts up to `most` blocks while there are whole frames.
    #[inline(always)]
    fn blocks(&mut self, most: usize) -> Result<(), Stopped> {
        let mut left = most;
        while left > 0
            && let Some(frame) = self.source.get(self.at.read - BEFORE..).and_then(|rest| rest.first_chunk())
        {
            if !self.widens(frame) {
                self.block::<false>(frame, u64::MAX, BLOCK)?;
            }
            left -= 1;
        }
        Ok(())
    }

    /// Converts what follows the last whole frame: an overlapping block, and the last byte.
    #[inline(always)]
    fn last_block(&mut self) -> Result<(), Stopped> {
        let len = self.source.len();
        let Some(frame) = self.source.last_chunk::<{ size_of::<Frame>() }>() else { return Err(Stopped) };
        if self.widens_last(frame) {
            return Ok(());
        }
        if self.at.read + 1 < len {
            // The last lane is that of the last byte but one.
            let done = self.at.read + BLOCK + 1 - len;
            self.block::<false>(frame, u64::MAX << done, BLOCK - done)?;
        }
        if self.at.read < len {
            let Some(last) = self.source.last_chunk::<4>() else { return Err(Stopped) };
            let [_, before @ ..] = *last;
            let (true, Some(unit)) = (complete(before), self.dst.get_mut(self.at.written)) else {
                return Err(Stopped);
            };
            *unit = last_unit(*last);
            self.at += Progress { read: 1, written: 1 };
        }
        Ok(())
    }

    /// Converts the block of the frame if it is ASCII.
    #[inline(always)]
    fn widens(&mut self, frame: &Frame) -> bool {
        if let Some(bytes) = frame[BEFORE..].first_chunk::<BLOCK>()
            && let Some(dst) = self.dst.get_mut(self.at.written..).and_then(|left| left.first_chunk_mut())
            && self.kernel.widen(bytes, dst)
            // Check the byte after the block as well, since no lane of the next block does.
            && !is_continuation(frame[BEFORE + BLOCK])
        {
            self.at += Progress { read: BLOCK, written: BLOCK };
            return true;
        }
        false
    }

    /// Converts what remains if the last block is ASCII. This may convert bytes again, to the same place.
    #[inline(always)]
    fn widens_last(&mut self, frame: &Frame) -> bool {
        let left = self.source.len() - self.at.read;
        if let Some(bytes) = frame.last_chunk::<BLOCK>()
            && let Some(to) = (self.at.written + left).checked_sub(BLOCK)
            && let Some(dst) = self.dst.get_mut(to..).and_then(|left| left.first_chunk_mut())
            && self.kernel.is_ascii(bytes)
        {
            self.at += Progress { read: left, written: left };
            return self.kernel.widen(bytes, dst);
        }
        false
    }

    /// Validates the block of a frame, or with `HEAD` the one at its start, which begins the text, and converts the
    /// lanes in `counts`, `read` of them.
    #[inline(always)]
    fn block<const HEAD: bool>(&mut self, frame: &Frame, counts: u64, read: usize) -> Result<(), Stopped> {
        let kernel = self.kernel;
        let step = K::Validate::default();
        let mut acc = step.start(kernel);
        let mut written = self.at.written;
        let mut at = 0;
        while at < BLOCK {
            let b = if HEAD { head_vectors(kernel, frame, at) } else { vectors(kernel, frame, at) };
            acc = step.step(kernel, acc, [b[0], b[1], b[2], b[3]]);
            let mut lanes = kernel.units(b);
            lanes.writes &= counts >> at & (u64::MAX >> (BLOCK - K::LANES));
            written += kernel.place(lanes, self.dst, written).ok_or(Stopped)?;
            at += K::LANES;
        }
        if !step.is_valid(kernel, acc) {
            return Err(Stopped);
        }
        self.at = Progress { read: self.at.read + read, written };
        Ok(())
    }

    /// Converts chunks while they are valid and the destination has space.
    #[inline(always)]
    fn chunks(&mut self) {
        let Self { kernel, source, .. } = *self;
        let mut at = self.at;
        let mut shape = Shape::of(kernel, &source[at.read..]);
        let mut four = Expectation::NONE;
        loop {
            let left = &mut self.dst[at.written..];
            if shape == Shape::Ascii {
                let ascii = convert_ascii::<_, RUN>(kernel, &source[at.read..], left);
                at += Progress { read: ascii, written: ascii };
                shape = Shape::Mixed;
            }
            let left = &mut self.dst[at.written..];
            let (Some(chunk), Some(left)) =
                (source[at.read - BEFORE..].first_chunk::<{ size_of::<Chunk>() }>(), left.first_chunk_mut())
            else {
                break;
            };
            let written;
            if shape == Shape::Sparse {
                let Some((units, others)) = kernel.vectorize(Sparse { chunk, dst: left }) else { break };
                (written, shape) = (units, Shape::after_sparse::<K>(others));
            } else if shape == Shape::Mixed {
                let Some((units, others)) = convert_mixed(kernel, chunk, left) else { break };
                (written, shape) = (units, Shape::after::<K>(others));
            } else {
                let Some(units) = four.convert(kernel, chunk, left) else { break };
                written = units;
                shape = Shape::after_dense(kernel, units, &source[at.read + CHUNK..]);
            }
            at += Progress { read: CHUNK, written };
        }
        self.at = at;
    }
}
