//! Latin-1 to UTF-8 and back: block kernels and the drivers.
//!
//! A byte of Latin-1 becomes itself, or a lead byte and a continuation byte: every lane writes its byte, and lanes
//! above 7F also a lead byte before it. In the other direction a lane looks at the byte before its own, as in
//! validation, and every lane writes except those of lead bytes. Neither direction carries state.

use placemat_core::convert::{Latin1, Progress, Utf8, portable::short_ascii};

use super::ascii::{STRETCH, Share};
use crate::{BLOCK, Token};

/// What conversion to and from Latin-1 needs from a backend.
pub trait Latin1Kernel: Token {
    /// Whether a block costs less than a mispredicted branch. If so, blocks are checked for ASCII only if the stretch
    /// before had little else.
    const IS_QUICK: bool = false;

    /// Whether all bytes are ASCII.
    fn is_ascii(self, block: &[u8; BLOCK]) -> bool;

    /// Copies the bytes; returns whether all are ASCII. `N` must be a multiple of [`BLOCK`].
    fn copy<const N: usize>(self, bytes: &[u8; N], dst: &mut [u8; N]) -> bool;

    /// Encodes a block as UTF-8 and returns the number of bytes. The rest of the destination may be overwritten.
    fn encode(self, block: &[u8; BLOCK], dst: &mut [u8; 2 * BLOCK]) -> usize;

    /// Decodes a block of UTF-8 to Latin-1. The window is a block and the byte before it. The rest of the destination
    /// may be overwritten.
    fn decode(self, window: &Pairs, dst: &mut [u8; BLOCK]) -> Decoded;

    /// Converts up to a block of UTF-8 to Latin-1 and stops before an error. `None` if the result does not fit.
    /// `before` is the byte before the block, or 0.
    #[inline(always)]
    fn decode_some(self, before: u8, bytes: &[u8], dst: &mut [u8]) -> Option<Progress> {
        decode_padded(self, before, bytes, dst)
    }

    /// [`encode`](Self::encode) for up to a block; `None` if the result does not fit.
    #[inline(always)]
    fn encode_some(self, bytes: &[u8], dst: &mut [u8]) -> Option<usize> {
        let mut block = [0; BLOCK];
        block[..bytes.len()].copy_from_slice(bytes);
        let mut encoded = [0; 2 * BLOCK];
        // The padding is encoded as well, at the end.
        let written = self.encode(&block, &mut encoded) - (BLOCK - bytes.len());
        dst.get_mut(..written)?.copy_from_slice(&encoded[..written]);
        Some(written)
    }
}

/// A block and the byte before it.
pub type Pairs = [u8; 1 + BLOCK];

/// The result of decoding a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// One bit per byte of the block, the first byte in bit 0: set if the byte cannot follow the one before it in
    /// UTF-8 that has only characters of Latin-1. If the bit of a byte to convert is set, the output must not be
    /// used. (A zero after a lead byte sets its bit as well, but is written anyway.)
    pub wrong: u64,
    /// How many bytes were written.
    pub written: usize,
}

impl Decoded {
    /// Computes `wrong` from which bytes are 80 or above, which are continuation bytes, which are C2 or C3, and from
    /// the byte before the block.
    #[inline(always)]
    #[must_use]
    pub fn new(above_ascii: u64, continuations: u64, leads: u64, before: u8, written: usize) -> Self {
        let due = leads << 1 | u64::from(is_lead(before));
        Self { wrong: (above_ascii ^ (continuations | leads)) | (continuations ^ due), written }
    }
}

/// Whether a byte leads a character of Latin-1.
#[inline(always)]
const fn is_lead(byte: u8) -> bool {
    matches!(byte, 0xC2 | 0xC3)
}

/// Converts Latin-1 to UTF-8, by the contract of [`Progress`].
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn latin1_to_utf8<K: Latin1Kernel>(kernel: K, source: &[u8], dst: &mut [u8]) -> Progress {
    let mut at = Progress::default();
    if short_ascii::<Latin1, Utf8>(source, dst) {
        return Progress { read: source.len(), written: source.len() };
    }
    let mut share = None;
    while let Some(stretch) = source[at.read..].first_chunk::<STRETCH>()
        && dst.len() - at.written >= 2 * STRETCH
    {
        let now = match share {
            Some(share) => share,
            None => Share::of(stretch, |block| kernel.is_ascii(block)),
        };
        if now == Share::All {
            share = K::IS_QUICK.then_some(Share::Some);
            let copied = copy_ascii(kernel, &source[at.read..], &mut dst[at.written..]);
            at += copied;
            if copied.read > 0 {
                continue;
            }
        }
        let left = &mut dst[at.written..];
        let done = match now {
            Share::Few => encode::<K, false>(kernel, stretch, left),
            _ => encode::<K, true>(kernel, stretch, left),
        };
        share = K::IS_QUICK.then(|| Share::after(done.written - done.read));
        at += done;
    }
    at += encode::<K, true>(kernel, &source[at.read..], &mut dst[at.written..]);
    while at.read < source.len() {
        let rest = &source[at.read..];
        let bytes = &rest[..BLOCK.min(rest.len())];
        match kernel.encode_some(bytes, &mut dst[at.written..]) {
            Some(written) => at += Progress { read: bytes.len(), written },
            None => break,
        }
    }
    at
}

