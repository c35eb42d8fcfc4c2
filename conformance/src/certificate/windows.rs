//! What the certificate asks of a step.

/// How many windows are validated at once.
pub const WINDOWS: usize = 64;

/// Sixty-four windows: byte `i` of array `k` is b`k` of window `i`. The last three bytes do not count: the
/// arrays are as long as what the kernels load from.
pub type Batch<'a> = [&'a Lanes; 4];

/// A byte of each window. They are lent, not copied: a copy would take longer than the verdicts.
pub type Lanes = [u8; WINDOWS + 3];

/// A step, as the certificate sees it.
pub trait Windows: Sync {
    /// The kernel and the mode, for the report.
    fn name(&self) -> String;

    /// Whether the step must know everything: its alarms are never false, and it has no guard.
    fn is_full(&self) -> bool;

    /// The step's guard; see [`certify`](super::certify).
    fn guard(&self, before: [u8; 3]) -> bool;

    /// Bit `i` says whether anything was wrong with window `i` of any of the batches, which are validated with
    /// one accumulator, in this order.
    fn verdicts(&self, batches: &[Batch<'_>]) -> u64;
}

/// How much of a certificate is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every window once, the lanes taken in turn.
    EveryWindow,
    /// Every window in every lane: 64 times as much.
    EveryLane,
    /// The windows whose bytes are next to a border of the grammar, for builds in which a step is slow.
    Borders,
}
