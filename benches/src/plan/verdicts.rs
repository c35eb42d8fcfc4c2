//! The cells in which contenders say whether an input is well formed.

use super::{
    Extent,
    planned::{Planned, with_control},
};
use crate::{
    contenders::{Contender, Kind, Task},
    interleave::{Cell, Lane},
    loads::Load,
    record::{EARLY, FULL, Group, LATE},
    texts::{self, Mix, Text},
};

/// Texts of ASCII with a share of blocks that are not, each input fresh.
#[must_use]
pub fn shares<'a>(extent: Extent, contenders: &'a [Contender], shares: &'a [Text]) -> Vec<Planned<'a>> {
    let sizes = loop_sizes(extent).iter();
    let cell = |text, size| Planned { group: Group::Shares, ..pieces(text, size, validators(contenders)) };
    sizes.flat_map(|&size| shares.iter().map(move |text| cell(text, size))).collect()
}

/// One input of each text and size, again and again.
#[must_use]
pub fn looped<'a>(extent: Extent, contenders: &'a [Contender], texts: &[&'a Text]) -> Vec<Planned<'a>> {
    let mut cells = Vec::new();
    for &text in texts {
        for &size in loop_sizes(extent) {
            let cell = with_control(Cell::simple(Load::Looped { text, size }, validators(contenders)));
            cells.push(Planned {
                group: Group::Looped,
                text: text.name.clone(),
                size,
                loads: vec![""],
                cell,
            });
        }
    }
    cells
}

/// The sizes of looped inputs: those of a run at which branches can be learnt and caches do not matter.
fn loop_sizes(extent: Extent) -> &'static [usize] {
    match extent {
        Extent::Quick => &[1 << 12, 1 << 16],
        Extent::Full => &[1 << 10, 1 << 12, 1 << 14, 1 << 16],
    }
}

/// The contenders that say whether an input is well formed, in this process.
fn validators(contenders: &[Contender]) -> impl Iterator<Item = &Contender> {
    contenders
        .iter()
        .filter(|one| one.kind != Kind::Limit && one.task == Task::Validate && !one.name.contains('@'))
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
    let backends = contenders.iter().filter(|one| one.kind == Kind::Backend && one.task == Task::Validate);
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
    contender.task == Task::Validate && (contender.name == "placemat" || contender.kind == Kind::Backend)
}

/// Whether a contender's errors are measured: it gives verdicts, in this process.
#[must_use]
pub fn judges_here(contender: &Contender) -> bool {
    contender.task == Task::Validate && contender.kind != Kind::Limit && !contender.is_child()
}
