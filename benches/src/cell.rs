//! A cell of the tables: contenders and their inputs, and how they are measured; and runs, cell by cell.
//!
//! Every turn is on a fresh sample at a fresh address. The sample is fresh for each *turn*, not only for each round:
//! two contenders may share code (`encoding_rs` calls simdutf8, a facade calls a backend), and the second one to read
//! a sample would find its branches predicted. For English at 1 MiB this saves a sixth of the time.

use std::{collections::HashMap, io};

use interleave::{Arena, Core, Given, Turn, measure};

use crate::contenders::{Contender, Kind, Places, Task};
use crate::record::{CONTROL, CellRecord, LaneRecord, Turns};
use crate::{group::Group, loads::Load};

/// Contenders and their inputs: one cell of the tables.
pub(crate) struct Cell<'a> {
    pub(crate) group: Group,
    /// The text or the mix, possibly followed by the operation.
    pub(crate) text: String,
    /// The size of an input in bytes, or as the group defines it.
    pub(crate) size: usize,
    /// The inputs, each with a name; the first name is empty.
    pub(crate) loads: Vec<(&'static str, Load<'a>)>,
    pub(crate) lanes: Vec<Lane<'a>>,
}

/// A contender on a load.
#[derive(Clone, Copy)]
pub(crate) struct Lane<'a> {
    pub(crate) contender: &'a Contender,
    /// The load: an index into those of the cell.
    pub(crate) load: usize,
}

/// The maximum expected time of a turn, in nanoseconds. A contender that is slow in cache is equally slow in memory,
/// and with 256 MiB it would take most of the run's time.
const LONGEST_TURN: f64 = 1e8;

/// The number of bytes before a load, so that no input begins at the start of the mapping.
const MARGIN: usize = 256;

impl Cell<'_> {
    /// The number of bytes of memory that it needs.
    pub(crate) fn dst(&self) -> usize {
        self.loads.iter().map(|(_, load)| dst(load)).sum()
    }

    /// Measures it in `rounds` quiet rounds, if possible.
    ///
    /// # Errors
    ///
    /// If a contender's answer is wrong, so that its speed is meaningless, or if its process cannot be reached.
    pub(crate) fn run(
        &self, arena: &mut Arena, core: &mut Core, rounds: usize, seed: u64,
    ) -> io::Result<CellRecord> {
        self.check(arena, seed)?;
        let mut turns = vec![Turns::default(); self.lanes.len()];
        let measured = measure(core, self.lanes.len(), rounds, |Turn { lane: index, number }| {
            let lane = self.lanes[index];
            let seed = seed.wrapping_add((number + self.lanes.len()) as u64);
            let (warm_up, timed) = self.place(arena, lane.load, false, seed);
            turns[index].calls = timed.len();
            turns[index].bytes += timed.iter().map(|&(_, len)| len as f64).sum::<f64>();
            Ok::<_, io::Error>(lane.contender.turn(arena, &warm_up, &timed)?.0)
        })?;
        for (turns, times) in turns.iter_mut().zip(measured.times) {
            // Of all rounds, including those that were set aside.
            turns.bytes /= measured.core.rounds as f64;
            turns.times = times;
        }
        Ok(self.record(turns, measured.core))
    }

    /// The turns of the lanes, as a record.
    fn record(&self, turns: Vec<Turns>, core: Given) -> CellRecord {
        let mut lanes: Vec<LaneRecord> = Vec::new();
        for (lane, turns) in self.lanes.iter().zip(turns) {
            let (name, load) = (&*lane.contender.name, self.loads[lane.load].0);
            let is_second = lanes.iter().any(|other| other.name == name && other.load == load);
            let name = if is_second { CONTROL } else { name };
            let (name, load) = (name.to_owned(), load.to_owned());
            lanes.push(LaneRecord { name, kind: lane.contender.kind, load, turns });
        }
        CellRecord { group: self.group, text: self.text.clone(), size: self.size, lanes, core: Some(core) }
    }

    /// Writes a load to its place in the arena, after its warm-up.
    fn place(&self, arena: &mut Arena, index: usize, first: bool, seed: u64) -> (Places, Places) {
        let mut from = self.loads[..index].iter().map(|(_, load)| dst(load)).sum();
        let mut place = |load: &Load, seed: u64| {
            let base = from + MARGIN;
            from = base + load.dst();
            load.place(&mut arena.bytes_mut()[base..from], base, first, seed)
        };
        let (_, load) = &self.loads[index];
        (place(&load.warm_up(), !seed), place(load, seed))
    }

    /// Checks every contender's answers before anything is timed, and writes the data that does not change between
    /// turns.
    pub(crate) fn check(&self, arena: &mut Arena, seed: u64) -> io::Result<()> {
        for (index, (_, load)) in self.loads.iter().enumerate() {
            let (warm_up, timed) = self.place(arena, index, true, seed);
            let bytes = arena.bytes();
            // The standard library would be slow on large inputs, whose validity is known.
            let expected = |task| match (task, load.is_valid()) {
                (Task::Validate | Task::Batch | Task::Stream { .. }, true) => timed.len(),
                (Task::Validate | Task::Stream { .. }, false) => 0,
                _ => task.expected(timed.iter().map(|&(at, len)| &bytes[at..at + len])),
            };
            for lane in
                self.lanes.iter().filter(|lane| lane.load == index && lane.contender.kind != Kind::Limit)
            {
                let (_, answers) = lane.contender.turn(arena, &warm_up, &timed)?;
                let expected = expected(lane.contender.task);
                if answers != expected {
                    let (name, count) = (&lane.contender.name, timed.len());
                    return Err(io::Error::other(format!(
                        "the answers of {name} to {count} inputs of {load} are {answers} in all, not {expected}"
                    )));
                }
            }
        }
        Ok(())
    }
}

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

/// The number of bytes that a load needs, with its warm-up.
fn dst(load: &Load) -> usize {
    load.dst() + load.warm_up().dst() + 2 * MARGIN
}
