//! The certificate of conversion to UTF-16: what the lane of every window of five bytes writes.
//!
//! A window of valid text is tried in three vectors, which makes 433 billion tries of a kernel. So what
//! surrounds a kernel has to cost less than the kernel. Nothing is left out for that. Arrays of bytes are made
//! once, and lent; what a lane is to write is computed once for all b4 and b0 that do not change it; and the
//! comparison is compiled for the kernel's own features.

mod dealt;
mod expected;
mod run;

use std::{
    fmt,
    time::{Duration, Instant},
};

pub use self::expected::Expected;
use self::run::Run;
use super::{contexts::Contexts, windows::WINDOWS};
use crate::threads::{for_each_processor, on_each};

/// A byte of each of sixty-four windows. The last four do not count: the array is as long as what the
/// kernels load from.
pub type Bytes = [u8; WINDOWS + 4];

/// Sixty-four windows of five bytes: byte `i` of array `k` is b`k` of window `i`.
pub type FiveBytes<'a> = [&'a Bytes; 5];

/// How a kernel converts: it may have code of its own for windows without characters of four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Whatever the windows have.
    General,
    /// None of b1 to b4 is F0 or above.
    OfThree,
}

/// Windows that differ in b0 alone.
#[derive(Clone, Copy, Debug)]
pub struct Series<'a> {
    /// The bytes b0, sixty-four windows at a time.
    pub after: &'a [Bytes],
    /// b1 to b4 of all of them.
    pub before: [&'a Bytes; 4],
    /// What their lanes are to write.
    pub expected: &'a Expected,
}

/// A kernel, as this certificate sees it.
pub trait Writes: Sync {
    /// The name of the kernel, for the report.
    fn name(&self) -> String;

    /// What the lanes write: a unit for each window, and one bit for each window whose lane writes its unit.
    fn written(&self, windows: FiveBytes<'_>, way: Variant) -> ([u16; WINDOWS], u64);

    /// Whether [`written`](Self::written) is as expected for all windows of a series. It is a method so that
    /// the comparison can be compiled with what the kernel is compiled with.
    fn agrees(&self, series: Series<'_>, way: Variant) -> bool;
}

/// Which windows are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Characters {
    /// Those whose bytes are all next to a border of the grammar.
    Borders,
    /// Every character. The bytes before it are next to a border of the grammar; after it are all bytes.
    Every,
    /// The same, with each of the bytes after it in every lane.
    InEveryLane,
    /// Every window that is a part of valid text.
    AmongAllOthers,
}

/// What was tried.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// Windows, each lane counted.
    pub windows: u64,
    /// The distinct b4 to b1 of these windows.
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

/// A lane that does not write what it is to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Miswritten {
    /// b4 to b0.
    pub window: [u8; 5],
    /// The window's place among the sixty-four.
    pub lane: usize,
    /// By which code.
    pub way: Variant,
    /// The unit that it is to write, if it is to write.
    pub expected: Option<u16>,
    /// What it wrote.
    pub got: Option<u16>,
}

impl fmt::Display for Miswritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { window, lane, way, expected, got } = self;
        write!(f, "lane {lane}, which sees {window:02X?}, writes {got:04X?} instead of {expected:04X?}")?;
        write!(f, " ({way:?})")
    }
}

/// Compares what the lanes of a kernel write with what they are to write.
///
/// Which windows are parts of valid text follows from the oracle's automaton; b0 may also be a lead that
/// no sequence can have. A window is tried between others of the same b4 to b1, in both ways where it has no
/// character of four bytes, and once more with lanes of four-byte characters in between: a kernel may treat
/// vectors with and without these in two ways.
///
/// # Errors
///
/// The first lane that was found to be wrong.
pub fn certify_writes(
    kernel: &dyn Writes,
    contexts: &Contexts,
    characters: Characters,
) -> Result<Written, Miswritten> {
    let begin = Instant::now();
    let run = Run::new(kernel, contexts, characters);
    run.mixed()?;
    let threads = for_each_processor().min(16);
    let work = |worker: usize| {
        let mut sum = (0, 0);
        for b3 in (0..=255).skip(worker).step_by(threads) {
            let (windows, contexts) = run.with_third(b3)?;
            sum = (sum.0 + windows, sum.1 + contexts);
        }
        Ok(sum)
    };
    let mut written = Written { windows: 0, contexts: 0, time: Duration::ZERO };
    for sum in on_each(threads, work) {
        let (windows, contexts) = sum?;
        written.windows += windows;
        written.contexts += contexts;
    }
    Ok(Written { time: begin.elapsed(), ..written })
}
