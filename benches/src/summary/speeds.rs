//! How fast the contenders are in one cell, and how many times as fast the subject is as each.

use serde::{Deserialize, Serialize};

use crate::{
    contenders::Kind,
    origin::Origin,
    record::{CONTROL, CellRecord, LaneRecord},
    stats::{Ratio, rounded},
};

/// A cell.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Speeds {
    /// The text or the mix.
    pub text: String,
    /// The octets of an input; of mixes, the most.
    pub size: usize,
    /// The octets of an input, on average.
    pub octets: f64,
    /// The contender whose ratios these are: the facade, or the first backend in a run without the facade.
    pub subject: Lane,
    /// How many times as fast the facade is as itself, since it takes part twice.
    pub control: Option<Ratio>,
    /// The backends, called directly.
    pub backends: Vec<Lane>,
    /// The peers.
    pub peers: Vec<Lane>,
    /// The best of the loops that only load.
    pub limit: Option<Lane>,
    /// Copying.
    pub memcpy: Option<Lane>,
    /// How many times as fast some contenders are in a process of their own as they are here.
    pub in_child: InChild,
    /// What part of its best the core gave, if that is too little.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
}

/// A contender in a cell.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "LaneTuple", from = "LaneTuple")]
pub struct Lane {
    /// The name.
    pub name: String,
    /// The nanoseconds of a call, in the median of the turns.
    pub ns: f64,
    /// How many times as fast the subject is as this contender; `None` for the subject itself.
    pub ratio: Option<Ratio>,
    /// For a backend: the peer that is furthest ahead of it, and `std` where that is ahead, too, each with
    /// how many times as fast the backend is. A peer is ahead if the whole interval lies below 1.
    pub behind: Vec<(String, f64)>,
}

/// A lane, as files have it.
type LaneTuple = (String, f64, Option<Ratio>, Vec<(String, f64)>);

/// Ratios of the same contender in a process of its own and in this one.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct InChild {
    /// The facade, with the backend that is active here.
    pub facade: Option<Ratio>,
    /// simdutf, with the kernel that it prefers.
    pub simdutf: Option<Ratio>,
}

/// The subject beside the fastest peer.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// The peer.
    pub peer: &'a Lane,
    /// How many times as fast the subject is.
    pub ratio: Ratio,
    /// Whether the ratio can be told from noise.
    pub is_told: bool,
    /// Whether the quotient of the two times beside it is another number: outside the interval, and further
    /// from the ratio than noise explains.
    pub is_odd: bool,
}

impl Speeds {
    /// Of a cell; `None` if neither the facade nor a backend took part.
    pub(super) fn of(cell: &CellRecord, origin: &Origin) -> Option<Self> {
        let of_kind = |kind| cell.lanes.iter().filter(move |lane| lane.kind == kind && lane.load.is_empty());
        let subject = cell.lane("placemat").or_else(|| of_kind(Kind::Backend).next())?;
        let peers: Vec<_> = of_kind(Kind::Peer).collect();
        let lane = |lane: &LaneRecord| Lane {
            name: lane.name.clone(),
            ns: rounded(lane.per_call()),
            ratio: (lane.name != subject.name).then(|| subject.ratio_to(lane).rounded()),
            behind: if lane.kind == Kind::Backend { behind(lane, &peers) } else { Vec::new() },
        };
        let octets = cell.lanes.iter().map(|lane| lane.octets / lane.calls.max(1) as f64).sum::<f64>();
        Some(Self {
            text: cell.text.clone(),
            size: cell.size,
            octets: (octets / cell.lanes.len() as f64 * 100.0).round() / 100.0,
            subject: lane(subject),
            control: cell.lane(CONTROL).map(|control| subject.ratio_to(control).rounded()),
            backends: of_kind(Kind::Backend).map(lane).collect(),
            peers: peers.iter().map(|&peer| lane(peer)).collect(),
            limit: cell.limit().map(lane),
            memcpy: cell.lane("memcpy").map(lane),
            in_child: InChild::of(cell, origin),
            share: cell.share(),
        })
    }

