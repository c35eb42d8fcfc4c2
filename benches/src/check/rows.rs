//! The rows of a check: the measurements for each target and bound.

use interleave::Ratio;

use super::{
    row::{Found, Row},
    targets::{Bound, EVERY_PEER, FULL_CHECK, LIMIT, Target, Targets, What},
};
use crate::{
    contenders::Kind,
    record::{CellRecord, EARLY, FULL, LATE, LaneRecord, Record},
    terminal::bytes,
};

/// A row for each target, then one for each bound.
pub(super) fn rows(targets: &Targets, record: &Record) -> Vec<Row> {
    let ratios = targets.target.iter().map(|target| target.row(record));
    ratios.chain(targets.bound.iter().map(|bound| bound.row(record))).collect()
}

impl Target {
    fn row(&self, record: &Record) -> Row {
        let (mut measured, mut lacking) = (Vec::new(), Vec::new());
        for cell in record.cells.iter().filter(|cell| self.has(cell.group, &cell.text, cell.size)) {
            for name in &self.contenders {
                let Some(ours) = cell.lane(name) else {
                    lacking.push(name.clone());
                    continue;
                };
                for against in &self.against {
                    let theirs = opponents(cell, name, against);
                    if theirs.is_empty() {
                        lacking.push(against.clone());
                    }
                    for theirs in theirs {
                        let opponent = if against == FULL_CHECK { &theirs.load } else { &theirs.name };
                        let ratio = ours.turns.ratio_to(&theirs.turns);
                        measured.push(measurement(cell, format!("{name} / {opponent}"), ratio));
                    }
                }
            }
        }
        if self.median {
            measured.sort_by(|a, b| a.value.median.total_cmp(&b.value.median));
            // The lower of the two middle ones if the number is even.
            let middle = measured.len().saturating_sub(1) / 2;
            measured = measured.into_iter().skip(middle).take(1).collect();
        }
        Row::new(self.aim(), self.why.clone(), measured, lacking)
    }
}

impl Bound {
    fn row(&self, record: &Record) -> Row {
        let group = self.what.group();
        let (mut measured, mut lacking) = (Vec::new(), Vec::new());
        for cell in record.cells.iter().filter(|cell| cell.group == group && self.texts.contains(&cell.text))
        {
            for name in &self.contenders {
                match self.cost(cell, name, record.environment.backend()) {
                    Some(cost) => measured.push(measurement(cell, name.clone(), cost)),
                    None => lacking.push(name.clone()),
                }
            }
        }
        Row::new(self.aim(), self.why.clone(), measured, lacking)
    }

    fn cost(&self, cell: &CellRecord, name: &str, active: &str) -> Option<Ratio> {
        let turns = &cell.lane(name)?.turns;
        Some(match self.what {
            What::LateError => inverse(turns.ratio_to(&cell.lane_on(name, LATE)?.turns)),
            What::EarlyError => cell.lane_on(name, EARLY)?.turns.call(),
            What::Facade => turns.longer_than(&cell.lane(active)?.turns),
        })
    }
}

/// The contenders to compare one with in a cell.
fn opponents<'a>(cell: &'a CellRecord, ours: &str, against: &str) -> Vec<&'a LaneRecord> {
    match against {
        EVERY_PEER => {
            let forced = |lane: &LaneRecord| lane.name.starts_with("simdutf-");
            cell.lanes.iter().filter(|lane| lane.kind == Kind::Peer && !forced(lane)).collect()
        }
        LIMIT => cell.limit().into_iter().collect(),
        FULL_CHECK => cell.lane_on(ours, FULL).into_iter().collect(),
        name => cell.lane(name).into_iter().collect(),
    }
}

fn measurement(cell: &CellRecord, who: String, value: Ratio) -> Found {
    let (text, size, share) = (cell.text.clone(), cell.size, cell.share);
    Found { text, size, at: bytes(size), who, value, share }
}

/// The inverse of a ratio, with its interval.
fn inverse(ratio: Ratio) -> Ratio {
    Ratio { median: 1.0 / ratio.median, low: 1.0 / ratio.high, high: 1.0 / ratio.low }
}
