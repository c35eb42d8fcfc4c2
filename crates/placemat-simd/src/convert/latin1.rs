//! Latin-1 to UTF-8 and back: block kernels and the drivers.
//!
//! A byte of Latin-1 becomes itself, or a lead byte and a continuation byte: every lane writes its byte, and lanes
//! above 7F also a lead byte before it. In the other direction a lane looks at the byte before its own, as in
//! validation, and every lane writes except those of lead bytes. Neither direction carries state.

use placemat_core::convert::{Latin1, Progress, Utf8, portable::short_ascii};

use super::{ascii::Share, backend::ConvertLatin1, blocks::is_latin1_lead, chunk::CHUNK};
use crate::BLOCK;

/// Converts Latin-1 to UTF-8, by the contract of [`Progress`].
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn latin1_to_utf8<K: ConvertLatin1>(kernel: K, source: &[u8], dst: &mut [u8]) -> Progress {
    let mut at = Progress::default();
    if short_ascii::<Latin1, Utf8>(source, dst) {
        return Progress { read: source.len(), written: source.len() };
    }
    let mut share = None;
    loop {
        let (rest, left) = (&source[at.read..], &mut dst[at.written..]);
        let chunk = rest.first_chunk::<CHUNK>().filter(|_| left.len() >= 2 * CHUNK);
        let now = match (chunk, share) {
            (None, _) => Share::Some,
            (_, Some(share)) => share,
            (Some(chunk), None) => Share::of(chunk, |block| kernel.is_ascii(block)),
        };
        if now == Share::All {
            share = K::THRESHOLDS.latin1_is_quick.then_some(Share::Some);
            let copied = copy_ascii(kernel, rest, left);
            at += copied;
            if copied.read > 0 {
                continue;
            }
        }
        let piece = chunk.map_or(rest, |chunk| chunk);
        let done = match now {
            Share::Few => encode::<K, false>(kernel, piece, left),
            _ => encode::<K, true>(kernel, piece, left),
        };
        at += done;
        if chunk.is_none() {
            break;
        }
        share = K::THRESHOLDS.latin1_is_quick.then(|| Share::after(done.written - done.read));
    }
    while at.read < source.len() {
        let rest = &source[at.read..];
        let bytes = &rest[..BLOCK.min(rest.len())];
        match kernel.encode_latin1_partial(bytes, dst.get_mut(at.written..).unwrap_or_default()) {
            Some(written) => at += Progress { read: bytes.len(), written },
            None => break,
        }
    }
    at
}

/// Copies leading ASCII while it fits: block by block if a block is one vector, which is as fast as several at once.
#[inline(always)]
fn copy_ascii<K: ConvertLatin1>(kernel: K, source: &[u8], dst: &mut [u8]) -> Progress {
    if K::THRESHOLDS.latin1_is_quick {
        copy_runs::<K, BLOCK>(kernel, source, dst)
    } else {
        copy_runs::<K, { 4 * BLOCK }>(kernel, source, dst)
    }
}

/// Copies leading ASCII in runs of `RUN` bytes while they fit.
#[inline(always)]
fn copy_runs<K: ConvertLatin1, const RUN: usize>(kernel: K, source: &[u8], dst: &mut [u8]) -> Progress {
    let (runs, _) = source.as_chunks::<RUN>();
    let (dsts, _) = dst.as_chunks_mut();
    let mut copied = 0;
    for (bytes, dst) in runs.iter().zip(dsts) {
        if !kernel.copy::<RUN>(bytes, dst) {
            break;
        }
        copied += RUN;
    }
    Progress { read: copied, written: copied }
}

