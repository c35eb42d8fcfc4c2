//! Which cells a run has.

use crate::{
    contenders::{Contender, Kind},
    interleave::{Cell, Lane},
    loads::Load,
    record::{CellRecord, EARLY, FULL, Group, LATE},
    texts::{self, Mix, Text},
};

/// A cell, and its description in the record.
pub struct Planned<'a> {
    /// The question.
    pub group: Group,
    /// The text or the mix.
    pub text: String,
    /// The octets of an input.
    pub size: usize,
    /// The names of the loads.
    pub loads: Vec<&'static str>,
    /// The cell.
    pub cell: Cell<'a>,
}

impl Planned<'_> {
    /// Adds what was measured to the description.
    #[must_use]
    pub fn record(&self, measured: crate::interleave::Measured) -> CellRecord {
        CellRecord::new(self.group, &self.text, self.size, &self.loads, &self.cell, measured)
    }
}

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// As much as a minute allows.
    Quick,
    /// Everything.
    Full,
}

/// The sizes of a full run.
const SIZES: [usize; 15] = [
    8,
    16,
    32,
    64,
    128,
    256,
    1 << 10,
    1 << 12,
    1 << 14,
    1 << 16,
    1 << 18,
    1 << 20,
    1 << 23,
    1 << 26,
    1 << 28,
];
/// The sizes, texts and mixes of a quick run.
const QUICK_SIZES: [usize; 6] = [16, 64, 256, 1 << 12, 1 << 16, 1 << 20];
const QUICK_TEXTS: [&str; 9] =
    ["ascii", "english", "french", "russian", "arabic", "hindi", "chinese", "emoji", "json-mixed"];
const QUICK_MIXES: [&str; 4] = ["ascii-1..16", "mixed-1..16", "mixed-1..64", "mixed-64..256"];
/// The texts on which errors are measured.
const ERROR_TEXTS: [&str; 3] = ["ascii", "russian", "chinese"];
/// The least size at which the limit is measured.
const LIMITED: usize = 1 << 12;

/// The cells of a run over `texts`, group by group.
#[must_use]
pub fn cells<'a>(
    extent: Extent,
    contenders: &'a [Contender],
    texts: &'a [Text],
    mixes: &'a [Mix],
) -> Vec<Planned<'a>> {
    let quick = extent == Extent::Quick;
    let sizes: &[usize] = if quick { &QUICK_SIZES } else { &SIZES };
    let mut cells = Vec::new();
    for mix in mixes.iter().filter(|mix| !quick || QUICK_MIXES.contains(&mix.name.as_str())) {
        let judging = contenders.iter().filter(|one| one.kind != Kind::Limit);
        cells.push(strings(Group::Short, mix, judging));
        if mix.name.ends_with("1..16") {
            cells.push(strings(Group::Dispatch, mix, contenders.iter().filter(|one| is_dispatch(one))));
        }
    }
    let quick_text = |text: &Text| QUICK_TEXTS.contains(&text.name.as_str());
    // A user's own files have other names; then all of them are measured.
    let select = quick && texts.iter().any(quick_text);
    for text in texts.iter().filter(|text| !select || quick_text(text)) {
        for &size in sizes {
            let usual = |one: &&Contender| match one.kind {
                Kind::Limit => size >= LIMITED,
                Kind::Facade => !one.name.contains('@'),
                Kind::Backend | Kind::Peer => true,
            };
            cells.push(pieces(text, size, contenders.iter().filter(usual)));
        }
        cells.extend(switching(text, texts, contenders));
        if ERROR_TEXTS.contains(&text.name.as_str()) && (!quick || text.name == "chinese") {
            cells.push(errors(text, contenders.iter().filter(|one| judges_here(one))));
        }
    }
    // Cells that are printed together are measured together.
    cells.sort_by_key(|planned| planned.group);
    cells
}

/// Inputs of one size.
pub fn pieces<'a>(
    text: &'a Text,
    size: usize,
    contenders: impl IntoIterator<Item = &'a Contender>,
) -> Planned<'a> {
    let cell = with_control(Cell::simple(Load::Pieces { text, size }, contenders));
    Planned { group: Group::Validate, text: text.name.clone(), size, loads: vec![""], cell }
}

/// Strings of shuffled lengths.
pub fn strings<'a>(
    group: Group,
    mix: &'a Mix,
    contenders: impl IntoIterator<Item = &'a Contender>,
) -> Planned<'a> {
    let cell = with_control(Cell::simple(Load::Strings(mix), contenders));
    Planned { group, text: mix.name.clone(), size: mix.longest(), loads: vec![""], cell }
}

/// A mebibyte without an error, with one in the last 64 octets, and with one in the first 64.
pub fn errors<'a>(text: &'a Text, contenders: impl IntoIterator<Item = &'a Contender>) -> Planned<'a> {
    let size = 1 << 20;
    let loads =
        vec![Load::Pieces { text, size }, Load::LateError { text, size }, Load::EarlyError { text, size }];
    let lanes = |contender| (0..3).map(move |load| Lane { contender, load });
    let cell = Cell { loads, lanes: contenders.into_iter().flat_map(lanes).collect() };
    let loads = vec!["", LATE, EARLY];
    Planned { group: Group::Error, text: text.name.clone(), size, loads, cell }
}

/// A switching text, and one of the same script that needs the full check in every chunk: what a backend
/// gains or loses by its modes. `None` for a text that does not switch.
pub fn switching<'a>(text: &'a Text, texts: &'a [Text], contenders: &'a [Contender]) -> Option<Planned<'a>> {
    let full = texts::full_of(&text.name)?;
    let full = texts.iter().find(|text| text.name == full)?;
    let size = 1 << 20;
    let loads = vec![Load::Pieces { text, size }, Load::Pieces { text: full, size }];
    let backends = contenders.iter().filter(|one| one.kind == Kind::Backend);
    let lanes = backends.flat_map(|contender| (0..2).map(move |load| Lane { contender, load })).collect();
    let loads_named = vec!["", FULL];
    Some(Planned {
        group: Group::Switching,
        text: text.name.clone(),
        size,
        loads: loads_named,
        cell: Cell { loads, lanes },
    })
}

/// The facade, and the backends called directly.
#[must_use]
pub fn is_dispatch(contender: &Contender) -> bool {
    contender.name == "placemat" || contender.kind == Kind::Backend
}

/// Whether a contender's errors are measured: it gives verdicts, in this process.
#[must_use]
pub fn judges_here(contender: &Contender) -> bool {
    contender.kind != Kind::Limit && !contender.is_child()
}

/// Adds the facade a second time: the difference between the two is noise.
fn with_control(mut cell: Cell<'_>) -> Cell<'_> {
    if let Some(&lane) = cell.lanes.iter().find(|lane| lane.contender.name == "placemat") {
        cell.lanes.push(lane);
    }
    cell
}
