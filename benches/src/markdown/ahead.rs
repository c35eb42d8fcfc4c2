//! Where a peer is ahead: cell by cell for the best backend, size by size for the other ones that have vectors.

use std::fmt::Write as _;

use crate::{
    contenders::Kind,
    record::{CellRecord, Group, Record},
    terminal::octets,
};

/// The backends that are held against the peers, the best one first.
const VECTORS: [&str; 5] = ["avx512", "avx2", "sse4", "neon", "wasm"];

/// The section.
pub(super) fn section(record: &Record) -> String {
    let cells: Vec<_> =
        record.cells.iter().filter(|cell| matches!(cell.group, Group::Short | Group::Validate)).collect();
    let mut took_part = VECTORS.iter().filter(|name| cells.iter().any(|cell| cell.lane(name).is_some()));
    let Some(best) = took_part.next() else { return String::new() };
    let mut text = format!(
        "\n### Where a peer is ahead\n\nEvery cell in which the interval of a ratio to a peer lies below 1:\n\n\
         | text | size | `{best}` is so many times as fast as |\n| --- | --- | --- |\n"
    );
    for cell in &cells {
        let ahead: Vec<_> =
            ahead(cell, best).iter().map(|(ratio, peer)| format!("{peer} {ratio:.2}")).collect();
        if !ahead.is_empty() {
            let _ = writeln!(text, "| {} | {} | {} |", cell.text, size(cell), ahead.join(", "));
        }
    }
    let others: Vec<_> = took_part.collect();
    if others.is_empty() {
        return text;
    }
    text += "\nThe same of the lesser backends, in short:\n\n\
             | backend | size | behind a peer | furthest |\n| --- | --- | ---: | --- |\n";
    for name in others {
        let mut sizes: Vec<_> = cells.iter().map(|cell| (cell.group, cell.size)).collect();
        sizes.sort_unstable();
        sizes.dedup();
        // All strings are one row.
        sizes.dedup_by_key(|(group, size)| if *group == Group::Short { 0 } else { *size });
        for (group, of) in sizes {
            let same =
                |cell: &&&CellRecord| cell.group == group && (group == Group::Short || cell.size == of);
            let cells: Vec<_> = cells.iter().filter(same).collect();
            let behind: Vec<_> = cells
                .iter()
                .filter_map(|cell| ahead(cell, name).into_iter().next().map(|first| (first, &cell.text)))
                .collect();
            let worst = behind.iter().min_by(|a, b| a.0.0.total_cmp(&b.0.0));
            if let Some(((ratio, peer), worst)) = worst {
                let _ = writeln!(
                    text,
                    "| {name} | {} | {} of {} | {worst}: {peer} {ratio:.2} |",
                    size(cells[0]),
                    behind.len(),
                    cells.len()
                );
            }
        }
    }
    text
}

/// The peers that a backend is behind in a cell, with how many times as fast it is, the one furthest ahead first.
fn ahead<'a>(cell: &'a CellRecord, name: &str) -> Vec<(f64, &'a str)> {
    let Some(ours) = cell.lane(name) else { return Vec::new() };
    let peers = cell.lanes.iter().filter(|lane| lane.kind == Kind::Peer && lane.load.is_empty());
    // Intervals take their time; who is slower needs none.
    let faster = peers.filter(|peer| peer.time() < ours.time());
    let mut ahead: Vec<_> = faster
        .map(|peer| (ours.ratio_to(peer), peer.name.as_str()))
        .filter(|(ratio, _)| ratio.high < 1.0)
        .map(|(ratio, peer)| (ratio.median, peer))
        .collect();
    ahead.sort_by(|a, b| a.0.total_cmp(&b.0));
    ahead
}

fn size(cell: &CellRecord) -> String {
    if cell.group == Group::Short { "strings".to_owned() } else { octets(cell.size) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        origin::Origin,
        record::{FORMAT, LaneRecord},
    };

    #[test]
    fn who_is_surely_ahead_is_listed() {
        let lane = |name: &str, kind, time: u64| LaneRecord {
            name: name.to_owned(),
            kind,
            load: String::new(),
            calls: 1,
            octets: 64.0,
            times: (0..31).map(|i| time + i).collect(),
        };
        let lanes = vec![
            lane("avx2", Kind::Backend, 1000),
            lane("sse4", Kind::Backend, 3000),
            lane("slower", Kind::Peer, 2000),
            lane("level", Kind::Peer, 1000),
            lane("faster", Kind::Peer, 500),
        ];
        let cell = CellRecord { group: Group::Validate, text: "t".to_owned(), size: 64, lanes };
        let origin = Origin::find(None);
        let text = section(&Record { format: FORMAT, origin, rounds: 31, seed: 1, cells: vec![cell] });
        assert!(text.contains("| t | 64 B | faster 0.51 |"), "{text}");
        assert!(text.contains("| sse4 | 64 B | 1 of 1 | t: faster 0.17 |"), "{text}");
    }
}