/// Copies leading ASCII while it fits: block by block if a block is one vector, which is as fast as several at once.
#[inline(always)]
fn copy_ascii<K: Latin1Kernel>(kernel: K, source: &[u8], dst: &mut [u8]) -> Progress {
    if K::IS_QUICK {
        copy_runs::<K, BLOCK>(kernel, source, dst)
    } else {
        copy_runs::<K, { 4 * BLOCK }>(kernel, source, dst)
    }
}

/// Copies leading ASCII in runs of `RUN` bytes while they fit.
#[inline(always)]
fn copy_runs<K: Latin1Kernel, const RUN: usize>(kernel: K, source: &[u8], dst: &mut [u8]) -> Progress {
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
fn encode<K: Latin1Kernel, const LOOK: bool>(kernel: K, source: &[u8], dst: &mut [u8]) -> Progress {
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
            kernel.encode(block, dst)
        };
    }
    Progress { read: blocks.len() * BLOCK, written }
}

/// Converts UTF-8 to Latin-1, by the contract of [`Progress`].
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn utf8_to_latin1<K: Latin1Kernel>(kernel: K, source: &[u8], dst: &mut [u8]) -> Progress {
    let mut at = Progress::default();
    if short_ascii::<Utf8, Latin1>(source, dst) {
        return Progress { read: source.len(), written: source.len() };
    }
    // No bytes come before the first block.
    if let (Some(first), Some(dst)) = (source.get(..BLOCK), dst.get_mut(..BLOCK))
        && let Some(done) = kernel.decode_some(0, first, dst)
    {
        at = done;
    }
    let mut share = None;
    while let Some(before) = at.read.checked_sub(1)
        && let Some([_, bytes @ ..]) = source[before..].first_chunk::<{ 1 + STRETCH }>()
        && dst.len() - at.written >= STRETCH
    {
        let stretch = &source[before..=before + STRETCH];
        let now = match share {
            Some(share) => share,
            None => Share::of(bytes, |block| kernel.is_ascii(block)),
        };
        if now == Share::All && !is_lead(source[before]) {
            share = K::IS_QUICK.then_some(Share::Some);
            let copied = copy_ascii(kernel, &source[at.read..], &mut dst[at.written..]);
            at += copied;
            if copied.read > 0 {
                continue;
            }
        }
        let left = &mut dst[at.written..];
        let done = match now {
            Share::Few => decode::<K, false>(kernel, stretch, left),
            _ => decode::<K, true>(kernel, stretch, left),
        };
        share = K::IS_QUICK.then(|| Share::after(done.read - done.written));
        at += done;
        if done.read < STRETCH {
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
        let Some(done) = kernel.decode_some(before, bytes, &mut dst[at.written..]) else { break };
        at += done;
        if done.read < bytes.len() {
            break;
        }
    }
    // A lead byte at the end is not converted.
    let is_open = at.read.checked_sub(1).is_some_and(|last| is_lead(source[last]));
    Progress { read: at.read - usize::from(is_open), ..at }
}

/// Decodes whole blocks of a source that begins with a byte that has been read, while they are valid and fit. `LOOK`
/// enables the check for ASCII.
#[inline(always)]
fn decode<K: Latin1Kernel, const LOOK: bool>(kernel: K, source: &[u8], dst: &mut [u8]) -> Progress {
    let mut at = Progress::default();
    while let Some(window) = source[at.read..].first_chunk::<{ 1 + BLOCK }>()
        && let Some(dst) = dst[at.written..].first_chunk_mut::<BLOCK>()
    {
        let [before, block @ ..] = window;
        if LOOK && kernel.is_ascii(block) && *before < 0xC0 {
            *dst = *block;
            at += Progress { read: BLOCK, written: BLOCK };
            continue;
        }
        let decoded = kernel.decode(window, dst);
        if decoded.wrong != 0 {
            break;
        }
        at += Progress { read: BLOCK, written: decoded.written };
    }
    at
}

/// [`Latin1Kernel::decode_some`] with zero padding.
#[inline(always)]
fn decode_padded<K: Latin1Kernel>(kernel: K, before: u8, bytes: &[u8], dst: &mut [u8]) -> Option<Progress> {
    let mut read = bytes.len();
    let mut window = [0; 1 + BLOCK];
    window[0] = before;
    window[1..][..read].copy_from_slice(bytes);
    while read > 0 {
        let mut latin1 = [0; BLOCK];
        let decoded = kernel.decode(&window, &mut latin1);
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
