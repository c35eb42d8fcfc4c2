//! What a check found, as it is saved: the state of each target, and the worst measurement of each.

use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{
    aim::Aim,
    verdict::{Row, State},
};
use crate::{origin::Origin, record::Record, results, stats::Ratio, summary::CoreGave};

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
        let Self { origin, rounds, seed, core, rows } = &impersonal;
        let core = match core {
            Some(core) => format!(",\"core\":{}", serde_json::to_string(core)?),
            None => String::new(),
        };
        let lines = rows.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?.join(",\n");
        let text = format!(
            "{{\"origin\":{},\n\"rounds\":{rounds},\"seed\":{seed}{core},\n\"rows\":[\n{lines}\n]}}\n",
            serde_json::to_string(origin)?
        );
        results::write(folder, name, &self.origin, &text)
    }

    /// Reads the file of one processor, if there is one.
    ///
    /// # Errors
    ///
    /// With the path: what the file system says, or a file that is not in this format.
    pub fn read(folder: &Path, name: &str) -> io::Result<Option<Self>> {
        let file = folder.join(format!("{name}.json"));
        let about = |error: &dyn fmt::Display| io::Error::other(format!("{}: {error}", file.display()));
        match fs::read_to_string(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            text => {
                serde_json::from_str(&text.map_err(|error| about(&error))?).map_err(|error| about(&error))
            }
        }
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
    use std::{env, process};

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
        assert!(Judged::read(&folder, "acme-1").unwrap().is_none());
        let mut judged = judged(&[State::Met, State::Missed]);
        judged.origin.revision = Some(Revision { commit: "abc".to_owned(), dirty: true });
        assert!(judged.save(&folder, "acme-1").is_err(), "the revision is not known exactly");
        judged.origin.revision = Some(Revision { commit: "abc".to_owned(), dirty: false });
        let file = judged.save(&folder, "acme-1").unwrap();
        assert_eq!(Judged::read(&folder, "acme-1").unwrap().unwrap().rows, judged.rows);
        fs::write(&file, "{}").unwrap();
        assert!(Judged::read(&folder, "acme-1").unwrap_err().to_string().contains("acme-1.json: "));
        fs::remove_dir_all(&folder).unwrap();
    }
}
