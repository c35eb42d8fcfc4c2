//! Programs in other languages: starts, runs and ends them, however they behave.

mod child;
pub(crate) mod group;
mod limits;
mod pipes;
mod session;
mod stdin;

pub(crate) use child::Adapter;
pub(crate) use session::Session;
pub(crate) use stdin::EachCase;

use crate::protocol::Reply;

/// The outcome of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Replied(Reply),
    /// The program ended, or violated the protocol; the text explains how.
    Crash(String),
    /// No answer arrived in time.
    Timeout,
    /// The run was aborted before; the incidents give the reason.
    NotRun,
}
