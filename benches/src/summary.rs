//! What a run found, in numbers: medians and ratios with their intervals. Everything that is printed, plotted
//! or put into the book is made from a summary.
//!
//! Two kinds of medians stand side by side. A time, and so a speed, is the median of a contender's turns. A
//! ratio is the median of the ratios of the rounds, each between two turns that are moments apart. So a ratio
//! is not the quotient of the two times beside it; [`Comparison::is_odd`] marks where the two differ by more
//! than noise.
//!
//! Numbers are rounded to four digits when a summary is made, so a file has exactly the numbers that were
//! printed.

mod beside;
mod core;
mod costs;
mod speeds;

use serde::{Deserialize, Serialize};

use crate::{
    origin::Origin,
    record::{CellRecord, Group, Record},
};
pub use beside::{Beside, PAIRS, Pair};
pub use core::{CoreGave, MARK, mark_of, remark};
pub use costs::{Dispatch, ErrorCost, Errors, Switching};
pub use speeds::{Comparison, InChild, Lane, Speeds};

/// A run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// The version of this format.
    pub format: u32,
    /// Where the numbers come from.
    pub origin: Origin,
    /// How often each contender took its turn in a cell.
    pub rounds: usize,
    /// What texts and samples were made from.
    pub seed: u64,
    /// What the core gave; older files do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core: Option<CoreGave>,
    /// What was found, cell by cell.
    pub findings: Vec<Finding>,
}

/// The version of the format that this program writes.
pub const FORMAT: u32 = 2;

/// What one cell says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "group", rename_all = "lowercase")]
pub enum Finding {
    /// How fast short strings are judged.
    Short(Speeds),
    /// How fast inputs of one size are judged.
    Validate(Speeds),
    /// What an error costs.
    Error(Errors),
    /// What the facade costs.
    Dispatch(Dispatch),
    /// What a backend gains by its modes on a text that switches.
    Switching(Switching),
    /// How fast ill-formed text is decoded; the size is that of the octets from error to error.
    Lossy(Speeds),
    /// How fast streams are; the size is that of a chunk.
    Stream(Speeds),
    /// How fast loops over characters are.
    Chars(Speeds),
    /// How fast conversions are.
    Convert(Speeds),
    /// How fast conversions with U+FFFD are; the size is that of the octets from error to error.
    Replace(Speeds),
    /// How fast lengths are counted.
    Lengths(Speeds),
    /// How fast short strings are converted.
    #[serde(rename = "convert-short")]
    ConvertShort(Speeds),
    /// How fast texts of ASCII are judged in which some blocks are not ASCII.
    Shares(Speeds),
    /// How fast the same input is judged again and again.
    Looped(Speeds),
}

impl Summary {
    /// Of a run.
    #[must_use]
    pub fn of(record: &Record) -> Self {
        let findings = record.cells.iter().filter_map(|cell| Finding::of(cell, &record.origin));
        Self {
            format: FORMAT,
            origin: record.origin.clone(),
            rounds: record.rounds,
            seed: record.seed,
            core: CoreGave::of(&record.cells),
            findings: findings.collect(),
        }
    }

    /// The cells of short strings, in the order of their measurement.
    pub fn short(&self) -> impl Iterator<Item = &Speeds> + Clone {
        self.speeds_of(Group::Short)
    }

    /// The cells of inputs of one size.
    pub fn validate(&self) -> impl Iterator<Item = &Speeds> + Clone {
        self.speeds_of(Group::Validate)
    }

    /// Those of one size.
    pub fn of_size(&self, size: usize) -> impl Iterator<Item = &Speeds> + Clone {
        self.validate().filter(move |cell| cell.size == size)
    }

    /// Those of one text.
    pub fn of_text(&self, text: &str) -> impl Iterator<Item = &Speeds> + Clone {
        self.validate().filter(move |cell| cell.text == text)
    }

