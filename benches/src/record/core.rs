//! The performance of the core in a run: whether the program had it to itself.

use std::fmt;

use interleave::{Given, QUIET, median, rounded};
use serde::{Deserialize, Serialize};

use super::CellRecord;

/// All cells combined.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct CoreGave {
    /// The clock rate in GHz, as the median of the cells.
    pub(crate) clock: f64,
    /// The additions per cycle, in the best round.
    pub(crate) best: f64,
    /// The number of rounds measured, in all cells.
    pub(crate) rounds: usize,
    pub(crate) aside: usize,
    pub(crate) cells: usize,
    /// The number of cells with too few quiet rounds; their ratios are marked.
    pub(crate) shared: usize,
    /// The lowest share of the core's best performance in a cell, if that is too low.
    pub(crate) least: Option<f64>,
}

/// Marks a ratio of a cell in which the core was shared.
const MARK: &str = "†";

impl CoreGave {
    /// For these cells; `None` if they predate this measurement.
    pub(crate) fn of(cells: &[CellRecord]) -> Option<Self> {
        let given: Vec<_> = cells.iter().filter_map(|cell| cell.core).collect();
        let shares: Vec<_> = given.iter().filter_map(Given::share).collect();
        let clocks: Vec<_> = given.iter().map(|core| core.clock).collect();
        Some(Self {
            clock: rounded(median(clocks)),
            best: given.first()?.best,
            rounds: given.iter().map(|core| core.rounds).sum(),
            aside: given.iter().map(|core| core.aside).sum(),
            cells: given.len(),
            shared: shares.len(),
            least: shares.into_iter().reduce(f64::min),
        })
    }
}

/// The lines of a report.
impl fmt::Display for CoreGave {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { clock, best, rounds, aside, cells, shared, least } = self;
        write!(
            f,
            "core: {clock:.2} GHz, {best:.2} additions a cycle at best; {aside} of {rounds} rounds set aside, in \
             which it gave less than {QUIET} of that"
        )?;
        least.map_or(Ok(()), |least| {
            write!(
                f,
                "\nshared: in {shared} of {cells} cells, marked {MARK}, too few rounds were quiet; in the worst the \
                 core gave {least:.2} of its best"
            )
        })
    }
}

/// The mark with the share, appended to the row of a cell.
pub(crate) fn remark(share: Option<f64>) -> String {
    share.map_or(String::new(), |share| format!("  {MARK} at {share:.2} of the core"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{cell, lane, record, steady};
    use crate::{contenders::Kind, group::Group, terminal};

    #[test]
    fn a_report_says_what_was_set_aside_and_marks_what_was_shared() {
        let cell = |additions: &f64| {
            let mut cell = cell(Group::Validate, 64, vec![lane("placemat", Kind::Facade, steady(1000))]);
            cell.core = Some(Given { rounds: 40, aside: 9, clock: 3.6, additions: *additions, best: 4.0 });
            cell
        };
        let record = |all: &[f64]| record(all.iter().map(cell).collect());
        let lines = terminal::trust(&record(&[4.0, 3.9])).join("\n");
        assert!(lines.contains("core: 3.60 GHz, 4.00 additions a cycle at best; 18 of 80 rounds"), "{lines}");
        assert!(!lines.contains("shared"), "{lines}");
        let shared = record(&[4.0, 2.4]);
        let lines = terminal::trust(&shared).join("\n");
        assert!(lines.contains("in 1 of 2 cells, marked †, ") && lines.ends_with("gave 0.60 of its best"));
        let rows: Vec<_> = shared.cells.iter().flat_map(terminal::rows).collect();
        assert!(!rows[0].contains(MARK) && rows[1].ends_with("† at 0.60 of the core"), "{rows:?}");
    }
}
