//! A case: an input, and what is right.

use super::{expected::Expected, recipe::Recipe};

/// One line of the vectors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "super::json::Line", into = "super::json::Line")
)]
pub struct Case {
    /// Its name: lower-case letters, digits and hyphens. It stays the same from release to release, and no
    /// other case has it.
    pub id: String,
    /// The clause that decides it.
    pub clause: String,
    /// What sort of case it is, for choosing; see [`flags`].
    pub flags: Vec<String>,
    /// What is asked, and why.
    pub note: String,
    /// Which wrong decoders it catches.
    pub catches: Vec<Catch>,
    /// What the decoder, or encoder, is given.
    pub input: Input,
    /// The right result, for each profile that the case is about.
    pub expected: Expected,
}

impl Case {
    /// Whether it has this flag.
    #[must_use]
    pub fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|own| own == flag)
    }
}

/// What a case is given to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// To a decoder: bytes. In JSON: `input`.
    Bytes(Recipe),
    /// To an encoder: values, which may be none that can be encoded. In JSON: `values`.
    Values(Vec<u32>),
    /// To a converter from UTF-16: code units, each as two bytes, the high one first; the last one may be
    /// cut off. In JSON: `utf16be`.
    Utf16Be(Recipe),
    /// To a converter from UTF-32: numbers, each as four bytes, the highest one first; the last one may be
    /// cut off. In JSON: `utf32be`.
    Utf32Be(Recipe),
    /// To a converter from Latin-1. In JSON: `latin1`.
    Latin1(Recipe),
}

impl Default for Input {
    /// No bytes.
    fn default() -> Self {
        Self::Bytes(Recipe::default())
    }
}

/// A wrong decoder that a case catches.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "json", serde(rename_all = "kebab-case", deny_unknown_fields))]
pub enum Catch {
    /// One that is wrong on purpose: the family and the name of the [mutant](crate::mutants).
    Mutant(String),
    /// One that was shipped.
    Bug {
        /// Its product, and number or name.
        name: String,
        /// Where it is described in public.
        #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
        url: Option<String>,
    },
}

/// Flags that programs look for. There are others, which say what is wrong with the input.
pub mod flags {
    /// The few that catch every semantic, block, position, stream and replacement mutant.
    pub const SMOKE: &str = "smoke";
    /// The set that is complete against automata ([`w_method`](crate::w_method)).
    pub const W_METHOD: &str = "w-method";
    /// A bug that was shipped.
    pub const HISTORIC: &str = "historic";
    /// More than 64 bytes: for decoders that go by blocks.
    pub const LONG: &str = "long";
}
