//! When to stop waiting.

use std::time::Duration;

/// How long to wait, and when to give a run up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// For one answer; also for the introduction, and for the exit at the end.
    pub(crate) timeout: Duration,
}

/// So many timeouts are enough: each costs [`Limits::timeout`].
const TIMEOUTS: usize = 10;
/// So many breaches of the protocol are enough: it is the adapter that is wrong, not the decoder.
const BREACHES: usize = 10;
/// So many crashes are enough: each costs the start of a process.
const CRASHES: usize = 1000;

/// How often it went wrong.
#[derive(Default)]
pub(super) struct Tally {
    timeouts: usize,
    breaches: usize,
    crashes: usize,
}

/// How a process ended that should have gone on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    Timeout,
    /// Its answers were none.
    Breach(String),
    Crash(String),
}

impl Tally {
    /// Counts one more; why the run is given up, if it is.
    pub(super) fn count(&mut self, end: &End) -> Option<String> {
        let (count, most, what) = match end {
            End::Timeout => (&mut self.timeouts, TIMEOUTS, "timeouts"),
            End::Breach(_) => (&mut self.breaches, BREACHES, "breaches of the protocol"),
            End::Crash(_) => (&mut self.crashes, CRASHES, "crashes"),
        };
        *count += 1;
        (*count >= most).then(|| format!("given up after {most} {what}: the remaining cases were not asked"))
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
