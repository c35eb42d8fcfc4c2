//! The groups of cells, by the question that they answer.
//!
//! A new group needs a variant here, its line in [`Group::about`], and its cells in [`plan`](crate::plan).

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// The group of a cell. Groups are measured and shown in this order. In files and on command lines they have the names
/// that serde and clap derive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Group {
    Short,
    Validate,
    Error,
    Invalid,
    Switching,
    /// The size is the distance between errors in bytes, 0 if it is irregular.
    Lossy,
    /// The size is that of a chunk.
    Stream,
    Chars,
    Convert,
    /// The size is the distance between errors in bytes, 0 if there are none.
    Replace,
    Lengths,
    Counts,
    Copy,
    ConvertShort,
    Pairs,
    Shares,
    Looped,
    Owned,
    Batch,
    /// The size is the distance between invalid rows, 0 if there are none.
    InvalidRows,
    LossyOwned,
    Position,
}

/// The description of a group.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct About {
    pub(crate) name: String,
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
    pub(crate) fn about(self) -> About {
        let (title, size, limit, in_ns) = match self {
            Self::Short => ("validation of short strings", "at most", "", true),
            Self::Validate => ("validation", "bytes", "load only", false),
            Self::Error => ("an error in 1 MiB", "bytes", "", true),
            Self::Invalid => ("validation of text with an error", "bytes", "", true),
            Self::Switching => ("switching text", "bytes", "", false),
            Self::Lossy => ("with U+FFFD for what is invalid", "errors", "validate+copy", false),
            Self::Stream => ("streams", "chunks", "one piece", false),
            Self::Chars => ("loops over characters", "bytes", "", false),
            Self::Convert => ("conversions", "bytes", "load+store", false),
            Self::Replace => ("conversions with U+FFFD", "errors", "strict", false),
            Self::Lengths => ("lengths", "bytes", "", false),
            Self::Counts => ("validation and counts in one pass", "bytes", "validate", false),
            Self::Copy => ("copies of valid text", "bytes", "memcpy", false),
            Self::ConvertShort => ("conversions of short strings", "at most", "", true),
            Self::Pairs => ("conversions without UTF-8", "bytes", "load+store", false),
            Self::Shares => ("ASCII with a share of blocks that are not", "bytes", "", false),
            Self::Looped => ("the same input again and again", "bytes", "", false),
            Self::Owned => ("short strings into new vectors and strings", "at most", "", true),
            Self::Batch => ("columns of short strings", "at most", "", false),
            Self::InvalidRows => ("invalid rows of a column made null", "rows", "validation", false),
            Self::LossyOwned => ("vectors to text with U+FFFD", "bytes", "", true),
            Self::Position => ("positions", "bytes", "", true),
        };
        let name = self.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned());
        About { name, title, size, limit, in_ns }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_command_lines_have_the_same_names() {
        for group in Group::value_variants() {
            assert_eq!(serde_json::to_value(group).unwrap(), group.about().name);
        }
    }
}
