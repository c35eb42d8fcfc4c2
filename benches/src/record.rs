//! The times of a run: every time that was taken, and of what; of the limit's shapes, the times of the best.
//! Tables, plots and verdicts are computed from this alone, so that they can be computed again from the JSON
//! file.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::{
    contenders::{Kind, of_shape},
    environment::Environment,
    files::{self, about},
    group::Group,
    interleave::{Cell, Measured},
    noise::Given,
    stats::{Ratio, median, median_of},
};

/// A run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The version of this format.
    pub(crate) format: u32,
    /// Where the times come from.
    pub(crate) environment: Environment,
    /// How often each contender took its turn in a cell; three times as often where a check measured again.
    pub(crate) rounds: usize,
    /// What texts and samples were made from.
    pub(crate) seed: u64,
    /// What was measured, cell by cell.
    pub(crate) cells: Vec<CellRecord>,
}

/// The lanes that were measured against each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CellRecord {
    /// The question.
    pub(crate) group: Group,
    /// The text or the mix.
    pub(crate) text: String,
    /// The bytes of an input; of mixes, the most; or what the group says.
    pub(crate) size: usize,
    /// The contenders.
    pub(crate) lanes: Vec<LaneRecord>,
    /// What the core gave; older files do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) core: Option<Given>,
}

/// A contender's turns.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LaneRecord {
    /// The contender; [`CONTROL`] for the one that takes part twice.
    pub(crate) name: String,
    /// What it is.
    pub(crate) kind: Kind,
    /// Which of the cell's loads it reads; empty for the first.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) load: String,
    /// The inputs of a turn.
    pub(crate) calls: usize,
    /// The bytes of a turn.
    pub(crate) bytes: f64,
    /// The nanoseconds of each turn, of the rounds that count.
    pub(crate) times: Vec<u64>,
}

/// The name of the facade where it takes part for the second time: the difference between the two is noise.
pub(crate) const CONTROL: &str = "control";
/// The load with an error at the end.
pub(crate) const LATE: &str = "error at the end";
/// The load with an error at the start.
pub(crate) const EARLY: &str = "error at the start";
/// The load without errors.
pub(crate) const VALID: &str = "valid";
/// The load with four-byte characters throughout.
pub(crate) const FULL: &str = "full check throughout";

impl Record {
    /// Reads a JSON file.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        let record: Self = files::parse(path)?;
        if record.format == FORMAT { Ok(record) } else { Err(about(path, &"written by another version")) }
    }

    /// Writes the run into a folder: as `report.json`, and once more under a name that no later run has; the
    /// files.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<[PathBuf; 2]> {
        fs::create_dir_all(folder)?;
        let files = ["report", &self.environment.moment()].map(|name| folder.join(format!("{name}.json")));
        let text = serde_json::to_string(self)?;
        files.iter().try_for_each(|file| fs::write(file, &text))?;
        Ok(files)
    }

    /// The cell of this description.
    pub(crate) fn cell(&self, group: Group, text: &str, size: usize) -> Option<&CellRecord> {
        self.cells.iter().find(|cell| cell.is(group, text, size))
    }
}

/// The version of the format that this program writes.
pub(crate) const FORMAT: u32 = 1;

impl CellRecord {
    /// Of a cell. The shapes of a limit are reduced to the best of them.
    pub(crate) fn new(cell: &Cell, measured: Measured) -> Self {
        let mut lanes: Vec<LaneRecord> = Vec::new();
        let Measured { times, calls, bytes, core } = measured;
        for (((lane, times), calls), bytes) in cell.lanes.iter().zip(times).zip(calls).zip(bytes) {
            let mut name = of_shape(&lane.contender.name).to_owned();
            let load = cell.loads[lane.load].0.to_owned();
            let twin = lanes.iter().position(|other| other.name == name && other.load == load);
            if lane.contender.kind == Kind::Limit {
                if let Some(twin) = twin.map(|at| &mut lanes[at]) {
                    if median_of(&times) < median_of(&twin.times) {
                        twin.times = times;
                    }
                    continue;
                }
            } else if twin.is_some() {
                CONTROL.clone_into(&mut name);
            }
            lanes.push(LaneRecord { name, kind: lane.contender.kind, load, calls, bytes, times });
        }
        Self { group: cell.group, text: cell.text.clone(), size: cell.size, lanes, core: Some(core) }
    }

    /// Whether it has this description.
    pub(crate) fn is(&self, group: Group, text: &str, size: usize) -> bool {
        (self.group, &*self.text, self.size) == (group, text, size)
    }

    /// What part of its best the core gave, if that is too little.
    pub(crate) fn share(&self) -> Option<f64> {
        self.core?.share()
    }

    /// A contender's turns on the first load.
    pub(crate) fn lane(&self, name: &str) -> Option<&LaneRecord> {
        self.lane_on(name, "")
    }

    /// A contender's turns on a load.
    pub(crate) fn lane_on(&self, name: &str, load: &str) -> Option<&LaneRecord> {
        self.lanes.iter().find(|lane| lane.name == name && lane.load == load)
    }

    /// The first of the backends.
    pub(crate) fn first_backend(&self) -> Option<&LaneRecord> {
        self.lanes.iter().find(|lane| lane.kind == Kind::Backend)
    }

    /// A lower bound on the time: the best of the loops that only load; of lossy decoding, to validate
    /// and copy; of a stream, the same in one piece.
    pub(crate) fn limit(&self) -> Option<&LaneRecord> {
        let limits = self.lanes.iter().filter(|lane| lane.kind == Kind::Limit && lane.name != "memcpy");
        limits.min_by(|a, b| a.time().total_cmp(&b.time()))
    }
}

impl LaneRecord {
    /// The nanoseconds of a turn, in the median.
    pub(crate) fn time(&self) -> f64 {
        median_of(&self.times)
    }

    /// The nanoseconds of a call.
    pub(crate) fn per_call(&self) -> f64 {
        self.time() / self.calls.max(1) as f64
    }

    /// Bytes by nanoseconds: gigabytes by seconds.
    pub(crate) fn speed(&self) -> f64 {
        self.bytes / self.time()
    }

    /// How many times as fast this is as the other: above 1 where it is faster. By call, if they read
    /// different loads.
    pub(crate) fn ratio_to(&self, other: &Self) -> Ratio {
        if self.calls == other.calls {
            return Ratio::of(&other.times, &self.times);
        }
        let scale = self.calls as f64 / other.calls as f64;
        let rounds = self.times.iter().zip(&other.times);
        Ratio::of_rounds(
            &rounds.map(|(&ours, &theirs)| scale * theirs as f64 / ours.max(1) as f64).collect::<Vec<_>>(),
        )
    }

    /// How many nanoseconds longer a call takes than one of the other, in the median of the rounds, with the
    /// interval.
    pub(crate) fn longer_than(&self, other: &Self) -> Ratio {
        let each = |time: u64, lane: &Self| time as f64 / lane.calls.max(1) as f64;
        let rounds = self.times.iter().zip(&other.times);
        Ratio::of_rounds(
            &rounds.map(|(&ours, &theirs)| each(ours, self) - each(theirs, other)).collect::<Vec<_>>(),
        )
    }

    /// The nanoseconds of a call, with the interval.
    pub(crate) fn call(&self) -> Ratio {
        let rounds: Vec<_> = self.times.iter().map(|&time| time as f64 / self.calls.max(1) as f64).collect();
        Ratio { median: median(&rounds), ..Ratio::of_rounds(&rounds) }
    }
}
