//! The certificate of conversion to UTF-16: the output of a lane for every window of five bytes.
//!
//! Each window of valid text is tried in three vectors, which makes 433 billion runs of a kernel, so the code around
//! a kernel has to be cheaper than the kernel. Nothing is omitted for that. Arrays of bytes are built once and passed
//! by reference; the expected output of a lane is computed once for all b4 and b0 that do not change it; and the
//! comparison is compiled for the kernel's own features.

mod expected;
mod lanes;
mod run;

use std::fmt;
use std::time::{Duration, Instant};

pub use self::expected::Expected;
use self::run::Run;
use super::{WINDOWS, contexts::Contexts};
use crate::threads::in_parallel;

/// A byte of each of sixty-four windows. The last four are ignored: they pad the array to the length that the kernels
/// load.
pub type Bytes = [u8; WINDOWS + 4];

/// Sixty-four windows of five bytes: byte `i` of array `k` is b`k` of window `i`.
pub type FiveBytes<'a> = [&'a Bytes; 5];

/// The variant of a kernel: it may have separate code for windows without four-byte characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// For any window.
    General,
    /// For windows in which none of b1 to b4 is F0 or above.
    OfThree,
}

/// Windows that differ only in b0.
#[derive(Clone, Copy, Debug)]
pub struct Series<'a> {
    /// The bytes b0, sixty-four windows at a time.
    pub after: &'a [Bytes],
    /// b1 to b4 of all of them.
    pub before: [&'a Bytes; 4],
    /// The expected output of their lanes.
    pub expected: &'a Expected,
}

/// A kernel under test.
pub trait Writes: Sync {
    /// The name of the kernel, for the report.
    fn name(&self) -> String;

    /// The output of the lanes: a unit for each window, and one bit for each window whose lane writes its unit.
    fn written(&self, windows: FiveBytes<'_>, variant: Variant) -> ([u16; WINDOWS], u64);

    /// Whether [`written`](Self::written) matches the expected output for all windows of a series. A method, so that
    /// the comparison is compiled with the features of the kernel.
    fn agrees(&self, series: Series<'_>, variant: Variant) -> bool;
}

/// Which windows are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Characters {
    /// Those whose bytes are all adjacent to a range boundary of the grammar.
    Borders,
    /// Every character. The bytes before it are adjacent to a range boundary of the grammar; every byte follows it.
    Every,
    /// The same, with each of the bytes after it in every lane.
    InEveryLane,
    /// Every window that is a part of valid text.
    AmongAllOthers,
}

/// The extent of a run.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// The number of windows, each lane counted.
    pub windows: u64,
    /// The number of distinct b4 to b1 of these windows.
    pub contexts: u64,
    /// How long it took.
    pub time: Duration,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { windows, contexts, time } = self;
        write!(f, "{windows:>15} windows of five bytes, {contexts:>11} contexts, {:.1} s", time.as_secs_f64())
    }
}

/// A lane with incorrect output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Miswritten {
    /// b4 to b0.
    pub window: [u8; 5],
    /// The lane of the window.
    pub lane: usize,
    /// The variant that wrote it.
    pub variant: Variant,
    /// The expected unit, if the lane should write.
    pub expected: Option<u16>,
    /// The unit that it wrote, if any.
    pub got: Option<u16>,
}

impl fmt::Display for Miswritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { window, lane, variant, expected, got } = self;
        write!(f, "lane {lane}, which sees {window:02X?}, writes {got:04X?} instead of {expected:04X?}")?;
        write!(f, " ({variant:?})")
    }
}

/// Compares the output of a kernel's lanes with the expected output.
///
/// The oracle's automaton determines which windows are parts of valid text; b0 may also be a lead that no sequence
/// can have. A window is tried between others of the same b4 to b1, in both variants if it has no four-byte
/// character, and again with four-byte characters in some lanes: a kernel may treat vectors with and without these
/// differently. The error is the first incorrect lane found.
pub fn certify_writes(
    kernel: &dyn Writes, contexts: &Contexts, characters: Characters,
) -> Result<Written, Miswritten> {
    let begin = Instant::now();
    let run = Run::new(kernel, contexts, characters);
    run.mixed()?;
    let mut written = Written { windows: 0, contexts: 0, time: Duration::ZERO };
    #[expect(clippy::cast_possible_truncation, reason = "below 256")]
    for sum in in_parallel(256, |b3| run.with_third(b3 as u8)) {
        let (windows, contexts) = sum?;
        written.windows += windows;
        written.contexts += contexts;
    }
    Ok(Written { time: begin.elapsed(), ..written })
}
