//! The groups of cells, by the question that they answer.
//!
//! A new group needs a variant here, its line in [`Group::about`], and its cells in [`plan`](crate::plan).

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// The group of a cell. Groups are measured and shown in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Group {
    /// The time to validate a short string.
    Short,
    /// The speed of validating inputs of one size.
    Validate,
    /// The cost of an error.
    Error,
    /// The time to reject a short text with an error.
    Invalid,
    /// The speed on a text that switches, and on one that needs the full check everywhere.
    Switching,
    /// The speed of decoding a text with errors. The size is the distance between errors in bytes, 0 if it is
    /// irregular.
    Lossy,
    /// The speed on a stream. The size is that of a chunk.
    Stream,
    /// The speed of a loop over characters.
    Chars,
    /// The speed of conversion.
    Convert,
    /// The speed of conversion with replacement. The size is the distance between errors in bytes, 0 if there are
    /// none.
    Replace,
    /// The speed of counting lengths.
    Lengths,
    /// The speed of validating and counting in one pass.
    Counts,
    /// The speed of copying and validating.
    Copy,
    /// The speed of converting short strings.
    ConvertShort,
    /// The speed on ASCII with a share of non-ASCII blocks.
    Shares,
    /// The speed on repeated input, which trains the branch predictor.
    Looped,
    /// The speed of converting short strings into new vectors and strings.
    Owned,
    /// The speed of validating a column of short strings.
    Batch,
    /// The speed of making the invalid rows of such a column null. The size is the distance between invalid rows, 0
    /// if there are none.
    InvalidRows,
    /// The time to convert a vector to text with U+FFFD.
    LossyOwned,
    /// Compares the standard library with every backend on short strings.
    BesideStd,
}

/// The description of a group.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct About {
    /// The name in files and on command lines.
    pub(crate) name: &'static str,
    /// The heading above the rows.
    pub(crate) title: &'static str,
    /// The meaning of a cell's size.
    pub(crate) size: &'static str,
    /// The meaning of the limit; empty if there is none.
    pub(crate) limit: &'static str,
    /// Whether rows show nanoseconds per call instead of gigabytes per second.
    pub(crate) in_ns: bool,
}

impl Group {
    /// The description of the group.
    pub(crate) const fn about(self) -> About {
        let (name, title, size, limit, in_ns) = match self {
            Self::Short => ("short", "validation of short strings", "at most", "", true),
            Self::Validate => ("validate", "validation", "bytes", "load only", false),
            Self::Error => ("error", "an error in 1 MiB", "bytes", "", true),
            Self::Invalid => ("invalid", "validation of text with an error", "bytes", "", true),
            Self::Switching => ("switching", "switching text", "bytes", "", false),
            Self::Lossy => ("lossy", "with U+FFFD for what is invalid", "errors", "validate+copy", false),
            Self::Stream => ("stream", "streams", "chunks", "one piece", false),
            Self::Chars => ("chars", "loops over characters", "bytes", "", false),
            Self::Convert => ("convert", "conversions", "bytes", "load+store", false),
            Self::Replace => ("replace", "conversions with U+FFFD", "errors", "strict", false),
            Self::Lengths => ("lengths", "lengths", "bytes", "", false),
            Self::Counts => ("counts", "validation and counts in one pass", "bytes", "validate", false),
            Self::Copy => ("copy", "copies of valid text", "bytes", "memcpy", false),
            Self::ConvertShort => ("convert-short", "conversions of short strings", "at most", "", true),
            Self::Shares => ("shares", "ASCII with a share of blocks that are not", "bytes", "", false),
            Self::Looped => ("looped", "the same input again and again", "bytes", "", false),
            Self::Owned => ("owned", "short strings into new vectors and strings", "at most", "", true),
            Self::Batch => ("batch", "columns of short strings", "at most", "", false),
            Self::InvalidRows => {
                ("invalid-rows", "invalid rows of a column made null", "rows", "validation", false)
            }
            Self::LossyOwned => ("lossy-owned", "vectors to text with U+FFFD", "bytes", "", true),
            Self::BesideStd => {
                ("beside-std", "short strings beside the standard library", "at most", "", true)
            }
        };
        About { name, title, size, limit, in_ns }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_command_lines_have_the_same_names() {
        for group in Group::value_variants() {
            let name = group.about().name;
            assert_eq!(serde_json::to_value(group).unwrap(), name);
            assert_eq!(Group::from_str(name, false).as_ref(), Ok(group));
        }
    }
}
