//! A row of the check: a target in words, with its measurements, the worst one, and the verdict.

use std::fmt;

use interleave::Ratio;
use placemat::backend;
use serde::Serialize;

use crate::record::remark;

/// An interval of at most this width is decisive: a goal that it does not reach is missed.
const NARROW: f64 = 0.02;
/// The number of measurements printed after the worst one.
const SHOWN: usize = 12;

/// A target and the verdict on it. A saved row has the worst measurement only.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Row {
    pub(crate) aim: Aim,
    pub(crate) state: State,
    pub(crate) count: usize,
    /// The one furthest from the target; `None` if nothing ran.
    pub(crate) worst: Option<Found>,
    /// All of them, that one first.
    #[serde(skip)]
    measured: Vec<Found>,
    /// The contenders that should have been measured.
    #[serde(skip)]
    lacking: Vec<String>,
    /// The limiting factor, if it is known and the target is not met.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// A target, described in words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Aim {
    pub(crate) operation: String,
    /// The contenders: `avx512 / simdutf-icelake`.
    pub(crate) pair: String,
    /// The texts and sizes.
    pub(crate) on: String,
    pub(crate) goal: Goal,
}

/// A number to reach, or not to exceed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) enum Goal {
    AtLeast(f64),
    /// A ratio or nanoseconds.
    AtMost(f64),
}

/// One measurement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Found {
    /// The text, with the operation.
    pub(crate) text: String,
    /// The size.
    #[serde(skip)]
    pub(super) size: usize,
    /// The size, for people.
    pub(crate) at: String,
    pub(crate) who: String,
    /// The ratio, or the time in nanoseconds.
    pub(crate) value: Ratio,
    /// The core's share of its best performance, if that is too low.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) share: Option<f64>,
}

/// The verdict on a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum State {
    /// Every measurement reaches the target with its whole interval.
    Met,
    /// A measurement misses it.
    Missed,
    /// The interval contains the target, and is too wide to decide.
    Unclear,
    /// This machine does not support the backend.
    NotRun,
}

impl Row {
    /// The verdict on a target, from its measurements and from the contenders that should have been measured.
    pub(super) fn new(
        aim: Aim, why: Option<String>, mut measured: Vec<Found>, mut lacking: Vec<String>,
    ) -> Self {
        let slack = |one: &Found| aim.goal.slack(&one.value, false);
        measured.sort_by(|a, b| slack(a).total_cmp(&slack(b)));
        lacking.sort();
        lacking.dedup();
        let state = state(&aim, &measured, &lacking);
        let worst = measured.first().map(|worst| Found { value: worst.value.rounded(), ..worst.clone() });
        let why = why.filter(|_| state != State::Met);
        Self { aim, state, count: measured.len(), worst, measured, lacking, why }
    }

    /// The text and size of each undecided measurement.
    pub(super) fn undecided(&self) -> Vec<(String, usize)> {
        let open = |one: &&Found| {
            self.aim.goal.slack(&one.value, true) >= 0.0 && self.aim.goal.slack(&one.value, false) < 0.0
        };
        self.measured.iter().filter(open).map(|one| (one.text.clone(), one.size)).collect()
    }
}

fn state(aim: &Aim, measured: &[Found], lacking: &[String]) -> State {
    let of = |one: &Found| {
        let surely = aim.goal.slack(&one.value, false) >= 0.0;
        let perhaps = aim.goal.slack(&one.value, true) >= 0.0;
        match (surely, perhaps) {
            (true, _) => State::Met,
            (false, true) if one.value.width().abs() > NARROW => State::Unclear,
            (false, _) => State::Missed,
        }
    };
    let states: Vec<_> = measured.iter().map(of).collect();
    if states.contains(&State::Missed) {
        State::Missed
    } else if states.contains(&State::Unclear) || lacking.iter().any(|name| !is_beyond(name)) {
        State::Unclear
    } else if states.is_empty() || !lacking.is_empty() {
        State::NotRun
    } else {
        State::Met
    }
}

impl Goal {
    /// How much better than the goal a measurement is, relative to the goal, at the good or bad end of its interval.
    pub(crate) fn slack(self, value: &Ratio, good: bool) -> f64 {
        match self {
            Self::AtLeast(goal) => (if good { value.high } else { value.low }) / goal - 1.0,
            Self::AtMost(goal) => 1.0 - (if good { value.low } else { value.high }) / goal,
        }
    }
}

