//! Where a peer is ahead: cell by cell for the facade, size by size for the backends, called directly.

use std::fmt::Write as _;

use crate::{
    summary::{Speeds, Summary, mark_of},
    terminal::octets,
};

/// The tables.
pub(super) fn tables(summary: &Summary) -> String {
    let mut text = String::from(
        "Every cell in which a peer is ahead of the facade, the peer that is furthest ahead first:\n\n\
         | text | size | the facade is so many times as fast as |\n| --- | --- | --- |\n",
    );
    for (size, cells) in by_size(summary) {
        for cell in cells {
            let ahead: Vec<_> =
                cell.ahead().iter().map(|(peer, ratio)| format!("{peer} {ratio:.2}")).collect();
            if !ahead.is_empty() {
                let mark = mark_of(cell.share);
                let _ = writeln!(text, "| {} | {size} | {}{mark} |", cell.text, ahead.join(", "));
            }
        }
    }
    text += "\nThe backends, called directly: in how many cells some peer is ahead, with vectors of whatever width,\n\
             and where a peer is furthest ahead:\n\n";
    text += &backends(summary, |_| true, true);
    text += "\nThe same for `std` alone, the peer that has no vectors either:\n\n";
    text + &backends(summary, |peer| peer == "std", false)
}

/// A column for each backend, a row for each size.
fn backends(summary: &Summary, wanted: impl Fn(&str) -> bool, is_named: bool) -> String {
    let names = summary.backends();
    let mut text = format!("| size | {} |\n| --- |{}\n", names.join(" | "), " --- |".repeat(names.len()));
    for (size, cells) in by_size(summary) {
        let _ = write!(text, "| {size} |");
        for name in &names {
            let lanes = cells
                .iter()
                .filter_map(|cell| Some((&cell.text, cell.backends.iter().find(|lane| lane.name == *name)?)));
            let total = lanes.clone().count();
            let ahead = lanes.filter_map(|(text, lane)| {
                let (peer, ratio) = lane.behind.iter().find(|(peer, _)| wanted(peer))?;
                Some((text, peer, *ratio))
            });
            let count = ahead.clone().count();
            match ahead.min_by(|a, b| a.2.total_cmp(&b.2)) {
                Some((on, peer, ratio)) => {
                    let peer = if is_named { format!("{peer} ") } else { String::new() };
                    let _ = write!(text, " {count} of {total}: {peer}{ratio:.2} on {on} |");
                }
                None => text.push_str("  |"),
            }
        }
        text.push('\n');
    }
    text
}

/// The cells by size; the short strings first.
fn by_size(summary: &Summary) -> Vec<(String, Vec<&Speeds>)> {
    let short = ("strings".to_owned(), summary.short().collect());
    let of = |size| (octets(size), summary.of_size(size).collect());
    std::iter::once(short).chain(summary.sizes().into_iter().map(of)).collect()
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
    fn every_backend_and_the_facade_are_held_against_the_peers() {
        let lanes = vec![
            lane("avx2", Kind::Backend, steady(1000)),
            lane("scalar", Kind::Backend, steady(3000)),
            lane("dfa", Kind::Backend, steady(4000)),
            lane("placemat", Kind::Facade, steady(1000)),
            lane("std", Kind::Peer, steady(2000)),
            lane("faster", Kind::Peer, steady(500)),
        ];
        let text = tables(&Summary::of(&record(vec![cell(Group::Validate, 64, lanes)])));
        for row in [
            "| t | 64 B | faster 0.50 |",
            "| size | avx2 | scalar | dfa |",
            "| 64 B | 1 of 1: faster 0.50 on t | 1 of 1: faster 0.17 on t | 1 of 1: faster 0.13 on t |",
            "| 64 B |  | 1 of 1: 0.67 on t | 1 of 1: 0.50 on t |",
        ] {
            assert!(text.lines().any(|line| line == row), "{row}\n{text}");
        }
    }
}
