//! UTF-8 to UTF-32 and back: block kernels and the drivers.
//!
//! From UTF-8, the lane of a character's last byte writes it, as in [`units_of_three`](super::units_of_three), but four-byte characters
//! are one unit like all others. To UTF-8, each unit determines its bytes by itself.

use placemat_core::convert::portable::{self, short_ascii};
use placemat_core::convert::{Progress, Utf8, Utf32};
use placemat_core::{Scan, incomplete_tail, locate};

use super::blocks::{BEFORE, Frame};
use super::{ascii::is_mostly_ascii, backend::ConvertUtf32, chunk::CHUNK, frame::whole, utf32_fused::widen};
use crate::{BLOCK, Operation, validate::steps::LEAD4};

/// Converts UTF-8 to UTF-32, by the contract of [`Progress`]. `scan` validates, by the contract of [`Scan`].
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn utf8_to_utf32<K: ConvertUtf32>(
    kernel: K, scan: impl Fn(&[u8]) -> Scan, source: &[u8], dst: &mut [u32],
) -> Progress {
    // A short text of four-byte characters is not worth a copy with padding.
    if source.len() <= K::THRESHOLDS.utf32_scalar_max_bytes
        || source.len() < size_of::<Frame>() && source.first().is_some_and(|lead| *lead >= LEAD4)
    {
        return portable::from_utf8_outlined::<Utf32>(source, dst);
    }
    if short_ascii::<Utf8, Utf32>(source, dst) {
        return Progress { read: source.len(), written: source.len() };
    }
    utf8_to_utf32_long(kernel, scan, source, dst)
}

/// The same without separate paths for short texts.
#[inline(always)]
pub fn utf8_to_utf32_long<K: ConvertUtf32>(
    kernel: K, scan: impl Fn(&[u8]) -> Scan, source: &[u8], dst: &mut [u32],
) -> Progress {
    let mut at = Progress::default();
    loop {
        at += widen(kernel, &source[at.read..], &mut dst[at.written..]);
        at = kernel.fused_utf32(source, dst, at);
        // Not much more than what fits.
        let most = K::THRESHOLDS.utf32_piece.min(4 * (dst.len() - at.written) + BLOCK);
        let rest = &source[at.read..];
        let cut = &rest[..most.min(rest.len())];
        let cut = &cut[..cut.len() - incomplete_tail(cut)];
        let good = match scan(cut) {
            Scan::Clean => cut.len(),
            Scan::Suspect { from } => match locate(cut, from) {
                Ok(()) => cut.len(),
                Err(error) => error.valid_up_to(),
            },
        };
        let end = at.read + good;
        at = decode(kernel, &source[..end], dst, at);
        // Stopped at an error, at the end, or because the destination is full.
        if good < cut.len() || at.read < end || good == 0 {
            return at;
        }
    }
}

/// Converts up to the end of `source`, which must be valid, or while it fits.
#[inline(always)]
fn decode<K: ConvertUtf32>(kernel: K, source: &[u8], dst: &mut [u32], from: Progress) -> Progress {
    let mut at = from;
    while let Some(chunk) = source[at.read..].first_chunk::<CHUNK>()
        && dst.len() - at.written >= CHUNK
    {
        let before = at;
        at = if is_mostly_ascii(chunk, |block| kernel.is_ascii(block)) {
            inside::<K, true>(kernel, source, dst, at, CHUNK / BLOCK)
        } else {
            inside::<K, false>(kernel, source, dst, at, CHUNK / BLOCK)
        };
        if at.read == before.read {
            at = padded_block(kernel, source, dst, at);
        }
    }
    while at.read < source.len() {
        let before = at;
        at = inside::<K, true>(kernel, source, dst, at, CHUNK / BLOCK);
        if at.read == before.read {
            at = padded_block(kernel, source, dst, at);
            if at.read == before.read {
                return whole(source, at);
            }
        }
    }
    at
}

