//! What a check found, as it is saved: the state of each target, and the worst measurement of each.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{
    aim::Aim,
    verdict::{Row, State},
};
use crate::{
    origin::Origin,
    record::Record,
    results,
    stats::Ratio,
    summary::{CoreGave, lines},
};

/// A check on one processor.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Judged {
    /// Where the numbers come from.
    pub origin: Origin,
    /// How often each contender took its turn in a cell.
    pub rounds: usize,
    /// What texts and samples were made from.
    pub seed: u64,
    /// What the core gave; older files do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core: Option<CoreGave>,
    /// Target by target, in the order of the file at that time.
    pub rows: Vec<JudgedRow>,
}

/// What was found for one target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedRow {
    /// The target.
    pub aim: Aim,
    /// Whether it is met.
    pub state: State,
    /// How many measurements there are.
    pub count: usize,
    /// The one furthest from the target; none where nothing ran.
    pub worst: Option<Found>,
}

/// One measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The text, with what is done with it.
    pub text: String,
    /// The size, for people.
    pub at: String,
    /// Who is held against whom.
    pub who: String,
    /// The ratio, or the nanoseconds.
    pub value: Ratio,
    /// What part of its best the core gave, if that is too little.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
}

impl Judged {
    pub(super) fn of(record: &Record, rows: &[Row]) -> Self {
        let rows = rows.iter().map(|row| JudgedRow {
            aim: row.aim.clone(),
            state: row.state(),
            count: row.count(),
            worst: row.worst().map(|one| Found {
                text: one.text.clone(),
                at: one.at.clone(),
                who: one.who.clone(),
                value: one.value.rounded(),
                share: one.share,
            }),
        });
        Self {
            origin: record.origin.clone(),
            rounds: record.rounds,
            seed: record.seed,
            core: CoreGave::of(&record.cells),
            rows: rows.collect(),
        }
    }

    /// The exit status: 0 met, 1 missed, 3 too noisy to tell. A check that checked nothing is not passed.
    #[must_use]
    pub fn status(&self) -> u8 {
        match (self.count(State::Missed), self.count(State::Unclear), self.count(State::Met)) {
            (1.., _, _) => 1,
            (_, 1.., _) | (_, _, 0) => 3,
            _ => 0,
        }
    }

    /// What was found for a target.
    #[must_use]
    pub fn row(&self, aim: &Aim) -> Option<&JudgedRow> {
        self.rows.iter().find(|row| row.aim == *aim)
    }

    /// Writes the file of one processor.
    ///
    /// # Errors
    ///
    /// As [`results::save`].
    pub fn save(&self, folder: &Path, name: &str) -> io::Result<PathBuf> {
        let impersonal = Self { origin: self.origin.impersonal(), ..self.clone() };
        let text = lines(&impersonal, "rows")?;
        results::write(folder, name, &self.origin, &text)
    }

    /// How many targets are in a state.
    #[must_use]
    pub fn count(&self, state: State) -> usize {
        self.rows.iter().filter(|row| row.state == state).count()
    }
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [met, missed, noisy, not_run] =
            [State::Met, State::Missed, State::Unclear, State::NotRun].map(|state| self.count(state));
        write!(f, "{met} met, {missed} missed, {noisy} too noisy to tell, {not_run} not run")?;
        self.core.iter().flat_map(CoreGave::lines).try_for_each(|line| write!(f, "\n{line}"))
    }
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::*;
    use crate::{check, fixture::record, origin::Revision};

    fn judged(states: &[State]) -> Judged {
        let (aim, _) = check::targets().unwrap().aims().next().expect("there are targets");
        let row = |&state| JudgedRow { aim: aim.clone(), state, count: 0, worst: None };
        let rows = states.iter().map(row).collect();
        Judged { origin: record(Vec::new()).origin, rounds: 31, seed: 1, core: None, rows }
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
            assert_eq!(judged(states).status(), status, "{states:?}");
        }
    }

    #[test]
    fn what_is_saved_is_what_is_read() {
        let folder = env::temp_dir().join(format!("placemat-checks-{}", process::id()));
        let mut judged = judged(&[State::Met, State::Missed]);
        judged.origin.revision = Some(Revision { commit: "abc".to_owned(), dirty: true });
        assert!(judged.save(&folder, "acme-1").is_err(), "the revision is not known exactly");
        judged.origin.revision = Some(Revision { commit: "abc".to_owned(), dirty: false });
        judged.save(&folder, "acme-1").unwrap();
        assert_eq!(results::files::<Judged>(&folder).unwrap()[0].1.rows, judged.rows);
        fs::remove_dir_all(&folder).unwrap();
    }
}
