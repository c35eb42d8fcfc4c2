//! Latin-1 to UTF-8 and back: what a backend does with a block, and the ways through the text.
//!
//! An octet of Latin-1 becomes itself, or a lead and a continuation. So every lane writes its octet, and
//! those above 7F a lead before it. Back, a lane looks at the octet before its own, as a validator does, and
//! every lane writes but those of leads. Neither way needs any state.

use placemat_core::convert::Progress;

use super::ascii::{STRETCH, is_mostly_ascii};
use crate::{BLOCK, Token};

/// What conversion to and from Latin-1 needs of a backend.
pub trait Latin1Kernel: Token {
    /// Whether all octets are below 80.
    fn is_ascii(self, block: &[u8; BLOCK]) -> bool;

    /// Writes what Latin-1 becomes in UTF-8, and says how many octets that is. The rest of the room may be
    /// overwritten.
    fn encode(self, block: &[u8; BLOCK], room: &mut [u8; 2 * BLOCK]) -> usize;

    /// Writes what UTF-8 becomes in Latin-1. The window is a block and the octet before it. The rest of the
    /// room may be overwritten.
    fn decode(self, window: &Pairs, room: &mut [u8; BLOCK]) -> Decoded;

    /// As [`encode`](Self::encode), for up to a block; `None` where there is not enough room.
    #[inline(always)]
    fn encode_some(self, octets: &[u8], room: &mut [u8]) -> Option<usize> {
        let mut block = [0; BLOCK];
        block[..octets.len()].copy_from_slice(octets);
        let mut encoded = [0; 2 * BLOCK];
        // What is padded becomes octets as well, at the end.
        let written = self.encode(&block, &mut encoded) - (BLOCK - octets.len());
        room.get_mut(..written)?.copy_from_slice(&encoded[..written]);
        Some(written)
    }
}

/// A block and the octet before it.
pub type Pairs = [u8; 1 + BLOCK];

/// What a block of UTF-8 became.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// One bit an octet of the block, the first one's lowest: whether it cannot follow the one before it in
    /// UTF-8 that has only characters of Latin-1. If any is set, what was written is not to be used.
    pub wrong: u64,
    /// How many octets were written.
    pub written: usize,
}

impl Decoded {
    /// What follows from which octets are 80 or above, which are continuations, and which are C2 or C3, and
    /// from the octet before the block.
    #[inline(always)]
    #[must_use]
    pub fn new(above_ascii: u64, continuations: u64, leads: u64, before: u8, written: usize) -> Self {
        let due = leads << 1 | u64::from(is_lead(before));
        Self { wrong: (above_ascii ^ (continuations | leads)) | (continuations ^ due), written }
    }
}

/// Whether an octet leads a character of Latin-1.
#[inline(always)]
const fn is_lead(octet: u8) -> bool {
    matches!(octet, 0xC2 | 0xC3)
}

/// Converts Latin-1 to UTF-8, by the contract of [`Progress`].
///
/// To be called from a function that is compiled for the processor features of `kernel`.
#[inline(always)]
pub fn latin1_to_utf8<K: Latin1Kernel>(kernel: K, source: &[u8], room: &mut [u8]) -> Progress {
    let mut at = Progress::default();
    if is_short_ascii(source) && source.len() <= room.len() {
        return copy(source, room);
    }
    while let Some(stretch) = source[at.read..].first_chunk::<STRETCH>()
        && room.len() - at.written >= 2 * STRETCH
    {
        let left = &mut room[at.written..];
        at += if is_mostly_ascii(stretch, |block| kernel.is_ascii(block)) {
            encode::<K, true>(kernel, stretch, left)
        } else {
            encode::<K, false>(kernel, stretch, left)
        };
    }
    at += encode::<K, true>(kernel, &source[at.read..], &mut room[at.written..]);
    while at.read < source.len() {
        let rest = &source[at.read..];
        let octets = &rest[..BLOCK.min(rest.len())];
        match kernel.encode_some(octets, &mut room[at.written..]) {
            Some(written) => at += Progress { read: octets.len(), written },
            None => break,
        }
    }
    at
}

/// Whether padding the text to a block would cost more than copying it.
#[inline(always)]
fn is_short_ascii(source: &[u8]) -> bool {
    source.len() < BLOCK && source.is_ascii()
}

/// Copies all of the source, for which there is room.
#[inline(always)]
fn copy(source: &[u8], room: &mut [u8]) -> Progress {
    room[..source.len()].copy_from_slice(source);
    Progress { read: source.len(), written: source.len() }
}

