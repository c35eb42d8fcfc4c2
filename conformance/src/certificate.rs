//! The certificate: checks a step on all 2^32 windows of four bytes.
//!
//! A vectorised kernel of placemat's validates every byte by looking only at it and the three bytes before it. An
//! exhaustive run over finitely many windows is therefore a proof for inputs of any length:
//!
//! 1. On a live prefix (one that some valid text begins with) the state of the grammar's automaton is a function of
//!    the last three bytes, if a lead that no sequence can have is rejected only at the byte after it. [`Contexts`]
//!    computes this from the oracle, and checks it for all 2^24 contexts.
//! 2. For every live context and every byte after it, the step raises an alarm if the automaton rejects the byte. After
//!    a dead context its result is irrelevant: the alarm has been raised.
//! 3. Text is complete iff its last byte is no lead, the second to last is no lead of three or four bytes, and the
//!    third to last is no lead of four.
//! 4. Accumulators accumulate: an error in a window is not lost when other windows follow, and appears in its lane
//!    only.
//!
//! A step that does not know all sequences may start only after some contexts. The run derives them: the largest set
//! from which every byte without an alarm leads back into the set, and which the automaton does not reject. The
//! contexts that the step's own guard admits must be a subset.
//!
//! Conversion to UTF-16 is certified in the same way, with one byte more: the output of a lane depends on five bytes.
//! [`certify_writes`] compares it with the definition of UTF-16, over every window of valid text.

mod contexts;
mod run;
mod writes;

pub use contexts::Contexts;
pub use run::{Breach, Certificate, certify};
pub use writes::{
    Bytes, Characters, Expected, FiveBytes, Miswritten, Series, Variant, Writes, Written, certify_writes,
};

/// The number of windows validated at once.
pub const WINDOWS: usize = 64;

/// Sixty-four windows: byte `i` of array `k` is b`k` of window `i`. The last three bytes are ignored: they pad the
/// arrays to the length that the kernels load.
pub type Batch<'a> = [&'a Lanes; 4];

/// A byte of each window. Passed by reference, since copying would take longer than validating.
pub type Lanes = [u8; WINDOWS + 3];

/// A step under test.
pub struct Subject<'a> {
    /// The kernel and the mode, for the report.
    pub name: String,
    /// Whether the step must know all sequences: it has no false alarms, and its guard admits everything.
    pub is_full: bool,
    /// The step's guard; see [`certify`].
    pub guard: Box<Guard<'a>>,
    /// Bit `i` is set if window `i` of any of the batches is invalid. The batches are validated with one accumulator,
    /// in this order.
    pub verdicts: Box<Verdicts<'a>>,
}

type Guard<'a> = dyn Fn([u8; 3]) -> bool + Sync + 'a;
type Verdicts<'a> = dyn Fn(&[Batch<'_>]) -> u64 + Sync + 'a;

/// How much of a certificate to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every window once, in alternating lanes.
    EveryWindow,
    /// Every window in every lane: 64 times as much.
    EveryLane,
    /// The windows whose bytes are adjacent to a range boundary of the grammar, for builds in which a step is slow.
    Borders,
}
