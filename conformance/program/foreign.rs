//! Programs in other languages: starts, runs and ends them, however they behave.

mod child;
mod group;
mod pipes;
mod session;
mod stdin;

pub(crate) use child::Adapter;
pub(crate) use session::Session;
pub(crate) use stdin::EachCase;

use std::{collections::BTreeMap, time::Duration};

use crate::protocol::Reply;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Replied(Reply),
    /// The program ended, or violated the protocol; the text explains how.
    Crash(String),
    Timeout,
    /// The run was aborted before; the incidents give the reason.
    NotRun,
}

/// The number of timeouts that aborts a run: each costs as long as the host waits for an answer.
const TIMEOUTS: usize = 10;
/// The number of protocol violations that aborts a run: the adapter is wrong, not the decoder.
const BREACHES: usize = 10;
/// The number of crashes that aborts a run: each costs a process start.
const CRASHES: usize = 1000;

/// The number of failures, by kind.
#[derive(Default)]
pub(super) struct Tally(BTreeMap<&'static str, usize>);

/// How a process ended that should have continued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    Timeout,
    /// It sent an invalid answer.
    Breach(String),
    Crash(String),
}

impl Tally {
    /// Counts a failure; returns the reason to abort the run, if the limit is reached.
    pub(super) fn count(&mut self, end: &End) -> Option<String> {
        let (most, what) = match end {
            End::Timeout => (TIMEOUTS, "timeouts"),
            End::Breach(_) => (BREACHES, "breaches of the protocol"),
            End::Crash(_) => (CRASHES, "crashes"),
        };
        let count = self.0.entry(what).or_default();
        *count += 1;
        (*count >= most).then(|| format!("given up after {most} {what}: the remaining cases were not run"))
    }
}

impl End {
    pub(super) fn message(&self, timeout: Duration) -> String {
        match self {
            Self::Timeout => format!("no answer within {} s", timeout.as_secs_f64()),
            Self::Breach(what) => format!("broke the protocol: {what}"),
            Self::Crash(how) => how.clone(),
        }
    }
}
