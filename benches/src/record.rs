//! A run: for each cell the contenders with their medians and ratios. Everything that is printed, plotted, compared or
//! committed is made from a record.
//!
//! There are two kinds of medians. A time, and so a speed, is the median of a contender's turns. A ratio is the
//! median of the ratios of all rounds, each between two turns that are moments apart. So a ratio is not the quotient
//! of the two times next to it.
//!
//! A file has exactly the printed numbers, which are rounded to four digits. `report.json` also has the time of every
//! turn that counts. A check and a baseline need these.

mod cells;
mod core;
mod wire;

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};

use crate::saved::{self, about};
use crate::{environment::Environment, group::Group};
pub(crate) use cells::{CellRecord, LaneRecord, Turns};
pub(crate) use core::{CoreGave, remark};

/// A run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "wire::Run", try_from = "wire::Run")]
pub(crate) struct Record {
    pub(crate) environment: Environment,
    /// The number of turns of each contender in a cell; three times as many in cells that a check measured again.
    pub(crate) rounds: usize,
    pub(crate) seed: u64,
    /// The performance of the core; missing in older files.
    pub(crate) core: Option<CoreGave>,
    pub(crate) cells: Vec<CellRecord>,
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
    /// The record of these cells.
    pub(crate) fn new(environment: Environment, rounds: usize, seed: u64, cells: Vec<CellRecord>) -> Self {
        let mut record = Self { environment, rounds, seed, core: None, cells };
        record.settle();
        record
    }

    /// Relates all cells to the best round of all. To be called when cells have changed.
    pub(crate) fn settle(&mut self) {
        interleave::settle(self.cells.iter_mut().filter_map(|cell| cell.core.as_mut()));
        for cell in self.cells.iter_mut().filter(|cell| cell.core.is_some()) {
            cell.share = cell.core.and_then(|core| core.share());
        }
        self.core = CoreGave::of(&self.cells);
    }

    /// Reads `report.json`.
    pub(crate) fn read_report(path: &Path) -> io::Result<Self> {
        let record: Self = saved::parse(path)?;
        let has_times = |cell: &CellRecord| cell.lanes.iter().all(|lane| !lane.turns.times.is_empty());
        if record.cells.iter().all(has_times) {
            Ok(record)
        } else {
            Err(about(path, &"has no single times; the report.json of a run has"))
        }
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

    /// Writes the file of one processor.
    pub(crate) fn save(&self, folder: &Path, name: &str) -> io::Result<PathBuf> {
        let impersonal = Self { environment: self.environment.impersonal(), ..self.without_times() };
        saved::save(folder, name, &impersonal.environment, &impersonal, "findings")
    }

    /// The medians and ratios alone.
    pub(crate) fn without_times(&self) -> Self {
        let mut record = self.clone();
        for cell in &mut record.cells {
            cell.core = None;
            cell.lanes.iter_mut().for_each(|lane| lane.turns = Turns::default());
        }
        record
    }

    /// The cells of a group, in order of measurement.
    pub(crate) fn of_group(&self, group: Group) -> impl Iterator<Item = &CellRecord> + Clone {
        self.cells.iter().filter(move |cell| cell.group == group)
    }

    /// The cell with this description.
    pub(crate) fn cell(&self, group: Group, text: &str, size: usize) -> Option<&CellRecord> {
        self.cells.iter().find(|cell| cell.is(group, text, size))
    }
}
