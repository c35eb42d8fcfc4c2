//! Detects whether the program has its core to itself. The other hardware thread of the core may run another program,
//! even on another virtual machine. When it is busy, the clock rate stays the same but fewer instructions are
//! executed, and contenders limited by execution ports lose more than those that wait for mispredicted branches.
//!
//! Two small loops around each round measure this: dependent multiplications, whose time does not change, and
//! independent additions, which become slower. A round gets the worse result of its two neighbouring probes. The
//! reference is the best round, not the best probe, since a single probe may be wrong.

use std::{convert::Infallible, hint::black_box, time::Instant};

use serde::{Deserialize, Serialize};

use crate::{measure, median, rounded};

/// The share of its best performance that the core must reach for a round to be quiet.
pub const QUIET: f64 = 0.95;

/// The maximum number of rounds of a cell, as a multiple of the number requested.
pub(crate) const MOST: usize = 3;

/// The core, and its best performance in any round so far.
#[derive(Debug)]
pub struct Core {
    best: f64,
}

/// The rounds of a cell.
#[derive(Debug)]
pub(crate) struct Rounds<'a> {
    core: &'a mut Core,
    wanted: usize,
    before: Level,
    levels: Vec<Level>,
}

/// The performance of the core in the rounds of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Given {
    /// The number of rounds measured.
    pub rounds: usize,
    /// The number of rounds that were set aside.
    pub aside: usize,
    /// The clock rate in GHz, if a multiplication takes three cycles; the median of the rounds that count.
    pub clock: f64,
    /// The additions in three such cycles, divided by three; in the least quiet round that counts.
    pub additions: f64,
    /// The same in the best round of the run.
    pub best: f64,
}

/// The result of a probe.
#[derive(Clone, Copy, Debug)]
struct Level {
    clock: f64,
    additions: f64,
}

impl Core {
    /// Probes for a few milliseconds, so that the first cell has a reference.
    #[must_use]
    pub fn probed() -> Self {
        let mut core = Self { best: 0.0 };
        let Ok(_) = measure(&mut core, 0, 200, |_| Ok::<_, Infallible>(0));
        core
    }
}

impl<'a> Rounds<'a> {
    /// Starts before the first round.
    pub(crate) fn begin(core: &'a mut Core, wanted: usize) -> Self {
        Self { core, wanted, before: Level::now(), levels: Vec::with_capacity(wanted) }
    }

    /// The number of rounds so far.
    pub(crate) fn count(&self) -> usize {
        self.levels.len()
    }

    /// Whether another round is needed: until enough were quiet, or the maximum is reached. All rounds are rated by
    /// the best one known now.
    pub(crate) fn is_open(&self) -> bool {
        let quiet = self.levels.iter().filter(|level| level.additions >= QUIET * self.core.best).count();
        quiet < self.wanted && self.count() < MOST * self.wanted
    }

    /// Ends a round.
    pub(crate) fn end_round(&mut self) {
        let after = Level::now();
        self.record(self.before.lesser(after));
        self.before = after;
    }

    fn record(&mut self, level: Level) {
        self.core.best = self.core.best.max(level.additions);
        self.levels.push(level);
    }

    /// The rounds that count, in order of measurement: the quietest, as many as requested. The others are set aside.
    pub(crate) fn kept(&self) -> Vec<usize> {
        let mut all: Vec<_> = (0..self.count()).collect();
        // Stable, so the first of equal ones is kept.
        all.sort_by(|&a, &b| self.levels[b].additions.total_cmp(&self.levels[a].additions));
        all.truncate(self.wanted);
        all.sort_unstable();
        all
    }

    /// The performance of the core in these rounds.
    pub(crate) fn given(&self) -> Given {
        let kept: Vec<_> = self.kept().into_iter().map(|round| self.levels[round]).collect();
        let clocks: Vec<_> = kept.iter().map(|level| level.clock).collect();
        let additions = kept.iter().map(|level| level.additions).fold(f64::INFINITY, f64::min);
        Given {
            rounds: self.count(),
            aside: self.count() - kept.len(),
            clock: rounded(median(clocks)),
            additions: rounded(additions),
            best: rounded(self.core.best),
        }
    }
}

impl Given {
    /// The core's share of its best performance, if that is too low because too few rounds were quiet.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        let share = self.additions / self.best;
        (share < QUIET).then(|| rounded(share))
    }
}

/// Relates all cells of a run to the best round of all, which may come later than a cell.
pub fn settle<'a>(cells: impl Iterator<Item = &'a mut Given>) {
    let cells: Vec<_> = cells.collect();
    let best = cells.iter().map(|given| given.best).fold(0.0, f64::max);
    for given in cells {
        given.best = best;
    }
}

