//! What errors, the facade and full checks cost.

use serde::{Deserialize, Serialize};

use crate::{
    contenders::Kind,
    record::{CONTROL, CellRecord, EARLY, FULL, LATE, LaneRecord},
    stats::{Ratio, rounded},
};

/// What an error costs in an input of 1 MiB.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Errors {
    /// The text.
    pub text: String,
    /// The contenders.
    pub costs: Vec<ErrorCost>,
    /// What part of its best the core gave, if that is too little.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
}

/// What an error costs a contender.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ErrorCost {
    /// The contender.
    pub name: String,
    /// How many times as fast an input without an error is judged as one with an error at the end.
    pub late: Option<Ratio>,
    /// The nanoseconds of a call whose input has an error at the start.
    pub early: Option<f64>,
}

/// A call of the facade beside a call of the backend that it dispatches to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Dispatch {
    /// The mix.
    pub text: String,
    /// The nanoseconds of the facade.
    pub facade: f64,
    /// The backend.
    pub backend: String,
    /// Its nanoseconds.
    pub direct: f64,
    /// How many more the facade takes: the median of the rounds' differences, with its interval.
    pub more: Ratio,
    /// What part of its best the core gave, if that is too little.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
}

/// A text that switches, beside one of the same script that needs the full check throughout.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Switching {
    /// The text that switches.
    pub text: String,
    /// The backends, and how many times as fast each is on that text.
    pub ratios: Vec<(String, Option<Ratio>)>,
    /// What part of its best the core gave, if that is too little.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
}

impl Errors {
    pub(super) fn of(cell: &CellRecord) -> Self {
        let cost = |lane: &LaneRecord| ErrorCost {
            name: lane.name.clone(),
            late: cell.lane_on(&lane.name, LATE).map(|late| lane.ratio_to(late).rounded()),
            early: cell.lane_on(&lane.name, EARLY).map(|early| rounded(early.per_call())),
        };
        let costs = cell.lanes.iter().filter(|lane| lane.load.is_empty()).map(cost).collect();
        Self { text: cell.text.clone(), costs, share: cell.share() }
    }
}

impl Dispatch {
    pub(super) fn of(cell: &CellRecord) -> Option<Self> {
        let (facade, direct) = (cell.lane("placemat")?, cell.direct()?);
        Some(Self {
            text: cell.text.clone(),
            facade: rounded(facade.per_call()),
            backend: direct.name.clone(),
            direct: rounded(direct.per_call()),
            more: facade.longer_than(direct).rounded(),
            share: cell.share(),
        })
    }
}

impl Switching {
    pub(super) fn of(cell: &CellRecord) -> Self {
        let ratio = |lane: &LaneRecord| {
            let full = cell.lane_on(&lane.name, FULL);
            (lane.name.clone(), full.map(|full| lane.ratio_to(full).rounded()))
        };
        let of =
            |lane: &&LaneRecord| lane.load.is_empty() && lane.kind == Kind::Backend && lane.name != CONTROL;
        let ratios = cell.lanes.iter().filter(of).map(ratio).collect();
        Self { text: cell.text.clone(), ratios, share: cell.share() }
    }
}
