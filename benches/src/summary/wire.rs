//! The file format of a summary: contenders are listed once, at the top, and findings refer to them by index.

use serde::{Deserialize, Serialize};

use super::{CoreGave, Finding, Lane, Summary};
use crate::{contenders::Kind, environment::Environment, group::Group, stats::Ratio};

/// A run, with the findings last.
#[derive(Serialize, Deserialize)]
pub(super) struct Run {
    format: u32,
    environment: Environment,
    rounds: usize,
    seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    core: Option<CoreGave>,
    /// Name, kind and load.
    contenders: Vec<(String, Kind, String)>,
    findings: Vec<Cell>,
}

/// A finding.
#[derive(Serialize, Deserialize)]
struct Cell {
    group: Group,
    text: String,
    size: usize,
    bytes: f64,
    /// The index of the contender, its nanoseconds (missing in some older files), and its ratio.
    lanes: Vec<(usize, Option<f64>, Option<Ratio>)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    share: Option<f64>,
}

impl From<Summary> for Run {
    fn from(summary: Summary) -> Self {
        let Summary { format, environment, rounds, seed, core, findings } = summary;
        let mut contenders = Vec::new();
        let mut index = |lane: Lane| {
            let one = (lane.name, lane.kind, lane.load);
            let at = contenders.iter().position(|other| *other == one).unwrap_or_else(|| {
                contenders.push(one);
                contenders.len() - 1
            });
            (at, Some(lane.ns).filter(|ns| !ns.is_nan()), lane.ratio)
        };
        let findings = findings.into_iter().map(|found| Cell {
            group: found.group,
            text: found.text,
            size: found.size,
            bytes: found.bytes,
            lanes: found.lanes.into_iter().map(&mut index).collect(),
            share: found.share,
        });
        let findings = findings.collect();
        Self { format, environment, rounds, seed, core, contenders, findings }
    }
}

impl From<Run> for Summary {
    fn from(run: Run) -> Self {
        let Run { format, environment, rounds, seed, core, contenders, findings } = run;
        let lane = |(at, ns, ratio): (usize, Option<f64>, Option<Ratio>)| {
            let (name, kind, load) = contenders.get(at)?.clone();
            Some(Lane { name, kind, load, ns: ns.unwrap_or(f64::NAN), ratio })
        };
        let findings = findings.into_iter().map(|cell| Finding {
            group: cell.group,
            text: cell.text,
            size: cell.size,
            bytes: cell.bytes,
            lanes: cell.lanes.into_iter().filter_map(lane).collect(),
            share: cell.share,
        });
        Self { format, environment, rounds, seed, core, findings: findings.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        files::lines,
        fixture::{cell, lane, record, steady},
        record::FULL,
    };

    #[test]
    fn what_is_written_is_what_is_read() {
        let mut full = lane("avx2", Kind::Backend, steady(1000));
        FULL.clone_into(&mut full.load);
        let lanes =
            || vec![lane("placemat", Kind::Facade, steady(700)), lane("std", Kind::Peer, steady(900))];
        let cells = vec![
            cell(Group::Short, 16, lanes()),
            cell(Group::Switching, 64, vec![lane("avx2", Kind::Backend, steady(900)), full]),
            cell(Group::Validate, 64, lanes()),
        ];
        let summary = Summary::of(&record(cells));
        let text = lines(&summary, "findings").unwrap();
        let read: Summary = serde_json::from_str(&text).unwrap();
        assert_eq!(lines(&read, "findings").unwrap(), text);
        for (one, other) in summary.findings.iter().zip(&read.findings) {
            assert_eq!(one.lanes, other.lanes);
        }
        assert_eq!(text.matches("\"peer\"").count(), 1, "{text}");
    }
}
