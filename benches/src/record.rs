//! The times of a run: every measured time with its context; for the limit, only the times of the best shape. Tables,
//! plots and verdicts are computed from this alone, so they can be recomputed from the JSON file.

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
    /// The environment of the run.
    pub(crate) environment: Environment,
    /// The number of turns of each contender in a cell; three times as many in cells that a check measured again.
    pub(crate) rounds: usize,
    /// The seed of texts and samples.
    pub(crate) seed: u64,
    /// The measurements, by cell.
    pub(crate) cells: Vec<CellRecord>,
}

/// The lanes that were measured together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CellRecord {
    /// The group.
    pub(crate) group: Group,
    /// The text or the mix.
    pub(crate) text: String,
    /// The size of an input in bytes; for mixes, the maximum; or as the group defines it.
    pub(crate) size: usize,
    /// The contenders.
    pub(crate) lanes: Vec<LaneRecord>,
    /// The performance of the core; missing in older files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) core: Option<Given>,
}

/// The turns of a contender.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LaneRecord {
    /// The contender; [`CONTROL`] for the second turn of the facade.
    pub(crate) name: String,
    /// Its kind.
    pub(crate) kind: Kind,
    /// The load that it reads; empty for the first.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) load: String,
    /// The number of inputs per turn.
    pub(crate) calls: usize,
    /// The number of bytes per turn.
    pub(crate) bytes: f64,
    /// The time of each turn in nanoseconds, for the rounds that count.
    pub(crate) times: Vec<u64>,
}

/// The name of the facade's second lane: its difference from the first is noise.
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

    /// Writes the run into a folder: as `report.json`, and under a unique name for later comparison. Returns both
    /// paths.
    pub(crate) fn write(&self, folder: &Path) -> io::Result<[PathBuf; 2]> {
        fs::create_dir_all(folder)?;
        let files = ["report", &self.environment.moment()].map(|name| folder.join(format!("{name}.json")));
        let text = serde_json::to_string(self)?;
        files.iter().try_for_each(|file| fs::write(file, &text))?;
        Ok(files)
    }

    /// The cell with this description.
    pub(crate) fn cell(&self, group: Group, text: &str, size: usize) -> Option<&CellRecord> {
        self.cells.iter().find(|cell| cell.is(group, text, size))
    }
}

/// The format version that this program writes.
pub(crate) const FORMAT: u32 = 1;

impl CellRecord {
    /// Reduces the shapes of a limit to the best one.
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

    /// The core's share of its best performance, if that is too low.
    pub(crate) fn share(&self) -> Option<f64> {
        self.core?.share()
    }

    /// The turns of a contender on the first load.
    pub(crate) fn lane(&self, name: &str) -> Option<&LaneRecord> {
        self.lane_on(name, "")
    }

    /// The turns of a contender on a load.
    pub(crate) fn lane_on(&self, name: &str, load: &str) -> Option<&LaneRecord> {
        self.lanes.iter().find(|lane| lane.name == name && lane.load == load)
    }

    /// The first of the backends.
    pub(crate) fn first_backend(&self) -> Option<&LaneRecord> {
        self.lanes.iter().find(|lane| lane.kind == Kind::Backend)
    }

    /// A lower bound on the time: the best of the loops that only load; for lossy decoding, validation and copying;
    /// for streams, the same bytes in one piece.
    pub(crate) fn limit(&self) -> Option<&LaneRecord> {
        let limits = self.lanes.iter().filter(|lane| lane.kind == Kind::Limit && lane.name != "memcpy");
        limits.min_by(|a, b| a.time().total_cmp(&b.time()))
    }
}

impl LaneRecord {
    /// The median time of a turn, in nanoseconds.
    pub(crate) fn time(&self) -> f64 {
        median_of(&self.times)
    }

    /// The median time per call, in nanoseconds.
    pub(crate) fn per_call(&self) -> f64 {
        self.time() / self.calls.max(1) as f64
    }

    /// Bytes per nanosecond, which equals gigabytes per second.
    pub(crate) fn speed(&self) -> f64 {
        self.bytes / self.time()
    }

    /// The speed relative to the other lane: above 1 if this one is faster. Per call, if they read different loads.
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

    /// How many nanoseconds longer a call takes than one of the other lane, as the median of the rounds with its
    /// interval.
    pub(crate) fn longer_than(&self, other: &Self) -> Ratio {
        let each = |time: u64, lane: &Self| time as f64 / lane.calls.max(1) as f64;
        let rounds = self.times.iter().zip(&other.times);
        Ratio::of_rounds(
            &rounds.map(|(&ours, &theirs)| each(ours, self) - each(theirs, other)).collect::<Vec<_>>(),
        )
    }

    /// The time per call in nanoseconds, with its interval.
    pub(crate) fn call(&self) -> Ratio {
        let rounds: Vec<_> = self.times.iter().map(|&time| time as f64 / self.calls.max(1) as f64).collect();
        Ratio { median: median(&rounds), ..Ratio::of_rounds(&rounds) }
    }
}
