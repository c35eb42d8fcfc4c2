//! UTF-8 to UTF-32 and back: block kernels and the drivers.
//!
//! From UTF-8, the lane of a character's last byte writes it, as in [`units`](super::units), but four-byte characters
//! are one unit like all others. To UTF-8, each unit determines its bytes by itself.

use placemat_core::{
    Scan,
    convert::{
        Progress, Utf8, Utf32,
        portable::{self, short_ascii},
    },
    incomplete_tail, locate,
};

use super::{
    BEFORE, Window,
    ascii::{STRETCH, is_mostly_ascii},
};
use crate::{BLOCK, Operation, Token, validate::steps::LEAD4};

/// What conversion to and from UTF-32 needs from a backend.
pub trait Utf32Kernel: Token {
    /// Bytes of UTF-8 that are validated at once. They stay in the L1 cache until they are converted.
    const PIECE: usize = 8 * 1024;

    /// Whether [`encode_some`](Self::encode_some) is fast for less than a block, and scalar code is faster than
    /// vectors for a few bytes.
    const IS_NARROW: bool = false;

    /// Whether all bytes are ASCII.
    fn is_ascii(self, block: &[u8; BLOCK]) -> bool;

    /// Writes each byte, which must be ASCII, as a unit.
    fn widen(self, block: &[u8; BLOCK], dst: &mut [u32; BLOCK]);

    /// Writes the characters whose last byte is in the set `bytes` of the block and returns their number. The rest of
    /// the destination may be overwritten. The window is valid, with zeros before and after the text, or the caller
    /// does not use the output.
    fn decode(self, window: &Window, bytes: u64, dst: &mut [u32; BLOCK]) -> usize;

    /// Validates and converts from `from` on, where a character ends, as far as the backend likes, if it can do both
    /// in one pass. Returns another place where a character ends.
    #[inline(always)]
    fn fused(self, _source: &[u8], _dst: &mut [u32], from: Progress) -> Progress {
        from
    }

    /// Encodes units and returns the number of bytes; `None` if one of them is not a scalar value. The rest of the
    /// destination may be overwritten.
    fn encode(self, units: &[u32; BLOCK], dst: &mut Utf32Dst) -> Option<usize>;

    /// Encodes up to a block of units, or some of them; `None` if one of them is not a scalar value, or the result
    /// does not fit.
    #[inline(always)]
    fn encode_some(self, units: &[u32], dst: &mut [u8]) -> Option<Progress> {
        let mut block = [0; BLOCK];
        block[..units.len()].copy_from_slice(units);
        let mut bytes = [0; size_of::<Utf32Dst>()];
        // The padding is encoded as well, at the end.
        let written = self.encode(&block, &mut bytes)? - (BLOCK - units.len());
        dst.get_mut(..written)?.copy_from_slice(&bytes[..written]);
        Some(Progress { read: units.len(), written })
    }
}

/// The destination of a block of UTF-32: four bytes per unit, and space for what is stored after that.
pub type Utf32Dst = [u8; 4 * BLOCK + 64];

/// Converts UTF-8 to UTF-32, by the contract of [`Progress`]. `scan` validates, by the contract of [`Scan`].
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn utf8_to_utf32<K: Utf32Kernel>(
    kernel: K,
    scan: impl Fn(&[u8]) -> Scan,
    source: &[u8],
    dst: &mut [u32],
) -> Progress {
    if K::IS_NARROW && is_for_characters(source) {
        return portable::from_few::<Utf32>(source, dst);
    }
    if short_ascii::<Utf8, Utf32>(source, dst) {
        return Progress { read: source.len(), written: source.len() };
    }
    if !K::IS_NARROW
        && source.len() < size_of::<Window>()
        && source.first().is_some_and(|lead| *lead >= LEAD4)
    {
        // A short text of such characters is not worth a copy with padding.
        return portable::from_utf8::<Utf32>(source, dst);
    }
    utf8_to_utf32_long(kernel, scan, source, dst)
}

