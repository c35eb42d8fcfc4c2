//! Checks the targets in `targets.toml`.

mod aim;
mod checked;
mod row;
mod rows;
mod targets;

use std::io;

use clap::ValueEnum as _;

use crate::plan::Sources;
use crate::record::{CellRecord, Record};
use crate::{cell::Cell, group::Group};
pub(crate) use checked::Checked;
use row::Row;
use rows::rows;
use targets::Target;
pub(crate) use targets::{Targets, targets};

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
    cells.retain(|cell| open.iter().any(|(text, size)| (&cell.text, &cell.size) == (text, size)));
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
