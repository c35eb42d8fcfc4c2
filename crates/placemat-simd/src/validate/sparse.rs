//! Text of up to a few KiB: validated run by run, with branches for each.
//!
//! For one or two chunks the driver's worklist does not pay off. In longer text, most branches on the contents of a run
//! would be mispredicted.

use super::run::{self, RUN_LEN};
use super::{Kernel, ascii::skip_runs, window::complete};
use crate::REACH;

/// Validates the bytes from `at` on, each run in the mode that its largest byte needs; at least REACH validated bytes
/// come before. Returns the length, or an offset before which there is no error.
#[inline(always)]
pub(super) fn sparse<K: Kernel>(kernel: K, bytes: &[u8], mut at: usize) -> usize {
    let last = bytes.len() - RUN_LEN;
    while at < bytes.len() {
        // The last run overlaps validated bytes.
        at = at.min(last);
        let Some(run) = bytes.get(at - REACH..).and_then(|rest| rest.first_chunk()) else { break };
        let largest = run::largest(kernel, run);
        if kernel.any_high_bit(largest) {
            if !run::is_valid(kernel, run, largest) {
                break;
            }
            at += RUN_LEN;
        } else {
            if !complete(run::before(run)) {
                break;
            }
            at = skip_runs(kernel, bytes, at + RUN_LEN);
        }
    }
    at
}
