//! The results of one cell.

use interleave::{Given, Ratio, median, rounded};
use serde::{Deserialize, Serialize};

use super::CONTROL;
use crate::{contenders::Kind, group::Group};

/// The lanes that were measured together.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct CellRecord {
    pub(crate) group: Group,
    pub(crate) text: String,
    /// The size of an input in bytes; for mixes, the maximum; or as the group defines it.
    pub(crate) size: usize,
    pub(crate) lanes: Vec<LaneRecord>,
    /// The performance of the core; missing in fictitious runs.
    pub(crate) core: Option<Given>,
}

/// A contender in a cell.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct LaneRecord {
    /// The name; [`CONTROL`] for the second turn of the facade.
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// The load that it reads; empty for the first.
    pub(crate) load: String,
    pub(crate) turns: Turns,
}

/// The turns of a contender.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Turns {
    /// The number of inputs per turn.
    pub(crate) calls: usize,
    /// The average number of bytes per turn.
    pub(crate) bytes: f64,
    /// The time of each turn in nanoseconds, for the rounds that count.
    pub(crate) times: Vec<u64>,
}

/// The subject compared with the fastest peer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison<'a> {
    pub(crate) peer: &'a LaneRecord,
    /// The relative speed of the subject.
    pub(crate) ratio: Ratio,
    /// Whether the ratio is significant.
    pub(crate) is_told: bool,
}

impl CellRecord {
    /// Whether it has this description.
    pub(crate) fn is(&self, group: Group, text: &str, size: usize) -> bool {
        (self.group, &*self.text, self.size) == (group, text, size)
    }

    /// The average size of an input, in bytes.
    pub(crate) fn bytes(&self) -> f64 {
        let each = self.lanes.iter().map(|lane| lane.turns.bytes / lane.turns.calls as f64);
        (each.sum::<f64>() / self.lanes.len() as f64 * 100.0).round() / 100.0
    }

    /// The core's share of its best performance, if that is too low.
    pub(crate) fn share(&self) -> Option<f64> {
        self.core?.share()
    }

    /// The relative speed of the subject: above 1 if the subject is faster. For another load, the relative speed of the
    /// same contender on the first one. `None` for the lane with which the others are compared.
    pub(crate) fn ratio(&self, lane: &LaneRecord) -> Option<Ratio> {
        let subject = self.subject()?;
        let base = if lane.load.is_empty() { subject } else { self.lane(&lane.name).unwrap_or(subject) };
        (!std::ptr::eq(base, lane)).then(|| base.turns.ratio_to(&lane.turns).rounded())
    }

    /// Bytes per nanosecond, which equals gigabytes per second.
    pub(crate) fn speed(&self, lane: &LaneRecord) -> f64 {
        self.bytes() / lane.ns()
    }

    /// A contender on the first load.
    pub(crate) fn lane(&self, name: &str) -> Option<&LaneRecord> {
        self.lane_on(name, "")
    }

    /// A contender on a load.
    pub(crate) fn lane_on(&self, name: &str, load: &str) -> Option<&LaneRecord> {
        self.lanes.iter().find(|lane| lane.name == name && lane.load == load)
    }

    /// The contender that the ratios are about: the facade, or the first backend in a run without the facade.
    pub(crate) fn subject(&self) -> Option<&LaneRecord> {
        self.lane("placemat").or_else(|| self.of_kind(Kind::Backend).next())
    }

    fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &LaneRecord> {
        self.lanes.iter().filter(move |lane| lane.kind == kind && lane.load.is_empty())
    }

    /// The backend with the shortest time.
    pub(crate) fn fastest_backend(&self) -> Option<&LaneRecord> {
        fastest(self.of_kind(Kind::Backend))
    }

    /// A lower bound on the time: the best of the loops that only load; or as the group defines it.
    pub(crate) fn limit(&self) -> Option<&LaneRecord> {
        fastest(self.lanes.iter().filter(|lane| lane.kind == Kind::Limit))
    }

    /// The possible difference between two identical contenders, estimated from the facade's two lanes.
    pub(crate) fn noise(&self) -> Option<f64> {
        self.ratio(self.lane(CONTROL)?).map(|ratio| (ratio.high - 1.0).max(1.0 - ratio.low))
    }

    /// The subject compared with the peer with the shortest time.
    pub(crate) fn comparison(&self) -> Option<Comparison<'_>> {
        let peer = fastest(self.of_kind(Kind::Peer))?;
        let ratio = self.ratio(peer)?;
        let distance = ratio.median.max(1.0 / ratio.median) - 1.0;
        let is_told = ratio.differs() && distance > self.noise().unwrap_or(0.0);
        Some(Comparison { peer, ratio, is_told })
    }
}

fn fastest<'a>(lanes: impl Iterator<Item = &'a LaneRecord>) -> Option<&'a LaneRecord> {
    lanes.min_by(|a, b| a.ns().total_cmp(&b.ns()))
}

impl LaneRecord {
    /// The median time of a call, in nanoseconds.
    pub(crate) fn ns(&self) -> f64 {
        rounded(self.turns.time() / self.turns.calls as f64)
    }
}

impl Turns {
    /// The median time of a turn, in nanoseconds.
    pub(crate) fn time(&self) -> f64 {
        median(self.per(1.0))
    }

    /// The speed per call, relative to the other contender: above 1 if this one is faster.
    pub(crate) fn ratio_to(&self, other: &Self) -> Ratio {
        let scale = self.calls as f64 / other.calls as f64;
        let ratio = |(&ours, &theirs): (&u64, &u64)| scale * theirs as f64 / ours.max(1) as f64;
        Ratio::of_rounds(&self.times.iter().zip(&other.times).map(ratio).collect::<Vec<_>>())
    }

    /// How many nanoseconds longer a call takes than one of the other contender, as the median of the rounds with its
    /// interval.
    pub(crate) fn longer_than(&self, other: &Self) -> Ratio {
        let pairs = self.per(self.calls as f64).into_iter().zip(other.per(other.calls as f64));
        Ratio::of_rounds(&pairs.map(|(ours, theirs)| ours - theirs).collect::<Vec<_>>())
    }

    /// The time of each turn, divided by the number of its calls or bytes.
    pub(crate) fn per(&self, number: f64) -> Vec<f64> {
        self.times.iter().map(|&time| time as f64 / number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{cell, lane, steady};

    fn found(lanes: Vec<LaneRecord>) -> CellRecord {
        cell(Group::Validate, 64, lanes)
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
        assert!((found.ratio(found.limit().unwrap()).unwrap().median - 0.65).abs() < 0.005);
        let without = CellRecord {
            lanes: found.lanes.into_iter().filter(|lane| lane.name != "placemat").collect(),
            ..found
        };
        assert_eq!(without.subject().unwrap().name, "avx512");
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
