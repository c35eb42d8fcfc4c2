//! The picture that a report and a section of the book open with: the facade over the fastest peer, text by text.

use crate::{
    summary::{Speeds, Summary, mark_of},
    svg::Bars,
    terminal,
};

/// Where a peer is ahead, and elsewhere.
const COLOURS: [&str; 2] = ["#d55e00", "#0072b2"];

/// A bar for each text, at the largest size up to 1 MiB; `None` without peers.
pub(crate) fn bars(summary: &Summary) -> Option<Bars> {
    let cells = largest(summary);
    let title = format!("{}: how many times as fast as the fastest peer", cells.first()?.subject.name);
    let row = |cell: &&Speeds| {
        let ratio = cell.comparison()?.ratio;
        let colour = COLOURS[usize::from(ratio.median >= 1.0)];
        let name = format!("{}, {}{}", cell.text, terminal::octets(cell.size), mark_of(cell.share));
        Some((name, ratio, colour))
    };
    let rows: Vec<_> = cells.iter().filter_map(row).collect();
    (!rows.is_empty()).then_some(Bars { title, rows })
}

/// Of each text the cell of the largest size up to 1 MiB.
pub(crate) fn largest(summary: &Summary) -> Vec<&Speeds> {
    let of =
        |text: &&str| summary.of_text(text).filter(|cell| cell.size <= 1 << 20).max_by_key(|cell| cell.size);
    summary.texts().iter().filter_map(of).collect()
}
