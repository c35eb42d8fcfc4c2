//! Tables for the terminal.

use crate::{
    contenders::Kind,
    record::{CONTROL, CellRecord, EARLY, FULL, Group, LATE, LaneRecord, Record},
    stats::Ratio,
};

/// Under which circumstances a run took place.
pub fn head(record: &Record) {
    for (name, value) in record.origin.lines() {
        println!("{name:10} {value}");
    }
    println!("{:10} {} rounds, seed {}", "settings", record.rounds, record.seed);
}

/// The heading above the rows of a group.
#[must_use]
pub fn heading(group: Group) -> &'static str {
    match group {
        Group::Validate => {
            "text             octets   facade GB/s   fastest backend        fastest peer           ratio                 of limit"
        }
        Group::Short => {
            "strings                   facade ns     fastest backend        fastest peer           ratio"
        }
        Group::Error => {
            "errors in 1 MiB  text     contender              at the end / none      at the start, ns"
        }
        Group::Dispatch => "facade over direct calls, ns a call",
        Group::Switching => "switching text   backend                full check throughout / by modes",
    }
}

/// The rows of a cell.
#[must_use]
pub fn rows(cell: &CellRecord) -> Vec<String> {
    match cell.group {
        Group::Validate | Group::Short => vec![speed(cell)],
        Group::Error => {
            cell.lanes.iter().filter(|lane| lane.load.is_empty()).map(|lane| error(cell, lane)).collect()
        }
        Group::Dispatch => dispatch(cell).into_iter().collect(),
        Group::Switching => {
            cell.lanes.iter().filter(|lane| lane.load.is_empty()).map(|lane| switching(cell, lane)).collect()
        }
    }
}

/// What the rows together say about the machine.
#[must_use]
pub fn verdict(cells: &[CellRecord]) -> String {
    let noises: Vec<_> = cells.iter().filter_map(CellRecord::noise).collect();
    let marked = cells.iter().filter(|cell| comparison(cell).is_some_and(|(_, _, told)| !told)).count();
    let compared = cells.iter().filter(|cell| comparison(cell).is_some()).count();
    let noise = crate::stats::median(&noises) * 100.0;
    let worst = noises.iter().copied().fold(0.0, f64::max) * 100.0;
    let (mut text, why) = if noises.is_empty() {
        ("noise: not measured".to_owned(), "have an interval that contains 1")
    } else {
        let text = format!(
            "noise: the facade against itself differs by {noise:.1} % in the median cell, {worst:.1} % in the worst"
        );
        (text, "are no larger than the noise of their cell")
    };
    if marked > 0 {
        text += &format!("\ntoo noisy: {marked} of {compared} ratios, marked ~, {why}");
    }
    text
}

/// How many times as fast as here the same contenders are in processes of their own, on short strings: the facade with
/// the backend that is active here, and simdutf with the kernel that it prefers. Nothing where there are no such pairs.
#[must_use]
pub fn children(record: &Record) -> Vec<String> {
    let active = record.origin.active.split(' ').next().unwrap_or_default();
    let child_of_facade = format!("placemat@{active}");
    let between = |here: Option<&LaneRecord>, child: Option<&LaneRecord>| Some(child?.ratio_to(here?));
    let row = |cell: &CellRecord| {
        let preferred = cell.lanes.iter().find(|lane| lane.name.starts_with("simdutf-"));
        let ratios = [
            between(cell.lane("placemat"), cell.lane(&child_of_facade)),
            between(cell.lane("simdutf"), preferred),
        ];
        let texts = ratios.map(|found| found.map_or(String::new(), |found| ratio(&found)));
        ratios
            .iter()
            .any(Option::is_some)
            .then(|| format!("{:24}  {:22} {}", cell.text, texts[0], texts[1]).trim_end().to_owned())
    };
    let mut rows: Vec<_> =
        record.cells.iter().filter(|cell| cell.group == Group::Short).filter_map(row).collect();
    if !rows.is_empty() {
        rows.insert(0, format!("{:24}  {:22} {}", "in a child / here", "facade", "simdutf"));
    }
    rows
}

/// The fastest backend and the fastest peer of a cell, with the ratio between them, and whether that can be told from
/// noise.
#[must_use]
pub fn comparison(cell: &CellRecord) -> Option<([&LaneRecord; 2], Ratio, bool)> {
    if !matches!(cell.group, Group::Validate | Group::Short) {
        return None;
    }
    let ours = cell.fastest(|lane| lane.kind == Kind::Backend)?;
    let theirs = cell.fastest(|lane| lane.kind == Kind::Peer)?;
    let ratio = ours.ratio_to(theirs);
    let told = ratio.differs() && (ratio.median.max(1.0 / ratio.median) - 1.0) > cell.noise().unwrap_or(0.0);
    Some(([ours, theirs], ratio, told))
}

