//! Runs a plan, cell by cell.

use std::{collections::HashMap, io};

use interleave::{Arena, Core};

use crate::{cell::Cell, group::Group, record::CellRecord};

/// The maximum expected time of a turn, in nanoseconds. A contender that is slow in cache is equally slow in memory,
/// and with 256 MiB it would take most of the run's time.
const LONGEST_TURN: f64 = 1e8;

/// Pins this process and its children to one core, and returns its number.
pub(crate) fn pin() -> Option<usize> {
    // The last core, since the first one handles most interrupts.
    let core = core_affinity::get_core_ids()?.into_iter().next_back()?;
    core_affinity::set_for_current(core).then_some(core.id)
}

/// The memory for some cells. Children map it once.
pub(crate) fn arena<'a>(cells: impl Iterator<Item = &'a Cell<'a>>) -> io::Result<Arena> {
    Arena::new(cells.map(Cell::dst).max().unwrap_or(0))
}

/// Checks the answers of all contenders in cells of up to 1 MiB; returns their number.
pub(crate) fn answers(cells: &[Cell], seed: u64) -> io::Result<usize> {
    let cells = || cells.iter().filter(|cell| cell.size <= 1 << 20);
    let mut arena = arena(cells())?;
    cells().try_for_each(|cell| cell.check(&mut arena, seed))?;
    Ok(cells().map(|cell| cell.lanes.len()).sum())
}

/// Measures the cells one after another; calls `done` after each.
///
/// # Errors
///
/// A wrong answer, a child that died.
pub(crate) fn run(
    arena: &mut Arena, core: &mut Core, mut cells: Vec<Cell>, rounds: usize, seed: u64,
    mut done: impl FnMut(&CellRecord),
) -> io::Result<Vec<CellRecord>> {
    // The nanoseconds per byte of each contender, in the latest cell of a text.
    let mut speeds: HashMap<(String, String), f64> = HashMap::new();
    let mut records = Vec::with_capacity(cells.len());
    for planned in &mut cells {
        if planned.group == Group::Validate {
            let Cell { text, size, lanes, .. } = planned;
            lanes.retain(|lane| {
                let speed = speeds.get(&(text.clone(), lane.contender.name.clone()));
                speed.is_none_or(|speed| speed * (*size as f64) < LONGEST_TURN)
            });
        }
        let record = planned.run(arena, core, rounds, seed)?;
        if planned.group == Group::Validate {
            for lane in &record.lanes {
                speeds.insert((record.text.clone(), lane.name.clone()), lane.turns.time() / lane.turns.bytes);
            }
        }
        done(&record);
        records.push(record);
    }
    Ok(records)
}
