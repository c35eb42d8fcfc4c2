use placemat_core::{Classes, Items};

use super::{Kernel, Step};
use crate::{BLOCK, REACH, Window};

/// The items of the window's block, by the contract of [`placemat_core::Validation::with_items`].
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn items<K: Kernel>(kernel: K, window: &Window) -> Items {
    Items::from_classes(classes(kernel, window))
}

/// Classifies the bytes of a block.
#[inline(always)]
pub(crate) fn classes<K: Kernel>(kernel: K, window: &Window) -> Classes {
    let mut classes = Classes { continuations: 0, from_c0: 0, from_e0: 0, from_f0: 0, refused: 0 };
    let mut from_80 = 0;
    let mut at = 0;
    while at < BLOCK {
        let b0 = kernel.load(window, REACH + at);
        from_80 |= kernel.movemask(b0) << at;
        // Count leading ones: shifting left moves the next one into the highest bit.
        let two = kernel.add(b0, b0);
        let three = kernel.add(two, two);
        classes.from_c0 |= kernel.movemask(two) << at;
        classes.from_e0 |= kernel.movemask(three) << at;
        classes.from_f0 |= kernel.movemask(kernel.add(three, three)) << at;
        classes.refused |= refused(kernel, b0, kernel.load(window, REACH + at - 1)) << at;
        at += K::LANES;
    }
    classes.from_c0 &= from_80;
    classes.from_e0 &= classes.from_c0;
    classes.from_f0 &= classes.from_e0;
    classes.continuations = from_80 & !classes.from_c0;
    classes
}

/// One bit per lane: set for a continuation byte that the preceding lead byte does not accept. With zeros before the
/// lead byte, this is the only error that the full step can find.
#[inline(always)]
fn refused<K: Kernel>(kernel: K, b0: K::V, b1: K::V) -> u64 {
    let step = K::Full::default();
    let zeros = kernel.splat(0);
    step.errors(kernel, step.step(kernel, step.start(kernel), [b0, b1, zeros, zeros]))
}
