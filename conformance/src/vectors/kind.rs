//! The kinds of conversion error.

use serde::{Deserialize, Serialize};

use crate::named;

named! {
    /// Why a conversion ends: UTF-16 or UTF-32 is invalid, or the target lacks a character. (Errors of UTF-8 have a
    /// position and a length, but no kind here.)
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Kind {
        /// A high surrogate without a low one after it.
        LoneHigh "lone-high";
        /// A low surrogate without a high one before it.
        LoneLow "lone-low";
        /// The input ends inside a unit, or inside a pair.
        CutOff "cut-off";
        /// A number from D800 to DFFF.
        Surrogate "surrogate";
        /// A number above 10FFFF.
        OutOfRange "out-of-range";
        /// The source is valid, but the target does not have the character.
        Unmappable "unmappable";
    }
}
