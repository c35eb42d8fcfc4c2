//! Programs in other languages: starting, asking and ending them, whatever they do.

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

/// What became of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Replied(Reply),
    /// The program ended, or broke the protocol; how.
    Crash(String),
    /// No answer came in time.
    Timeout,
    /// The run was given up before; why is in [`Run::incidents`].
    NotAsked,
}

/// What was found out apart from the outcomes.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) hello: Hello,
    /// What went wrong and belongs to no single request.
    pub(crate) incidents: Vec<String>,
    /// How many processes were started.
    pub(crate) processes: usize,
}

/// Why there is no run: the command could not be started, or broke the protocol from its first line on.
#[derive(Clone, Debug)]
pub(crate) struct NotStarted(pub(crate) String);
