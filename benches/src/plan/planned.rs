//! A cell with its description, and what the cells of several groups are made with.

use crate::{
    contenders::{Contender, Task},
    interleave::{Cell, Measured},
    loads::Load,
    record::{CellRecord, Group},
    texts::Text,
};

/// A cell, and its description in the record.
pub struct Planned<'a> {
    /// The question.
    pub group: Group,
    /// The text or the mix.
    pub text: String,
    /// The octets of an input.
    pub size: usize,
    /// The names of the loads.
    pub loads: Vec<&'static str>,
    /// The cell.
    pub cell: Cell<'a>,
}

impl Planned<'_> {
    /// Adds what was measured to the description.
    #[must_use]
    pub fn record(&self, measured: Measured) -> CellRecord {
        CellRecord::new(self.group, &self.text, self.size, &self.loads, &self.cell, measured)
    }
}

/// All contenders of a task on one load.
pub(super) fn of_task<'a>(
    group: Group,
    text: String,
    size: usize,
    load: Load<'a>,
    task: Task,
    contenders: &'a [Contender],
) -> Planned<'a> {
    let cell = with_control(Cell::simple(load, contenders.iter().filter(|one| one.task == task)));
    Planned { group, text, size, loads: vec![""], cell }
}

/// The texts of these names; all, if there is none: a user's own files have other names.
pub(super) fn named<'a>(texts: &'a [Text], names: &[&str]) -> Vec<&'a Text> {
    let named: Vec<_> = texts.iter().filter(|text| names.contains(&text.name.as_str())).collect();
    if named.is_empty() { texts.iter().collect() } else { named }
}

/// Adds the facade a second time: the difference between the two is noise.
pub(super) fn with_control(mut cell: Cell<'_>) -> Cell<'_> {
    if let Some(&lane) = cell.lanes.iter().find(|lane| lane.contender.name == "placemat") {
        cell.lanes.push(lane);
    }
    cell
}