    /// Octets by nanoseconds: gigabytes by seconds.
    #[must_use]
    pub fn speed(&self, lane: &Lane) -> f64 {
        self.octets / lane.ns
    }

    /// The contender of this name.
    #[must_use]
    pub fn lane(&self, name: &str) -> Option<&Lane> {
        self.lanes().find(|lane| lane.name == name)
    }

    /// Every contender that gives verdicts, the subject first.
    pub fn lanes(&self) -> impl Iterator<Item = &Lane> {
        let others = self.backends.iter().chain(&self.peers);
        std::iter::once(&self.subject).chain(others.filter(|lane| lane.name != self.subject.name))
    }

    /// The backend whose time is the least.
    #[must_use]
    pub fn fastest_backend(&self) -> Option<&Lane> {
        fastest(&self.backends)
    }

    /// How far apart two contenders that do the same may lie, as the facade's two turns show.
    #[must_use]
    pub fn noise(&self) -> Option<f64> {
        self.control.map(|ratio| (ratio.high - 1.0).max(1.0 - ratio.low))
    }

    /// The subject beside the peer whose time is the least; `None` without peers.
    #[must_use]
    pub fn comparison(&self) -> Option<Comparison<'_>> {
        let peer = fastest(&self.peers)?;
        let ratio = peer.ratio?;
        let noise = self.noise().unwrap_or(0.0);
        let quotient = peer.ns / self.subject.ns / ratio.median;
        let outside = quotient < ratio.low / ratio.median || quotient > ratio.high / ratio.median;
        Some(Comparison {
            peer,
            ratio,
            is_told: ratio.differs() && distance(ratio.median) > noise,
            is_odd: outside && distance(quotient) > noise.max(ODD),
        })
    }

    /// The peers that are ahead of the subject, and how many times as fast it is as each, the smallest first.
    #[must_use]
    pub fn ahead(&self) -> Vec<(&str, f64)> {
        let ratios = self.peers.iter().filter_map(|peer| Some((peer.name.as_str(), peer.ratio?)));
        let mut ahead: Vec<_> =
            ratios.filter(|(_, ratio)| ratio.high < 1.0).map(|(name, ratio)| (name, ratio.median)).collect();
        ahead.sort_by(|a, b| a.1.total_cmp(&b.1));
        ahead
    }
}

/// A quotient of two medians that is closer than this to the median of the quotients is no cause for a mark.
const ODD: f64 = 0.05;

/// How far a factor is from 1, in either direction.
fn distance(factor: f64) -> f64 {
    factor.max(1.0 / factor) - 1.0
}

fn fastest(lanes: &[Lane]) -> Option<&Lane> {
    lanes.iter().min_by(|a, b| a.ns.total_cmp(&b.ns))
}

fn behind(backend: &LaneRecord, peers: &[&LaneRecord]) -> Vec<(String, f64)> {
    // Intervals take their time to compute, and a peer that is slower by the medians needs none.
    let faster = peers.iter().filter(|peer| peer.time() < backend.time());
    let ratios = faster.map(|peer| (peer.name.clone(), backend.ratio_to(peer).rounded()));
    let mut behind: Vec<_> =
        ratios.filter(|(_, ratio)| ratio.high < 1.0).map(|(name, ratio)| (name, ratio.median)).collect();
    behind.sort_by(|a, b| a.1.total_cmp(&b.1));
    let furthest = behind.first().map(|(name, _)| name.clone());
    behind.retain(|(name, _)| name == "std" || Some(name) == furthest.as_ref());
    behind
}

impl InChild {
    fn of(cell: &CellRecord, origin: &Origin) -> Self {
        let active = origin.active.split(' ').next().unwrap_or_default();
        let between =
            |here: Option<&LaneRecord>, child: Option<&LaneRecord>| Some(child?.ratio_to(here?).rounded());
        let preferred = cell.lanes.iter().find(|lane| lane.name.starts_with("simdutf-"));
        Self {
            facade: between(cell.lane("placemat"), cell.lane(&format!("placemat@{active}"))),
            simdutf: between(cell.lane("simdutf"), preferred),
        }
    }
}

