//! Fictitious runs, for tests.

use crate::record::{CellRecord, LaneRecord, Record, Turns};
use crate::{contenders::Kind, environment::Environment, group::Group};

/// A contender with these times in nanoseconds, by round.
pub(crate) fn lane(name: &str, kind: Kind, times: impl IntoIterator<Item = u64>) -> LaneRecord {
    let turns = Turns { calls: 1, bytes: 64.0, times: times.into_iter().collect() };
    LaneRecord { name: name.to_owned(), kind, load: String::new(), turns }
}

/// 31 almost equal times.
pub(crate) fn steady(time: u64) -> impl Iterator<Item = u64> {
    (0..31).map(move |round| time + round % 3)
}

/// A cell of a text named `t`.
pub(crate) fn cell(group: Group, size: usize, lanes: Vec<LaneRecord>) -> CellRecord {
    CellRecord { group, text: "t".to_owned(), size, lanes, core: None }
}

/// A run.
pub(crate) fn record(cells: Vec<CellRecord>) -> Record {
    let mut environment = Environment::find(None);
    environment.active = "avx2 (for a test)".to_owned();
    Record::new(environment, 31, 1, cells)
}
