//! What `targets.toml` says.

use std::io;

use serde::Deserialize;

use crate::{
    contenders::{Contender, Kind},
    record::Group,
};

/// The file.
#[derive(Debug, Deserialize)]
pub struct Targets {
    pub(super) target: Vec<Target>,
    pub(super) bound: Vec<Bound>,
}

/// A ratio to be reached.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Target {
    pub(super) contenders: Vec<String>,
    pub(super) against: Vec<String>,
    /// What is asked, where it is something else than validation.
    pub(super) group: Option<Asked>,
    /// What is done with text, where the group is about that.
    #[serde(default)]
    pub(super) works: Vec<String>,
    #[serde(default)]
    pub(super) texts: Vec<String>,
    #[serde(default)]
    pub(super) sizes: Vec<usize>,
    #[serde(default)]
    pub(super) strings: Vec<String>,
    pub(super) ratio: f64,
    /// Whether the median of the texts has to reach the ratio, not the worst.
    #[serde(default)]
    pub(super) median: bool,
}

/// A group of cells that the sizes of a target belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Asked {
    Lossy,
    Stream,
    Chars,
    Convert,
    Replace,
    Lengths,
    ConvertShort,
}

impl Asked {
    pub(super) fn group(self) -> Group {
        match self {
            Self::Lossy => Group::Lossy,
            Self::Stream => Group::Stream,
            Self::Chars => Group::Chars,
            Self::Convert => Group::Convert,
            Self::Replace => Group::Replace,
            Self::Lengths => Group::Lengths,
            Self::ConvertShort => Group::ConvertShort,
        }
    }
}

/// A cost not to be exceeded.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bound {
    pub(super) what: What,
    pub(super) contenders: Vec<String>,
    pub(super) texts: Vec<String>,
    pub(super) at_most: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) enum What {
    #[serde(rename = "error at the end")]
    LateError,
    #[serde(rename = "error at the start")]
    EarlyError,
    #[serde(rename = "facade")]
    Facade,
}

pub(super) const EVERY_PEER: &str = "every peer";
pub(super) const LIMIT: &str = "limit";
pub(super) const FULL_CHECK: &str = "full check";
pub(super) const ANY: &str = "any";

/// Reads the file that this program was built with.
///
/// # Errors
///
/// If it is not of the expected form.
pub fn targets() -> io::Result<Targets> {
    toml::from_str(include_str!("../../targets.toml")).map_err(io::Error::other)
}

impl Target {
    /// Whether a text is among its texts, and a size among its sizes.
    pub(super) fn asks(&self, text: &str, size: usize) -> bool {
        let text = match text.split_once(", ").filter(|_| !self.works.is_empty()) {
            Some((text, work)) if self.works.iter().any(|one| one == work) => text,
            Some(_) => return false,
            None => text,
        };
        self.strings.iter().any(|mix| mix == text) || names(&self.texts, text) && self.sizes.contains(&size)
    }

    /// Whether a contender has to be measured for this target.
    pub(super) fn needs(&self, one: &Contender) -> bool {
        let against = |name: &str| self.against.iter().any(|against| against == name);
        match one.kind {
            Kind::Limit => against(LIMIT),
            Kind::Peer if !one.is_child() && against(EVERY_PEER) => true,
            _ => self.contenders.contains(&one.name) || against(&one.name),
        }
    }
}

/// Whether a text is among those of a target.
pub(super) fn names(texts: &[String], name: &str) -> bool {
    texts.iter().any(|text| text == name || text == ANY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        contenders::Work,
        plan::{AS_TEXT, BACKWARDS, LATIN1, RANDOM},
        texts,
    };

    #[test]
    fn every_name_in_the_file_is_known() {
        let targets = targets().unwrap();
        let (texts, mixes) = (texts::generated(1), texts::mixes(1));
        let is_text = |name: &String| {
            let plain = name.trim_end_matches(AS_TEXT).trim_end_matches(BACKWARDS);
            [ANY, LATIN1, RANDOM].contains(&plain) || texts.iter().any(|text| text.name == plain)
        };
        let is_mix = |name: &String| mixes.iter().any(|mix| mix.name == *name);
        for target in &targets.target {
            assert!(target.texts.iter().all(is_text), "{target:?}");
            assert!(target.strings.iter().all(is_mix), "{target:?}");
            assert!(target.works.iter().all(|name| Work::named(name).is_some()), "{target:?}");
            assert!(target.texts.is_empty() == target.sizes.is_empty(), "{target:?}");
            assert!(target.texts.is_empty() != target.strings.is_empty(), "{target:?}");
        }
        for bound in &targets.bound {
            assert!(bound.texts.iter().all(|name| is_text(name) || is_mix(name)), "{bound:?}");
        }
    }
}