/// Encodes whole blocks while the longest result fits. `LOOK` enables the check for ASCII.
#[inline(always)]
fn encode<K: ConvertLatin1, const LOOK: bool>(kernel: K, source: &[u8], dst: &mut [u8]) -> Progress {
    let mut written = 0;
    let (blocks, _) = source.as_chunks::<BLOCK>();
    for (nth, block) in blocks.iter().enumerate() {
        let Some(dst) = dst[written..].first_chunk_mut::<{ 2 * BLOCK }>() else {
            return Progress { read: nth * BLOCK, written };
        };
        written += if LOOK && kernel.is_ascii(block) {
            dst[..BLOCK].copy_from_slice(block);
            BLOCK
        } else {
            kernel.encode_latin1(block, dst)
        };
    }
    Progress { read: blocks.len() * BLOCK, written }
}

/// Converts UTF-8 to Latin-1, by the contract of [`Progress`].
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn utf8_to_latin1<K: ConvertLatin1>(kernel: K, source: &[u8], dst: &mut [u8]) -> Progress {
    let mut at = Progress::default();
    if short_ascii::<Utf8, Latin1>(source, dst) {
        return Progress { read: source.len(), written: source.len() };
    }
    // No bytes come before the first block.
    if let (Some(first), Some(dst)) = (source.get(..BLOCK), dst.get_mut(..BLOCK))
        && let Some(done) = kernel.decode_latin1_partial(0, first, dst)
    {
        at = done;
    }
    let mut share = None;
    while let Some(before) = at.read.checked_sub(1)
        && let Some([_, bytes @ ..]) = source[before..].first_chunk::<{ 1 + CHUNK }>()
        && dst.len() - at.written >= CHUNK
    {
        let chunk = &source[before..=before + CHUNK];
        let now = match share {
            Some(share) => share,
            None => Share::of(bytes, |block| kernel.is_ascii(block)),
        };
        if now == Share::All && !is_latin1_lead(source[before]) {
            share = K::THRESHOLDS.latin1_is_quick.then_some(Share::Some);
            let copied = copy_ascii(kernel, &source[at.read..], &mut dst[at.written..]);
            at += copied;
            if copied.read > 0 {
                continue;
            }
        }
        let left = &mut dst[at.written..];
        let done = match now {
            Share::Few => decode::<K, false>(kernel, chunk, left),
            _ => decode::<K, true>(kernel, chunk, left),
        };
        share = K::THRESHOLDS.latin1_is_quick.then(|| Share::after(done.read - done.written));
        at += done;
        if done.read < CHUNK {
            break;
        }
    }
    if at.read > 0 {
        at += decode::<K, true>(kernel, &source[at.read - 1..], &mut dst[at.written..]);
    }
    // Up to a block remains, or the next one has an error or does not fit.
    while at.read < source.len() {
        let before = at.read.checked_sub(1).map_or(0, |before| source[before]);
        let rest = &source[at.read..];
        let bytes = &rest[..BLOCK.min(rest.len())];
        let Some(done) = kernel.decode_latin1_partial(before, bytes, &mut dst[at.written..]) else { break };
        at += done;
        if done.read < bytes.len() {
            break;
        }
    }
    // A lead byte at the end is not converted.
    let is_open = at.read.checked_sub(1).is_some_and(|last| is_latin1_lead(source[last]));
    Progress { read: at.read - usize::from(is_open), ..at }
}

/// Decodes whole blocks of a source that begins with a byte that has been read, while they are valid and fit. `LOOK`
/// enables the check for ASCII.
#[inline(always)]
fn decode<K: ConvertLatin1, const LOOK: bool>(kernel: K, source: &[u8], dst: &mut [u8]) -> Progress {
    let mut at = Progress::default();
    while let Some(frame) = source[at.read..].first_chunk::<{ 1 + BLOCK }>()
        && let Some(dst) = dst[at.written..].first_chunk_mut::<BLOCK>()
    {
        let [before, block @ ..] = frame;
        if LOOK && kernel.is_ascii(block) && *before < 0xC0 {
            *dst = *block;
            at += Progress { read: BLOCK, written: BLOCK };
            continue;
        }
        let decoded = kernel.decode_latin1(frame, dst);
        if decoded.wrong != 0 {
            break;
        }
        at += Progress { read: BLOCK, written: decoded.written };
    }
    at
}
