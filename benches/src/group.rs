//! The groups of cells, by the question that they answer.
//!
//! A new group needs a variant here, its table in `groups.toml`, and its cells in [`plan`](crate::plan).

use std::{collections::HashMap, sync::LazyLock};

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// The group of a cell. Groups are measured and shown in this order. In files and on command lines they have the names
/// that serde and clap derive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ValueEnum)]
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

/// The description of a group: how it is shown, and what is measured.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct About {
    /// The heading above the rows.
    pub(crate) title: String,
    /// The meaning of a cell's size.
    pub(crate) size: String,
    /// The meaning of the limit; empty if there is none.
    #[serde(default)]
    pub(crate) limit: String,
    /// Whether rows show nanoseconds per call instead of gigabytes per second.
    #[serde(default)]
    pub(crate) in_ns: bool,
    /// Whether it is measured only if it is selected by name.
    #[serde(default)]
    pub(crate) on_demand: bool,
    /// The names of its texts and mixes; empty for all texts.
    #[serde(default)]
    pub(crate) texts: Vec<String>,
    /// The names of those for Latin-1, if they are others.
    #[serde(default)]
    pub(crate) latin1: Vec<String>,
    /// The sizes.
    #[serde(default)]
    pub(crate) sizes: Vec<usize>,
}

impl Group {
    /// The name in files and on command lines.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
    }

    /// The description of the group.
    pub(crate) fn about(self) -> &'static About {
        static ALL: LazyLock<HashMap<Group, About>> = LazyLock::new(|| {
            toml::from_str(include_str!("../groups.toml")).expect("groups.toml describes groups")
        });
        &ALL[&self]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_command_lines_have_the_same_names() {
        for group in Group::value_variants() {
            assert_eq!(serde_json::to_value(group).unwrap(), group.name());
            assert!(!group.about().title.is_empty());
        }
    }
}
