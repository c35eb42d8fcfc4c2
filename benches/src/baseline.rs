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

/// The cells of both runs, each before and after, with the factor by which the machine became faster: the median over
/// the unchanged peers.
fn pairs<'a>(
    before: &'a Record, after: &'a Record,
) -> impl Iterator<Item = (&'a CellRecord, &'a CellRecord, f64)> {
    after.cells.iter().filter_map(move |cell| {
        let earlier = before.cell(cell.group, &cell.text, cell.size)?;
        let ratios: Vec<_> = peers(before, after, earlier, cell).collect();
        Some((earlier, cell, if ratios.is_empty() { 1.0 } else { median(&ratios) }))
    })
}

/// The changes of the backends and the facade.
fn compare<'a>(before: &'a Record, after: &'a Record) -> Vec<Change<'a>> {
    let mut changes = Vec::new();
    for (earlier, cell, machine) in pairs(before, after) {
        let ours =
            |lane: &&LaneRecord| matches!(lane.kind, Kind::Backend | Kind::Facade) && lane.name != CONTROL;
        for lane in cell.lanes.iter().filter(ours) {
            let Some(earlier) = earlier.lane_on(&lane.name, &lane.load) else { continue };
            // Per byte, since turns may differ in size between runs.
            let each = |lane: &LaneRecord| lane.turns.per(lane.turns.bytes);
            let Ratio { median, low, high } = Ratio::unpaired(&each(earlier), &each(lane));
            let ratio = Ratio { median: median / machine, low: low / machine, high: high / machine };
            changes.push((cell, lane, ratio));
        }
    }
    changes
}

/// A report of the significant changes, the largest first.
pub(crate) fn changes(before: &Record, after: &Record) -> String {
    let all = compare(before, after);
    let (mut text, date) = (differences(before, after), &before.environment.date);
    let Some(chance) = chance(before, after) else {
        return text
            + &format!("since {date}: cannot be told, since too few peers are the same in both runs");
    };
    let is_told = |(_, _, ratio): &&Change| ratio.differs() && distance(ratio) > chance;
    let mut told: Vec<_> = all.iter().filter(is_told).collect();
    told.sort_by(|a, b| distance(&b.2).total_cmp(&distance(&a.2)));
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

/// The factor that 95 % of the peers' changes do not exceed, corrected for the machine.
fn chance(before: &Record, after: &Record) -> Option<f64> {
    /// Fewer changes do not suffice to estimate one in twenty.
    const ENOUGH: usize = 40;
    let mut left: Vec<f64> = Vec::new();
    for (earlier, cell, machine) in pairs(before, after) {
        left.extend(peers(before, after, earlier, cell).map(|ratio| (ratio / machine).max(machine / ratio)));
    }
    left.sort_by(f64::total_cmp);
    (left.len() >= ENOUGH).then(|| left[left.len() * 19 / 20])
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

fn distance(ratio: &Ratio) -> f64 {
    ratio.median.max(1.0 / ratio.median)
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
