//! Tables in plain text, for the terminal and for code blocks.

use crate::{
    origin::Origin,
    record::Group,
    stats::{Ratio, median},
    summary::{
        Beside, Comparison, CoreGave, Dispatch, Errors, Finding, InChild, Lane, PAIRS, Speeds, Summary,
        Switching, remark,
    },
};

/// The circumstances of a run.
#[must_use]
pub fn head(origin: &Origin, rounds: usize, seed: u64) -> Vec<String> {
    let mut lines: Vec<_> = origin.lines().iter().map(|(name, value)| format!("{name:10} {value}")).collect();
    lines.push(format!("{:10} {rounds} rounds, seed {seed}", "settings"));
    lines
}

/// The heading above the rows of a group. A ratio is that of the two contenders named in its row.
#[must_use]
pub fn heading(group: Group) -> &'static str {
    match group {
        Group::Validate => {
            "text             octets  GB/s             fastest peer           ratio of the two    / limit  fastest backend"
        }
        Group::Short => {
            "strings                  ns a call        fastest peer           ratio of the two             fastest backend"
        }
        Group::Error => {
            "errors in 1 MiB  text     contender              at the end / none      at the start, ns"
        }
        Group::Dispatch => "facade over direct calls, ns a call",
        Group::Switching => "switching text   backend                full check throughout / by modes",
        Group::Lossy => {
            "with U+FFFD      errors  GB/s             fastest peer           ratio of the two    / validate+copy"
        }
        Group::Stream => {
            "streams          chunks  GB/s             fastest peer           ratio of the two    / one piece  fastest backend"
        }
        Group::Chars => "characters       octets  GB/s             fastest peer           ratio of the two",
        Group::Shares => {
            "blocks           octets  GB/s             fastest peer           ratio of the two             fastest backend"
        }
        Group::Looped => {
            "the same again   octets  GB/s             fastest peer           ratio of the two             fastest backend"
        }
        Group::Convert => "conversions      octets  GB/s             fastest peer           ratio of the two",
        Group::Replace => {
            "replacing        errors  GB/s             fastest peer           ratio of the two    / strict"
        }
        Group::Lengths => "lengths          octets  GB/s             fastest peer           ratio of the two",
        Group::ConvertShort => {
            "strings                  ns a call        fastest peer           ratio of the two"
        }
    }
}

/// The rows of a cell.
#[must_use]
pub fn rows(finding: &Finding) -> Vec<String> {
    let mut rows = match finding {
        Finding::Short(speeds) | Finding::ConvertShort(speeds) => vec![speed(speeds, true)],
        Finding::Validate(speeds)
        | Finding::Lossy(speeds)
        | Finding::Stream(speeds)
        | Finding::Chars(speeds)
        | Finding::Convert(speeds)
        | Finding::Replace(speeds)
        | Finding::Lengths(speeds)
        | Finding::Shares(speeds)
        | Finding::Looped(speeds) => vec![speed(speeds, false)],
        Finding::Error(errors) => error(errors),
        Finding::Dispatch(found) => vec![dispatch(found)],
        Finding::Switching(found) => switching(found),
    };
    rows.iter_mut().for_each(|row| row.push_str(&remark(finding.share())));
    rows
}

/// Fresh and looped, side by side: for the facade and for each backend the ratio to the fastest peer of its
/// width. No lines where nothing was looped.
#[must_use]
pub fn beside(summary: &Summary) -> Vec<String> {
    let mut lines = Vec::new();
    for Beside { fresh, looped } in summary.beside() {
        let mut row = format!("{:16} {:>7} ", fresh.text, octets(fresh.size));
        for pair in PAIRS {
            let ratios = [fresh, looped].map(|cell| pair.ratio(cell));
            let [fresh, looped] =
                ratios.map(|found| found.map_or(String::new(), |(_, ratio)| format!("{ratio:.2}")));
            row += &format!(" {fresh:>5} {looped:>7} ");
        }
        lines.push(row.trim_end().to_owned());
    }
    if !lines.is_empty() {
        let names: String = PAIRS.iter().map(|pair| format!(" {:14}", pair.ours)).collect();
        let ways = " fresh  looped ".repeat(PAIRS.len());
        lines.insert(0, format!("{:25}{}", "ratio to the fastest peer", names.trim_end()));
        lines.insert(1, format!("{:25}{}", "", ways.trim_end()));
    }
    lines
}

/// How far the ratios of a run can be trusted.
#[must_use]
pub fn trust(summary: &Summary) -> Vec<String> {
    let cells = || summary.short().chain(summary.validate());
    let noises: Vec<_> = cells().filter_map(Speeds::noise).collect();
    let compared: Vec<_> = cells().filter_map(Speeds::comparison).collect();
    let mut lines = Vec::new();
    let noisy = if noises.is_empty() {
        lines.push("noise: not measured".to_owned());
        "have an interval that contains 1"
    } else {
        lines.push(format!(
            "noise: the facade against itself differs by {:.1} % in the median cell, {:.1} % in the worst",
            median(&noises) * 100.0,
            noises.iter().copied().fold(0.0, f64::max) * 100.0
        ));
        "are no larger than the noise of their cell"
    };
    let untold = compared.iter().filter(|comparison| !comparison.is_told).count();
    if untold > 0 {
        lines.push(format!("too noisy: {untold} of {} ratios, marked ~, {noisy}", compared.len()));
    }
    let odd = compared.iter().filter(|comparison| comparison.is_odd).count();
    if odd > 0 {
        lines.push(format!(
            "two medians: {odd} of {} ratios, marked ≠, are not the quotient of the numbers beside them",
            compared.len()
        ));
    }
    lines.extend(summary.core.iter().flat_map(CoreGave::lines));
    lines
}