/// A ratio with its interval.
#[must_use]
pub fn ratio(ratio: &Ratio) -> String {
    format!("{:.2} [{:.2}, {:.2}]", ratio.median, ratio.low, ratio.high)
}

/// A number of octets, as people say it.
#[must_use]
pub fn octets(size: usize) -> String {
    match size {
        _ if size >= 1 << 20 => format!("{} MiB", size >> 20),
        _ if size >= 1 << 10 => format!("{} KiB", size >> 10),
        _ => format!("{size} B"),
    }
}

fn speed(cell: &CellRecord) -> String {
    let short = cell.group == Group::Short;
    let number = |lane: &LaneRecord| if short { lane.per_call() } else { lane.speed() };
    let size = if short { String::new() } else { octets(cell.size) };
    let facade = cell.lane("placemat").map_or(String::new(), |lane| format!("{:.2}", number(lane)));
    let mut row = format!("{:16} {size:>7} {facade:>13}  ", cell.text);
    if let Some(([ours, theirs], between, told)) = comparison(cell) {
        for lane in [ours, theirs] {
            row += &format!(" {:22}", format!("{} {:.2}", lane.name, number(lane)));
        }
        row += &format!(" {}{:20}", if told { " " } else { "~" }, ratio(&between));
    }
    if let (Some(limit), Some(ours)) = (cell.limit(), cell.fastest(|lane| lane.kind == Kind::Backend)) {
        row += &format!(" {:.2}", ours.ratio_to(limit).median);
    }
    row
}

fn error(cell: &CellRecord, lane: &LaneRecord) -> String {
    let late = cell.lane_on(&lane.name, LATE).map_or(String::new(), |late| ratio(&lane.ratio_to(late)));
    let early =
        cell.lane_on(&lane.name, EARLY).map_or(String::new(), |early| format!("{:.0}", early.per_call()));
    format!("{:16} {:8} {:22} {late:22} {early}", "", cell.text, lane.name)
}

fn dispatch(cell: &CellRecord) -> Option<String> {
    let (facade, direct) = (cell.lane("placemat")?, direct(cell)?);
    let more = facade.longer_than(direct);
    Some(format!(
        "{:16} facade {:.2}, {} {:.2}: {:+.2} [{:+.2}, {:+.2}]",
        cell.text,
        facade.per_call(),
        direct.name,
        direct.per_call(),
        more.median,
        more.low,
        more.high
    ))
}

/// The backend that the facade dispatches to, called directly: the first of the registry.
#[must_use]
pub fn direct(cell: &CellRecord) -> Option<&LaneRecord> {
    cell.lanes.iter().find(|lane| lane.kind == Kind::Backend && lane.name != CONTROL)
}

fn switching(cell: &CellRecord, lane: &LaneRecord) -> String {
    let full = cell.lane_on(&lane.name, FULL).map_or(String::new(), |full| ratio(&lane.ratio_to(full)));
    format!("{:16} {:22} {full}", cell.text, lane.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{origin::Origin, record::FORMAT};

    fn cell(names: &[&str]) -> CellRecord {
        let lane = |name: &&str| LaneRecord {
            name: (*name).to_owned(),
            kind: Kind::Facade,
            load: String::new(),
            calls: 1,
            octets: 1.0,
            times: vec![1000; 31],
        };
        let lanes = names.iter().map(lane).collect();
        CellRecord { group: Group::Short, text: "t".to_owned(), size: 16, lanes }
    }

    #[test]
    fn children_are_held_against_the_same_contender_here() {
        let mut origin = Origin::find(None);
        origin.active = "b (for a test)".to_owned();
        let cells = vec![cell(&["placemat", "placemat@a"]), cell(&["placemat", "placemat@b", "placemat@a"])];
        let mut record = Record { format: FORMAT, origin, rounds: 31, seed: 1, cells };
        let rows = children(&record);
        assert!(rows.len() == 2 && rows[1].ends_with("1.00 [1.00, 1.00]"), "{rows:?}");
        record.cells.truncate(1);
        assert_eq!(children(&record), Vec::<String>::new());
    }

    #[test]
    fn only_noise_that_was_measured_is_told() {
        assert!(verdict(&[cell(&["placemat", CONTROL])]).contains("by 0.0 % in the median"));
        assert!(verdict(&[cell(&["placemat"])]).starts_with("noise: not measured"));
        assert!(verdict(&[]).starts_with("noise: not measured"));
    }
}