impl From<Lane> for LaneTuple {
    fn from(Lane { name, ns, ratio, behind }: Lane) -> Self {
        (name, ns, ratio, behind)
    }
}

impl From<LaneTuple> for Lane {
    fn from((name, ns, ratio, behind): LaneTuple) -> Self {
        Self { name, ns, ratio, behind }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        fixture::{cell, lane, record, steady},
        record::Group,
    };

    fn speeds(lanes: Vec<LaneRecord>) -> Speeds {
        let record = record(vec![cell(Group::Validate, 64, lanes)]);
        Speeds::of(&record.cells[0], &record.origin).unwrap()
    }

    #[test]
    fn a_ratio_is_the_facades_even_where_a_backend_is_faster() {
        let cell = speeds(vec![
            lane("avx512", Kind::Backend, steady(1400)),
            lane("avx2", Kind::Backend, steady(1050)),
            lane("placemat", Kind::Facade, steady(1390)),
            lane("peer", Kind::Peer, steady(1000)),
            lane("load-512", Kind::Limit, steady(900)),
        ]);
        let found = cell.comparison().unwrap();
        assert_eq!((cell.subject.name.as_str(), found.peer.name.as_str()), ("placemat", "peer"));
        assert!((found.ratio.median - 0.72).abs() < 0.005 && found.is_told, "{found:?}");
        assert!((cell.limit.unwrap().ratio.unwrap().median - 0.65).abs() < 0.005);
    }

    #[test]
    fn without_the_facade_the_ratio_is_the_first_backends() {
        let cell = speeds(vec![
            lane("avx512", Kind::Backend, steady(2000)),
            lane("avx2", Kind::Backend, steady(1000)),
            lane("peer", Kind::Peer, steady(1000)),
        ]);
        assert_eq!(cell.subject.name, "avx512");
        assert!((cell.comparison().unwrap().ratio.median - 0.5).abs() < 0.005);
    }

    #[test]
    fn a_ratio_that_is_no_quotient_of_the_times_is_marked() {
        // The machine is slow from round 15 on, for both; only in the last two rounds the peer is fast again.
        // The rounds say 2.0; the quotient of the medians is 1.0.
        let ours = (0..31).map(|round| if round < 15 { 1000 } else { 2000 });
        let theirs = |fast_again| {
            (0..31).map(move |round| if round < 15 || round >= fast_again { 2000 } else { 4000 })
        };
        let odd = |fast_again| {
            let lanes = vec![
                lane("placemat", Kind::Facade, ours.clone()),
                lane("peer", Kind::Peer, theirs(fast_again)),
            ];
            let cell = speeds(lanes);
            let found = cell.comparison().unwrap();
            assert!((found.ratio.median - 2.0).abs() < 0.005, "{found:?}");
            found.is_odd
        };
        assert!(odd(29));
        assert!(!odd(31), "2.0 by both");
    }

    #[test]
    fn what_is_within_the_noise_is_not_told() {
        let cell = |control: u64| {
            speeds(vec![
                lane("placemat", Kind::Facade, steady(1000)),
                lane(CONTROL, Kind::Facade, steady(control)),
                lane("peer", Kind::Peer, steady(1050)),
            ])
        };
        assert!(cell(1000).comparison().unwrap().is_told);
        assert!(!cell(1100).comparison().unwrap().is_told);
    }

    #[test]
    fn only_who_is_surely_ahead_is_ahead() {
        let peer = |name: &str, time| lane(name, Kind::Peer, steady(time));
        let cell = speeds(vec![
            lane("placemat", Kind::Facade, steady(1000)),
            lane("scalar", Kind::Backend, steady(3000)),
            peer("slower", 2000),
            peer("level", 1000),
            peer("std", 900),
            peer("faster", 500),
        ]);
        let names: Vec<_> = cell.ahead().iter().map(|&(name, _)| name.to_owned()).collect();
        assert_eq!(names, ["faster", "std"]);
        let behind: Vec<_> = cell.backends[0].behind.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(behind, ["faster", "std"], "the furthest, and std");
    }
}
