//! Benchmarks of placemat's backends and their peers: speed ratios from one interleaved run.
//!
//! - `group`: the groups of cells; `contenders`: the functions that are measured;
//! - `texts`: the input texts, and `loads`: the inputs cut from them;
//! - `cell`: measures a cell, by the crate `interleave`, and a run; `plan`: the cells of a run;
//! - `record`: times, medians and ratios of a run, from which all output is made; and `environment`: its circumstances;
//! - `terminal`: shows a run; `baseline`: compares it with an earlier run;
//! - `saved`: files with results; `results.py` makes the pages of the committed ones;
//! - `check`: whether the targets are met;
//! - `report`: the program.

#![deny(unsafe_code)]

mod baseline;
mod cell;
mod check;
mod contenders;
mod environment;
#[cfg(test)]
mod fixture;
mod group;
mod loads;
mod plan;
mod record;
mod report;
mod saved;
mod terminal;
pub mod texts;

pub use report::main;
