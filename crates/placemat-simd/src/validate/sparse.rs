//! Text that begins with ASCII and goes on with little else, up to a few KiB: stretch by stretch, with a branch
//! for each.
//!
//! The driver's worklist does not pay for one or two chunks. There are few branches here, so there are few that
//! can be mispredicted.

use placemat_core::Scan;

use super::{
    Kernel, Step,
    ascii::{STRETCH, Stretch, is_ascii_stretch},
    window::{before, complete, judge},
};
use crate::{BLOCK, REACH};

/// Octets of a stretch.
const OCTETS: usize = STRETCH * BLOCK;

/// The most octets that are judged here. Longer texts gain less: what the driver's first chunk, choice of modes
/// and tail cost does not grow with the text.
pub(super) const MOST: usize = 33 * OCTETS;

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
        let is_sound = if is_ascii_stretch(kernel, stretch) {
            credit += 1;
            is_complete_before(stretch)
        } else if !is_last && credit < K::PRICE {
            return Sparse::Until(at);
        } else {
            credit = credit.saturating_sub(K::PRICE);
            is_sound(kernel, stretch)
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

/// Whether no sequence reaches into the stretch.
#[inline(always)]
fn is_complete_before(stretch: &Stretch) -> bool {
    complete([stretch[0], stretch[1], stretch[2]])
}

/// Whether nothing is wrong with the blocks of the stretch, judged in full mode.
#[inline(always)]
fn is_sound<K: Kernel>(kernel: K, stretch: &Stretch) -> bool {
    let step = K::Full::default();
    let mut acc = step.start(kernel);
    let mut block = 0;
    while block < STRETCH {
        if let Some(window) = stretch[block * BLOCK..].first_chunk() {
            acc = judge::<K, K::Full>(kernel, step, acc, window);
        }
        block += 1;
    }
    step.is_sound(kernel, acc)
}
