//! How fast placemat's backends are, beside their peers: ratios from one interleaved run.
//!
//! - [`contenders`]: who is measured;
//! - [`texts`]: what they read, and [`loads`]: in which pieces;
//! - [`arena`]: where it lies;
//! - [`interleave`]: how a run goes, and [`plan`]: over which cells;
//! - [`stats`]: medians, ratios, intervals;
//! - [`record`]: what a run leaves behind, and [`origin`]: under which circumstances;
//! - [`run`]: runs a plan; [`terminal`], [`html`] and [`markdown`]: show it; [`baseline`]: what changed since another;
//! - [`check`]: whether the targets are met;
//! - [`solo`]: one contender by itself, for criterion;
//! - [`random`]: the same numbers every time.

#![deny(unsafe_code)]

pub mod arena;
pub mod baseline;
pub mod check;
pub mod contenders;
pub mod html;
pub mod interleave;
pub mod loads;
pub mod markdown;
pub mod origin;
pub mod plan;
pub mod random;
pub mod record;
pub mod run;
pub mod solo;
pub mod stats;
mod svg;
pub mod terminal;
pub mod texts;
