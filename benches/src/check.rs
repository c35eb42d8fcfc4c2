//! Whether the targets of `targets.toml` are met.

mod verdict;

use std::io;

use serde::Deserialize;

use crate::{
    contenders::{Contender, Kind},
    plan::{self, Planned},
    record::{CellRecord, EARLY, FULL, Group, LATE, LaneRecord, Record},
    stats::Ratio,
    terminal::octets,
    texts::{Mix, Text},
};
use verdict::{Measurement, Row, State};

/// The file.
#[derive(Debug, Deserialize)]
pub struct Targets {
    target: Vec<Target>,
    bound: Vec<Bound>,
}

/// A ratio to be reached.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Target {
    contenders: Vec<String>,
    against: Vec<String>,
    #[serde(default)]
    texts: Vec<String>,
    #[serde(default)]
    sizes: Vec<usize>,
    #[serde(default)]
    strings: Vec<String>,
    ratio: f64,
}

/// A cost not to be exceeded.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Bound {
    what: What,
    contenders: Vec<String>,
    texts: Vec<String>,
    at_most: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
enum What {
    #[serde(rename = "error at the end")]
    LateError,
    #[serde(rename = "error at the start")]
    EarlyError,
    #[serde(rename = "facade")]
    Facade,
}

const EVERY_PEER: &str = "every peer";
const LIMIT: &str = "limit";
const FULL_CHECK: &str = "full check";
const ANY: &str = "any";

/// Reads the file that this program was built with.
///
/// # Errors
///
/// If it is not of the expected form.
pub fn targets() -> io::Result<Targets> {
    toml::from_str(include_str!("../targets.toml")).map_err(io::Error::other)
}

/// The cells that the targets need, each once, with those contenders that some target needs in it.
#[must_use]
pub fn cells<'a>(
    targets: &Targets,
    contenders: &'a [Contender],
    texts: &'a [Text],
    mixes: &'a [Mix],
) -> Vec<Planned<'a>> {
    let mut cells: Vec<Planned> = Vec::new();
    let mut add = |mut planned: Planned<'a>| {
        let same = |cell: &&mut Planned| {
            (cell.group, &cell.text, cell.size) == (planned.group, &planned.text, planned.size)
        };
        match cells.iter_mut().find(same) {
            // The same cell for another target: add the contenders that are not in it yet.
            Some(cell) => {
                let lanes = &mut cell.cell.lanes;
                planned
                    .cell
                    .lanes
                    .retain(|lane| !lanes.iter().any(|other| other.contender.name == lane.contender.name));
                lanes.append(&mut planned.cell.lanes);
            }
            None => cells.push(planned),
        }
    };
    for target in &targets.target {
        let wanted = |one: &&Contender| target.needs(one);
        for mix in mixes.iter().filter(|mix| target.strings.contains(&mix.name)) {
            add(plan::strings(Group::Short, mix, contenders.iter().filter(wanted)));
        }
        for text in texts.iter().filter(|text| names(&target.texts, &text.name)) {
            if target.against == [FULL_CHECK] {
                plan::switching(text, texts, contenders).into_iter().for_each(&mut add);
                continue;
            }
            for &size in &target.sizes {
                add(plan::pieces(text, size, contenders.iter().filter(wanted)));
            }
        }
    }
    for bound in &targets.bound {
        let wanted = |one: &&Contender| bound.contenders.contains(&one.name);
        if bound.what == What::Facade {
            for mix in mixes.iter().filter(|mix| bound.texts.contains(&mix.name)) {
                let both = contenders.iter().filter(|one| plan::is_dispatch(one));
                add(plan::strings(Group::Dispatch, mix, both));
            }
        } else {
            for text in texts.iter().filter(|text| bound.texts.contains(&text.name)) {
                add(plan::errors(text, contenders.iter().filter(wanted)));
            }
        }
    }
    cells
}

/// Judges what was measured, measures again for longer what cannot be decided yet, and prints the rows.
/// Returns the exit status: 0 met, 1 missed, 3 too noisy to tell.
///
/// # Errors
///
/// As of running.
pub fn judge<'a>(
    targets: &Targets,
    record: &mut Record,
    contenders: &'a [Contender],
    texts: &'a [Text],
    mixes: &'a [Mix],
    run: impl FnOnce(Vec<Planned<'a>>, usize) -> io::Result<Vec<CellRecord>>,
) -> io::Result<u8> {
    let open: Vec<_> = rows(targets, record).iter().flat_map(Row::undecided).collect();
    if !open.is_empty() {
        println!(
            "{} measurements cannot be told from their targets yet: measuring these again, for longer",
            open.len()
        );
        let mut cells = cells(targets, contenders, texts, mixes);
        cells.retain(|cell| open.iter().any(|(text, size)| (&cell.text, &cell.size) == (text, size)));
        for again in run(cells, record.rounds * 3)? {
            let same = |cell: &&mut CellRecord| {
                (cell.group, &cell.text, cell.size) == (again.group, &again.text, again.size)
            };
            if let Some(cell) = record.cells.iter_mut().find(same) {
                *cell = again;
            }
        }
    }
    let rows = rows(targets, record);
    for row in &rows {
        println!("{row}");
    }
    let count = |state: State| rows.iter().filter(|row| row.state() == state).count();
    let (met, missed, noisy) = (count(State::Met), count(State::Missed), count(State::Unclear));
    println!("{met} met, {missed} missed, {noisy} too noisy to tell, {} not run", count(State::NotRun));
    Ok(match (missed, noisy, met) {
        (1.., _, _) => 1,
        // A check that checked nothing is not passed.
        (_, 1.., _) | (_, _, 0) => 3,
        _ => 0,
    })
}

