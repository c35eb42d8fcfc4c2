//! The contents of `targets.toml`.

use std::io;

use serde::Deserialize;

use super::row::{Aim, Goal};
use crate::contenders::{Contender, Kind};
use crate::{group::Group, terminal::bytes};

/// The file.
#[derive(Debug, Deserialize)]
pub(crate) struct Targets {
    pub(super) target: Vec<Target>,
}

/// A ratio to reach, or a cost not to exceed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Target {
    pub(super) contenders: Vec<String>,
    #[serde(default)]
    pub(super) against: Vec<String>,
    pub(super) cost: Option<Cost>,
    /// The group, if it is not about validation.
    pub(super) group: Option<Group>,
    /// The operations on text, if the group has several.
    #[serde(default)]
    pub(super) works: Vec<String>,
    #[serde(default)]
    pub(super) texts: Vec<String>,
    #[serde(default)]
    pub(super) sizes: Vec<usize>,
    #[serde(default)]
    pub(super) strings: Vec<String>,
    /// The ratio to reach ...
    ratio: Option<f64>,
    /// ... or the cost not to exceed.
    at_most: Option<f64>,
    /// Whether the median over the texts has to reach the ratio, instead of the worst.
    #[serde(default)]
    pub(super) median: bool,
    /// The limiting factor, if the target is missed.
    pub(super) why: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) enum Cost {
    #[serde(rename = "error at the end")]
    LateError,
    #[serde(rename = "error at the start")]
    EarlyError,
    #[serde(rename = "facade")]
    Facade,
}

impl Cost {
    const fn in_words(self) -> &'static str {
        match self {
            Self::LateError => "an error at the end / none",
            Self::EarlyError => "an error at the start, ns",
            Self::Facade => "the facade over a direct call, ns",
        }
    }
}

pub(super) const EVERY_PEER: &str = "every peer";
pub(super) const LIMIT: &str = "limit";
pub(super) const FULL_CHECK: &str = "full check";
pub(super) const ANY: &str = "any";

/// Parses the file that was compiled in.
pub(crate) fn targets() -> io::Result<Targets> {
    toml::from_str(include_str!("../../targets.toml")).map_err(io::Error::other)
}

impl Target {
    pub(super) fn aim(&self) -> Aim {
        let operation = match (self.group, self.works.as_slice()) {
            (None, _) => "validation".to_owned(),
            (Some(_), _) if self.cost.is_some() => "validation".to_owned(),
            (Some(group), []) => group.name(),
            (Some(Group::ConvertShort), works) => format!("{}, short", works.join(", ")),
            (Some(Group::Lengths), works) => format!("length of {}", works.join(", ")),
            (Some(_), works) => works.join(", "),
        };
        let texts =
            [self.texts.join(", "), self.strings.join(", ")].into_iter().filter(|one| !one.is_empty());
        let sizes = Some(self.sizes_in_words()).filter(|sizes| !sizes.is_empty());
        let median = self.median.then(|| "the median".to_owned());
        Aim {
            operation,
            pair: match self.cost {
                Some(cost) => format!("{}: {}", self.contenders.join(", "), cost.in_words()),
                None => format!("{} / {}", self.contenders.join(", "), self.against.join(", ")),
            },
            on: texts.chain(sizes).chain(median).collect::<Vec<_>>().join("; "),
            goal: match (self.ratio, self.at_most) {
                (Some(ratio), _) => Goal::AtLeast(ratio),
                (None, cost) => Goal::AtMost(cost.unwrap_or_default()),
            },
        }
    }

    /// The sizes, formatted for people.
    fn sizes_in_words(&self) -> String {
        let list = |word: fn(usize) -> String| {
            self.sizes.iter().map(|&size| word(size)).collect::<Vec<_>>().join(", ")
        };
        match (self.group, self.sizes.as_slice()) {
            // Errors at no regular distance.
            (Some(Group::Lossy), [0]) => String::new(),
            (Some(Group::Replace), [0]) => "no errors".to_owned(),
            (Some(Group::Lossy | Group::Replace), _) => {
                format!("bytes from error to error: {}", list(|size| size.to_string()))
            }
            (Some(Group::Stream), _) => format!("chunks of {}", list(bytes)),
            _ => list(bytes),
        }
    }

