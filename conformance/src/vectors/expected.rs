//! The expected results, by profile.

use super::{kind::Kind, recipe::Recipe};
use crate::profiles::Profile;

/// The expected result of a case for each profile. A case does not test a profile without a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "json", serde(rename_all = "kebab-case", deny_unknown_fields, default))]
pub struct Expected {
    /// Whether the bytes are valid.
    #[cfg_attr(
        feature = "json",
        serde(skip_serializing_if = "Option::is_none", with = "super::json::verdict")
    )]
    pub rfc3629: Option<bool>,
    /// The number of valid bytes: those before the first error, or all.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub position: Option<usize>,
    /// The length of the first error, and the text with U+FFFD.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub maximal_subpart: Option<Replaced>,
    /// The text with U+FFFD for each invalid byte.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub per_byte: Option<Recipe>,
    /// The text with U+FFFD for each lead byte with its continuation bytes.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub whole_sequence: Option<Recipe>,
    /// The text with as many U+FFFD as Java produces.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub java: Option<Recipe>,
    /// The input in chunks, in several ways.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Vec::is_empty"))]
    pub stream: Vec<Split>,
    /// The values, encoded.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub encode: Option<Encoded>,
    /// The treatment of U+FEFF at the start.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub bom: Option<Signature>,
    /// The bytes as UTF-16, or the code units as UTF-8.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub utf16: Option<Converted>,
    /// The bytes as UTF-32, or the numbers as UTF-8.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub utf32: Option<Converted>,
    /// The bytes as Latin-1, or those of Latin-1 as UTF-8.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub latin1: Option<Converted>,
    /// The whole input in the other form, with U+FFFD for invalid sequences.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub utf16_lossy: Option<Recipe>,
    /// The same for UTF-32.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub utf32_lossy: Option<Recipe>,
    /// The bytes as Latin-1, with a given byte for invalid sequences and unmappable characters.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub latin1_lossy: Option<Marked>,
    /// By RFC 2279.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub rfc2279: Option<Older>,
    /// As CESU-8.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub cesu8: Option<Older>,
    /// As Java's modified UTF-8.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub mutf8: Option<Older>,
    /// As WTF-8.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub wtf8: Option<Older>,
}

impl Expected {
    /// The profiles that have a result.
    pub fn profiles(&self) -> impl Iterator<Item = Profile> {
        Profile::ALL.into_iter().filter(|&profile| self.has(profile))
    }

    /// Whether the profile has a result.
    #[must_use]
    pub fn has(&self, profile: Profile) -> bool {
        match profile {
            Profile::Rfc3629 => self.rfc3629.is_some(),
            Profile::Position => self.position.is_some(),
            Profile::MaximalSubpart => self.maximal_subpart.is_some(),
            Profile::PerByte | Profile::WholeSequence | Profile::Java => self.replaced_by(profile).is_some(),
            Profile::Stream => !self.stream.is_empty(),
            Profile::Encode => self.encode.is_some(),
            Profile::Bom => self.bom.is_some(),
            Profile::Utf16 | Profile::Utf32 | Profile::Latin1 => self.converted(profile).is_some(),
            Profile::Utf16Lossy => self.utf16_lossy.is_some(),
            Profile::Utf32Lossy => self.utf32_lossy.is_some(),
            Profile::Latin1Lossy => self.latin1_lossy.is_some(),
            Profile::Rfc2279 | Profile::Cesu8 | Profile::Mutf8 | Profile::Wtf8 => {
                self.older(profile).is_some()
            }
        }
    }

    /// The text by one of the practices of other decoders; `None` for other profiles.
    #[must_use]
    pub fn replaced_by(&self, profile: Profile) -> Option<&Recipe> {
        match profile {
            Profile::PerByte => self.per_byte.as_ref(),
            Profile::WholeSequence => self.whole_sequence.as_ref(),
            Profile::Java => self.java.as_ref(),
            _ => None,
        }
    }

    /// The result of a strict conversion; `None` for other profiles.
    #[must_use]
    pub fn converted(&self, profile: Profile) -> Option<&Converted> {
        match profile {
            Profile::Utf16 => self.utf16.as_ref(),
            Profile::Utf32 => self.utf32.as_ref(),
            Profile::Latin1 => self.latin1.as_ref(),
            _ => None,
        }
    }

    /// The result of one of the older forms; `None` for other profiles.
    #[must_use]
    pub fn older(&self, profile: Profile) -> Option<&Older> {
        match profile {
            Profile::Rfc2279 => self.rfc2279.as_ref(),
            Profile::Cesu8 => self.cesu8.as_ref(),
            Profile::Mutf8 => self.mutf8.as_ref(),
            Profile::Wtf8 => self.wtf8.as_ref(),
            _ => None,
        }
    }
}

/// The length of an error, in units of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorLen {
    /// There is no error. In JSON: `null`.
    None,
    /// This number of units. In JSON: the number.
    Units(usize),
    /// The input ends inside a sequence. In JSON: `"end"`.
    End,
}

/// The profile `maximal-subpart`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Replaced {
    /// The length of the first error.
    pub error_len: ErrorLen,
    /// The number of U+FFFD that replace errors.
    pub replacements: usize,
    /// The text, with U+FFFD for each maximal subpart.
    pub text: Recipe,
}

/// The profile `stream`: an input in chunks, replaced as in [`Replaced`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Split {
    /// The lengths of the chunks, in bytes; their sum is the length of the input. They may be 0.
    pub chunks: Vec<usize>,
    /// The output for each chunk, and another one for the end of the input.
    pub outputs: Vec<Recipe>,
}

impl Split {
    /// The chunks of the input; `None` if they do not fit into it.
    #[must_use]
    pub fn cut<'a>(&self, bytes: &'a [u8]) -> Option<Vec<&'a [u8]>> {
        let mut rest = bytes;
        self.chunks.iter().map(|&len| rest.split_off(..len)).collect()
    }
}

/// The profile `encode`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Encoded {
    /// The index of the first value that cannot be encoded.
    pub refused: Option<usize>,
    /// The values before it, encoded.
    pub output: Recipe,
}

/// The profile `bom`: the input under each policy of RFC 3629, section 6.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
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

/// An input under one policy.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Opened {
    /// The position of the first error, or the end; counted as the policy defines.
    pub position: usize,
    /// The text, with U+FFFD for each maximal subpart.
    pub text: Recipe,
}

/// The profiles `utf16`, `utf32` and `latin1`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Converted {
    /// The position of the first error, or the end; in bytes, or in whole units of UTF-16 or UTF-32.
    pub position: usize,
    /// The length of the first error, in the same units.
    pub error_len: ErrorLen,
    /// The kind of error. `None` if there is none, or if it is one of UTF-8.
    #[cfg_attr(feature = "json", serde(default, skip_serializing_if = "Option::is_none"))]
    pub kind: Option<Kind>,
    /// The text before the first error, in the other form: UTF-16 or UTF-32 in big-endian order, Latin-1, or UTF-8.
    pub output: Recipe,
}

/// The profile `latin1-lossy`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Marked {
    /// The byte that replaces each invalid sequence, and each character above U+00FF.
    pub replacement: u8,
    /// The whole input, as Latin-1.
    pub output: Recipe,
}

/// One of the older forms.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Older {
    /// The number of valid bytes: those before the first error, or all.
    pub position: usize,
    /// The length of the first error.
    pub error_len: ErrorLen,
    /// The same text in UTF-8; `None` if UTF-8 cannot express it. An encoder produces the input from it.
    pub utf8: Option<Recipe>,
}
