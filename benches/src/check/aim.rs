//! A goal: the contenders, the inputs, and the number to reach.

use std::fmt;

use interleave::Ratio;
use serde::{Deserialize, Serialize};

/// A target, described in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Aim {
    pub(crate) operation: String,
    /// The contenders: `avx512 / simdutf-icelake`.
    pub(crate) pair: String,
    /// The texts and sizes.
    pub(crate) on: String,
    pub(crate) goal: Goal,
}

/// A number to reach, or not to exceed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Goal {
    AtLeast(f64),
    /// A ratio or nanoseconds.
    AtMost(f64),
}

impl Goal {
    /// How much better than the goal a measurement is, relative to the goal, at the good or bad end of its interval.
    pub(crate) fn slack(self, value: &Ratio, good: bool) -> f64 {
        match self {
            Self::AtLeast(goal) => (if good { value.high } else { value.low }) / goal - 1.0,
            Self::AtMost(goal) => 1.0 - (if good { value.low } else { value.high }) / goal,
        }
    }
}

impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.operation, self.pair, self.on)
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(goal) => write!(f, ">= {goal:.2}"),
            Self::AtMost(goal) => write!(f, "<= {goal:.2}"),
        }
    }
}
