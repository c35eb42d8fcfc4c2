//! Tables with a row for each text: ratios by size, and the speeds of all contenders at some sizes.

use std::fmt::Write as _;

use crate::{
    record::Group,
    summary::{Beside, Lane, PAIRS, Pair, Speeds, Summary, mark_of},
    terminal,
};

/// The columns of the tables of speeds: ours and what no validator exceeds, then the peers.
const OURS: [&str; 10] =
    ["placemat", "avx512", "avx2", "sse4", "neon", "wasm", "scalar", "dfa", "memcpy", "limit"];
/// simdutf in this process has none, since it runs one of its kernels there.
const PEERS: [&str; 10] = [
    "simdutf-icelake",
    "simdutf-haswell",
    "simdutf-westmere",
    "simdutf8-basic",
    "simdutf8-compat",
    "simdutf8-sse4.2",
    "encoding_rs",
    "bstr",
    "smoothutf8",
    "std",
];

/// The sizes that have a table of speeds.
const SIZES: [usize; 4] = [256, 4 << 10, 1 << 20, 256 << 20];

/// How many columns of numbers fit the page.
const WIDTH: usize = 8;

/// The ratio of the facade to the fastest peer: texts by sizes, then the short strings.
pub(super) fn ratios(summary: &Summary) -> String {
    let mut text = String::new();
    for sizes in summary.sizes().chunks(WIDTH) {
        let names: Vec<_> = sizes.iter().map(|&size| terminal::octets(size)).collect();
        header(&mut text, names.iter().map(String::as_str));
        for name in summary.texts() {
            let cell = |size: usize| summary.of_text(name).find(|cell| cell.size == size);
            let ratios = sizes.iter().map(|&size| cell(size).map_or(String::new(), ratio));
            row(&mut text, name, ratios);
        }
        text.push('\n');
    }
    if summary.short().next().is_some() {
        text += "| short strings | facade, ns a call | fastest peer | its ns | ratio |\n";
        text += "| --- | ---: | --- | ---: | ---: |\n";
        for cell in summary.short() {
            let peer = cell.comparison().map(|found| found.peer);
            let (name, ns) = peer.map_or((String::new(), String::new()), |peer| {
                (peer.name.clone(), format!("{:.2}", peer.ns))
            });
            let columns = [format!("{:.2}", cell.subject.ns), name, ns, ratio(cell)];
            row(&mut text, &cell.text, columns.into_iter());
        }
    }
    text
}

/// The speeds of all contenders at the chosen sizes, and their times on short strings.
pub(super) fn speeds(summary: &Summary) -> String {
    let mut text = String::new();
    for size in SIZES {
        let cells: Vec<_> = summary.of_size(size).collect();
        let title = format!("{}, GB/s", terminal::octets(size));
        table(&mut text, &title, &cells, |cell, lane| format!("{:.1}", cell.speed(lane)));
    }
    let cells: Vec<_> = summary.short().collect();
    table(&mut text, "Short strings, nanoseconds a call", &cells, |_, lane| format!("{:.1}", lane.ns));
    text
}

/// What is measured beside validation: a table for each group.
pub(super) fn beyond_validation(summary: &Summary) -> String {
    let mut text = String::new();
    for (group, title, size, limit) in [
        (
            Group::Lossy,
            "With U+FFFD for what is ill formed",
            "octets from error to error",
            "validating and copying",
        ),
        (Group::Stream, "Streams", "octets of a chunk", "the same in one piece"),
        (Group::Chars, "Loops over characters", "octets", ""),
        (Group::Convert, "Conversions", "octets", ""),
        (Group::ConvertShort, "Conversions of short strings", "octets", ""),
        (
            Group::Replace,
            "Conversions with U+FFFD for what is ill formed",
            "octets from error to error",
            "converting without",
        ),
        (Group::Lengths, "Lengths", "octets", ""),
        (Group::Shares, "Texts of ASCII with a share of blocks that are not", "octets", ""),
    ] {
        let mut cells = summary.speeds_of(group).peekable();
        if cells.peek().is_none() {
            continue;
        }
        let separator = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(
            text,
            "{separator}{title}; GB/s of the facade and of the peers, and the ratio to the fastest of them{}:\n",
            if limit.is_empty() { String::new() } else { format!("; the limit is {limit}") }
        );
        header(&mut text, [size, "facade", "peers", "ratio", "/ limit"].into_iter());
        for cell in cells {
            let peer = |lane: &Lane| format!("{} {:.2}", lane.name, cell.speed(lane));
            let size = if cell.size == 0 { String::new() } else { cell.size.to_string() };
            let limit = cell.limit.as_ref().and_then(|limit| limit.ratio);
            let columns = [
                size,
                format!("{:.2}", cell.speed(&cell.subject)),
                cell.peers.iter().map(peer).collect::<Vec<_>>().join(", "),
                ratio(cell),
                limit.map_or(String::new(), |limit| format!("{:.2}", limit.median)),
            ];
            row(&mut text, &cell.text, columns.into_iter());
        }
    }
    text
}

