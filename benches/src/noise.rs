//! Whether the program has its core to itself. The other hardware thread of a core belongs to a neighbour, who
//! may be on another virtual machine. When it is busy, the clock stays as it was, but fewer instructions get
//! through, and contenders that fill the pipes lose more than those that wait for mispredicted branches.
//!
//! Two small loops beside each round tell: dependent multiplications, which take as long as ever, and
//! independent additions, which take longer. A round counts what the worse of its two neighbouring probes says.
//! The best round that was heard is the measure, not the best probe: a single probe may be wrong.

use std::{hint::black_box, time::Instant};

use serde::{Deserialize, Serialize};

use crate::stats::{median, rounded};

/// The part of its best that the core has to give for a round to be quiet.
pub(crate) const QUIET: f64 = 0.95;

/// A cell goes on for at most so many times the rounds that were asked for.
pub(crate) const MOST: usize = 3;

/// The core, and the best that it has given in any round so far.
#[derive(Debug)]
pub(crate) struct Core {
    best: f64,
}

/// The rounds of a cell.
#[derive(Debug)]
pub(crate) struct Rounds<'a> {
    core: &'a mut Core,
    asked: usize,
    before: Level,
    levels: Vec<Level>,
}

/// What the core gave in the rounds of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Given {
    /// The rounds that were measured.
    pub(crate) rounds: usize,
    /// How many of them were set aside.
    pub(crate) aside: usize,
    /// The clock in GHz, if a multiplication takes three cycles; in the median of the rounds that count.
    pub(crate) clock: f64,
    /// The additions in three such cycles, divided by three: in the least quiet round that counts.
    pub(crate) additions: f64,
    /// The same in the best round of the run.
    pub(crate) best: f64,
}

/// What two loops say of a moment.
#[derive(Clone, Copy, Debug)]
struct Level {
    clock: f64,
    additions: f64,
}

impl Core {
    /// Listens for a few milliseconds, so that the first cell has something to be compared with.
    pub(crate) fn listen() -> Self {
        let mut core = Self { best: 0.0 };
        let mut rounds = Rounds::begin(&mut core, 200);
        while rounds.is_open() {
            rounds.end_round();
        }
        core
    }
}

impl<'a> Rounds<'a> {
    /// Before the first round.
    pub(crate) fn begin(core: &'a mut Core, asked: usize) -> Self {
        Self { core, asked, before: Level::now(), levels: Vec::with_capacity(asked) }
    }

    /// How many there were.
    pub(crate) fn count(&self) -> usize {
        self.levels.len()
    }

    /// Whether there is to be another: until enough were quiet, or the bound is reached. All rounds are checked
    /// by the best that is known now.
    pub(crate) fn is_open(&self) -> bool {
        let noise = self.levels.iter().filter(|level| level.additions >= QUIET * self.core.best).count();
        noise < self.asked && self.count() < MOST * self.asked
    }

    /// After each round.
    pub(crate) fn end_round(&mut self) {
        let after = Level::now();
        self.hear(self.before.lesser(after));
        self.before = after;
    }

    fn hear(&mut self, level: Level) {
        self.core.best = self.core.best.max(level.additions);
        self.levels.push(level);
    }

    /// The rounds that count, in the order in which they were measured: the quietest, as many as were asked
    /// for. The others are set aside.
    pub(crate) fn kept(&self) -> Vec<usize> {
        let mut all: Vec<_> = (0..self.count()).collect();
        // Stable: of equals the first.
        all.sort_by(|&a, &b| self.levels[b].additions.total_cmp(&self.levels[a].additions));
        all.truncate(self.asked);
        all.sort_unstable();
        all
    }

    /// What the core gave in them.
    pub(crate) fn given(&self) -> Given {
        let kept: Vec<_> = self.kept().into_iter().map(|round| self.levels[round]).collect();
        let clocks: Vec<_> = kept.iter().map(|level| level.clock).collect();
        let additions = kept.iter().map(|level| level.additions).fold(f64::INFINITY, f64::min);
        Given {
            rounds: self.count(),
            aside: self.count() - kept.len(),
            clock: rounded(median(&clocks)),
            additions: rounded(additions),
            best: rounded(self.core.best),
        }
    }
}

impl Given {
    /// What part of its best the core gave, if that is too little: then too few rounds were quiet.
    pub(crate) fn share(&self) -> Option<f64> {
        let share = self.additions / self.best;
        (share < QUIET).then(|| rounded(share))
    }
}

