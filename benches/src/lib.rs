//! How fast placemat's backends are, beside their peers: ratios from one interleaved run.
//!
//! - [`contenders`]: who is measured;
//! - [`texts`]: what they read;
//! - [`interleave`]: how a run goes;
//! - [`stats`]: medians, ratios, intervals.

#![forbid(unsafe_code)]

pub mod contenders;
pub mod interleave;
pub mod stats;
pub mod texts;