/// Whether a name is that of a backend that this machine does not support, or of the facade with it.
fn is_beyond(name: &str) -> bool {
    let backend = name.strip_prefix("placemat@").unwrap_or(name);
    let known = backend::known().iter().any(|known| known.name == backend);
    known && !backend::by_name(backend).is_ok_and(|entry| entry.get().is_ok())
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Met => "met",
            State::Missed => "MISSED",
            State::Unclear => "too noisy",
            State::NotRun => "not run",
        };
        write!(f, "{state:9} {:>9}", self.aim.goal.to_string())?;
        let lacking = self.lacking.join(", ");
        let [worst, others @ ..] = self.measured.as_slice() else {
            let lacking = if lacking.is_empty() { "its texts" } else { &lacking };
            return write!(f, "  {}; not here: {lacking}", self.aim);
        };
        write!(f, "{worst}")?;
        if !others.is_empty() {
            write!(f, " (the worst of {})", self.count)?;
        }
        if !lacking.is_empty() {
            write!(f, "; not here: {lacking}")?;
        }
        // The other measurements that miss the target.
        let others = others.iter().filter(|one| self.aim.goal.slack(&one.value, false) < 0.0);
        let count = others.clone().count();
        for other in others.take(SHOWN) {
            write!(f, "\n{:19}{other}", "")?;
        }
        if count > SHOWN {
            write!(f, "\n{:21}and {} more", "", count - SHOWN)?;
        }
        self.why.as_ref().map_or(Ok(()), |why| write!(f, "\n{:21}{why}", ""))
    }
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.operation, self.pair, self.on)
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(goal) => write!(f, ">= {goal:.2}"),
            Self::AtMost(goal) => write!(f, "<= {goal:.2}"),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, at, who, value: Ratio { median, low, high }, share, .. } = self;
        write!(f, "  {median:7.2} [{low:.2}, {high:.2}]  {who}: {text}, {at}{}", remark(*share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(goal: Goal, values: &[(f64, f64)], lacking: &[&str]) -> Row {
        let [operation, pair, on] = ["o", "p", "r"].map(str::to_owned);
        let found = |&(low, high): &(f64, f64)| {
            let [text, at, who] = ["t", "1 B", "w"].map(str::to_owned);
            let value = Ratio { median: f64::midpoint(low, high), low, high };
            Found { text, size: 1, at, who, value, share: None }
        };
        let lacking = lacking.iter().map(|&name| name.to_owned()).collect();
        let aim = Aim { operation, pair, on, goal };
        Row::new(aim, Some("Because.".to_owned()), values.iter().map(found).collect(), lacking)
    }

    #[test]
    fn a_row_is_as_good_as_its_worst() {
        for (goal, values, expected) in [
            (Goal::AtLeast(2.0), &[(2.0, 2.2), (3.0, 3.1)][..], State::Met),
            (Goal::AtLeast(2.0), &[(3.0, 3.1), (1.8, 1.9)], State::Missed),
            (Goal::AtLeast(2.0), &[(3.0, 3.1), (1.8, 2.2)], State::Unclear),
            (Goal::AtLeast(2.0), &[(1.8, 1.9), (1.8, 2.2)], State::Missed),
            // Precise, but below the goal.
            (Goal::AtLeast(2.0), &[(1.99, 2.01)], State::Missed),
            (Goal::AtLeast(2.0), &[], State::NotRun),
            // A cost counts with its upper end.
            (Goal::AtMost(150.0), &[(80.0, 149.0)], State::Met),
            (Goal::AtMost(150.0), &[(151.0, 170.0)], State::Missed),
            (Goal::AtMost(150.0), &[(120.0, 170.0)], State::Unclear),
        ] {
            let row = row(goal, values, &[]);
            assert_eq!(row.state, expected, "{row}");
            // The limiting factor is reported if the target is missed.
            let is_explained = row.to_string().ends_with("Because.");
            assert_eq!(is_explained, expected != State::Met && !values.is_empty(), "{row}");
        }
    }

    #[test]
    fn what_was_not_run_says_why_and_decides_nothing() {
        let row = |values: &[_], lacking: &[_]| row(Goal::AtLeast(2.0), values, lacking);
        let none = row(&[], &[]);
        assert!(none.to_string().ends_with("r; not here: its texts"), "{none}");
        let neon = row(&[], &["neon"]);
        assert!(neon.to_string().ends_with("r; not here: neon"), "{neon}");
        assert_eq!(row(&[(3.0, 3.1)], &["neon", "a peer of another build"]).state, State::Unclear);
    }
}
