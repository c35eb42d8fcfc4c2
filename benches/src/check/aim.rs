//! What is to be reached: who, against whom, at what, and by how much.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::stats::Ratio;

/// A target or a bound, in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Aim {
    /// What is done: `8 to 16`.
    pub(crate) operation: String,
    /// Who is compared with whom: `avx512 / simdutf-icelake`.
    pub(crate) pair: String,
    /// On which texts and sizes.
    pub(crate) on: String,
    /// The number.
    pub(crate) goal: Goal,
}

/// A number to be reached, or not to be exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Goal {
    /// A ratio.
    AtLeast(f64),
    /// A ratio or nanoseconds.
    AtMost(f64),
}

impl Goal {
    /// How much better than the goal a measurement is, relative to the goal, at the good or at the bad end of
    /// its interval.
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