    /// Their sizes, from small to large.
    #[must_use]
    pub fn sizes(&self) -> Vec<usize> {
        let mut sizes: Vec<_> = self.validate().map(|cell| cell.size).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// Their texts, in the order of their measurement.
    #[must_use]
    pub fn texts(&self) -> Vec<&str> {
        distinct(self.validate().map(|cell| cell.text.as_str()))
    }

    /// The backends that took part, in the order of the registry.
    #[must_use]
    pub fn backends(&self) -> Vec<&str> {
        let cells = self.short().chain(self.validate());
        distinct(cells.flat_map(|cell| &cell.backends).map(|lane| lane.name.as_str()))
    }

    /// The peers that took part.
    #[must_use]
    pub fn peers(&self) -> Vec<&str> {
        let cells = self.short().chain(self.validate());
        distinct(cells.flat_map(|cell| &cell.peers).map(|lane| lane.name.as_str()))
    }

    /// The cells of a group that is about speeds, in the order of their measurement.
    pub fn speeds_of(&self, group: Group) -> impl Iterator<Item = &Speeds> + Clone {
        self.findings.iter().filter(move |finding| finding.group() == group).filter_map(Finding::speeds)
    }
}

/// Each name once, in the order of their first appearance.
fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut all = Vec::new();
    for name in names {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

impl Finding {
    /// Of a cell; `None` if a contender that it is about did not take part.
    #[must_use]
    pub fn of(cell: &CellRecord, origin: &Origin) -> Option<Self> {
        Some(match cell.group {
            Group::Short => Self::Short(Speeds::of(cell, origin)?),
            Group::Validate => Self::Validate(Speeds::of(cell, origin)?),
            Group::Error => Self::Error(Errors::of(cell)),
            Group::Dispatch => Self::Dispatch(Dispatch::of(cell)?),
            Group::Switching => Self::Switching(Switching::of(cell)),
            Group::Lossy => Self::Lossy(Speeds::of(cell, origin)?),
            Group::Stream => Self::Stream(Speeds::of(cell, origin)?),
            Group::Chars => Self::Chars(Speeds::of(cell, origin)?),
            Group::Convert => Self::Convert(Speeds::of(cell, origin)?),
            Group::Replace => Self::Replace(Speeds::of(cell, origin)?),
            Group::Lengths => Self::Lengths(Speeds::of(cell, origin)?),
            Group::ConvertShort => Self::ConvertShort(Speeds::of(cell, origin)?),
            Group::Shares => Self::Shares(Speeds::of(cell, origin)?),
            Group::Looped => Self::Looped(Speeds::of(cell, origin)?),
        })
    }

    /// The group of the cell.
    #[must_use]
    pub fn group(&self) -> Group {
        match self {
            Self::Short(_) => Group::Short,
            Self::Validate(_) => Group::Validate,
            Self::Error(_) => Group::Error,
            Self::Dispatch(_) => Group::Dispatch,
            Self::Switching(_) => Group::Switching,
            Self::Lossy(_) => Group::Lossy,
            Self::Stream(_) => Group::Stream,
            Self::Chars(_) => Group::Chars,
            Self::Convert(_) => Group::Convert,
            Self::Replace(_) => Group::Replace,
            Self::Lengths(_) => Group::Lengths,
            Self::ConvertShort(_) => Group::ConvertShort,
            Self::Shares(_) => Group::Shares,
            Self::Looped(_) => Group::Looped,
        }
    }

    /// The speeds, where it is about those.
    #[must_use]
    pub fn speeds(&self) -> Option<&Speeds> {
        match self {
            Self::Short(speeds)
            | Self::Validate(speeds)
            | Self::Lossy(speeds)
            | Self::Stream(speeds)
            | Self::Chars(speeds)
            | Self::Convert(speeds)
            | Self::Replace(speeds)
            | Self::Lengths(speeds)
            | Self::ConvertShort(speeds)
            | Self::Shares(speeds)
            | Self::Looped(speeds) => Some(speeds),
            Self::Error(_) | Self::Dispatch(_) | Self::Switching(_) => None,
        }
    }
    /// What part of its best the core gave, if that is too little.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        match self {
            Self::Error(errors) => errors.share,
            Self::Dispatch(found) => found.share,
            Self::Switching(found) => found.share,
            _ => self.speeds()?.share,
        }
    }
}
