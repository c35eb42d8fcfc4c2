//! A run in a few numbers: the least, the middle and the largest ratio of each size, and what README says of
//! it.

use std::fmt::Write as _;

use crate::{
    results::Results,
    stats::median,
    summary::{Speeds, Summary},
    terminal,
};

/// The texts that README names, at this size.
const TEXTS: [&str; 3] = ["russian", "chinese", "english"];
const SIZE: usize = 1 << 20;

/// What README says of a processor.
#[must_use]
pub fn claim(results: &Results) -> Option<String> {
    let ratio = |name: &str| {
        let cell = results.summary.of_text(name).find(|cell| cell.size == SIZE)?;
        Some(cell.comparison()?.ratio.median)
    };
    let [russian, chinese, english] = TEXTS.map(ratio);
    Some(format!(
        "On {}: a mebibyte of Russian {:.2} times as fast, of Chinese {:.2} times, of English {:.2} times.",
        results.title, russian?, chinese?, english?
    ))
}

/// A row for each size.
pub(super) fn table(summary: &Summary) -> String {
    let mut text = String::from(
        "The ratios of the facade to the fastest peer over all texts of a size; the number of texts on which some\n\
         peer is ahead, which means that the whole interval lies below 1; and the ratios of the facade to the\n\
         limit.\n\n\
         | input | least | in the middle | most | a peer is ahead | facade / limit |\n\
         | --- | --- | ---: | --- | ---: | --- |\n",
    );
    row(&mut text, "short strings", &summary.short().collect::<Vec<_>>());
    for size in summary.sizes() {
        row(&mut text, &terminal::octets(size), &summary.of_size(size).collect::<Vec<_>>());
    }
    text
}

fn row(text: &mut String, name: &str, cells: &[&Speeds]) {
    let mut ratios: Vec<_> =
        cells.iter().filter_map(|cell| Some((cell.comparison()?.ratio.median, cell.text.as_str()))).collect();
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some((least, lowest)), Some((most, highest))) = (ratios.first(), ratios.last()) else { return };
    let middle = median(&ratios.iter().map(|&(ratio, _)| ratio).collect::<Vec<_>>());
    let behind = cells.iter().filter(|cell| !cell.ahead().is_empty()).count();
    let mut limits: Vec<_> =
        cells.iter().filter_map(|cell| Some(cell.limit.as_ref()?.ratio?.median)).collect();
    limits.sort_by(f64::total_cmp);
    let limits = match (limits.first(), limits.last()) {
        (Some(least), Some(most)) => format!("{least:.2} to {most:.2}"),
        _ => String::new(),
    };
    let _ = writeln!(
        text,
        "| {name} | {least:.2} {lowest} | {middle:.2} | {most:.2} {highest} | {behind} of {} | {limits} |",
        cells.len()
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        contenders::Kind,
        fixture::{cell, lane, record, steady},
        record::Group,
    };

    #[test]
    fn the_range_is_the_facades() {
        let cell = |text: &str, facade: u64| {
            let lanes = vec![
                lane("avx2", Kind::Backend, steady(1000)),
                lane("placemat", Kind::Facade, steady(facade)),
                lane("peer", Kind::Peer, steady(1500)),
                lane("load-256", Kind::Limit, steady(900)),
            ];
            let mut cell = cell(Group::Validate, SIZE, lanes);
            text.clone_into(&mut cell.text);
            cell
        };
        let cells = [("russian", 1000), ("chinese", 1250), ("english", 2000)];
        let summary = Summary::of(&record(cells.map(|(text, facade)| cell(text, facade)).into()));
        let row = "| 1 MiB | 0.75 english | 1.20 | 1.50 russian | 1 of 3 | 0.45 to 0.90 |";
        assert!(table(&summary).lines().any(|line| line == row), "{}", table(&summary));
        let (name, title) = ("n".to_owned(), "Nova".to_owned());
        let claimed = claim(&Results { name, title, note: String::new(), summary });
        let expected = "On Nova: a mebibyte of Russian 1.50 times as fast, of Chinese 1.20 times, of English \
                        0.75 times.";
        assert_eq!(claimed.as_deref(), Some(expected));
    }
}
