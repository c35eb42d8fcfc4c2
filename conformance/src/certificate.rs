//! The certificate: a step, judged on all 2^32 windows of four octets.
//!
//! A vectorised kernel of placemat's judges every octet by itself and the three before it. That makes an exhaustive run
//! over finitely many windows a proof for inputs of any length:
//!
//! 1. On a live prefix (one that some text goes on from) the state of the grammar's automaton is a function of the
//!    last three octets, if a lead that no sequence can have is granted one more octet of life. This is computed
//!    here, from the oracle, and checked for all 2^24 of them: [`Contexts`].
//! 2. For every live context and every octet behind it, the step raises an alarm where the automaton dies. What it
//!    says behind a dead context is free: the alarm has been raised.
//! 3. Text is complete exactly if its last octet is no lead, the last but one none of three octets, the last but two
//!    none of four.
//! 4. Accumulators collect: what was wrong in a window is still wrong after any others, in that lane and in no other.
//!
//! A step that does not know all sequences may only start behind some contexts. Which, is derived: the largest set
//! from which every octet without an alarm leads back into the set, and to no death. The step's own guard must lie
//! inside it.

mod contexts;
mod run;

pub use contexts::Contexts;
pub use run::{Breach, Certificate, certify};

/// Octets that no window reaches beyond: 64 windows, and three that do not count (the array is as long as what the
/// kernels load from).
pub const WINDOWS: usize = 64;

/// Sixty-four windows: octet `i` of array `k` is b`k` of window `i`.
pub type Batch = [[u8; WINDOWS + 3]; 4];

/// A step, as the certificate sees it.
pub trait Windows: Sync {
    /// The kernel and the mode, for the report.
    fn name(&self) -> String;

    /// Whether the step must know everything: no alarm but where the text is wrong, and no guard.
    fn is_full(&self) -> bool;

    /// The step's guard; see [`certify`].
    fn guard(&self, before: [u8; 3]) -> bool;

    /// Bit `i` says whether anything was wrong with window `i` of any of the batches, which are judged with one
    /// accumulator, in this order.
    fn verdicts(&self, batches: &[Batch]) -> u64;
}

/// How much of a certificate is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every window once, the lanes taken in turn.
    EveryWindow,
    /// Every window in every lane: 64 times as much.
    EveryLane,
    /// The windows whose octets are next to a border of the grammar, for where a step is slow: behind every third
    /// context or so it would take too long.
    Borders,
}
