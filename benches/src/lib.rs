//! How fast placemat's backends are, compared with their peers: ratios from one interleaved run.
//!
//! - `group`: what is asked; `contenders`: of whom;
//! - `texts`: what the contenders read, and `loads`: in which pieces;
//! - `arena`: the memory that holds it;
//! - `interleave`: how a run goes, and `plan`: over which cells; `noise`: which rounds count;
//! - `stats`: medians, ratios, intervals;
//! - `record`: the times of a run, and `environment`: its circumstances;
//! - `summary`: its medians and ratios, from which everything is made that is shown;
//! - `run`: runs a plan; `terminal` and `page`: show it; `baseline`: what changed since another run;
//! - `results`: the summaries that are committed, and `digest`: the page of the book that is made from them;
//! - `files`: how all of these are read and saved;
//! - `check`: whether the targets are met;
//! - `report`: the program, which does what it is asked for;
//! - `random`: the same pseudo-random numbers every time.

#![deny(unsafe_code)]

mod arena;
mod baseline;
mod check;
#[cfg(test)]
mod committed;
mod contenders;
mod digest;
mod environment;
mod files;
#[cfg(test)]
mod fixture;
mod group;
mod interleave;
mod loads;
mod noise;
mod page;
mod plan;
mod random;
mod record;
mod report;
mod results;
mod run;
mod stats;
mod summary;
mod terminal;
pub mod texts;

pub use report::main;
