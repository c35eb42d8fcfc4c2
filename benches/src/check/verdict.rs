//! A row of the check: its measurements, the worst one, and the verdict.

use std::fmt;

use placemat::backend;
use serde::{Deserialize, Serialize};

use super::{aim::Aim, found::Found};

/// An interval of at most this width is decisive: a goal that it does not reach is missed.
const NARROW: f64 = 0.02;
/// The number of measurements printed after the worst one.
const SHOWN: usize = 12;

/// A target with all its measurements.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) aim: Aim,
    /// The limiting factor, if known.
    why: Option<String>,
    measured: Vec<Found>,
    lacking: Vec<String>,
}

/// The verdict on a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    pub(super) fn new(aim: Aim, why: Option<String>) -> Self {
        Self { aim, why, measured: Vec::new(), lacking: Vec::new() }
    }

    pub(super) fn push(&mut self, measurement: Found) {
        self.measured.push(measurement);
    }

    /// Records a contender that should have been measured.
    pub(super) fn lacks(&mut self, name: &str) {
        if !self.lacking.iter().any(|other| other == name) {
            self.lacking.push(name.to_owned());
        }
    }

    /// The text and size of each undecided measurement.
    pub(super) fn undecided(&self) -> Vec<(String, usize)> {
        let open = |one: &&Found| {
            self.aim.goal.slack(&one.value, true) >= 0.0 && self.aim.goal.slack(&one.value, false) < 0.0
        };
        self.measured.iter().filter(open).map(|one| (one.text.clone(), one.size)).collect()
    }

    pub(super) fn state(&self) -> State {
        let of = |one: &Found| {
            let surely = self.aim.goal.slack(&one.value, false) >= 0.0;
            let perhaps = self.aim.goal.slack(&one.value, true) >= 0.0;
            match (surely, perhaps) {
                (true, _) => State::Met,
                (false, true) if one.value.width().abs() > NARROW => State::Unclear,
                (false, _) => State::Missed,
            }
        };
        let states: Vec<_> = self.measured.iter().map(of).collect();
        if states.contains(&State::Missed) {
            State::Missed
        } else if states.contains(&State::Unclear) || self.lacking.iter().any(|name| !is_beyond(name)) {
            State::Unclear
        } else if states.is_empty() || !self.lacking.is_empty() {
            State::NotRun
        } else {
            State::Met
        }
    }

    /// The measurements, the one furthest from its target first.
    pub(super) fn worst_first(&self) -> Vec<&Found> {
        let slack = |one: &Found| self.aim.goal.slack(&one.value, false);
        let mut all: Vec<_> = self.measured.iter().collect();
        all.sort_by(|a, b| slack(a).total_cmp(&slack(b)));
        all
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
        let state = match self.state() {
            State::Met => "met",
            State::Missed => "MISSED",
            State::Unclear => "too noisy",
            State::NotRun => "not run",
        };
        write!(f, "{state:9} {:>9}", self.aim.goal.to_string())?;
        let all = self.worst_first();
        let Some(worst) = all.first() else {
            let lacking = match self.lacking.join(", ") {
                none if none.is_empty() => "its texts".to_owned(),
                lacking => lacking,
            };
            return write!(f, "  {}; not here: {lacking}", self.aim);
        };
        write!(f, "{worst}")?;
        if all.len() > 1 {
            write!(f, " (the worst of {})", all.len())?;
        }
        if !self.lacking.is_empty() {
            write!(f, "; not here: {}", self.lacking.join(", "))?;
        }
        // The other measurements that miss the target.
        let others = all.iter().skip(1).filter(|one| self.aim.goal.slack(&one.value, false) < 0.0);
        let count = others.clone().count();
        for other in others.take(SHOWN) {
            write!(f, "\n{:19}{other}", "")?;
        }
        if count > SHOWN {
            write!(f, "\n{:21}and {} more", "", count - SHOWN)?;
        }
        match &self.why {
            Some(why) if self.state() != State::Met => write!(f, "\n{:21}{why}", ""),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check::aim::Goal, stats::Ratio};

    fn row(goal: Goal) -> Row {
        let [operation, pair, on] = ["o", "p", "r"].map(str::to_owned);
        Row::new(Aim { operation, pair, on, goal }, Some("Because.".to_owned()))
    }

    fn measured(mut row: Row, values: &[(f64, f64)]) -> Row {
        for &(low, high) in values {
            let [text, at, who] = ["t", "1 B", "w"].map(str::to_owned);
            let value = Ratio { median: f64::midpoint(low, high), low, high };
            row.push(Found { text, size: 1, at, who, value, share: None });
        }
        row
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
            // A bound applies to the upper end.
            (Goal::AtMost(150.0), &[(80.0, 149.0)], State::Met),
            (Goal::AtMost(150.0), &[(151.0, 170.0)], State::Missed),
            (Goal::AtMost(150.0), &[(120.0, 170.0)], State::Unclear),
        ] {
            let row = measured(row(goal), values);
            assert_eq!(row.state(), expected, "{row}");
            // The limiting factor is reported if the target is missed.
            let is_explained = row.to_string().ends_with("Because.");
            assert_eq!(is_explained, expected != State::Met && !values.is_empty(), "{row}");
        }
    }

    #[test]
    fn what_was_not_run_says_why_and_decides_nothing() {
        let mut one = row(Goal::AtLeast(2.0));
        assert!(one.to_string().ends_with("r; not here: its texts"), "{one}");
        one.lacks("neon");
        assert!(one.to_string().ends_with("r; not here: neon"), "{one}");
        one.lacks("a peer of another build");
        assert_eq!(measured(one, &[(3.0, 3.1)]).state(), State::Unclear);
    }
}
