//! The rows of a check: the measurements for each target.

use interleave::Ratio;

use super::row::{Found, Row};
use super::targets::{Cost, EVERY_PEER, FULL_CHECK, LIMIT, Target, Targets};
use crate::record::{CellRecord, EARLY, FULL, LATE, LaneRecord, Record};
use crate::{contenders::Kind, terminal::bytes};

/// A row for each target.
pub(super) fn rows(targets: &Targets, record: &Record) -> Vec<Row> {
    targets.target.iter().map(|target| target.row(record)).collect()
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
                if let Some(cost) = self.cost {
                    match cost_in(cell, cost, ours, record.environment.backend()) {
                        Some(cost) => measured.push(measurement(cell, name.clone(), cost)),
                        None => lacking.push(name.clone()),
                    }
                }
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

/// A cost of a contender; `active` is the backend that the facade calls.
fn cost_in(cell: &CellRecord, cost: Cost, ours: &LaneRecord, active: &str) -> Option<Ratio> {
    Some(match cost {
        Cost::LateError => ours.turns.ratio_to(&cell.lane_on(&ours.name, LATE)?.turns),
        Cost::EarlyError => cell.lane_on(&ours.name, EARLY)?.turns.call(),
        Cost::Facade => ours.turns.longer_than(&cell.lane(active)?.turns),
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{row::State, targets};
    use crate::fixture::{cell, lane, record, steady};
    use crate::group::Group;

    #[test]
    fn an_error_at_the_end_may_cost_a_tenth() {
        let state = |time| {
            let mut late = lane("avx2", Kind::Backend, steady(time));
            LATE.clone_into(&mut late.load);
            let lanes = vec![lane("avx2", Kind::Backend, steady(10_000)), late];
            let mut cell = cell(Group::Error, 1 << 20, lanes);
            "ascii".clone_into(&mut cell.text);
            let rows = rows(&targets().unwrap(), &record(vec![cell]));
            let row = rows.iter().find(|row| row.aim.pair.ends_with("an error at the end / none"));
            row.map(|row| row.state)
        };
        assert_eq!(state(12_000), Some(State::Missed));
        // Whether the other backends of the target are supported here decides what else it is.
        assert_ne!(state(8_000), Some(State::Missed));
    }
}
