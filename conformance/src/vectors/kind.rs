//! The kinds of conversion error.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a conversion ends: UTF-16 or UTF-32 is invalid, or the target lacks a character. (Errors of UTF-8 have a
/// position and a length, but no kind here.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A high surrogate without a low one after it.
    LoneHigh,
    /// A low surrogate without a high one before it.
    LoneLow,
    /// The input ends inside a unit, or inside a pair.
    CutOff,
    /// A number from D800 to DFFF.
    Surrogate,
    /// A number above 10FFFF.
    OutOfRange,
    /// The source is valid, but the target does not have the character.
    Unmappable,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::LoneHigh, Self::LoneLow, Self::CutOff, Self::Surrogate, Self::OutOfRange, Self::Unmappable];

    /// The name: lower-case letters and hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LoneHigh => "lone-high",
            Self::LoneLow => "lone-low",
            Self::CutOff => "cut-off",
            Self::Surrogate => "surrogate",
            Self::OutOfRange => "out-of-range",
            Self::Unmappable => "unmappable",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
