//! The interface between the certificate and a step.

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
    /// The step's guard; see [`certify`](super::certify).
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