/// Nearly all processors need three cycles for a multiplication. On others, the clock rate is wrong by a factor, but
/// shares are still correct.
const CYCLES: f64 = 3.0;
/// Few enough that both loops end within some microseconds.
const MULTIPLICATIONS: u32 = 3_000;
const ADDITIONS: u32 = 24_000;
/// How often the loops alternate. The best result of each counts, since an interrupt affects only one.
const REPEATS: usize = 4;

impl Level {
    fn now() -> Self {
        let mut least = [f64::INFINITY; 2];
        for _ in 0..REPEATS {
            least[0] = least[0].min(nanoseconds(|| multiply(MULTIPLICATIONS)));
            least[1] = least[1].min(nanoseconds(|| add(ADDITIONS)));
        }
        let clock = f64::from(MULTIPLICATIONS) * CYCLES / least[0];
        Self { clock, additions: f64::from(ADDITIONS) / least[1] / clock }
    }

    /// The one with the lower throughput.
    fn lesser(self, other: Self) -> Self {
        if other.additions < self.additions { other } else { self }
    }
}

fn nanoseconds<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    // A coarse clock may measure zero.
    (start.elapsed().as_nanos() as f64).max(1.0)
}

/// Dependent multiplications. Squares have no closed form that a compiler would find.
#[inline(never)]
fn multiply(count: u32) -> u64 {
    let mut x = black_box(3_u64);
    for _ in 0..count / 4 {
        x = x.wrapping_mul(x);
        x = x.wrapping_mul(x);
        x = x.wrapping_mul(x);
        x = x.wrapping_mul(x);
    }
    x
}

/// Additions in six chains. Each is a pair of Fibonacci numbers, which have no closed form either, and are not
/// vectorised; all twelve fit into registers.
#[inline(never)]
fn add(count: u32) -> [[u64; 2]; 6] {
    let mut chains = black_box([[1_u64, 2]; 6]);
    for _ in 0..count / 12 {
        for [a, b] in &mut chains {
            *a = a.wrapping_add(*b);
            *b = b.wrapping_add(*a);
        }
    }
    chains
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;

    const COUNT: usize = 31;

    #[test]
    fn the_quietest_rounds_count() {
        // The additions per cycle by round, as long as rounds are requested.
        let check = |additions: fn(usize) -> f64, measured: usize, kept: [Range<usize>; 2], share| {
            let mut core = Core { best: 4.0 };
            let mut rounds = Rounds::begin(&mut core, COUNT);
            while rounds.is_open() {
                rounds.record(Level { clock: 3.6, additions: additions(rounds.count()) });
            }
            let given = rounds.given();
            assert_eq!((given.rounds, given.aside, given.share()), (measured, measured - COUNT, share));
            assert_eq!(rounds.kept(), kept.into_iter().flatten().collect::<Vec<_>>());
            given
        };
        let quiet = check(|round| if round % 2 == 0 { 4.0 } else { 3.81 }, COUNT, [0..0, 0..COUNT], None);
        assert_eq!((quiet.clock, quiet.additions, quiet.best), (3.6, 3.81, 4.0));
        const LONGER: usize = COUNT + 20;
        // A noisy stretch is set aside.
        let stretch = |round| if (10..30).contains(&round) { 2.4 } else { 4.0 };
        check(stretch, LONGER, [0..10, 30..LONGER], None);
        // Only from round 20 on does the core reach its best performance: what seemed quiet is checked again.
        check(|round| if round < 20 { 4.0 } else { 5.0 }, LONGER, [0..0, 20..LONGER], None);
        // Where it is never quiet, the quietest count, and are marked; so are too few quiet rounds.
        let most = MOST * COUNT;
        check(|round| if round < 40 { 2.4 } else { 2.6 }, most, [0..0, 40..40 + COUNT], Some(0.65));
        check(|round| if round < COUNT - 1 { 4.0 } else { 2.4 }, most, [0..0, 0..COUNT], Some(0.6));
    }

    #[test]
    fn an_early_cell_is_compared_with_the_best_of_all() {
        let core = |best| Given { rounds: 31, aside: 0, clock: 3.6, additions: best, best };
        let mut cells = [Some(2.4), None, Some(4.0)].map(|best| best.map(core));
        settle(cells.iter_mut().flatten());
        assert_eq!(cells.map(|core| core.and_then(|core| core.share())), [Some(0.6), None, None]);
    }

    /// A loop that the compiler replaced by its result would take no time.
    #[test]
    fn the_loops_do_their_work() {
        let Level { clock, additions } = Level::now();
        assert!((0.001..10.0).contains(&clock), "{clock} GHz");
        assert!((0.01..16.0).contains(&additions), "{additions} additions a cycle");
    }
}
