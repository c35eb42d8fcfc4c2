//! The committed digest: a page of the book with the results of every processor in brief, and README's table. The page
//! of every number ([`page`](crate::page)) is generated with the book.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum as _;
use interleave::median;

use crate::check::{Checked, Row, State};
use crate::record::{CellRecord, mark_of};
use crate::results::{self, Results};
use crate::{group::Group, saved, terminal};

/// The start of the page.
const HEAD: &str = include_str!("digest.txt");

/// The sizes with a row.
const SIZES: [usize; 10] = [8, 16, 64, 256, 1 << 10, 1 << 12, 1 << 16, 1 << 20, 1 << 26, 1 << 28];
/// The size in the table of all texts and in README's.
const SIZE: usize = 1 << 20;
/// The texts and peers in README's table.
const TEXTS: [&str; 5] = ["english", "russian", "chinese", "emoji", "json"];
const PEERS: [&str; 4] = ["std", "simdutf8-basic", "encoding_rs", "simdutf"];
/// The maximum number of missed targets listed for a processor.
const MISSED: usize = 5;

/// The page, with its path.
pub(crate) fn page(all: &[Results]) -> io::Result<(PathBuf, String)> {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("docs").join("src");
    let checks = saved::parse_all::<Checked>(&results::checks())?;
    let mut page = HEAD.to_owned() + &by_text(all);
    for results in all {
        let checked = checks.iter().find(|(name, _)| *name == results.name);
        page += &section(results, checked.map(|(_, checked)| checked));
    }
    Ok((book.join("results.md"), page))
}

/// The ratio on each text, with a column for each processor.
fn by_text(all: &[Results]) -> String {
    let titles: Vec<_> = all.iter().map(|results| results.title.as_str()).collect();
    let mut table = format!(
        "\n## Validation of {}, text by text\n\nThe ratio, with its 95 % interval.\n\n| | {} |\n|{}\n",
        terminal::bytes(SIZE),
        titles.join(" | "),
        " --- |".repeat(1 + titles.len())
    );
    let first = all.first().into_iter().flat_map(|first| first.run.of_group(Group::Validate));
    for text in first.filter(|cell| cell.size == SIZE).map(|cell| &cell.text) {
        let ratio = |results: &Results| {
            let comparison = results.run.cell(Group::Validate, text, SIZE)?.comparison()?;
            Some(terminal::ratio(&comparison.ratio))
        };
        let ratios: Vec<_> = all.iter().map(|results| ratio(results).unwrap_or_default()).collect();
        let _ = writeln!(table, "| {text} | {} |", ratios.join(" | "));
    }
    table
}

/// The rows of a processor in README's table.
pub(crate) fn claim(results: &Results) -> Option<String> {
    let row = |text: &str| {
        let found = results.run.cell(Group::Validate, text, SIZE)?;
        let ratio = |peer| Some(format!("{:.1}", found.lane(peer)?.ratio?.median));
        let ratios: Option<Vec<_>> = PEERS.into_iter().map(ratio).collect();
        Some(format!("| {}, {text} | {} |\n", results.title, ratios?.join(" | ")))
    };
    TEXTS.into_iter().map(row).collect()
}

/// The peers of a run, and their versions.
fn peers(versions: &[(String, String)]) -> String {
    let peers = versions.iter().filter(|(name, _)| name != "placemat");
    let words: Vec<_> = peers.map(|(name, version)| format!("{name} {version}")).collect();
    format!("Peers: {}.", words.join(", "))
}

/// The section of one processor.
fn section(results: &Results, checked: Option<&Checked>) -> String {
    let Results { name, title, note, run } = results;
    let environment = &run.environment;
    let revision = environment.revision.as_deref().unwrap_or_default();
    let mut text = format!("\n## {title}\n\n");
    if !note.is_empty() {
        let _ = writeln!(text, "{note}\n");
    }
    let _ = writeln!(
        text,
        "{}, revision {revision:.7}, {}; all of it in `benches/results/{name}.json`.\n{}\n\n\
         | | least | middle | most | a peer is ahead | / limit |\n| --- | --- | ---: | --- | ---: | --- |",
        environment.date,
        environment.processor,
        peers(&environment.versions)
    );
    text += &row("strings of up to 256 bytes", &run.of_group(Group::Short).collect::<Vec<_>>());
    for size in SIZES {
        let cells: Vec<_> = run.of_group(Group::Validate).filter(|found| found.size == size).collect();
        text += &row(&format!("texts of {}", terminal::bytes(size)), &cells);
    }
    let is_other =
        |group: &Group| !matches!(group, Group::Short | Group::Validate | Group::Error | Group::Switching);
    for group in Group::value_variants().iter().copied().filter(is_other) {
        text += &row(group.about().title, &run.of_group(group).collect::<Vec<_>>());
    }
    checked.map_or(text.clone(), |checked| text + &missed(checked))
}