/// Converts up to `blocks` blocks whose frames lie in the source and whose output fits. `LOOK` enables the check for
/// ASCII.
#[inline(always)]
fn inside<K: ConvertUtf32, const LOOK: bool>(
    kernel: K, source: &[u8], dst: &mut [u32], from: Progress, blocks: usize,
) -> Progress {
    let mut at = from;
    let Some(before) = at.read.checked_sub(BEFORE) else { return at };
    let source = &source[before..];
    for nth in 0..blocks {
        let Some(frame) = source[nth * BLOCK..].first_chunk::<{ BEFORE + BLOCK + 1 }>() else { break };
        let Some(dst) = dst[at.written..].first_chunk_mut() else { break };
        let written = match frame[BEFORE..].first_chunk() {
            // A character that ends before the block has been written by the lane of its last byte.
            Some(block) if LOOK && kernel.is_ascii(block) => {
                kernel.widen_to_utf32(block, dst);
                BLOCK
            }
            _ => kernel.decode_utf32(frame, u64::MAX, dst),
        };
        at += Progress { read: BLOCK, written };
    }
    at
}

/// Converts a block at the start, at the end, or if space is short. Does nothing if the result does not fit.
#[inline(always)]
fn padded_block<K: ConvertUtf32>(kernel: K, source: &[u8], dst: &mut [u32], at: Progress) -> Progress {
    let read = BLOCK.min(source.len() - at.read);
    let mut frame = [0; BEFORE + BLOCK + 1];
    let before = at.read.min(BEFORE);
    let bytes = &source[at.read - before..source.len().min(at.read + BLOCK + 1)];
    frame[BEFORE - before..][..bytes.len()].copy_from_slice(bytes);
    let bytes = u64::MAX >> (BLOCK - read);
    let left = &mut dst[at.written..];
    let written = if let Some(dst) = left.first_chunk_mut() {
        kernel.decode_utf32(&frame, bytes, dst)
    } else {
        let mut units = [0; BLOCK];
        let written = kernel.decode_utf32(&frame, bytes, &mut units);
        let Some(left) = left.get_mut(..written) else { return at };
        left.copy_from_slice(&units[..written]);
        written
    };
    Progress { read: at.read + read, written: at.written + written }
}

/// Converts UTF-32 to UTF-8, by the contract of [`Progress`].
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn utf32_to_utf8<K: ConvertUtf32>(kernel: K, source: &[u32], dst: &mut [u8]) -> Progress {
    if source.len() <= K::THRESHOLDS.utf32_scalar_max_units {
        return portable::to_utf8_outlined::<Utf32>(source, dst);
    }
    if short_ascii::<Utf32, Utf8>(source, dst) {
        return Progress { read: source.len(), written: source.len() };
    }
    if source.len() < BLOCK {
        return kernel.encode_utf32_partial(source, dst).unwrap_or_default();
    }
    kernel.vectorize(Blocks { source, dst })
}

/// [`utf32_to_utf8_long`] for a block and more, as a separate function, so that shorter texts do not pay for the
/// registers that it saves.
struct Blocks<'a> {
    source: &'a [u32],
    dst: &'a mut [u8],
}

impl<K: ConvertUtf32> Operation<K> for Blocks<'_> {
    type Output = Progress;

    #[inline(always)]
    fn run(self, kernel: K) -> Progress {
        utf32_to_utf8_long(kernel, self.source, self.dst)
    }
}

/// [`utf32_to_utf8`] without separate paths for short texts.
#[inline(always)]
pub fn utf32_to_utf8_long<K: ConvertUtf32>(kernel: K, source: &[u32], dst: &mut [u8]) -> Progress {
    let mut at = Progress::default();
    let (blocks, _) = source.as_chunks::<BLOCK>();
    for block in blocks {
        let Some(dst) = dst[at.written..].first_chunk_mut() else { break };
        let Some(written) = kernel.encode_utf32(block, dst) else { return at };
        at += Progress { read: BLOCK, written };
    }
    // Up to a block remains, or the destination is shorter than the longest output of a block.
    while at.read < source.len() {
        let rest = &source[at.read..];
        let units = &rest[..BLOCK.min(rest.len())];
        let Some(done) = kernel.encode_utf32_partial(units, &mut dst[at.written..]) else { return at };
        at += done;
        if done.read < units.len() {
            return at;
        }
    }
    at
}
