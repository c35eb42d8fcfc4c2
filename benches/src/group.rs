//! The groups of cells: what each of them asks.
//!
//! A new group is a variant here, its line in [`Group::about`], and its cells in [`plan`](crate::plan).

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// What a cell asks. Groups are measured and shown in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Group {
    /// How long does it take to validate a short string?
    Short,
    /// How fast are inputs of one size validated?
    Validate,
    /// What does an error cost?
    Error,
    /// How fast is a text that switches, and one that needs the full check everywhere?
    Switching,
    /// How fast is a text decoded that has errors? The size is the bytes from error to error, 0 where they have
    /// no distance.
    Lossy,
    /// How fast is a stream? The size is that of a chunk.
    Stream,
    /// How fast is a loop over characters?
    Chars,
    /// How fast is text converted?
    Convert,
    /// How fast is text converted in which something may be invalid? The size is the bytes from error to error,
    /// 0 where there is none.
    Replace,
    /// How fast are lengths counted?
    Lengths,
    /// How fast are short strings converted?
    ConvertShort,
    /// How fast are texts of ASCII with a share of blocks that are not?
    Shares,
    /// How fast is the same input again and again, which trains the branches?
    Looped,
    /// How fast are short strings converted into new vectors and strings?
    Owned,
    /// How fast is a column of short strings validated?
    Batch,
    /// Is the standard library faster on short strings, with any backend?
    BesideStd,
}

/// How the rows of a group read.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct About {
    /// The name in files and on command lines.
    pub(crate) name: &'static str,
    /// What is done, above the rows.
    pub(crate) title: &'static str,
    /// What the size of a cell is.
    pub(crate) size: &'static str,
    /// What the limit is; empty where there is none.
    pub(crate) limit: &'static str,
    /// Whether rows show the nanoseconds of a call, not gigabytes a second.
    pub(crate) in_ns: bool,
}

impl Group {
    /// How its rows read.
    pub(crate) const fn about(self) -> About {
        let (name, title, size, limit, in_ns) = match self {
            Self::Short => ("short", "validation of short strings", "at most", "", true),
            Self::Validate => ("validate", "validation", "bytes", "load only", false),
            Self::Error => ("error", "an error in 1 MiB", "bytes", "", true),
            Self::Switching => ("switching", "switching text", "bytes", "", false),
            Self::Lossy => ("lossy", "with U+FFFD for what is invalid", "errors", "validate+copy", false),
            Self::Stream => ("stream", "streams", "chunks", "one piece", false),
            Self::Chars => ("chars", "loops over characters", "bytes", "", false),
            Self::Convert => ("convert", "conversions", "bytes", "load+store", false),
            Self::Replace => ("replace", "conversions with U+FFFD", "errors", "strict", false),
            Self::Lengths => ("lengths", "lengths", "bytes", "", false),
            Self::ConvertShort => ("convert-short", "conversions of short strings", "at most", "", true),
            Self::Shares => ("shares", "ASCII with a share of blocks that are not", "bytes", "", false),
            Self::Looped => ("looped", "the same input again and again", "bytes", "", false),
            Self::Owned => ("owned", "short strings into new vectors and strings", "at most", "", true),
            Self::Batch => ("batch", "columns of short strings", "at most", "", false),
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