/// How many times as fast as here the same contenders are in processes of their own, on short strings. No
/// lines where there are no such pairs.
#[must_use]
pub fn children(summary: &Summary) -> Vec<String> {
    let row = |cell: &Speeds| {
        let InChild { facade, simdutf } = cell.in_child;
        let texts = [facade, simdutf].map(|found| found.map_or(String::new(), |found| ratio(&found)));
        (facade.is_some() || simdutf.is_some())
            .then(|| format!("{:24} {:22} {}", cell.text, texts[0], texts[1]).trim_end().to_owned())
    };
    let mut rows: Vec<_> = summary.short().filter_map(row).collect();
    if !rows.is_empty() {
        rows.insert(0, format!("{:24} {:22} {}", "in a child / here", "facade", "simdutf"));
    }
    rows
}

/// A ratio with its interval.
#[must_use]
pub fn ratio(ratio: &Ratio) -> String {
    format!("{:.2} [{:.2}, {:.2}]", ratio.median, ratio.low, ratio.high)
}

/// The mark of a ratio: `~` where it cannot be told from noise, `≠` where the numbers beside it have another
/// quotient.
#[must_use]
pub fn mark(comparison: &Comparison) -> &'static str {
    match (comparison.is_told, comparison.is_odd) {
        (false, _) => "~",
        (true, true) => "≠",
        (true, false) => "",
    }
}

/// A number of octets, with its unit.
#[must_use]
pub fn octets(size: usize) -> String {
    match size {
        _ if size >= 1 << 20 => format!("{} MiB", size >> 20),
        _ if size >= 1 << 10 => format!("{} KiB", size >> 10),
        _ => format!("{size} B"),
    }
}

fn speed(cell: &Speeds, short: bool) -> String {
    let named = |lane: &Lane| format!("{} {:.2}", lane.name, if short { lane.ns } else { cell.speed(lane) });
    let size = if short || cell.size == 0 { String::new() } else { octets(cell.size) };
    let mut row = format!("{:16} {size:>7} {:16} ", cell.text, named(&cell.subject));
    if let Some(found) = cell.comparison() {
        row += &format!("{:22} {:1}{:18} ", named(found.peer), mark(&found), ratio(&found.ratio));
    } else {
        row += &format!("{:43}", "");
    }
    let limit = cell.limit.as_ref().and_then(|limit| limit.ratio);
    row += &format!("{:8} ", limit.map_or(String::new(), |ratio| format!("{:.2}", ratio.median)));
    row += &cell.fastest_backend().map_or(String::new(), named);
    row.trim_end().to_owned()
}

fn error(errors: &Errors) -> Vec<String> {
    let rows = errors.costs.iter().map(|cost| {
        let late = cost.late.map_or(String::new(), |late| ratio(&late));
        let early = cost.early.map_or(String::new(), |early| format!("{early:.0}"));
        format!("{:16} {:8} {:22} {late:22} {early}", "", errors.text, cost.name)
    });
    rows.collect()
}

fn dispatch(found: &Dispatch) -> String {
    let Dispatch { text, facade, backend, direct, more, .. } = found;
    format!(
        "{text:16} facade {facade:.2}, {backend} {direct:.2}: {:+.2} [{:+.2}, {:+.2}]",
        more.median, more.low, more.high
    )
}

fn switching(found: &Switching) -> Vec<String> {
    let row = |(name, full): &(String, Option<Ratio>)| {
        format!("{:16} {name:22} {}", found.text, full.map_or(String::new(), |full| ratio(&full)))
    };
    found.ratios.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        contenders::Kind,
        fixture::{cell, lane, record, steady},
        record::CONTROL,
    };

    fn short(names: &[&str]) -> Summary {
        let lanes = names.iter().map(|name| lane(name, Kind::Facade, steady(1000))).collect();
        Summary::of(&record(vec![cell(Group::Short, 16, lanes)]))
    }

    #[test]
    fn children_are_held_against_the_same_contender_here() {
        let rows = children(&short(&["placemat", "placemat@avx2", "placemat@avx512"]));
        assert!(rows.len() == 2 && rows[1].ends_with("1.00 [1.00, 1.00]"), "{rows:?}");
        assert_eq!(children(&short(&["placemat", "placemat@avx512"])), Vec::<String>::new());
    }

    #[test]
    fn only_noise_that_was_measured_is_told() {
        assert!(trust(&short(&["placemat", CONTROL]))[0].contains("by 0.0 % in the median"));
        assert_eq!(trust(&short(&["placemat"])), ["noise: not measured"]);
    }

    #[test]
    fn a_row_names_both_contenders_of_its_ratio() {
        let lanes = vec![
            lane("avx2", Kind::Backend, steady(32)),
            lane("placemat", Kind::Facade, steady(64)),
            lane("peer", Kind::Peer, steady(128)),
        ];
        let summary = Summary::of(&record(vec![cell(Group::Validate, 64, lanes)]));
        let words: Vec<_> = rows(&summary.findings[0])[0].split_whitespace().map(str::to_owned).collect();
        assert_eq!(words[..7], ["t", "64", "B", "placemat", "0.98", "peer", "0.50"], "{words:?}");
        assert_eq!(words[words.len() - 2..], ["avx2", "1.94"], "{words:?}");
    }
}
