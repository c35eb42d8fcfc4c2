//! Known practices: what decoders do that is not what the RFC or Unicode says, but is no accident either.
//!
//! Each practice is a model that predicts an answer. A decoder follows it if its answers are those that the
//! model predicts wherever the model differs from what is right ([`fit`]).

pub(crate) mod encode;
pub(crate) mod fit;
mod leniency;
mod replacement;
pub(crate) mod stream;

pub(crate) use leniency::{Leniency, VERDICTS};
pub(crate) use replacement::{REPLACEMENTS, Replacement};
