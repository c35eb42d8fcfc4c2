//! The extent of a run: everything, as much as fits into a minute, or a selection.

use std::io;

use clap::ValueEnum as _;

use super::Sources;
use crate::contenders::{Contender, Kind};
use crate::{cell::Cell, group::Group};

/// The texts and sizes of a quick run, and the mixes, whose sizes do not matter.
const QUICK_TEXTS: [&str; 7] =
    ["ascii", "english", "russian", "chinese", "emoji", super::LATIN1, "5% not ASCII"];
const QUICK_SIZES: [usize; 7] = [0, 16, 64, 256, 1 << 12, 1 << 14, 1 << 20];
const QUICK_MIXES: [&str; 6] =
    ["ascii-1..16", "mixed-1..64", "mixed-4..64", "mixed-8..32", "english-words", "chinese-lines"];
/// The minimum size at which the limit of validation is measured.
const LIMITED: usize = 1 << 12;

/// A selection: names of contenders and groups, parts of texts' names, sizes. An omitted criterion selects everything.
#[derive(Debug, Default)]
pub(crate) struct Only {
    names: Vec<String>,
    texts: Vec<String>,
    groups: Vec<Group>,
    sizes: Vec<usize>,
}

impl Only {
    /// Parses the words of a command line.
    ///
    /// # Errors
    ///
    /// If a size is not a number.
    pub(crate) fn of(words: &[String]) -> io::Result<Self> {
        let mut only = Self::default();
        for word in words {
            match word.split_once('=') {
                Some(("text", part)) => only.texts.push(part.to_owned()),
                Some(("size", size)) => only.sizes.push(size.parse().map_err(io::Error::other)?),
                _ => match Group::from_str(word, false) {
                    Ok(group) => only.groups.push(group),
                    Err(_) => only.names.push(word.clone()),
                },
            }
        }
        Ok(only)
    }

    /// Checks that everything selected exists.
    pub(super) fn check(&self, contenders: &[Contender], texts: &[&str]) -> io::Result<()> {
        let name = self.names.iter().find(|name| !contenders.iter().any(|one| one.name == **name));
        let text = self.texts.iter().find(|part| !texts.iter().any(|text| text.contains(*part)));
        let name = name.map(|name| format!("there is no contender or group {name}"));
        let unknown = name.or_else(|| text.map(|text| format!("there is no text {text}")));
        unknown.map_or(Ok(()), |unknown| Err(io::Error::other(unknown)))
    }

    pub(super) fn has_contender(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|one| one == name)
    }

    pub(super) fn has_text(&self, name: &str) -> bool {
        self.texts.is_empty() || self.texts.iter().any(|part| name.contains(part))
    }

    /// Whether a cell is selected.
    pub(crate) fn has(&self, cell: &Cell) -> bool {
        (self.groups.is_empty() || self.groups.contains(&cell.group))
            && (self.sizes.is_empty() || self.sizes.contains(&cell.size))
    }
}

impl Sources {
    /// The cells of a run, by group; for a quick run, as many as fit into a minute; for a check of answers, all groups.
    pub(crate) fn run(&self, is_quick: bool, answers: bool, only: &Only) -> Vec<Cell<'_>> {
        let is_on = |group: &Group| answers || only.groups.contains(group) || !group.about().on_demand;
        let mut cells: Vec<_> = Group::value_variants()
            .iter()
            .copied()
            .filter(is_on)
            .flat_map(|group| self.cells(group))
            .collect();
        cells.retain(|cell| only.has(cell) && (!is_quick || self.is_quick(cell)));
        for cell in &mut cells {
            let (group, size) = (cell.group, cell.size);
            if matches!(group, Group::Validate | Group::Invalid | Group::Shares | Group::Looped) {
                // Here, the facade with another backend shows nothing that the backend does not show.
                cell.lanes.retain(|lane| match lane.contender.kind {
                    Kind::Limit => group == Group::Validate && size >= LIMITED,
                    _ => !lane.contender.name.contains('@'),
                });
            }
        }
        cells
    }

    /// Whether a quick run includes this cell.
    fn is_quick(&self, cell: &Cell) -> bool {
        // A user's own files have other names; then all of them are measured.
        let are_own = !self.texts.iter().any(|text| QUICK_TEXTS.contains(&&*text.name));
        let text = cell.text.split(", ").next().unwrap_or_default();
        QUICK_MIXES.contains(&text)
            || QUICK_SIZES.contains(&cell.size) && (are_own || QUICK_TEXTS.contains(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_selection_is_what_is_measured() {
        let only = |words: &str| Only::of(&words.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let mut sources = Sources::all();
        for unknown in ["nobody", "text=klingon", "size=x"] {
            assert!(only(unknown).and_then(|only| sources.keep(&only)).is_err(), "{unknown}");
        }
        let run = |sources: &Sources, words: &str| -> Vec<_> {
            let cells = sources.run(true, false, &only(words).unwrap());
            cells.iter().map(|one| format!("{} {} {}", one.group.name(), one.text, one.size)).collect()
        };
        assert_eq!(run(&sources, "batch"), ["batch mixed-8..32 32"]);
        assert!(run(&sources, "looped").iter().all(|cell| cell.starts_with("looped ")));
        assert!(!run(&sources, "scalar").iter().any(|cell| cell.starts_with("looped ")));
        let words = "scalar text=hindi validate size=64";
        sources.keep(&only(words).unwrap()).unwrap();
        assert_eq!(run(&sources, words), ["validate hindi 64"]);
    }
}