/// The same without separate paths for short texts.
#[inline(always)]
pub fn utf8_to_utf32_long<K: Utf32Kernel>(
    kernel: K,
    scan: impl Fn(&[u8]) -> Scan,
    source: &[u8],
    dst: &mut [u32],
) -> Progress {
    let mut at = Progress::default();
    loop {
        at += widen(kernel, &source[at.read..], &mut dst[at.written..]);
        at = kernel.fused(source, dst, at);
        // Not much more than what fits.
        let most = K::PIECE.min(4 * (dst.len() - at.written) + BLOCK);
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

/// Whether to convert character by character: very short texts, and longer ones that begin with a four-byte
/// character, which are not worth a copy with padding.
#[inline(always)]
fn is_for_characters(source: &[u8]) -> bool {
    source.len() <= SCALAR_MAX_LEN
        || source.len() < size_of::<Window>() && source.first().is_some_and(|lead| *lead >= LEAD4)
}

/// The limit for [`Utf32Kernel::IS_NARROW`].
const SCALAR_MAX_LEN: usize = 16;
/// Up to this many units of UTF-32 are also converted character by character.
const SCALAR_MAX_UNITS: usize = 4;

/// Bytes of ASCII that are converted at once.
const RUN: usize = 4 * BLOCK;

/// Converts leading ASCII in whole runs while it fits.
#[inline(always)]
pub(super) fn widen<K: Utf32Kernel>(kernel: K, source: &[u8], dst: &mut [u32]) -> Progress {
    let mut widened = 0;
    for (bytes, dst) in source.as_chunks::<RUN>().0.iter().zip(dst.as_chunks_mut::<RUN>().0) {
        let (blocks, _) = bytes.as_chunks();
        if !blocks.iter().all(|block| kernel.is_ascii(block)) {
            break;
        }
        for (block, dst) in blocks.iter().zip(dst.as_chunks_mut().0) {
            kernel.widen(block, dst);
        }
        widened += RUN;
    }
    Progress { read: widened, written: widened }
}

/// Converts up to the end of `source`, which must be valid, or while it fits.
#[inline(always)]
fn decode<K: Utf32Kernel>(kernel: K, source: &[u8], dst: &mut [u32], from: Progress) -> Progress {
    let mut at = from;
    while let Some(stretch) = source[at.read..].first_chunk::<STRETCH>()
        && dst.len() - at.written >= STRETCH
    {
        let before = at;
        at = if is_mostly_ascii(stretch, |block| kernel.is_ascii(block)) {
            inside::<K, true>(kernel, source, dst, at, STRETCH / BLOCK)
        } else {
            inside::<K, false>(kernel, source, dst, at, STRETCH / BLOCK)
        };
        if at.read == before.read {
            at = some(kernel, source, dst, at);
        }
    }
    while at.read < source.len() {
        let before = at;
        at = inside::<K, true>(kernel, source, dst, at, STRETCH / BLOCK);
        if at.read == before.read {
            at = some(kernel, source, dst, at);
            if at.read == before.read {
                return whole(source, at);
            }
        }
    }
    at
}

/// Converts up to `blocks` blocks whose windows lie in the source and whose output fits. `LOOK` enables the check for
/// ASCII.
#[inline(always)]
fn inside<K: Utf32Kernel, const LOOK: bool>(
    kernel: K,
    source: &[u8],
    dst: &mut [u32],
    from: Progress,
    blocks: usize,
) -> Progress {
    let mut at = from;
    let Some(before) = at.read.checked_sub(BEFORE) else { return at };
    let source = &source[before..];
    for nth in 0..blocks {
        let Some(window) = source[nth * BLOCK..].first_chunk::<{ BEFORE + BLOCK + 1 }>() else { break };
        let Some(dst) = dst[at.written..].first_chunk_mut() else { break };
        let written = match window[BEFORE..].first_chunk() {
            // A character that ends before the block has been written by the lane of its last byte.
            Some(block) if LOOK && kernel.is_ascii(block) => {
                kernel.widen(block, dst);
                BLOCK
            }
            _ => kernel.decode(window, u64::MAX, dst),
        };
        at += Progress { read: BLOCK, written };
    }
    at
}

/// Converts a block at the start, at the end, or if space is short. Does nothing if the result does not fit.
#[inline(always)]
fn some<K: Utf32Kernel>(kernel: K, source: &[u8], dst: &mut [u32], at: Progress) -> Progress {
    let read = BLOCK.min(source.len() - at.read);
    let mut window = [0; BEFORE + BLOCK + 1];
    let before = at.read.min(BEFORE);
    let bytes = &source[at.read - before..source.len().min(at.read + BLOCK + 1)];
    window[BEFORE - before..][..bytes.len()].copy_from_slice(bytes);
    let bytes = u64::MAX >> (BLOCK - read);
    let left = &mut dst[at.written..];
    let written = if let Some(dst) = left.first_chunk_mut() {
        kernel.decode(&window, bytes, dst)
    } else {
        let mut units = [0; BLOCK];
        let written = kernel.decode(&window, bytes, &mut units);
        let Some(left) = left.get_mut(..written) else { return at };
        left.copy_from_slice(&units[..written]);
        written
    };
    Progress { read: at.read + read, written: at.written + written }
}

/// `at` without the bytes of an incomplete character at its end, of which nothing has been written.
#[cold]
#[must_use]
pub fn whole(source: &[u8], at: Progress) -> Progress {
    let is_continuation = |byte: u8| byte & 0xC0 == 0x80;
    let earliest = at.read.saturating_sub(BEFORE);
    let lead =
        (earliest..=at.read).rev().find(|at| source.get(*at).is_none_or(|byte| !is_continuation(*byte)));
    Progress { read: lead.unwrap_or(at.read), ..at }
}

/// Converts UTF-32 to UTF-8, by the contract of [`Progress`].
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn utf32_to_utf8<K: Utf32Kernel>(kernel: K, source: &[u32], dst: &mut [u8]) -> Progress {
    if K::IS_NARROW && source.len() <= SCALAR_MAX_UNITS {
        return portable::to_few::<Utf32>(source, dst);
    }
    if short_ascii::<Utf32, Utf8>(source, dst) {
        return Progress { read: source.len(), written: source.len() };
    }
    if !K::IS_NARROW {
        return utf32_to_utf8_long(kernel, source, dst);
    }
    if source.len() < BLOCK {
        return kernel.encode_some(source, dst).unwrap_or_default();
    }
    kernel.vectorize(Blocks { source, dst })
}

/// [`utf32_to_utf8_long`] for a block and more, as a separate function, so that shorter texts do not pay for the
/// registers that it saves.
struct Blocks<'a> {
    source: &'a [u32],
    dst: &'a mut [u8],
}

impl<K: Utf32Kernel> Operation<K> for Blocks<'_> {
    type Output = Progress;

    #[inline(always)]
    fn run(self, kernel: K) -> Progress {
        utf32_to_utf8_long(kernel, self.source, self.dst)
    }
}

/// [`utf32_to_utf8`] without separate paths for short texts.
#[inline(always)]
pub fn utf32_to_utf8_long<K: Utf32Kernel>(kernel: K, source: &[u32], dst: &mut [u8]) -> Progress {
    let mut at = Progress::default();
    let (blocks, _) = source.as_chunks::<BLOCK>();
    for block in blocks {
        let Some(dst) = dst[at.written..].first_chunk_mut() else { break };
        let Some(written) = kernel.encode(block, dst) else { return at };
        at += Progress { read: BLOCK, written };
    }
    // Up to a block remains, or the destination is shorter than the longest output of a block.
    while at.read < source.len() {
        let rest = &source[at.read..];
        let units = &rest[..BLOCK.min(rest.len())];
        let Some(done) = kernel.encode_some(units, &mut dst[at.written..]) else { return at };
        at += done;
        if done.read < units.len() {
            return at;
        }
    }
    at
}
