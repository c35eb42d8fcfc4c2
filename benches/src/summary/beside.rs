//! The same text fresh and looped. Fresh, each turn reads other octets. Looped, it reads the same input again
//! and again, as most benchmarks do, and as a server does that sees the same pages, so every branch is
//! predicted.

use super::{Lane, Speeds, Summary};
use crate::record::Group;

/// A text of one size, measured in both ways.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// A fresh input in each turn.
    pub fresh: &'a Speeds,
    /// The same input in every turn.
    pub looped: &'a Speeds,
}

/// A contender of ours, and the peers that it is compared with.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// Ours: the facade, or a backend.
    pub ours: &'static str,
    /// Peers with vectors of the same width or without any; empty for all.
    pub peers: &'static [&'static str],
}

/// What is compared.
pub const PAIRS: [Pair; 5] = [
    Pair { ours: "placemat", peers: &[] },
    Pair {
        ours: "avx2",
        peers: &["simdutf8-basic", "simdutf8-compat", "encoding_rs", "simdutf-haswell", "std"],
    },
    Pair { ours: "sse4", peers: &["simdutf-westmere", "simdutf8-sse4.2", "std"] },
    Pair { ours: "scalar", peers: &["std"] },
    Pair { ours: "dfa", peers: &["std"] },
];

impl Summary {
    /// What was measured in both ways, in the order of the looped cells.
    pub fn beside(&self) -> impl Iterator<Item = Beside<'_>> {
        self.speeds_of(Group::Looped).filter_map(|looped| {
            let mut fresh = self.validate().chain(self.speeds_of(Group::Shares));
            let fresh = fresh.find(|cell| cell.text == looped.text && cell.size == looped.size)?;
            Some(Beside { fresh, looped })
        })
    }
}

impl Pair {
    /// The fastest of the peers, and how many times as fast ours is, by the medians of the turns; `None` if
    /// one of them did not take part.
    #[must_use]
    pub fn ratio<'a>(&self, cell: &'a Speeds) -> Option<(&'a Lane, f64)> {
        let ours = cell.lane(self.ours)?;
        let peers =
            cell.peers.iter().filter(|peer| self.peers.is_empty() || self.peers.contains(&&*peer.name));
        let peer = peers.min_by(|a, b| a.ns.total_cmp(&b.ns))?;
        Some((peer, peer.ns / ours.ns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        contenders::Kind,
        fixture::{cell, lane, record, steady},
    };

    #[test]
    fn each_backend_is_held_against_peers_of_its_width() {
        let lanes = |ours| {
            vec![
                lane("placemat", Kind::Facade, steady(1000)),
                lane("scalar", Kind::Backend, steady(ours)),
                lane("std", Kind::Peer, steady(3000)),
                lane("simdutf8-basic", Kind::Peer, steady(500)),
            ]
        };
        let cells = [(Group::Validate, 64, 2000), (Group::Validate, 128, 1), (Group::Looped, 64, 4000)];
        let cells = cells.map(|(group, size, ours)| cell(group, size, lanes(ours)));
        let summary = Summary::of(&record(cells.into()));
        let all: Vec<_> = summary.beside().collect();
        assert_eq!(all.len(), 1, "128 octets were not looped");
        let ratio = |ours: &str, cell| {
            let pair = PAIRS.iter().find(|pair| pair.ours == ours).unwrap();
            pair.ratio(cell).map(|(peer, ratio)| format!("{} {ratio:.2}", peer.name))
        };
        assert_eq!(ratio("placemat", all[0].fresh).as_deref(), Some("simdutf8-basic 0.50"));
        assert_eq!(ratio("scalar", all[0].fresh).as_deref(), Some("std 1.50"));
        assert_eq!(ratio("scalar", all[0].looped).as_deref(), Some("std 0.75"));
        assert_eq!(ratio("avx2", all[0].looped), None);
    }
}
