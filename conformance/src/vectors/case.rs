//! A case: an input, and the expected results.

use serde::{Deserialize, Serialize};

use super::{expected::Expected, recipe::Recipe};
use crate::contract::Encoding;

/// One line of the vectors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// A unique name: lower-case letters, digits and hyphens; stable from release to release.
    pub id: String,
    /// The clause that decides it.
    pub clause: String,
    /// Categories, for selection; see [`flags`].
    pub flags: Vec<String>,
    /// What is tested, and why.
    pub note: String,
    /// Which wrong decoders it catches.
    pub catches: Vec<Catch>,
    /// The input of the decoder or encoder.
    #[serde(flatten, deserialize_with = "super::json::one_input")]
    pub input: Input,
    /// The expected result, for each profile that the case covers.
    #[serde(with = "super::json::by_profile")]
    pub expected: Expected,
}

impl Case {
    /// Whether it has this flag.
    pub fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|own| own == flag)
    }
}

/// The input, by the kind of program that it is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// To a decoder: bytes. In JSON: `input`.
    #[serde(rename = "input")]
    Bytes(Recipe),
    /// To an encoder: values, including some that cannot be encoded. In JSON: `values`.
    Values(Vec<u32>),
    /// To a converter from UTF-16: code units, each as two bytes in big-endian order; the last one may be incomplete.
    /// In JSON: `utf16be`.
    Utf16Be(Recipe),
    /// To a converter from UTF-32: code units, each as four bytes in big-endian order; the last one may be
    /// incomplete. In JSON: `utf32be`.
    Utf32Be(Recipe),
    /// To a converter from Latin-1. In JSON: `latin1`.
    Latin1(Recipe),
}

impl Input {
    /// The bytes, and their encoding; `None` for values.
    pub fn bytes(&self) -> Option<(Encoding, Vec<u8>)> {
        let (encoding, recipe) = match self {
            Self::Values(_) => return None,
            Self::Bytes(recipe) => (Encoding::Utf8, recipe),
            Self::Utf16Be(recipe) => (Encoding::Utf16Be, recipe),
            Self::Utf32Be(recipe) => (Encoding::Utf32Be, recipe),
            Self::Latin1(recipe) => (Encoding::Latin1, recipe),
        };
        Some((encoding, recipe.bytes()))
    }
}

impl Default for Input {
    /// No bytes.
    fn default() -> Self {
        Self::Bytes(Recipe::default())
    }
}

/// A wrong decoder that a case catches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Catch {
    /// A decoder with a known bug: the family and the name of the [mutant](crate::mutants).
    Mutant(String),
    /// A bug that was released.
    Bug {
        /// Its product, and number or name.
        name: String,
        /// Where it is described in public.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        url: Option<String>,
    },
}

/// Flags that programs look for. Further flags name the kind of error in the input.
pub mod flags {
    /// A few cases that together kill every semantic, block, position, stream and replacement mutant.
    pub const SMOKE: &str = "smoke";
    /// The set that is complete against automata ([`w_method`](crate::w_method)).
    pub const W_METHOD: &str = "w-method";
}
