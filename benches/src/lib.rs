//! How fast placemat's backends are, compared with their peers: ratios from one interleaved run.
//!
//! - [`contenders`]: what is measured;
//! - [`texts`]: what the contenders read, and [`loads`]: in which pieces;
//! - [`arena`]: the memory that holds it;
//! - [`interleave`]: how a run goes, and [`plan`]: over which cells; [`quiet`]: which rounds count;
//! - [`stats`]: medians, ratios, intervals;
//! - [`record`]: the times of a run, [`origin`]: its circumstances, and [`history`]: its files;
//! - [`summary`]: its medians and ratios, from which everything is made that is shown;
//! - [`run`]: runs a plan; [`terminal`] and [`html`]: show it; [`baseline`]: what changed since another run;
//! - [`results`]: the summaries that are committed, and [`chapter`]: the chapter of the book that shows them;
//! - [`check`]: whether the targets are met;
//! - [`solo`]: one contender by itself, for criterion;
//! - [`random`]: the same pseudo-random numbers every time.

#![deny(unsafe_code)]

pub mod arena;
pub mod baseline;
pub mod chapter;
pub mod check;
pub mod contenders;
#[cfg(test)]
mod fixture;
pub mod history;
pub mod html;
pub mod interleave;
pub mod loads;
pub mod origin;
mod overview;
pub mod plan;
pub mod quiet;
pub mod random;
pub mod record;
pub mod results;
pub mod run;
pub mod solo;
pub mod stats;
pub mod summary;
mod svg;
pub mod terminal;
pub mod texts;
