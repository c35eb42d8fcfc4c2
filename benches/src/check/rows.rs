//! The rows of a check: the measurements for each target and bound.

use super::{
    found::Found,
    targets::{Bound, EVERY_PEER, FULL_CHECK, LIMIT, Target, Targets, What},
    verdict::Row,
};
use crate::{
    contenders::Kind,
    record::{CellRecord, EARLY, FULL, LATE, LaneRecord, Record},
    stats::Ratio,
    terminal::bytes,
};

/// A row for each target, then one for each bound.
pub(super) fn rows(targets: &Targets, record: &Record) -> Vec<Row> {
    let ratios = targets.target.iter().map(|target| target.row(record));
    ratios.chain(targets.bound.iter().map(|bound| bound.row(record))).collect()
}

impl Target {
    fn row(&self, record: &Record) -> Row {
        let mut row = Row::new(self.aim(), self.why.clone());
        let mut measured = Vec::new();
        for cell in record.cells.iter().filter(|cell| self.has(cell.group, &cell.text, cell.size)) {
            for name in &self.contenders {
                let Some(ours) = cell.lane(name) else {
                    row.lacks(name);
                    continue;
                };
                for against in &self.against {
                    let theirs = opponents(cell, name, against);
                    if theirs.is_empty() {
                        row.lacks(against);
                    }
                    for theirs in theirs {
                        let opponent = if against == FULL_CHECK { &theirs.load } else { &theirs.name };
                        measured.push(measurement(
                            cell,
                            format!("{name} / {opponent}"),
                            ours.ratio_to(theirs),
                        ));
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
        measured.into_iter().for_each(|one| row.push(one));
        row
    }
}

impl Bound {
    fn row(&self, record: &Record) -> Row {
        let group = self.what.group();
        let mut row = Row::new(self.aim(), self.why.clone());
        for cell in record.cells.iter().filter(|cell| cell.group == group && self.texts.contains(&cell.text))
        {
            for name in &self.contenders {
                match self.cost(cell, name, record.environment.backend()) {
                    Some(cost) => row.push(measurement(cell, name.clone(), cost)),
                    None => row.lacks(name),
                }
            }
        }
        row
    }

    fn cost(&self, cell: &CellRecord, name: &str, active: &str) -> Option<Ratio> {
        let lane = cell.lane(name)?;
        match self.what {
            What::LateError => Some(cell.lane_on(name, LATE)?).map(|late| lane.ratio_to(late)).map(inverse),
            What::EarlyError => Some(cell.lane_on(name, EARLY)?.call()),
            What::Facade => Some(lane.longer_than(cell.lane(active)?)),
        }
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
    let (text, size, share) = (cell.text.clone(), cell.size, cell.share());
    Found { text, size, at: bytes(size), who, value, share }
}

/// The inverse of a ratio, with its interval.
fn inverse(ratio: Ratio) -> Ratio {
    Ratio { median: 1.0 / ratio.median, low: 1.0 / ratio.high, high: 1.0 / ratio.low }
}
