//! A run: for each cell the contenders with their turns. Everything that is printed, plotted, compared or committed is
//! computed from a record.
//!
//! There are two kinds of medians. A time, and so a speed, is the median of a contender's turns. A ratio is the
//! median of the ratios of all rounds, each between two turns that are moments apart. So a ratio is not the quotient
//! of the two times next to it.
//!
//! `report.json` is a record, with the time of every turn that counts. A check and a baseline need these. A file of results
//! has exactly the printed numbers, which are rounded to four digits.

mod cells;
mod core;

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::saved;
use crate::{environment::Environment, group::Group};
pub(crate) use cells::{CellRecord, LaneRecord, Turns};
pub(crate) use core::{CoreGave, remark};

/// A run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) environment: Environment,
    /// The number of turns of each contender in a cell; three times as many in cells that a check measured again.
    pub(crate) rounds: usize,
    pub(crate) seed: u64,
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
        let mut record = Self { environment, rounds, seed, cells };
        record.settle();
        record
    }

    /// Relates all cells to the best round of all. To be called when cells have changed.
    pub(crate) fn settle(&mut self) {
        interleave::settle(self.cells.iter_mut().filter_map(|cell| cell.core.as_mut()));
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
        let environment = self.environment.impersonal();
        saved::save(folder, name, &environment, &self.results(&environment), "findings")
    }

    /// The medians and ratios. Contenders are listed once (name, kind and load), and each finding has the index of a
    /// contender, its nanoseconds and its ratio.
    fn results(&self, environment: &Environment) -> Value {
        let mut contenders = Vec::new();
        let mut index = |lane: &LaneRecord| {
            let one = json!([lane.name, lane.kind, lane.load]);
            contenders.iter().position(|other| *other == one).unwrap_or_else(|| {
                contenders.push(one);
                contenders.len() - 1
            })
        };
        let finding = |cell: &CellRecord| {
            let CellRecord { group, text, size, lanes, .. } = cell;
            let lane = |lane| json!([index(lane), lane.ns(), cell.ratio(lane)]);
            let lanes: Vec<_> = lanes.iter().map(lane).collect();
            let mut finding =
                json!({ "group": group, "text": text, "size": size, "bytes": cell.bytes(), "lanes": lanes });
            cell.share().iter().for_each(|share| finding["share"] = json!(share));
            finding
        };
        let findings: Vec<_> = self.cells.iter().map(finding).collect();
        json!({
            "format": 3, "environment": environment, "rounds": self.rounds, "seed": self.seed, "core": CoreGave::of(&self.cells),
            "contenders": contenders, "findings": findings,
        })
    }

    /// The cell with this description.
    pub(crate) fn cell(&self, group: Group, text: &str, size: usize) -> Option<&CellRecord> {
        self.cells.iter().find(|cell| cell.is(group, text, size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contenders::Kind;
    use crate::fixture::{cell, lane, record, steady};

    #[test]
    fn a_file_lists_each_contender_once() {
        let mut full = lane("avx2", Kind::Backend, steady(1000));
        FULL.clone_into(&mut full.load);
        let lanes =
            || vec![lane("placemat", Kind::Facade, steady(700)), lane("std", Kind::Peer, steady(900))];
        let record = record(vec![
            cell(Group::Short, 16, lanes()),
            cell(Group::Switching, 64, vec![lane("avx2", Kind::Backend, steady(900)), full]),
            cell(Group::Validate, 64, lanes()),
        ]);
        let results = record.results(&record.environment);
        let contenders = json!([
            ["placemat", "facade", ""],
            ["std", "peer", ""],
            ["avx2", "backend", ""],
            ["avx2", "backend", FULL]
        ]);
        assert_eq!(results["contenders"], contenders);
        let indices =
            |cell: &Value| cell["lanes"].as_array().unwrap().iter().map(|lane| lane[0].clone()).collect();
        let findings: Vec<Vec<Value>> = results["findings"].as_array().unwrap().iter().map(indices).collect();
        assert_eq!(json!(findings), json!([[0, 1], [2, 3], [0, 1]]));
    }
}
