//! A case: an input, and the expected results by profile.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::recipe::Recipe;
use crate::contract::{Encoding, Fault, Policy};
use crate::{named, profiles::Profile};

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

/// The expected result of a case for each profile. A case does not test a profile without a result.
pub type Expected = BTreeMap<Profile, Outcome>;

/// The expected result for a profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Outcome {
    /// `rfc3629`: whether the bytes are valid. In JSON: `"ok"` or `"bad"`.
    Verdict(#[serde(serialize_with = "super::json::verdict")] bool),
    /// `position`: the number of valid bytes: those before the first error, or all.
    Position(usize),
    /// `maximal-subpart`.
    Replaced(Replaced),
    /// The whole input, with U+FFFD for invalid sequences: decoded by the practice of another decoder, or converted.
    Text(Recipe),
    /// `stream`: the input in chunks, in several ways.
    Splits(Vec<Split>),
    /// `encode`.
    Encoded(Encoded),
    /// `bom`.
    Signature(Signature),
    /// `utf16`, `utf32` and `latin1`: the input in the other form.
    Converted(Converted),
    /// `latin1-lossy`.
    Marked(Marked),
    /// One of the older forms.
    Older(Older),
}

/// The length of an error, in units of the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged, expecting = "no length of an error: a number, null or \"end\"")]
pub enum ErrorLen {
    /// There is no error. In JSON: `null`.
    #[default]
    None,
    /// This number of units. In JSON: the number.
    Units(usize),
    /// The input ends inside a sequence. In JSON: `"end"`.
    #[serde(with = "super::json::end")]
    End,
}

impl ErrorLen {
    /// The length of an error that has this one in Rust: `None` if the input ends inside a sequence.
    pub fn of(error_len: Option<usize>) -> Self {
        error_len.map_or(Self::End, Self::Units)
    }

    /// The position of the first error in an input of `len` bytes, or its end; and the length of the error.
    pub fn first<K>(verdict: Result<(), Fault<K>>, len: usize) -> (usize, Self) {
        match verdict {
            Ok(()) => (len, Self::None),
            Err(fault) => (fault.valid_up_to, Self::of(fault.error_len)),
        }
    }
}

/// The profile `maximal-subpart`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replaced {
    /// The length of the first error.
    pub error_len: ErrorLen,
    /// The number of U+FFFD that replace errors.
    pub replacements: usize,
    /// The text, with U+FFFD for each maximal subpart.
    pub text: Recipe,
}

impl Replaced {
    /// This text of an input. U+FFFD that the input has replaces nothing.
    pub(crate) fn of(error_len: ErrorLen, input: &[u8], text: &[u8]) -> Self {
        let count = |bytes: &[u8]| bytes.windows(3).filter(|three| *three == b"\xEF\xBF\xBD").count();
        let replacements = count(text).saturating_sub(count(input));
        Self { error_len, replacements, text: Recipe::of(text) }
    }
}

/// The profile `stream`: an input in chunks, replaced as in [`Replaced`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Split {
    /// The lengths of the chunks, in bytes; their sum is the length of the input. They may be 0.
    pub chunks: Vec<usize>,
    /// The output for each chunk, and another one for the end of the input.
    pub outputs: Vec<Recipe>,
}

impl Split {
    /// The chunks of the input; `None` if they do not fit into it.
    pub fn cut<'a>(&self, bytes: &'a [u8]) -> Option<Vec<&'a [u8]>> {
        let mut rest = bytes;
        self.chunks.iter().map(|&len| rest.split_off(..len)).collect()
    }
}

/// The profile `encode`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Encoded {
    /// The index of the first value that cannot be encoded.
    pub refused: Option<usize>,
    /// The values before it, encoded.
    pub output: Recipe,
}

/// The profile `bom`: the input under each policy of RFC 3629, section 6.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// Whether the input begins with EF BB BF.
    pub present: bool,
    /// U+FEFF is an ordinary character.
    pub character: Opened,
    /// It is a signature, and stays in the text.
    pub kept: Opened,
    /// It is a signature, and is not part of the text. Positions count it.
    pub ignored: Opened,
    /// It is removed, as if the input began after it.
    pub stripped: Opened,
    /// The input in chunks, with the signature ignored or stripped.
    pub splits: Vec<Split>,
}

impl Signature {
    /// Each policy, with the input under it.
    pub fn by_policy(&self) -> impl Iterator<Item = (Policy, &Opened)> {
        Policy::ALL.into_iter().zip([&self.character, &self.kept, &self.ignored, &self.stripped])
    }
}

/// An input under one policy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    /// The position of the first error, or the end; counted as the policy defines.
    pub position: usize,
    /// The text, with U+FFFD for each maximal subpart.
    pub text: Recipe,
}

/// The profiles `utf16`, `utf32` and `latin1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Converted {
    /// The position of the first error, or the end; in bytes, or in whole units of UTF-16 or UTF-32.
    pub position: usize,
    /// The length of the first error, in the same units.
    pub error_len: ErrorLen,
    /// The kind of error. `None` if there is none, or if it is one of UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// The text before the first error, in the other form: UTF-16 or UTF-32 in big-endian order, Latin-1, or UTF-8.
    pub output: Recipe,
}

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

/// The profile `latin1-lossy`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marked {
    /// The byte that replaces each invalid sequence, and each character above U+00FF.
    pub replacement: u8,
    /// The whole input, as Latin-1.
    pub output: Recipe,
}

/// One of the older forms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Older {
    /// The number of valid bytes: those before the first error, or all.
    pub position: usize,
    /// The length of the first error.
    pub error_len: ErrorLen,
    /// The same text in UTF-8; `None` if UTF-8 cannot express it. An encoder produces the input from it.
    pub utf8: Option<Recipe>,
}
