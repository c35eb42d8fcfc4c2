//! What changed since an earlier run.
//!
//! Two runs have no rounds in common, and the machine may have been faster in one of them. So a change is measured
//! against the peers: code that is the same in both runs, and whose times tell how much of a change is the machine's.

use std::fmt::Write as _;

use crate::{
    contenders::Kind,
    record::{CONTROL, CellRecord, LaneRecord, Record},
    stats::{Ratio, median},
    terminal::{octets, ratio},
};

/// How a lane's speed changed between two runs.
#[derive(Clone, Debug)]
pub struct Change<'a> {
    /// Where.
    pub cell: &'a CellRecord,
    /// Who.
    pub lane: &'a LaneRecord,
    /// How many times faster it is now, after the machine's part is taken out.
    pub ratio: Ratio,
}

/// The changes of what is ours, in the cells that both runs have.
#[must_use]
pub fn compare<'a>(before: &Record, after: &'a Record) -> Vec<Change<'a>> {
    let mut changes = Vec::new();
    for cell in &after.cells {
        let Some(earlier) = before.cell(cell.group, &cell.text, cell.size) else { continue };
        let machine = drift(before, after, earlier, cell);
        let ours =
            |lane: &&LaneRecord| matches!(lane.kind, Kind::Backend | Kind::Facade) && lane.name != CONTROL;
        for lane in cell.lanes.iter().filter(ours) {
            let Some(earlier) = earlier.lane_on(&lane.name, &lane.load) else { continue };
            let raw = change(earlier, lane);
            let ratio =
                Ratio { median: raw.median / machine, low: raw.low / machine, high: raw.high / machine };
            changes.push(Change { cell, lane, ratio });
        }
    }
    changes
}

/// The changes in words, those that the interval confirms, the largest first.
#[must_use]
pub fn changes(before: &Record, after: &Record) -> String {
    let all = compare(before, after);
    let mut told: Vec<_> = all.iter().filter(|change| change.ratio.differs()).collect();
    told.sort_by(|a, b| distance(&b.ratio).total_cmp(&distance(&a.ratio)));
    let mut text = format!(
        "since {}: {} of {} speeds changed by more than their intervals (a ratio above 1 is faster)",
        before.origin.date,
        told.len(),
        all.len()
    );
    for change in told {
        let Change { cell, lane, ratio: faster } = change;
        let _ = write!(
            text,
            "\n  {:18} {:16} {:>7}  {:20} {}",
            lane.name,
            cell.text,
            octets(cell.size),
            lane.load,
            ratio(faster)
        );
    }
    text
}

/// How many times faster the machine was: the median over the peers whose versions are the same.
fn drift(before: &Record, after: &Record, earlier: &CellRecord, cell: &CellRecord) -> f64 {
    let same = |name: &str| {
        let version = |record: &Record| {
            let of = |(peer, _): &&(String, String)| name.starts_with(peer.as_str());
            record.origin.versions.iter().find(of).cloned()
        };
        version(before) == version(after) && before.origin.rust == after.origin.rust
    };
    let peers = cell.lanes.iter().filter(|lane| lane.kind == Kind::Peer && same(&lane.name));
    let ratios: Vec<_> = peers
        .filter_map(|lane| Some(change(earlier.lane_on(&lane.name, &lane.load)?, lane).median))
        .collect();
    if ratios.is_empty() { 1.0 } else { median(&ratios) }
}

/// By octet: two runs' turns may differ in size.
fn change(before: &LaneRecord, after: &LaneRecord) -> Ratio {
    let each =
        |lane: &LaneRecord| lane.times.iter().map(|&time| time as f64 / lane.octets).collect::<Vec<_>>();
    Ratio::unpaired(&each(before), &each(after))
}

fn distance(ratio: &Ratio) -> f64 {
    ratio.median.max(1.0 / ratio.median)
}
