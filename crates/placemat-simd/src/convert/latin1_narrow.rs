//! Latin-1 by shuffles of 16 bytes.
//!
//! ```text
//! to UTF-8:    lead = LEADS[byte >> 4], last = byte & KEPT[byte >> 4]
//!     for each eight lanes: shuffle the pairs lead, last without the leads that are 0
//! from UTF-8:  byte + (byte before == C3 ? 40 : 0); compress without C2 and C3
//!     wrong = above ASCII, but neither continuation byte nor C2, C3; or a continuation byte not after one of these
//! ```
//!
//! For example, in both directions:
//!
//! ```text
//! Latin-1   61      B5      E9                UTF-8     61  C2  B5  C3  A9
//! lead      00      C2      C3                + 40?                      40
//! last      61      B5      A9                Latin-1   61      B5      E9
//! UTF-8     61   C2 B5   C3 A9
//! ```
//!
//! - **To UTF-8**, 80..BF follow C2 unchanged, and C0..FF follow C3 without bit 6. So the upper nibble decides on both,
//!   in two lookups. Eight pairs fill a vector, and the movemask of the bytes says which of them keep their lead.
//! - **From UTF-8**, a lane depends on the byte before its own, and all lanes write but those of leads: no branch, and no
//!   state. A lookup of `byte before - C2` finds C3.
//! - **Errors** are found for 64 lanes at once, by three masks of the whole block in [`Decoded::new`]: a shift moves
//!   leads to where a continuation byte is due.

use super::blocks::{Decoded, Latin1Frame};
use super::shuffle::{WITHOUT_LEADS, compress_lanes};
use super::words::{Words, store_shuffled};
use crate::{BLOCK, Simd};

/// [`ConvertLatin1::encode_latin1`](super::ConvertLatin1::encode_latin1).
#[inline(always)]
pub(super) fn encode<S: Words>(simd: S, block: &[u8; BLOCK], dst: &mut [u8; 2 * BLOCK]) -> usize {
    let mut written = 0;
    let mut at = 0;
    while at < BLOCK {
        written = encode_vector(simd, simd.load(block, at), dst, written);
        at += S::LANES;
    }
    written
}

/// [`ConvertLatin1::decode_latin1`](super::ConvertLatin1::decode_latin1), in vectors of 16 bytes.
#[inline(always)]
pub(super) fn decode<S: Simd>(simd: S, frame: &Latin1Frame, dst: &mut [u8; BLOCK]) -> Decoded {
    const { assert!(S::LANES == 16) };
    let (mut above_ascii, mut continuations, mut leads) = (0, 0, 0);
    let mut written = 0;
    let mut at = 0;
    while at < BLOCK {
        let from = |at: usize| match frame[at..].first_chunk::<16>() {
            Some(bytes) => simd.load(bytes, 0),
            None => simd.splat(0),
        };
        let (b1, b2) = (from(at + 1), from(at));
        above_ascii |= simd.movemask(b1) << at;
        // Continuation bytes are the 64 smallest as signed numbers.
        continuations |= simd.movemask(simd.add_signed_saturating(b1, simd.splat(0x40))) << at;
        // C2 and C3 become 0.
        let others = simd.nonzero(simd.and(simd.xor(b1, simd.splat(0xC2)), simd.splat(0xFE)));
        leads |= (others ^ 0xFFFF) << at;
        // The byte after C3 is increased by 40.
        let upper = simd.lookup_16(&AFTER_LEAD, simd.sub_saturating(b2, simd.splat(0xC2)));
        written += compress_lanes(simd, simd.add(b1, upper), others, dst, written);
        at += 16;
    }
    Decoded::new(above_ascii, continuations, leads, frame[0], written)
}

/// Encodes a vector of Latin-1 as UTF-8 to `dst[at..]` and returns the end.
#[inline(always)]
fn encode_vector<S: Words>(simd: S, bytes: S::V, dst: &mut [u8; 2 * BLOCK], at: usize) -> usize {
    let mut written = at;
    let mut sets = simd.movemask(bytes);
    let [leads, bytes] = with_leads(simd, bytes);
    for pairs in simd.zip_bytes(leads, bytes) {
        let [set, ..] = sets.to_le_bytes();
        // Sixteen bytes at most for each group before it.
        let Some(dst) = dst.get_mut(written..).and_then(|left| left.first_chunk_mut::<16>()) else { break };
        store_shuffled(simd, pairs, &WITHOUT_LEADS[usize::from(set)], dst);
        written += 8 + simd.count_eight(set);
        sets >>= 8;
    }
    written
}

/// The lead byte of each byte, or 0, and its last byte: 80..BF follow C2 unchanged; C0..FF become 80..BF and follow C3.
#[inline(always)]
fn with_leads<S: Simd>(simd: S, bytes: S::V) -> [S::V; 2] {
    let nibbles = simd.high_nibble(bytes);
    [simd.lookup_16(&LEADS, nibbles), simd.and(bytes, simd.lookup_16(&KEPT, nibbles))]
}

/// Indexed by the upper nibble of a byte: its lead byte, or 0; and the bits that its last byte keeps.
const LEADS: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 0xC2, 0xC2, 0xC2, 0xC2, 0xC3, 0xC3, 0xC3, 0xC3];
const KEPT: [u8; 16] =
    [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBF, 0xBF, 0xBF, 0xBF];

/// Indexed by the lead byte minus C2: what is added to the continuation byte.
const AFTER_LEAD: [u8; 16] = [0, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