/// Holds all cells of a run against the best round of all: a later cell may have had a better one.
pub(crate) fn settle<'a>(cells: impl Iterator<Item = &'a mut Given>) {
    let cells: Vec<_> = cells.collect();
    let best = cells.iter().map(|given| given.best).fold(0.0, f64::max);
    for given in cells {
        given.best = best;
    }
}

/// A processor needs three cycles for a multiplication, nearly everywhere. Where it does not, the clock is
/// wrong by a factor, and shares are right all the same.
const CYCLES: f64 = 3.0;
/// Few enough that both loops end within a few microseconds.
const MULTIPLICATIONS: u32 = 3_000;
const ADDITIONS: u32 = 24_000;
/// The loops take turns so many times, and the best of each counts: an interrupt hits one of them.
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

    /// The one in which less got through.
    fn lesser(self, other: Self) -> Self {
        if other.additions < self.additions { other } else { self }
    }
}

fn nanoseconds<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    // No clock is so fine that this would be nothing, but some are so coarse.
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
/// made into vectors; all twelve fit the registers.
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
    use super::*;

    const ASKED: usize = 31;

    /// Rounds in which the core gives so many additions a cycle, as far as they are asked for.
    fn rounds(additions: impl Fn(usize) -> f64) -> (Given, Vec<usize>) {
        let mut core = Core { best: 4.0 };
        let mut rounds = Rounds::begin(&mut core, ASKED);
        while rounds.is_open() {
            rounds.hear(Level { clock: 3.6, additions: additions(rounds.count()) });
        }
        (rounds.given(), rounds.kept())
    }

    #[test]
    fn quiet_rounds_all_count() {
        let (given, kept) = rounds(|round| if round % 2 == 0 { 4.0 } else { 3.81 });
        assert_eq!((given.rounds, given.aside, given.share()), (ASKED, 0, None));
        assert_eq!(kept, (0..ASKED).collect::<Vec<_>>());
        assert_eq!((given.clock, given.additions, given.best), (3.6, 3.81, 4.0));
    }

    #[test]
    fn a_noisy_stretch_is_set_aside() {
        let (given, kept) = rounds(|round| if (10..30).contains(&round) { 2.4 } else { 4.0 });
        assert_eq!((given.rounds, given.aside, given.share()), (ASKED + 20, 20, None));
        assert_eq!(kept, (0..10).chain(30..ASKED + 20).collect::<Vec<_>>());
    }

    #[test]
    fn what_seemed_quiet_is_checked_again() {
        // Only round 20 shows what the core can give.
        let (given, kept) = rounds(|round| if round < 20 { 4.0 } else { 5.0 });
        assert_eq!((given.rounds, given.aside, given.share()), (ASKED + 20, 20, None));
        assert_eq!(kept[0], 20);
    }

    #[test]
    fn where_it_is_never_quiet_the_quietest_count_and_are_marked() {
        let (given, kept) = rounds(|round| if round < 40 { 2.4 } else { 2.6 });
        assert_eq!(
            (given.rounds, given.aside, given.share()),
            (MOST * ASKED, (MOST - 1) * ASKED, Some(0.65))
        );
        assert_eq!(kept, (40..40 + ASKED).collect::<Vec<_>>());
    }

    #[test]
    fn too_few_quiet_rounds_are_marked() {
        let (given, _) = rounds(|round| if round < ASKED - 1 { 4.0 } else { 2.4 });
        assert_eq!((given.rounds, given.share()), (MOST * ASKED, Some(0.6)));
    }

    #[test]
    fn an_early_cell_is_compared_with_the_best_of_all() {
        let core = |best| Given { rounds: 31, aside: 0, clock: 3.6, additions: best, best };
        let mut cells = [Some(2.4), None, Some(4.0)].map(|best| best.map(core));
        settle(cells.iter_mut().flatten());
        assert_eq!(cells.map(|core| core.and_then(|core| core.share())), [Some(0.6), None, None]);
    }

    /// A loop that a compiler has replaced by its result would take no time.
    #[test]
    fn the_loops_do_their_work() {
        let Level { clock, additions } = Level::now();
        assert!((0.001..10.0).contains(&clock), "{clock} GHz");
        assert!((0.01..16.0).contains(&additions), "{additions} additions a cycle");
    }
}
