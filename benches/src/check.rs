//! Whether the targets of `targets.toml` are met.

mod aim;
mod judged;
mod rows;
mod targets;
mod verdict;

use std::io;

use crate::{
    contenders::{Contender, Task},
    plan::{self, Extent, Planned},
    quiet,
    record::{CellRecord, Group, Record},
    texts::{Mix, Text},
};
pub use aim::{Aim, Goal};
pub use judged::{Found, Judged, JudgedRow};
use rows::rows;
use targets::{Asked, FULL_CHECK, Target, What, names};
pub use targets::{Targets, targets};
use verdict::Row;
pub use verdict::State;

/// The cells that the targets need, each once, with those contenders that some target needs in it. `shares` are
/// the texts of the groups of that name and of looped ones.
#[must_use]
pub fn cells<'a>(
    targets: &Targets,
    contenders: &'a [Contender],
    texts: &'a [Text],
    mixes: &'a [Mix],
    shares: &'a [Text],
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
        if let Some(asked) = target.group {
            let wanted = |text: &str, size| target.asks(text, size);
            let only = |cells: Vec<Planned<'a>>| {
                let cells = cells.into_iter().filter(|cell| wanted(&cell.text, cell.size));
                cells.map(|planned| needed(planned, target)).collect()
            };
            let cells: Vec<_> = match asked {
                Asked::Lossy => plan::lossy(contenders, texts, wanted),
                Asked::Stream => plan::streams(contenders, texts, wanted),
                Asked::Chars => plan::chars(contenders, texts, wanted),
                Asked::Convert | Asked::Replace | Asked::Lengths | Asked::ConvertShort => {
                    only(plan::units(asked.group(), contenders, texts, mixes, wanted))
                }
                Asked::Shares => only(plan::shares(Extent::Full, contenders, shares)),
                Asked::Looped => {
                    only(plan::looped(Extent::Full, contenders, &shares.iter().collect::<Vec<_>>()))
                }
            };
            cells.into_iter().for_each(&mut add);
            continue;
        }
        let wanted = |one: &&Contender| one.task == Task::Validate && target.needs(one);
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
        let wanted = |one: &&Contender| one.task == Task::Validate && bound.contenders.contains(&one.name);
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

/// The contenders that a target needs in a cell.
fn needed<'a>(mut planned: Planned<'a>, target: &Target) -> Planned<'a> {
    planned.cell.lanes.retain(|lane| target.needs(lane.contender));
    planned
}

/// Judges what was measured, measures again for longer what cannot be decided yet, and prints the rows.
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
    shares: &'a [Text],
    run: impl FnOnce(Vec<Planned<'a>>, usize) -> io::Result<Vec<CellRecord>>,
) -> io::Result<Judged> {
    let open: Vec<_> = rows(targets, record).iter().flat_map(Row::undecided).collect();
    if !open.is_empty() {
        println!(
            "{} measurements cannot be told from their targets yet: measuring these again, for longer",
            open.len()
        );
        let mut cells = cells(targets, contenders, texts, mixes, shares);
        cells.retain(|cell| open.iter().any(|(text, size)| (&cell.text, &cell.size) == (text, size)));
        for again in run(cells, record.rounds * 3)? {
            let same = |cell: &&mut CellRecord| {
                (cell.group, &cell.text, cell.size) == (again.group, &again.text, again.size)
            };
            if let Some(cell) = record.cells.iter_mut().find(same) {
                *cell = again;
            }
        }
        quiet::settle(record.cells.iter_mut().filter_map(|cell| cell.core.as_mut()));
    }
    Ok(verdict(targets, record))
}

/// Judges what was measured as it is, and prints the rows.
#[must_use]
pub fn verdict(targets: &Targets, record: &Record) -> Judged {
    let rows = rows(targets, record);
    for row in &rows {
        println!("{row}");
    }
    let judged = Judged::of(record, &rows);
    println!("{judged}");
    judged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{contenders, texts};

    #[test]
    fn a_cell_is_measured_once() {
        let (targets, contenders) = (targets().unwrap(), contenders::all());
        let (texts, mixes, shares) = (texts::generated(1), texts::mixes(1), texts::shares(1));
        let cells = cells(&targets, &contenders, &texts, &mixes, &shares);
        let mut keys: Vec<_> =
            cells.iter().map(|cell| format!("{:?} {} {}", cell.group, cell.text, cell.size)).collect();
        let count = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), count);
        assert!(count > 60, "{count}");
    }
}
