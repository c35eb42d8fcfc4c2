//! The saved results of a check: the state of each target, and its worst measurement.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use serde::{Deserialize, Serialize};

use super::row::{Row, State};
use crate::record::{CoreGave, Record};
use crate::{environment::Environment, saved};

/// A check on one processor.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Checked {
    pub(crate) environment: Environment,
    /// The number of turns of each contender in a cell.
    pub(crate) rounds: usize,
    pub(crate) seed: u64,
    /// The performance of the core; missing in older files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) core: Option<CoreGave>,
    /// The targets, in the order of the file at that time.
    pub(crate) rows: Vec<Row>,
}

impl Checked {
    pub(super) fn of(record: &Record, rows: Vec<Row>) -> Self {
        let (environment, core) = (record.environment.clone(), record.core());
        Self { environment, rounds: record.rounds, seed: record.seed, core, rows }
    }

    /// The exit status: 0 met, 1 missed, 3 too noisy to tell. A check without measurements has not passed.
    pub(crate) fn status(&self) -> u8 {
        match (self.count(State::Missed), self.count(State::Unclear), self.count(State::Met)) {
            (1.., _, _) => 1,
            (_, 1.., _) | (_, _, 0) => 3,
            _ => 0,
        }
    }

    /// Writes the file of one processor.
    pub(crate) fn save(&self, folder: &Path, name: &str) -> io::Result<PathBuf> {
        let impersonal = Self { environment: self.environment.impersonal(), ..self.clone() };
        saved::save(folder, name, &impersonal.environment, &impersonal, "rows")
    }

    /// The number of targets in a state.
    pub(crate) fn count(&self, state: State) -> usize {
        self.rows.iter().filter(|row| row.state == state).count()
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [met, missed, noisy, not_run] =
            [State::Met, State::Missed, State::Unclear, State::NotRun].map(|state| self.count(state));
        write!(f, "{met} met, {missed} missed, {noisy} too noisy to tell, {not_run} not run")?;
        self.core.iter().flat_map(CoreGave::lines).try_for_each(|line| write!(f, "\n{line}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check, fixture::record};

    fn checked(states: &[State]) -> Checked {
        let aim = check::targets().unwrap().target[0].aim();
        let row = |&state| {
            let mut row = Row::new(aim.clone(), None, Vec::new(), Vec::new());
            row.state = state;
            row
        };
        let rows = states.iter().map(row).collect();
        Checked { environment: record(Vec::new()).environment, rounds: 31, seed: 1, core: None, rows }
    }

    #[test]
    fn the_status_is_that_of_the_worst() {
        for (states, status) in [
            (&[State::Met, State::NotRun][..], 0),
            (&[State::Met, State::Missed, State::Unclear], 1),
            (&[State::Met, State::Unclear], 3),
            (&[State::NotRun], 3),
            (&[], 3),
        ] {
            assert_eq!(checked(states).status(), status, "{states:?}");
        }
    }
}
