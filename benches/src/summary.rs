//! The results of a run: medians and ratios with their intervals. Everything that is printed, plotted or committed is
//! made from a summary.
//!
//! There are two kinds of medians. A time, and so a speed, is the median of a contender's turns. A ratio is the
//! median of the ratios of all rounds, each between two turns that are moments apart. So a ratio is not the quotient
//! of the two times next to it.
//!
//! Numbers are rounded to four digits when a summary is made, so a file has exactly the printed numbers.

mod core;
mod wire;

use std::{
    io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::{
    contenders::Kind,
    environment::Environment,
    files,
    group::Group,
    record::{CONTROL, CellRecord, LaneRecord, Record},
    stats::{Ratio, rounded},
};
pub(crate) use core::{CoreGave, mark_of, remark};

/// A run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "wire::Run", from = "wire::Run")]
pub(crate) struct Summary {
    /// The version of this format.
    pub(crate) format: u32,
    /// The environment of the run.
    pub(crate) environment: Environment,
    /// The number of turns of each contender in a cell.
    pub(crate) rounds: usize,
    /// The seed of texts and samples.
    pub(crate) seed: u64,
    /// The performance of the core; missing in older files.
    pub(crate) core: Option<CoreGave>,
    /// The results, by cell.
    pub(crate) findings: Vec<Finding>,
}

/// The format version that this program writes.
pub(crate) const FORMAT: u32 = 3;

/// The results of one cell.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// The group.
    pub(crate) group: Group,
    /// The text or the mix.
    pub(crate) text: String,
    /// The size of an input in bytes; for mixes, the maximum; or as the group defines it.
    pub(crate) size: usize,
    /// The average size of an input, in bytes.
    pub(crate) bytes: f64,
    /// The contenders.
    pub(crate) lanes: Vec<Lane>,
    /// The core's share of its best performance, if that is too low.
    pub(crate) share: Option<f64>,
}

/// A contender in a cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lane {
    /// The name.
    pub(crate) name: String,
    /// Its kind.
    pub(crate) kind: Kind,
    /// The load that it reads; empty for the first.
    pub(crate) load: String,
    /// The median time per call in nanoseconds; NaN if an older file lacks it.
    pub(crate) ns: f64,
    /// The speed of the subject relative to this contender. On another load than the first: the speed of the same
    /// contender on the first load relative to this one.
    pub(crate) ratio: Option<Ratio>,
}

/// The subject compared with the fastest peer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison<'a> {
    /// The peer.
    pub(crate) peer: &'a Lane,
    /// The relative speed of the subject.
    pub(crate) ratio: Ratio,
    /// Whether the ratio is significant.
    pub(crate) is_told: bool,
}

impl Summary {
    /// The summary of a run.
    pub(crate) fn of(record: &Record) -> Self {
        Self {
            format: FORMAT,
            environment: record.environment.clone(),
            rounds: record.rounds,
            seed: record.seed,
            core: CoreGave::of(&record.cells),
            findings: record.cells.iter().filter_map(Finding::of).collect(),
        }
    }

    /// Writes the file of one processor.
    pub(crate) fn save(&self, folder: &Path, name: &str) -> io::Result<PathBuf> {
        let impersonal = Self { environment: self.environment.impersonal(), ..self.clone() };
        files::save(folder, name, &impersonal.environment, &impersonal, "findings")
    }

    /// The findings of a group, in order of measurement.
    pub(crate) fn of_group(&self, group: Group) -> impl Iterator<Item = &Finding> + Clone {
        self.findings.iter().filter(move |finding| finding.group == group)
    }

    /// The finding for validation of a text at a size.
    pub(crate) fn validation(&self, text: &str, size: usize) -> Option<&Finding> {
        self.of_group(Group::Validate).find(|found| found.text == text && found.size == size)
    }
}

impl Finding {
    /// The finding of a cell; `None` if neither the facade nor a backend took part.
    pub(crate) fn of(cell: &CellRecord) -> Option<Self> {
        let subject = cell.lane("placemat").or_else(|| cell.first_backend())?;
        let lane = |lane: &LaneRecord| {
            let base = if lane.load.is_empty() { subject } else { cell.lane(&lane.name).unwrap_or(subject) };
            Lane {
                name: lane.name.clone(),
                kind: lane.kind,
                load: lane.load.clone(),
                ns: rounded(lane.per_call()),
                ratio: (!std::ptr::eq(base, lane)).then(|| base.ratio_to(lane).rounded()),
            }
        };
        let bytes = cell.lanes.iter().map(|lane| lane.bytes / lane.calls.max(1) as f64).sum::<f64>();
        Some(Self {
            group: cell.group,
            text: cell.text.clone(),
            size: cell.size,
            bytes: (bytes / cell.lanes.len() as f64 * 100.0).round() / 100.0,
            lanes: cell.lanes.iter().map(lane).collect(),
            share: cell.share(),
        })
    }