    /// Whether it applies to a cell.
    pub(super) fn has(&self, group: Group, text: &str, size: usize) -> bool {
        if let Some(group_of_target) = self.group {
            return group == group_of_target && self.includes(text, size);
        }
        match group {
            Group::Short => self.strings.iter().any(|mix| mix == text),
            Group::Switching => self.against == [FULL_CHECK] && names(&self.texts, text),
            Group::Validate => self.against != [FULL_CHECK] && self.includes(text, size),
            _ => false,
        }
    }

    /// Whether it includes a text and a size.
    fn includes(&self, text: &str, size: usize) -> bool {
        let text = match text.split_once(", ").filter(|_| !self.works.is_empty()) {
            Some((text, work)) if self.works.iter().any(|one| one == work) => text,
            Some(_) => return false,
            None => text,
        };
        let has_size = self.cost.is_some() || self.sizes.contains(&size);
        self.strings.iter().any(|mix| mix == text) || names(&self.texts, text) && has_size
    }

    /// Whether this target needs a contender to be measured.
    pub(super) fn needs(&self, one: &Contender) -> bool {
        let against = |name: &str| self.against.iter().any(|against| against == name);
        match one.kind {
            // The cost of the facade is relative to the backend that it calls, so all backends are needed.
            Kind::Backend if self.cost == Some(Cost::Facade) => true,
            Kind::Limit => against(LIMIT),
            Kind::Peer if !one.is_child() && against(EVERY_PEER) => true,
            _ => self.contenders.contains(&one.name) || against(&one.name),
        }
    }
}

/// Whether a target includes a text.
fn names(texts: &[String], name: &str) -> bool {
    texts.iter().any(|text| text == name || text == ANY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    use crate::check::{self, row::State};
    use crate::{plan::Sources, saved};

    #[test]
    fn every_name_in_the_file_has_cells() {
        let (targets, sources) = (targets().unwrap(), Sources::all());
        let all = check::cells(&targets, &sources);
        for target in &targets.target {
            let cells = || all.iter().filter(|cell| target.has(cell.group, &cell.text, cell.size));
            let texts = target.texts.iter().filter(|text| *text != ANY).chain(&target.strings);
            for name in texts.chain(&target.works) {
                let is_named = |text: &str| format!(", {text}, ").contains(&format!(", {name}, "));
                assert!(cells().any(|cell| is_named(&cell.text)), "{name} of {target:?}");
            }
            let are_all = target.sizes.iter().all(|size| cells().any(|cell| cell.size == *size));
            let is_cost = target.cost.is_some();
            assert!(are_all && target.at_most.is_some() == is_cost && target.ratio.is_some() != is_cost);
            let has_sizes = target.texts.is_empty() == target.sizes.is_empty();
            assert!(has_sizes != is_cost && target.against.is_empty() == is_cost, "{target:?}");
        }
    }

    /// Either the limiting factor, or the note that it is unknown and what was tried.
    #[test]
    fn whatever_a_committed_check_misses_has_a_reason() {
        let targets = targets().unwrap();
        let mut missed = 0;
        for file in saved::entries(&saved::results().join("checks")).unwrap() {
            let checked: Value = saved::parse(&file).unwrap();
            let rows = checked["rows"].as_array().unwrap();
            for Target { why, .. } in targets.target.iter().filter(|target| {
                let (aim, missed) = (json!(target.aim()), json!(State::Missed));
                rows.iter().any(|row| row["aim"] == aim && row["state"] == missed)
            }) {
                missed += 1;
                assert!(why.as_ref().is_some_and(|why| !why.is_empty()), "{}: no `why`", file.display());
            }
        }
        assert!(missed > 0, "no committed check misses a target that the file has");
    }
}