/// Converts whole blocks, while there is room for the longest result; `LOOK` says whether to look for ASCII.
#[inline(always)]
fn encode<K: Latin1Kernel, const LOOK: bool>(kernel: K, source: &[u8], room: &mut [u8]) -> Progress {
    let mut written = 0;
    let (blocks, _) = source.as_chunks::<BLOCK>();
    for (nth, block) in blocks.iter().enumerate() {
        let Some(room) = room[written..].first_chunk_mut::<{ 2 * BLOCK }>() else {
            return Progress { read: nth * BLOCK, written };
        };
        written += if LOOK && kernel.is_ascii(block) {
            room[..BLOCK].copy_from_slice(block);
            BLOCK
        } else {
            kernel.encode(block, room)
        };
    }
    Progress { read: blocks.len() * BLOCK, written }
}

/// Converts UTF-8 to Latin-1, by the contract of [`Progress`].
///
/// To be called from a function that is compiled for the processor features of `kernel`.
#[inline(always)]
pub fn utf8_to_latin1<K: Latin1Kernel>(kernel: K, source: &[u8], room: &mut [u8]) -> Progress {
    let mut at = Progress::default();
    if is_short_ascii(source) && source.len() <= room.len() {
        return copy(source, room);
    }
    // The first block has nothing before it.
    if source.len() >= BLOCK && room.len() >= BLOCK {
        at = decode_some(kernel, source, at, BLOCK, room);
    }
    while at.read > 0 && source.len() - at.read >= STRETCH && room.len() - at.written >= STRETCH {
        let before = at;
        let stretch = &source[at.read - 1..at.read + STRETCH];
        let left = &mut room[at.written..];
        let look =
            stretch[1..].first_chunk().is_some_and(|s| is_mostly_ascii(s, |block| kernel.is_ascii(block)));
        at += if look {
            decode::<K, true>(kernel, stretch, left)
        } else {
            decode::<K, false>(kernel, stretch, left)
        };
        if at.read - before.read < STRETCH {
            break;
        }
    }
    if at.read > 0 {
        at += decode::<K, true>(kernel, &source[at.read - 1..], &mut room[at.written..]);
    }
    // Up to a block is left, or something is wrong in the next one, or there is not enough room for it.
    while at.read < source.len() {
        let octets = BLOCK.min(source.len() - at.read);
        let before = at;
        at = decode_some(kernel, source, at, octets, room);
        if at.read - before.read < octets {
            break;
        }
    }
    // What a lead at the end begins is not converted.
    let is_open = at.read.checked_sub(1).is_some_and(|last| is_lead(source[last]));
    Progress { read: at.read - usize::from(is_open), ..at }
}

/// Converts whole blocks of a source that begins with an octet that has been read, while nothing is wrong and
/// there is room; `LOOK` says whether to look for ASCII.
#[inline(always)]
fn decode<K: Latin1Kernel, const LOOK: bool>(kernel: K, source: &[u8], room: &mut [u8]) -> Progress {
    let mut at = Progress::default();
    while let Some(window) = source[at.read..].first_chunk::<{ 1 + BLOCK }>()
        && let Some(room) = room[at.written..].first_chunk_mut::<BLOCK>()
    {
        let [before, block @ ..] = window;
        if LOOK && kernel.is_ascii(block) && *before < 0xC0 {
            *room = *block;
            at += Progress { read: BLOCK, written: BLOCK };
            continue;
        }
        let decoded = kernel.decode(window, room);
        if decoded.wrong != 0 {
            break;
        }
        at += Progress { read: BLOCK, written: decoded.written };
    }
    at
}

/// Converts up to `octets` octets of the source, which are at most a block, up to what is wrong; nothing if
/// there is not enough room.
#[inline(always)]
fn decode_some<K: Latin1Kernel>(
    kernel: K,
    source: &[u8],
    at: Progress,
    mut octets: usize,
    room: &mut [u8],
) -> Progress {
    let mut window = [0; 1 + BLOCK];
    if let Some(before) = at.read.checked_sub(1) {
        window[0] = source[before];
    }
    window[1..][..octets].copy_from_slice(&source[at.read..][..octets]);
    loop {
        let mut latin1 = [0; BLOCK];
        let decoded = kernel.decode(&window, &mut latin1);
        if decoded.wrong & (u64::MAX >> (BLOCK - octets)) == 0 {
            // The zeros that are padded are written as well, at the end.
            let written = decoded.written - (BLOCK - octets);
            let Some(left) = room[at.written..].get_mut(..written) else { return at };
            left.copy_from_slice(&latin1[..written]);
            return Progress { read: at.read + octets, written: at.written + written };
        }
        octets = decoded.wrong.trailing_zeros() as usize;
        if octets == 0 {
            return at;
        }
        window[1 + octets..].fill(0);
    }
}
