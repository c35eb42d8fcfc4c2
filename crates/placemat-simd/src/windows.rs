use crate::{BLOCK, Simd, Step, Window};

/// The verdicts of a step on batches of 64 windows: bit `i` says whether anything was wrong with window `i` of any
/// batch. Octet `i` of `batch[0]` is the b0 of window `i`, those of `batch[1]` to `batch[3]` are its b1 to b3; the last
/// three octets of each array are not looked at.
///
/// This is how the certificate calls the very `step` that the driver calls, with windows of its own choosing. To be
/// called from a function that is compiled for the processor features of `simd`.
#[inline(always)]
pub fn verdicts<S: Simd, M: Step<S>>(simd: S, step: M, batches: &[[Window; 4]]) -> u64 {
    let mut verdicts = 0;
    let mut at = 0;
    while at < BLOCK {
        let mut acc = step.start(simd);
        let mut batch = 0;
        while batch < batches.len() {
            let [b0, b1, b2, b3] = &batches[batch];
            let b = [simd.load(b0, at), simd.load(b1, at), simd.load(b2, at), simd.load(b3, at)];
            acc = step.step(simd, acc, b);
            batch += 1;
        }
        verdicts |= step.errors(simd, acc) << at;
        at += S::LANES;
    }
    verdicts
}
