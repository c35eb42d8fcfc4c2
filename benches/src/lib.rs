//! Benchmarks of placemat's backends and their peers: speed ratios from one interleaved run.
//!
//! - `group`: the groups of cells; `contenders`: the functions that are measured;
//! - `texts`: the input texts, and `loads`: the inputs cut from them;
//! - `arena`: the memory that holds the inputs;
//! - `interleave`: how a cell is measured, and `plan`: the cells of a run; `noise`: the rounds that count;
//! - `stats`: medians, ratios, intervals;
//! - `record`: the times of a run, and `environment`: its circumstances;
//! - `summary`: medians and ratios, from which all output is made;
//! - `run`: runs a plan; `terminal` and `page`: show it; `baseline`: compares it with an earlier run;
//! - `results`: the committed summaries, and `digest`: the page of the book made from them;
//! - `files`: reading and saving of all of these;
//! - `check`: whether the targets are met;
//! - `report`: the program;
//! - `random`: a deterministic pseudo-random number generator.

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