/// A row that compares the facade in these cells.
fn row(name: &str, cells: &[&CellRecord]) -> String {
    let ratio = |cell: &&CellRecord| {
        Some((cell.comparison()?.ratio.median, format!("{}{}", cell.text, mark_of(cell.share))))
    };
    let mut ratios: Vec<_> = cells.iter().filter_map(ratio).collect();
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some((least, lowest)), Some((most, highest))) = (ratios.first(), ratios.last()) else {
        return String::new();
    };
    let middle = median(&ratios.iter().map(|(ratio, _)| *ratio).collect::<Vec<_>>());
    let behind = cells.iter().filter(|cell| cell.is_behind()).count();
    let mut limits: Vec<_> = cells.iter().filter_map(|cell| Some(cell.limit()?.ratio?.median)).collect();
    limits.sort_by(f64::total_cmp);
    let limits = match limits.as_slice() {
        [least, .., most] => format!("{least:.2} to {most:.2}"),
        _ => String::new(),
    };
    format!(
        "| {name} | {least:.2} {lowest} | {middle:.2} | {most:.2} {highest} | {behind} of {} | {limits} |\n",
        cells.len()
    )
}

/// The number of targets met, and those missed by most.
fn missed(checked: &Checked) -> String {
    let count = |state| checked.count(state);
    let mut text = format!(
        "\nTargets, checked {}: {} met, {} missed, {} too noisy to tell.",
        checked.environment.date,
        count(State::Met),
        count(State::Missed),
        count(State::Unclear)
    );
    let slack = |row: &Row| Some(row.aim.goal.slack(&row.worst.as_ref()?.value, true));
    let missed = checked.rows.iter().filter(|row| row.state == State::Missed);
    let mut missed: Vec<_> = missed.filter_map(|row| Some((slack(row)?, row, row.worst.as_ref()?))).collect();
    missed.sort_by(|a, b| a.0.total_cmp(&b.0));
    if !missed.is_empty() {
        text += " Missed by most:\n\n| target | goal | worst |\n| --- | --- | --- |";
    }
    for (_, row, worst) in missed.into_iter().take(MISSED) {
        let Row { aim, .. } = row;
        let _ = write!(
            text,
            "\n| {}: {} | {} | {:.2} {}, {} |",
            aim.operation, aim.pair, aim.goal, worst.value.median, worst.text, worst.at
        );
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contenders::Kind;
    use crate::fixture::{cell, lane, record, steady};

    #[test]
    fn the_range_is_the_facades() {
        let cell = |(text, facade): (&str, u64)| {
            let mut lanes = vec![
                lane("avx2", Kind::Backend, steady(1000)),
                lane("placemat", Kind::Facade, steady(facade)),
                lane("load-256", Kind::Limit, steady(900)),
            ];
            lanes.extend(PEERS.map(|peer| lane(peer, Kind::Peer, steady(1500))));
            let mut cell = cell(Group::Validate, SIZE, lanes);
            text.clone_into(&mut cell.text);
            cell
        };
        let cells = TEXTS.into_iter().zip([2000, 1000, 1250, 1500, 1200]).map(cell).collect();
        let (name, title) = ("n".to_owned(), "Nova".to_owned());
        let results = Results { name, title, note: String::new(), run: record(cells) };
        let page = section(&results, None);
        let row = "| texts of 1 MiB | 0.75 english | 1.20 | 1.50 russian | 1 of 5 | 0.45 to 0.90 |";
        assert!(page.lines().any(|line| line == row), "{page}");
        let claim = claim(&results).unwrap();
        assert_eq!(claim.lines().nth(1), Some("| Nova, russian | 1.5 | 1.5 | 1.5 | 1.5 |"));
        let table = by_text(&[results]);
        assert!(
            table.contains("| | Nova |\n| --- | --- |\n") && table.contains("| russian | 1.50 ["),
            "{table}"
        );
    }
}
