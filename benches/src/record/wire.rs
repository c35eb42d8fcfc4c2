//! The file format of a record: contenders are listed once, at the top, and findings refer to them by index.

use interleave::{Given, Ratio};
use serde::{Deserialize, Serialize};

use super::{CellRecord, CoreGave, LaneRecord, Record, Turns};
use crate::{contenders::Kind, environment::Environment, group::Group};

/// The version of the format that this program reads and writes.
const FORMAT: u32 = 3;

/// A run, with the findings last.
#[derive(Serialize, Deserialize)]
pub(super) struct Run {
    format: u32,
    environment: Environment,
    rounds: usize,
    seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    core: Option<CoreGave>,
    /// Name, kind and load.
    contenders: Vec<(String, Kind, String)>,
    findings: Vec<Cell>,
}

/// A finding.
#[derive(Serialize, Deserialize)]
struct Cell {
    group: Group,
    text: String,
    size: usize,
    bytes: f64,
    /// The index of the contender, its nanoseconds (missing in some older files), and its ratio.
    lanes: Vec<(usize, Option<f64>, Option<Ratio>)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    share: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    core: Option<Given>,
    /// The turns of each contender, in a report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    turns: Vec<Turns>,
}

impl From<Record> for Run {
    fn from(record: Record) -> Self {
        let Record { environment, rounds, seed, core, cells } = record;
        let mut contenders = Vec::new();
        let mut index = |lane: LaneRecord| {
            let one = (lane.name, lane.kind, lane.load);
            contenders.iter().position(|other| *other == one).unwrap_or_else(|| {
                contenders.push(one);
                contenders.len() - 1
            })
        };
        let finding = |CellRecord { group, text, size, bytes, lanes, share, core }| {
            let has_times = lanes.iter().any(|lane: &LaneRecord| !lane.turns.times.is_empty());
            let turns = lanes.iter().filter(|_| has_times).map(|lane| lane.turns.clone()).collect();
            let lane = |lane: LaneRecord| (Some(lane.ns).filter(|ns| !ns.is_nan()), lane.ratio, index(lane));
            let lanes = lanes.into_iter().map(lane).map(|(ns, ratio, at)| (at, ns, ratio)).collect();
            Cell { group, text, size, bytes, lanes, share, core, turns }
        };
        let findings = cells.into_iter().map(finding).collect();
        Self { format: FORMAT, environment, rounds, seed, core, contenders, findings }
    }
}

impl TryFrom<Run> for Record {
    type Error = &'static str;

    fn try_from(run: Run) -> Result<Self, &'static str> {
        let Run { format, environment, rounds, seed, core, contenders, findings } = run;
        if format != FORMAT {
            return Err("written by another version");
        }
        let cell = |Cell { group, text, size, bytes, lanes, share, core, turns }| {
            let turns = turns.into_iter().chain(std::iter::repeat_with(Turns::default));
            let lane = |((at, ns, ratio), turns): ((usize, Option<f64>, Option<Ratio>), Turns)| {
                let (name, kind, load) = contenders.get(at)?.clone();
                Some(LaneRecord { name, kind, load, ns: ns.unwrap_or(f64::NAN), ratio, turns })
            };
            let lanes = lanes.into_iter().zip(turns).filter_map(lane).collect();
            CellRecord { group, text, size, bytes, lanes, share, core }
        };
        Ok(Self { environment, rounds, seed, core, cells: findings.into_iter().map(cell).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{cell, lane, record, steady};
    use crate::{record::FULL, saved::lines};

    #[test]
    fn what_is_written_is_what_is_read() {
        let mut full = lane("avx2", Kind::Backend, steady(1000));
        FULL.clone_into(&mut full.load);
        let lanes =
            || vec![lane("placemat", Kind::Facade, steady(700)), lane("std", Kind::Peer, steady(900))];
        let cells = vec![
            cell(Group::Short, 16, lanes()),
            cell(Group::Switching, 64, vec![lane("avx2", Kind::Backend, steady(900)), full]),
            cell(Group::Validate, 64, lanes()),
        ];
        for summary in [record(cells.clone()), record(cells).without_times()] {
            let text = lines(&summary, "findings").unwrap();
            let read: Record = serde_json::from_str(&text).unwrap();
            assert_eq!(lines(&read, "findings").unwrap(), text);
            for (one, other) in summary.cells.iter().zip(&read.cells) {
                assert_eq!(one.lanes, other.lanes);
            }
            assert_eq!(text.matches("\"peer\"").count(), 1, "{text}");
        }
    }
}
