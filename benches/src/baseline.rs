//! Compares a run with an earlier one.
//!
//! Two runs have no rounds in common, and the machine may have been faster in one of them. So changes are measured
//! relative to the peers: their code is the same in both runs, so their times show how much of a change is due to the
//! machine.
//!
//! An interval covers the noise within a run, but not the differences between runs (the placement of memory, other
//! load): by intervals alone, the same program run twice has "changed" in every fourth cell. The peers show this as
//! well. The rest of their changes is chance by construction, and a change of ours is reported only if it is larger
//! than 95 % of theirs.

use std::fmt::Write as _;

use interleave::{Ratio, median};

use crate::contenders::Kind;
use crate::record::{CONTROL, CellRecord, LaneRecord, Record};
use crate::terminal::{bytes, ratio};

/// The cell, the contender, and the factor by which it became faster, corrected for the machine.
type Change<'a> = (&'a CellRecord, &'a LaneRecord, Ratio);

/// Fewer changes of peers do not suffice to estimate one in twenty.
const ENOUGH: usize = 40;

/// A report of the significant changes of the backends and the facade, the largest first.
pub(crate) fn changes(before: &Record, after: &Record) -> String {
    let (mut all, mut left): (Vec<Change>, Vec<f64>) = (Vec::new(), Vec::new());
    for cell in &after.cells {
        let Some(earlier) = before.cell(cell.group, &cell.text, cell.size) else { continue };
        // The machine became faster by the median of the unchanged peers; what is left of their changes is chance.
        let peers: Vec<_> = peers(before, after, earlier, cell).collect();
        let machine = if peers.is_empty() { 1.0 } else { median(peers.clone()) };
        left.extend(peers.iter().map(|ratio| distance(ratio / machine)));
        let ours =
            |lane: &&LaneRecord| matches!(lane.kind, Kind::Backend | Kind::Facade) && lane.name != CONTROL;
        for lane in cell.lanes.iter().filter(ours) {
            let Some(earlier) = earlier.lane_on(&lane.name, &lane.load) else { continue };
            // Per byte, since turns may differ in size between runs.
            let each = |lane: &LaneRecord| lane.turns.per(lane.turns.bytes);
            let Ratio { median, low, high } = Ratio::unpaired(&each(earlier), &each(lane));
            let ratio = Ratio { median: median / machine, low: low / machine, high: high / machine };
            all.push((cell, lane, ratio));
        }
    }
    let (mut text, date) = (differences(before, after), &before.environment.date);
    if left.len() < ENOUGH {
        return text
            + &format!("since {date}: cannot be told, since too few peers are the same in both runs");
    }
    left.sort_by(f64::total_cmp);
    // 95 % of the peers' changes do not exceed it.
    let chance = left[left.len() * 19 / 20];
    let size = |change: &Change| distance(change.2.median);
    let mut told: Vec<_> = all.iter().filter(|change| change.2.differs() && size(change) > chance).collect();
    told.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let _ = write!(
        text,
        "since {date}: {} of {} speeds changed by more than chance (a ratio above 1 is faster)\n  \
         chance: up to {:.1} %, which is how far unchanged peers differ; one in twenty is beyond it,\n  \
         and those come in clusters: believe what a second run repeats",
        told.len(),
        all.len(),
        (chance - 1.0) * 100.0,
    );
    for (cell, lane, faster) in told {
        let _ = write!(
            text,
            "\n  {:18} {:16} {:>7}  {:20} {}",
            lane.name,
            cell.text,
            bytes(cell.size),
            lane.load,
            ratio(faster)
        );
    }
    text
}

/// A warning for each circumstance that differs between the runs but should not.
fn differences(before: &Record, after: &Record) -> String {
    let mut text = String::new();
    let mut compare = |what: &str, before: &str, after: &str| {
        if before != after {
            let _ = writeln!(
                text,
                "warning: {what} differ, and the peers cannot correct for that: {before}; now {after}"
            );
        }
    };
    compare("the processors", &before.environment.processor, &after.environment.processor);
    compare("the seeds, and so the samples,", &before.seed.to_string(), &after.seed.to_string());
    text
}

/// The changes of peers with the same version, compiler and flags in both runs.
fn peers<'a>(
    before: &'a Record, after: &'a Record, earlier: &'a CellRecord, cell: &'a CellRecord,
) -> impl Iterator<Item = f64> + 'a {
    let same = |name: &str| {
        let version = |record: &Record| {
            let of = |(peer, _): &&(String, String)| name.starts_with(peer.as_str());
            record.environment.versions.iter().find(of).cloned()
        };
        let built = |record: &Record| (record.environment.rust.clone(), record.environment.cpp.clone());
        version(before) == version(after) && built(before) == built(after)
    };
    let peers = cell.lanes.iter().filter(move |lane| lane.kind == Kind::Peer && same(&lane.name));
    peers.filter_map(|lane| {
        let earlier = earlier.lane_on(&lane.name, &lane.load)?;
        let each = |lane: &LaneRecord| lane.turns.time() / lane.turns.bytes;
        Some(each(earlier) / each(lane))
    })
}

fn distance(ratio: f64) -> f64 {
    ratio.max(1.0 / ratio)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn another_machine_or_seed_is_warned_about() {
        let record = |seed| Record { seed, ..fixture::record(Vec::new()) };
        let (before, mut after) = (record(1), record(1));
        assert!(!changes(&before, &after).contains("warning"));
        after.environment.processor = "another".to_owned();
        assert!(changes(&before, &after).starts_with("warning: the processors differ"));
        assert!(changes(&before, &record(2)).starts_with("warning: the seeds"));
    }
}
