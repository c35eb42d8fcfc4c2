//! Programs in other languages: starts, runs and ends them, however they behave.

mod child;
pub(crate) mod group;
mod limits;
mod pipes;
mod session;
mod stdin;

pub(crate) use limits::Limits;
pub(crate) use session::Session;
pub(crate) use stdin::EachCase;

use crate::protocol::{Hello, Reply};

/// The outcome of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Replied(Reply),
    /// The program ended, or violated the protocol; the text explains how.
    Crash(String),
    /// No answer arrived in time.
    Timeout,
    /// The run was aborted before; [`Run::incidents`] gives the reason.
    NotRun,
}

/// The results of a run apart from the outcomes.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) hello: Hello,
    /// Errors that belong to no single request.
    pub(crate) incidents: Vec<String>,
    /// The number of processes started.
    pub(crate) processes: usize,
}

/// Why there is no run: the command could not be started, or violated the protocol in its first line.
#[derive(Clone, Debug)]
pub(crate) struct NotStarted(pub(crate) String);
