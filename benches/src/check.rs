//! Checks the targets in `targets.toml`.

mod row;
mod targets;

use std::path::{Path, PathBuf};
use std::{fmt, io};

use clap::ValueEnum as _;
use interleave::Ratio;
use serde::Serialize;

use crate::plan::Sources;
use crate::record::{CellRecord, CoreGave, EARLY, FULL, LATE, LaneRecord, Record};
use crate::{cell::Cell, contenders::Kind, environment::Environment, group::Group, saved, terminal::bytes};
use row::{Found, Row, State};
use targets::{Cost, EVERY_PEER, FULL_CHECK, LIMIT, Target};
pub(crate) use targets::{Targets, targets};

/// A check on one processor: the state of each target, and its worst measurement.
#[derive(Clone, Serialize)]
pub(crate) struct Checked {
    pub(crate) environment: Environment,
    /// The number of turns of each contender in a cell.
    pub(crate) rounds: usize,
    pub(crate) seed: u64,
    /// The performance of the core.
    pub(crate) core: Option<CoreGave>,
    /// The targets, in the order of the file at that time.
    pub(crate) rows: Vec<Row>,
}

impl Checked {
    fn of(record: &Record, rows: Vec<Row>) -> Self {
        let (environment, core) = (record.environment.clone(), CoreGave::of(&record.cells));
        Self { environment, rounds: record.rounds, seed: record.seed, core, rows }
    }

    /// The exit status: 0 met, 1 missed, 3 too noisy to tell. A check without measurements has not passed.
    pub(crate) fn status(&self) -> u8 {
        match (self.count(State::Missed), self.count(State::Unclear), self.count(State::Met)) {
            (1.., _, _) => 1,
            (_, 1.., _) | (_, _, 0) => 3,
            _ => 0,
        }
    }

    /// Writes the file of one processor.
    pub(crate) fn save(&self, folder: &Path, name: &str) -> io::Result<PathBuf> {
        let impersonal = Self { environment: self.environment.impersonal(), ..self.clone() };
        saved::save(folder, name, &impersonal.environment, &impersonal, "rows")
    }

    /// The number of targets in a state.
    pub(crate) fn count(&self, state: State) -> usize {
        self.rows.iter().filter(|row| row.state == state).count()
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [met, missed, noisy, not_run] =
            [State::Met, State::Missed, State::Unclear, State::NotRun].map(|state| self.count(state));
        write!(f, "{met} met, {missed} missed, {noisy} too noisy to tell, {not_run} not run")?;
        self.core.iter().try_for_each(|core| write!(f, "\n{core}"))
    }
}

/// The cells that the targets need, each with the contenders that some target needs in it.
pub(crate) fn cells<'a>(targets: &Targets, sources: &'a Sources) -> Vec<Cell<'a>> {
    let mut cells: Vec<_> = Group::value_variants().iter().flat_map(|group| sources.cells(*group)).collect();
    for cell in &mut cells {
        let has = |target: &&Target| target.has(cell.group, &cell.text, cell.size);
        let of_cell: Vec<_> = targets.target.iter().filter(has).collect();
        cell.lanes.retain(|lane| of_cell.iter().any(|target| target.needs(lane.contender)));
    }
    cells.retain(|cell| !cell.lanes.is_empty());
    cells
}

/// Measures undecided cells again, for longer.
pub(crate) fn measure_again<'a>(
    targets: &Targets, record: &mut Record, sources: &'a Sources,
    run: impl FnOnce(Vec<Cell<'a>>, usize) -> io::Result<Vec<CellRecord>>,
) -> io::Result<()> {
    let open: Vec<_> = rows(targets, record).iter().flat_map(Row::undecided).collect();
    if open.is_empty() {
        return Ok(());
    }
    println!(
        "{} measurements cannot be told from their targets yet: measuring these again, for longer",
        open.len()
    );
    let mut cells = cells(targets, sources);
    cells.retain(|cell| {
        record.cell(cell.group, &cell.text, cell.size).is_some()
            && open.iter().any(|(text, size)| (&cell.text, &cell.size) == (text, size))
    });
    for again in run(cells, record.rounds * 3)? {
        let same = |cell: &&mut CellRecord| cell.is(again.group, &again.text, again.size);
        if let Some(cell) = record.cells.iter_mut().find(same) {
            *cell = again;
        }
    }
    record.settle();
    Ok(())
}

/// Checks the measurements, and prints the rows.
pub(crate) fn verdict(targets: &Targets, record: &Record) -> Checked {
    let rows = rows(targets, record);
    for row in &rows {
        println!("{row}");
    }
    let checked = Checked::of(record, rows);
    println!("{checked}");
    checked
}

/// A row for each target.
fn rows(targets: &Targets, record: &Record) -> Vec<Row> {
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
        Cost::EarlyError => {
            let turns = &cell.lane_on(&ours.name, EARLY)?.turns;
            Ratio::of_rounds(&turns.per(turns.calls as f64))
        }
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
    use crate::fixture::{cell, lane, record, steady};

    #[test]
    fn a_cell_is_measured_once() {
        let (targets, sources) = (targets().unwrap(), Sources::all());
        let cells = cells(&targets, &sources);
        let mut keys: Vec<_> = cells.iter().map(|cell| (cell.group, &cell.text, cell.size)).collect();
        let count = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), count);
        assert!(count > 60, "{count}");
    }

    fn checked(states: &[State]) -> Checked {
        let aim = targets().unwrap().target[0].aim();
        let row = |&state| {
            let mut row = Row::new(aim.clone(), None, Vec::new(), Vec::new());
            row.state = state;
            row
        };
        let rows = states.iter().map(row).collect();
        Checked { environment: record(Vec::new()).environment, rounds: 31, seed: 1, core: None, rows }
    }

    #[test]
    fn the_status_is_that_of_the_worst() {
        for (states, status) in [
            (&[State::Met, State::NotRun][..], 0),
            (&[State::Met, State::Missed, State::Unclear], 1),
            (&[State::Met, State::Unclear], 3),
            (&[State::NotRun], 3),
            (&[], 3),
        ] {
            assert_eq!(checked(states).status(), status, "{states:?}");
        }
    }

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
