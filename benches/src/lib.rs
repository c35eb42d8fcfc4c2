//! How fast placemat's backends are, compared with their peers: ratios from one interleaved run.
//!
//! - [`group`]: what is asked; [`contenders`]: of whom;
//! - [`texts`]: what the contenders read, and [`loads`]: in which pieces;
//! - [`arena`]: the memory that holds it;
//! - [`interleave`]: how a run goes, and [`plan`]: over which cells; [`quiet`]: which rounds count;
//! - [`stats`]: medians, ratios, intervals;
//! - [`record`]: the times of a run, and [`origin`]: its circumstances;
//! - [`summary`]: its medians and ratios, from which everything is made that is shown;
//! - [`run`]: runs a plan; [`terminal`] and [`page`]: show it; [`baseline`]: what changed since another run;
//! - [`results`]: the summaries that are committed, and [`digest`]: the page of the book that is made from them;
//! - [`check`]: whether the targets are met;
//! - [`random`]: the same pseudo-random numbers every time.

#![deny(unsafe_code)]

pub mod arena;
pub mod baseline;
pub mod check;
pub mod contenders;
pub mod digest;
#[cfg(test)]
mod fixture;
pub mod group;
pub mod interleave;
pub mod loads;
pub mod origin;
pub mod page;
pub mod plan;
pub mod quiet;
pub mod random;
pub mod record;
pub mod results;
pub mod run;
pub mod stats;
pub mod summary;
pub mod terminal;
pub mod texts;
