//! Running things: a call is one command, a step is what a person sees pass or fail, a table sums up a run.

pub(crate) mod call;
pub(crate) mod log;
pub(crate) mod number;
pub(crate) mod run;
pub(crate) mod step;
pub(crate) mod table;
pub(crate) mod time;