/// Fresh and looped, side by side.
pub(super) fn beside(summary: &Summary) -> String {
    let mut cells = summary.beside().peekable();
    if cells.peek().is_none() {
        return String::new();
    }
    let mut text = String::from(
        "Fresh, each turn reads other octets. Looped, it reads the same input again and again, as most\n\
         benchmarks do, and every branch is predicted. The ratio of each to its fastest peer, by the medians\n\
         of the turns:\n\n",
    );
    for Pair { ours, peers } in PAIRS {
        let peers = if peers.is_empty() { "all".to_owned() } else { peers.join(", ") };
        let _ = writeln!(text, "- `{ours}`: {peers}");
    }
    text.push('\n');
    let columns = PAIRS.iter().flat_map(|pair| [format!("{} fresh", pair.ours), "looped".to_owned()]);
    let columns: Vec<_> = std::iter::once("octets".to_owned()).chain(columns).collect();
    header(&mut text, columns.iter().map(String::as_str));
    for Beside { fresh, looped } in cells {
        let ratios = PAIRS.iter().flat_map(|pair| [(pair.ratio(fresh), fresh), (pair.ratio(looped), looped)]);
        let ratios = ratios.map(|(found, cell)| {
            found.map_or(String::new(), |(_, ratio)| format!("{ratio:.2}{}", mark_of(cell.share)))
        });
        row(&mut text, &fresh.text, std::iter::once(terminal::octets(fresh.size)).chain(ratios));
    }
    text
}

fn ratio(cell: &Speeds) -> String {
    let Some(found) = cell.comparison() else { return String::new() };
    format!("{}{:.2}{}", terminal::mark(&found), found.ratio.median, mark_of(cell.share))
}

fn table(text: &mut String, title: &str, cells: &[&Speeds], value: impl Fn(&Speeds, &Lane) -> String) {
    if cells.is_empty() {
        return;
    }
    let took_part = |name: &&str| cells.iter().any(|cell| column(cell, name).is_some());
    let [ours, peers] =
        [&OURS, &PEERS].map(|names| names.iter().copied().filter(took_part).collect::<Vec<_>>());
    let separator = if text.is_empty() { "" } else { "\n" };
    let _ = writeln!(text, "{separator}{title}:");
    for columns in [ours, peers].iter().flat_map(|columns| fitting(columns)) {
        text.push('\n');
        header(text, columns.iter().copied());
        for cell in cells {
            let numbers = columns.iter().map(|name| column(cell, name));
            row(text, &cell.text, numbers.map(|lane| lane.map_or(String::new(), |lane| value(cell, lane))));
        }
    }
}

/// As few parts as fit the page, all of about the same width.
fn fitting<'a, 'b>(columns: &'a [&'b str]) -> std::slice::Chunks<'a, &'b str> {
    let parts = columns.len().div_ceil(WIDTH).max(1);
    columns.chunks(columns.len().div_ceil(parts).max(1))
}

/// What stands in a column of speeds.
fn column<'a>(cell: &'a Speeds, name: &str) -> Option<&'a Lane> {
    match name {
        "memcpy" => cell.memcpy.as_ref(),
        "limit" => cell.limit.as_ref(),
        name => cell.lane(name),
    }
}

/// The first two lines of a table whose first column has no name.
fn header<'a>(text: &mut String, columns: impl Iterator<Item = &'a str> + Clone) {
    text.push_str("| |");
    for column in columns.clone() {
        let _ = write!(text, " {column} |");
    }
    text.push_str("\n| --- |");
    for _ in columns {
        text.push_str(" ---: |");
    }
    text.push('\n');
}

fn row(text: &mut String, name: &str, columns: impl Iterator<Item = String>) {
    let _ = write!(text, "| {name} |");
    for column in columns {
        let _ = write!(text, " {column} |");
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        contenders::Kind,
        fixture::{cell, lane, record, steady},
        record::WELL_FORMED,
    };

    #[test]
    fn fresh_and_looped_stand_side_by_side() {
        let lanes =
            |peer| vec![lane("placemat", Kind::Facade, steady(1000)), lane("std", Kind::Peer, steady(peer))];
        let cells = vec![cell(Group::Validate, 64, lanes(2000)), cell(Group::Looped, 64, lanes(900))];
        let summary = Summary::of(&record(cells));
        let text = beside(&summary);
        assert!(text.lines().any(|line| line.starts_with("| t | 64 B | 2.00 | 0.90 |")), "{text}");
        let lines = terminal::beside(&summary).join("\n");
        assert!(lines.contains("64 B   2.00    0.90"), "{lines}");
        assert_eq!(beside(&Summary::of(&record(vec![cell(Group::Looped, 64, lanes(900))]))), "");
    }

    #[test]
    fn tables_of_speeds_fit_the_page() {
        let lanes = OURS[..8].iter().map(|name| lane(name, Kind::Backend, steady(1000)));
        let peers = PEERS.iter().map(|name| lane(name, Kind::Peer, steady(2000)));
        let limits = ["memcpy", "load-256"].map(|name| lane(name, Kind::Limit, steady(500)));
        let cell = cell(Group::Validate, 256, lanes.chain(peers).chain(limits).collect());
        let text = speeds(&Summary::of(&record(vec![cell])));
        let rows: Vec<_> = text.lines().filter(|line| line.starts_with('|')).collect();
        let widths: Vec<_> = rows.iter().map(|row| row.matches('|').count() - 2).collect();
        assert_eq!(widths, [5; 12], "{text}");
        let numbers = rows.iter().filter(|row| row.starts_with("| t |")).map(|row| row.matches('.').count());
        assert_eq!(numbers.sum::<usize>(), 20, "every contender has one: {text}");
    }

    #[test]
    fn what_was_not_measured_has_no_table() {
        let lanes = || {
            let mut copy = lane("validate+copy", Kind::Limit, steady(800));
            WELL_FORMED.clone_into(&mut copy.load);
            vec![lane("placemat", Kind::Facade, steady(1000)), lane("std", Kind::Peer, steady(2000)), copy]
        };
        let of = |group| beyond_validation(&Summary::of(&record(vec![cell(group, 16, lanes())])));
        assert_eq!(of(Group::Validate), "");
        let text = of(Group::Lossy);
        let expected = "| t | 16 | 0.06 | std 0.03 | 2.00 | 0.80 |";
        assert!(text.lines().any(|line| line == expected), "{text}");
        assert!(!text.contains("Streams"), "{text}");
    }
}
