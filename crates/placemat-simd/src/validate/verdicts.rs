//! The steps of a kernel on arbitrary windows, so that the certificate calls the very `step` that the driver calls.

use super::{Kernel, Mode, Step};
use crate::{BLOCK, Operation, REACH, Simd, Window};

/// Validates batches of 64 windows with one accumulator: bit `i` of the result is set if window `i` of any batch had
/// an error. Byte `i` of `batch[0]` is the b0 of window `i`; `batch[1]` to `batch[3]` hold b1 to b3. The last three
/// bytes of each array are ignored.
pub fn verdicts<K: Kernel>(kernel: K, mode: Mode, batches: &[[&Window; 4]]) -> u64 {
    match mode {
        Mode::Two => verdicts_of(kernel, K::Two::default(), batches),
        Mode::Three => verdicts_of(kernel, K::Three::default(), batches),
        Mode::Full => verdicts_of(kernel, K::Full::default(), batches),
    }
}

/// [`verdicts`] of one step.
pub fn verdicts_of<K: Kernel, M: Step<K>>(kernel: K, step: M, batches: &[[&Window; 4]]) -> u64 {
    kernel.vectorize(Verdicts { step, batches })
}

struct Verdicts<'a, M> {
    step: M,
    batches: &'a [[&'a Window; 4]],
}

impl<K: Kernel, M: Step<K>> Operation<K> for Verdicts<'_, M> {
    type Output = u64;

    #[inline(always)]
    fn run(self, kernel: K) -> u64 {
        of(kernel, self.step, self.batches)
    }
}

/// Whether a mode of a kernel may validate what directly follows these three bytes; see [`Step::guard`].
#[must_use]
pub fn guard<K: Kernel>(mode: Mode, before: [u8; REACH]) -> bool {
    match mode {
        Mode::Two => K::Two::guard(before),
        Mode::Three => K::Three::guard(before),
        Mode::Full => K::Full::guard(before),
    }
}

#[inline(always)]
fn of<S: Simd, M: Step<S>>(simd: S, step: M, batches: &[[&Window; 4]]) -> u64 {
    let mut verdicts = 0;
    let mut at = 0;
    while at < BLOCK {
        let mut acc = step.start(simd);
        let mut batch = 0;
        while batch < batches.len() {
            let [b0, b1, b2, b3] = batches[batch];
            let [b0, b1] = [simd.load(b0, at), simd.load(b1, at)];
            // Like the driver, load only the bytes that the step looks at.
            let b = match M::LOOKBACK {
                1 => [b0, b1, b1, b1],
                2 => {
                    let b2 = simd.load(b2, at);
                    [b0, b1, b2, b2]
                }
                _ => [b0, b1, simd.load(b2, at), simd.load(b3, at)],
            };
            acc = step.step(simd, acc, b);
            batch += 1;
        }
        let errors = step.errors(simd, acc);
        // The driver often checks only whether there are any errors. If that check disagreed, report every lane as
        // wrong.
        let lying =
            if step.is_valid(simd, acc) == (errors == 0) { 0 } else { u64::MAX >> (BLOCK - S::LANES) };
        verdicts |= (errors ^ lying) << at;
        at += S::LANES;
    }
    verdicts
}
