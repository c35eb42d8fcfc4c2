//! Text of up to a few KiB: stretch by stretch, with branches for each.
//!
//! The driver's worklist does not pay for one or two chunks. Where all steps are cheap, only text that
//! begins with ASCII and goes on with little else is judged here; elsewhere any text, each stretch in a
//! mode of its own.

use placemat_core::Scan;

use super::{
    Kernel,
    ascii::{STRETCH, is_ascii_stretch},
    stretch,
    window::{before, complete},
};
use crate::{BLOCK, REACH};

/// Octets of a stretch.
const OCTETS: usize = STRETCH * BLOCK;

/// The most octets that are judged here. Longer texts gain less: what the driver's first chunk, choice of
/// modes and tail cost does not grow with the text.
const MOST: usize = 33 * OCTETS;

/// Whether to judge a text here, of whose beginning so many octets are known to be ASCII.
#[inline(always)]
pub(super) fn is_for<K: Kernel>(bytes: &[u8], ascii: usize) -> bool {
    if K::STRETCHES > 0 {
        bytes.len() <= K::STRETCHES * OCTETS
    } else {
        K::PRICE > 0 && bytes.len() <= MOST && ascii > 0
    }
}

/// Up to so many octets the credit always suffices.
const FEW: usize = 5 * OCTETS;

/// How many stretches are paid for in advance then.
const FEW_PAID: u32 = 4;

/// How far text has been judged, of which nothing is wrong.
pub(super) enum Sparse {
    /// To the end; what there is to say.
    All(Scan),
    /// Up to this octet. The text is not sparse.
    Until(usize),
}

/// Judges the octets from `at` on; at least REACH octets are before it, and they have been judged.
#[inline(always)]
pub(super) fn sparse<K: Kernel>(kernel: K, bytes: &[u8], mut at: usize) -> Sparse {
    let mut credit = if bytes.len() <= FEW { FEW_PAID * K::PRICE } else { K::PRICE };
    loop {
        // The last stretch overlaps what has been judged.
        let is_last = bytes.len() - at < OCTETS;
        if is_last {
            at = bytes.len() - OCTETS;
        }
        let Some(stretch) = bytes.get(at - REACH..).and_then(|rest| rest.first_chunk()) else {
            return Sparse::Until(at);
        };
        let is_sound = if K::STRETCHES > 0 {
            stretch::is_sound(kernel, stretch)
        } else if is_ascii_stretch(kernel, stretch) {
            credit += 1;
            complete(stretch::before(stretch))
        } else if !is_last && credit < K::PRICE {
            return Sparse::Until(at);
        } else {
            credit = credit.saturating_sub(K::PRICE);
            stretch::is_sound_in::<K, K::Full>(kernel, stretch)
        };
        if !is_sound {
            return Sparse::All(Scan::Suspect { from: at });
        }
        at += OCTETS;
        if is_last {
            let is_complete = complete(before(bytes, at));
            return Sparse::All(if is_complete { Scan::Clean } else { Scan::Suspect { from: at } });
        }
    }
}
