//! How fast placemat's backends are, beside their peers: ratios from one interleaved run.
//!
//! - [`contenders`]: who is measured;
//! - [`texts`]: what they read, and [`loads`]: in which pieces;
//! - [`arena`]: where it lies;
//! - [`interleave`]: how a run goes;
//! - [`stats`]: medians, ratios, intervals;
//! - [`random`]: the same numbers every time.

#![deny(unsafe_code)]

pub mod arena;
pub mod contenders;
pub mod interleave;
pub mod loads;
pub mod random;
pub mod stats;
pub mod texts;
