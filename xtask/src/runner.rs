//! Runs commands: a call is one command, a step is a unit that passes or fails, a table summarises a run.

pub(crate) mod call;
pub(crate) mod log;
pub(crate) mod number;
pub(crate) mod run;
pub(crate) mod step;
pub(crate) mod table;