fn rows(targets: &Targets, record: &Record) -> Vec<Row> {
    let ratios = targets.target.iter().map(|target| target.row(record));
    ratios.chain(targets.bound.iter().map(|bound| bound.row(record))).collect()
}

impl Target {
    fn needs(&self, one: &Contender) -> bool {
        let against = |name: &str| self.against.iter().any(|against| against == name);
        match one.kind {
            Kind::Limit => against(LIMIT),
            Kind::Peer if !one.is_child() && against(EVERY_PEER) => true,
            _ => self.contenders.contains(&one.name) || against(&one.name),
        }
    }

    fn row(&self, record: &Record) -> Row {
        let what = format!("{} / {}", self.contenders.join(", "), self.against.join(", "));
        let mut row = Row::at_least(what, self.ratio);
        for cell in record.cells.iter().filter(|cell| self.has(cell)) {
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
                        let opponent = if theirs.load.is_empty() { &theirs.name } else { &theirs.load };
                        row.push(measurement(cell, format!("{name} / {opponent}"), ours.ratio_to(theirs)));
                    }
                }
            }
        }
        row
    }

    fn has(&self, cell: &CellRecord) -> bool {
        match cell.group {
            Group::Short => self.strings.contains(&cell.text),
            Group::Switching => self.against == [FULL_CHECK] && names(&self.texts, &cell.text),
            Group::Validate => {
                self.against != [FULL_CHECK]
                    && names(&self.texts, &cell.text)
                    && self.sizes.contains(&cell.size)
            }
            Group::Error | Group::Dispatch => false,
        }
    }
}

impl Bound {
    fn row(&self, record: &Record) -> Row {
        let (what, group) = match self.what {
            What::LateError => ("an error at the end / none", Group::Error),
            What::EarlyError => ("an error at the start, ns", Group::Error),
            What::Facade => ("the facade over a direct call, ns", Group::Dispatch),
        };
        let mut row = Row::at_most(what.to_owned(), self.at_most);
        for cell in record.cells.iter().filter(|cell| cell.group == group && self.texts.contains(&cell.text))
        {
            for name in &self.contenders {
                match self.cost(cell, name) {
                    Some(cost) => row.push(measurement(cell, name.clone(), cost)),
                    None => row.lacks(name),
                }
            }
        }
        row
    }

    fn cost(&self, cell: &CellRecord, name: &str) -> Option<Ratio> {
        let lane = cell.lane(name)?;
        match self.what {
            What::LateError => Some(cell.lane_on(name, LATE)?).map(|late| lane.ratio_to(late)).map(inverse),
            What::EarlyError => Some(cell.lane_on(name, EARLY)?.call()),
            What::Facade => Some(lane.longer_than(cell.direct()?)),
        }
    }
}

/// The contenders that one is held against in a cell.
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

fn names(texts: &[String], name: &str) -> bool {
    texts.iter().any(|text| text == name || text == ANY)
}

fn measurement(cell: &CellRecord, who: String, value: Ratio) -> Measurement {
    Measurement { text: cell.text.clone(), size: cell.size, at: octets(cell.size), who, value }
}

/// The inverse of a ratio, with its interval.
fn inverse(ratio: Ratio) -> Ratio {
    Ratio { median: 1.0 / ratio.median, low: 1.0 / ratio.high, high: 1.0 / ratio.low }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{contenders, texts};

    #[test]
    fn every_name_in_the_file_is_known() {
        let targets = targets().unwrap();
        let (texts, mixes) = (texts::generated(1), texts::mixes(1));
        let is_text = |name: &String| name == ANY || texts.iter().any(|text| text.name == *name);
        let is_mix = |name: &String| mixes.iter().any(|mix| mix.name == *name);
        for target in &targets.target {
            assert!(target.texts.iter().all(is_text), "{target:?}");
            assert!(target.strings.iter().all(is_mix), "{target:?}");
            assert!(target.texts.is_empty() == target.sizes.is_empty(), "{target:?}");
            assert!(target.texts.is_empty() != target.strings.is_empty(), "{target:?}");
        }
        for bound in &targets.bound {
            assert!(bound.texts.iter().all(|name| is_text(name) || is_mix(name)), "{bound:?}");
        }
    }

    #[test]
    fn a_cell_is_measured_once() {
        let (targets, contenders) = (targets().unwrap(), contenders::all());
        let (texts, mixes) = (texts::generated(1), texts::mixes(1));
        let cells = cells(&targets, &contenders, &texts, &mixes);
        let mut keys: Vec<_> =
            cells.iter().map(|cell| format!("{:?} {} {}", cell.group, cell.text, cell.size)).collect();
        let count = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), count);
        assert!(count > 60, "{count}");
    }
}
