//! Plain-text tables.

use interleave::{Ratio, median};

use crate::record::{CellRecord, CoreGave, LaneRecord, Record, remark};
use crate::{contenders::Kind, environment::Environment, group::Group};

/// The circumstances of a run.
pub(crate) fn head(environment: &Environment, rounds: usize, seed: u64) -> Vec<String> {
    let mut lines: Vec<_> =
        environment.lines().iter().map(|(name, value)| format!("{name:10} {value}")).collect();
    lines.push(format!("{:10} {rounds} rounds, seed {seed}", "settings"));
    lines
}

/// The heading above the rows of a group. A ratio is between the two contenders named in its row.
pub(crate) fn heading(group: Group) -> String {
    let about = group.about();
    let unit = if about.in_ns { "ns a call" } else { "GB/s" };
    let limit = if about.limit.is_empty() { String::new() } else { format!("/ {}", about.limit) };
    let columns =
        row(&["", &about.size, unit, "fastest peer", " ratio of the two", &limit, "fastest backend"]);
    format!("{}: {}\n{columns}", group.name(), about.title)
}

/// The rows of a cell.
pub(crate) fn rows(found: &CellRecord) -> Vec<String> {
    let is_other = |lane: &&LaneRecord| !lane.load.is_empty() && lane.kind != Kind::Limit;
    let mut rows: Vec<_> = match found.lanes.iter().find(is_other) {
        // The rows differ in the load, not in the contender.
        Some(_) => found.lanes.iter().filter(is_other).map(|lane| of_load(found, lane)).collect(),
        None => vec![of_subject(found)],
    };
    rows.iter_mut().for_each(|row| row.push_str(&remark(found.share())));
    rows
}

fn of_subject(found: &CellRecord) -> String {
    let named = |lane: &LaneRecord| format!("{} {:.2}", lane.name, number(found, lane));
    let comparison = found.comparison();
    let mark = |is_told: bool| if is_told { " " } else { "~" };
    let limit = found.limit().and_then(|limit| found.ratio(limit));
    row(&[
        &found.text,
        &if found.size == 0 { String::new() } else { bytes(found.size) },
        &found.subject().map_or(String::new(), named),
        &comparison.map_or(String::new(), |it| named(it.peer)),
        &comparison.map_or(String::new(), |it| format!("{}{}", mark(it.is_told), ratio(&it.ratio))),
        &limit.map_or(String::new(), |ratio| format!("{:.2}", ratio.median)),
        &found.fastest_backend().map_or(String::new(), named),
    ])
}

/// The row of a contender on another load, with its relative speed on the first one.
fn of_load(found: &CellRecord, lane: &LaneRecord) -> String {
    let ratio = found.ratio(lane).map_or(String::new(), |it| format!(" {}", ratio(&it)));
    let speed = format!("{:.2}", number(found, lane));
    row(&[&found.text, "", &lane.name, &lane.load, &ratio, "", &speed])
}

fn number(found: &CellRecord, lane: &LaneRecord) -> f64 {
    if found.group.about().in_ns { lane.ns() } else { found.speed(lane) }
}

fn row([text, size, subject, peer, ratio, limit, backend]: &[&str; 7]) -> String {
    let row = format!("{text:24} {size:>8} {subject:18} {peer:24} {ratio:19} {limit:12} {backend}");
    row.trim_end().to_owned()
}

/// The reliability of a run's ratios.
pub(crate) fn trust(record: &Record) -> Vec<String> {
    let noises: Vec<_> = record.cells.iter().filter_map(CellRecord::noise).collect();
    let compared: Vec<_> = record.cells.iter().filter_map(CellRecord::comparison).collect();
    let untold = compared.iter().filter(|comparison| !comparison.is_told).count();
    let mut lines = Vec::new();
    if !noises.is_empty() {
        lines.push(format!(
            "noise: the facade against itself differs by {:.1} % in the median cell, {:.1} % in the worst",
            median(noises.clone()) * 100.0,
            noises.iter().copied().fold(0.0, f64::max) * 100.0
        ));
    }
    if untold > 0 {
        lines.push(format!("too noisy: {untold} of {} ratios, marked ~", compared.len()));
    }
    lines.extend(in_child(record).map(|ratio| {
        format!("in a child the facade takes {ratio:.2} of the time that it takes here, on short strings")
    }));
    lines.extend(CoreGave::of(&record.cells).map(|core| core.to_string()));
    lines
}

/// The relative time of the facade in a process of its own with the same backend, as the median over the cells of
/// short strings.
fn in_child(record: &Record) -> Option<f64> {
    let name = format!("placemat@{}", record.environment.backend());
    let ratio = |found: &CellRecord| Some(found.ratio(found.lane(&name)?)?.median);
    let ratios: Vec<_> =
        record.cells.iter().filter(|cell| cell.group == Group::Short).filter_map(ratio).collect();
    (!ratios.is_empty()).then(|| median(ratios))
}

/// A ratio with its interval.
pub(crate) fn ratio(ratio: &Ratio) -> String {
    format!("{:.2} [{:.2}, {:.2}]", ratio.median, ratio.low, ratio.high)
}

/// A number of bytes, with its unit.
pub(crate) fn bytes(size: usize) -> String {
    match size {
        _ if size >= 1 << 20 => format!("{} MiB", size >> 20),
        _ if size >= 1 << 10 => format!("{} KiB", size >> 10),
        _ => format!("{size} B"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{cell, lane, record, steady};
    use crate::record::{CONTROL, LATE};

    fn words(group: Group, lanes: Vec<LaneRecord>) -> Vec<Vec<String>> {
        let cell = cell(group, 64, lanes);
        let words = |row: &String| row.split_whitespace().map(str::to_owned).collect();
        rows(&cell).iter().map(words).collect()
    }

    #[test]
    fn a_row_names_both_contenders_of_its_ratio() {
        let lanes = vec![
            lane("avx2", Kind::Backend, steady(32)),
            lane("placemat", Kind::Facade, steady(64)),
            lane("peer", Kind::Peer, steady(128)),
        ];
        let rows = words(Group::Validate, lanes);
        assert_eq!(rows[0][..7], ["t", "64", "B", "placemat", "0.98", "peer", "0.50"], "{rows:?}");
        assert!(rows.len() == 1 && rows[0].ends_with(&["avx2".to_owned(), "1.94".to_owned()]), "{rows:?}");
    }

    #[test]
    fn another_load_has_a_row_and_is_compared_with_the_first() {
        let mut late = lane("avx2", Kind::Backend, steady(1500));
        LATE.clone_into(&mut late.load);
        let facade = lane("placemat", Kind::Facade, steady(500));
        let rows = words(Group::Error, vec![facade, lane("avx2", Kind::Backend, steady(1000)), late]);
        assert!(rows.len() == 1 && rows[0].contains(&"1.50".to_owned()), "{rows:?}");
    }

    #[test]
    fn only_what_was_measured_is_told() {
        let trust = |names: &[&str]| {
            let lanes = names.iter().map(|name| lane(name, Kind::Facade, steady(1000))).collect();
            trust(&record(vec![cell(Group::Short, 16, lanes)]))
        };
        assert_eq!(trust(&["placemat"]), Vec::<String>::new());
        assert!(trust(&["placemat", CONTROL])[0].contains("by 0.0 % in the median"));
        assert!(trust(&["placemat", "placemat@avx2"])[0].starts_with("in a child the facade takes 1.00"));
    }
}