    /// Bytes per nanosecond, which equals gigabytes per second.
    pub(crate) fn speed(&self, lane: &Lane) -> f64 {
        self.bytes / lane.ns
    }

    /// A contender on the first load.
    pub(crate) fn lane(&self, name: &str) -> Option<&Lane> {
        self.lanes.iter().find(|lane| lane.name == name && lane.load.is_empty())
    }

    /// The contender that the ratios are about: the facade, or the first backend in a run without the facade.
    pub(crate) fn subject(&self) -> Option<&Lane> {
        self.lane("placemat").or_else(|| self.of_kind(Kind::Backend).next())
    }

    fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Lane> {
        self.lanes.iter().filter(move |lane| lane.kind == kind && lane.load.is_empty())
    }

    /// The backend with the shortest time.
    pub(crate) fn fastest_backend(&self) -> Option<&Lane> {
        fastest(self.of_kind(Kind::Backend))
    }

    /// The limit: the best of the loops that only load; or as the group defines it.
    pub(crate) fn limit(&self) -> Option<&Lane> {
        fastest(self.lanes.iter().filter(|lane| lane.kind == Kind::Limit && lane.name != "memcpy"))
    }

    /// The possible difference between two identical contenders, estimated from the facade's two lanes.
    pub(crate) fn noise(&self) -> Option<f64> {
        self.lane(CONTROL)?.ratio.map(|ratio| (ratio.high - 1.0).max(1.0 - ratio.low))
    }

    /// The subject compared with the peer with the shortest time.
    pub(crate) fn comparison(&self) -> Option<Comparison<'_>> {
        let peer = fastest(self.of_kind(Kind::Peer))?;
        let ratio = peer.ratio?;
        let distance = ratio.median.max(1.0 / ratio.median) - 1.0;
        let is_told = ratio.differs() && distance > self.noise().unwrap_or(0.0);
        Some(Comparison { peer, ratio, is_told })
    }

    /// Whether some peer is significantly faster than the subject: the whole interval is below 1.
    pub(crate) fn is_behind(&self) -> bool {
        self.of_kind(Kind::Peer).any(|peer| peer.ratio.is_some_and(|ratio| ratio.high < 1.0))
    }
}

fn fastest<'a>(lanes: impl Iterator<Item = &'a Lane>) -> Option<&'a Lane> {
    lanes.min_by(|a, b| a.ns.total_cmp(&b.ns))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        fixture::{cell, lane, steady},
        record::LATE,
    };

    fn found(lanes: Vec<LaneRecord>) -> Finding {
        Finding::of(&cell(Group::Validate, 64, lanes)).unwrap()
    }

    #[test]
    fn a_ratio_is_the_facades_even_where_a_backend_is_faster() {
        let found = found(vec![
            lane("avx512", Kind::Backend, steady(1400)),
            lane("avx2", Kind::Backend, steady(1050)),
            lane("placemat", Kind::Facade, steady(1390)),
            lane("peer", Kind::Peer, steady(1000)),
            lane("load-512", Kind::Limit, steady(900)),
        ]);
        let comparison = found.comparison().unwrap();
        assert_eq!((&*found.subject().unwrap().name, &*comparison.peer.name), ("placemat", "peer"));
        assert!((comparison.ratio.median - 0.72).abs() < 0.005 && comparison.is_told, "{comparison:?}");
        assert!((found.limit().unwrap().ratio.unwrap().median - 0.65).abs() < 0.005);
        assert!(found.is_behind());
        let without = Finding {
            lanes: found.lanes.into_iter().filter(|lane| lane.name != "placemat").collect(),
            ..found
        };
        assert_eq!(without.subject().unwrap().name, "avx512");
    }

    #[test]
    fn another_load_is_compared_with_the_first() {
        let mut late = lane("avx2", Kind::Backend, steady(1200));
        LATE.clone_into(&mut late.load);
        let found = found(vec![
            lane("placemat", Kind::Facade, steady(500)),
            lane("avx2", Kind::Backend, steady(1000)),
            late,
        ]);
        assert!((found.lanes[2].ratio.unwrap().median - 1.2).abs() < 0.005, "{found:?}");
    }

    #[test]
    fn what_is_within_the_noise_is_not_told() {
        let found = |control: u64| {
            found(vec![
                lane("placemat", Kind::Facade, steady(1000)),
                lane(CONTROL, Kind::Facade, steady(control)),
                lane("peer", Kind::Peer, steady(1050)),
            ])
        };
        assert!(found(1000).comparison().unwrap().is_told);
        assert!(!found(1100).comparison().unwrap().is_told);
    }
}
