//! Which cells a run has.

mod units;

pub use units::units;

use crate::{
    contenders::{CHUNKS, Contender, Kind, Task},
    interleave::{Cell, Lane},
    loads::{IllFormed, Load},
    record::{CellRecord, EARLY, FULL, Group, LATE, WELL_FORMED},
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
/// The texts and mixes whose conversions a quick run measures.
const QUICK_UNITS: [&str; 3] = ["english", "chinese", "mixed"];
/// What the names of those mixes end in that are converted and not judged.
const CONVERTED_ONLY: &str = "16..256";
/// The texts on which errors are measured.
const ERROR_TEXTS: [&str; 3] = ["ascii", "russian", "chinese"];
/// The texts that are decoded with errors in them.
const LOSSY_TEXTS: [&str; 7] = ["ascii", "english", "french", "russian", "chinese", "hindi", "emoji"];
/// The octets from error to error.
const ERRORS_EVERY: [usize; 4] = [16, 64, 256, 4 << 10];
/// The octets of an input that is decoded.
const DECODED: usize = 1 << 18;
/// The texts of streams, and of loops over characters.
const STREAM_TEXTS: [&str; 4] = ["ascii", "english", "russian", "chinese"];
/// The octets of a stream.
const STREAM: usize = 1 << 20;
/// The octets of an input whose characters are looked at.
const CHARS: usize = 1 << 16;
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
    let judged = |mix: &&Mix| !mix.name.ends_with(CONVERTED_ONLY);
    let quick_mix = |mix: &&Mix| !quick || QUICK_MIXES.contains(&mix.name.as_str());
    for mix in mixes.iter().filter(judged).filter(quick_mix) {
        let judging = contenders.iter().filter(|one| one.kind != Kind::Limit && one.task == Task::Validate);
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
                _ if one.task != Task::Validate => false,
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
    cells.extend(lossy(contenders, texts, |text, every| {
        !quick || text == "latin-1" || ["english", "chinese"].contains(&text) && every != 256
    }));
    cells.extend(streams(contenders, texts, |text, _| !quick || ["english", "chinese"].contains(&text)));
    cells.extend(chars(contenders, texts, |text, _| !quick || text.starts_with("russian")));
    for group in [Group::Convert, Group::Replace, Group::Lengths, Group::ConvertShort] {
        cells.extend(units(group, contenders, texts, mixes, |text, size| {
            !quick || size != 1 << 16 && QUICK_UNITS.iter().any(|start| text.starts_with(start))
        }));
    }
    // Cells that are printed together are measured together.
    cells.sort_by_key(|planned| planned.group);
    cells
}

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

/// Inputs that are decoded with U+FFFD, for each text and each distance of errors that is `wanted`.
///
/// The octets of a cell are those from error to error. Beside it stands well-formed text of the same length
/// that is validated and copied.
pub fn lossy<'a>(
    contenders: &'a [Contender],
    texts: &'a [Text],
    wanted: impl Fn(&str, usize) -> bool,
) -> Vec<Planned<'a>> {
    let cell = |name: &str, text: &'a Text, how, size| {
        let lane = |contender: &'a Contender| {
            let load = usize::from(contender.kind == Kind::Limit);
            Lane { contender, load }
        };
        let cell = with_control(Cell {
            loads: vec![Load::IllFormed { text, size: DECODED, how }, Load::Pieces { text, size: DECODED }],
            lanes: contenders.iter().filter(|one| one.task == Task::Lossy).map(lane).collect(),
        });
        Planned { group: Group::Lossy, text: name.to_owned(), size, loads: vec!["", WELL_FORMED], cell }
    };
    let mut cells = Vec::new();
    for text in named(texts, &LOSSY_TEXTS) {
        let every = ERRORS_EVERY.into_iter().filter(|&every| wanted(&text.name, every));
        cells.extend(every.map(|every| cell(&text.name, text, IllFormed::Every(every), every)));
    }
    for (name, how) in [(LATIN1, IllFormed::Latin1), (RANDOM, IllFormed::Random)] {
        let text = texts.iter().find(|text| text.name == "french");
        cells.extend(text.filter(|_| wanted(name, 0)).map(|text| cell(name, text, how, 0)));
    }
    cells
}

/// The cells of [`lossy`] in which errors have no distance: French in Latin-1, and random octets.
pub const LATIN1: &str = "latin-1";
/// The other one.
pub const RANDOM: &str = "random";

/// A mebibyte in chunks, for each text and each size of chunks that is `wanted`; the octets of a cell are
/// those of a chunk. Once as a question whether it is well formed, and once as text.
pub fn streams<'a>(
    contenders: &'a [Contender],
    texts: &'a [Text],
    wanted: impl Fn(&str, usize) -> bool,
) -> Vec<Planned<'a>> {
    let mut cells = Vec::new();
    for source in named(texts, &STREAM_TEXTS) {
        for (text, chunk) in [false, true].into_iter().flat_map(|text| CHUNKS.map(|chunk| (text, chunk))) {
            let name = if text { format!("{}{AS_TEXT}", source.name) } else { source.name.clone() };
            if wanted(&name, chunk) {
                let task = Task::Stream { chunk, text };
                let load = Load::Pieces { text: source, size: STREAM };
                cells.push(of_task(Group::Stream, name, chunk, load, task, contenders));
            }
        }
    }
    cells
}

/// What the names of the cells of [`streams`] end in where text is made.
pub const AS_TEXT: &str = ", as text";

/// The characters of an input, for each text that is `wanted`, from either end.
pub fn chars<'a>(
    contenders: &'a [Contender],
    texts: &'a [Text],
    wanted: impl Fn(&str, usize) -> bool,
) -> Vec<Planned<'a>> {
    let mut cells = Vec::new();
    for source in named(texts, &STREAM_TEXTS) {
        for (back, name) in [(false, source.name.clone()), (true, format!("{}{BACKWARDS}", source.name))] {
            if wanted(&name, CHARS) {
                let load = Load::Pieces { text: source, size: CHARS };
                cells.push(of_task(Group::Chars, name, CHARS, load, Task::Chars { back }, contenders));
            }
        }
    }
    cells
}

/// What the names of the cells of [`chars`] end in that go from the end to the start.
pub const BACKWARDS: &str = ", backwards";

/// All contenders of a task on one load.
fn of_task<'a>(
    group: Group,
    text: String,
    size: usize,
    load: Load<'a>,
    task: Task,
    contenders: &'a [Contender],
) -> Planned<'a> {
    let cell = with_control(Cell::simple(load, contenders.iter().filter(|one| one.task == task)));
    Planned { group, text, size, loads: vec![""], cell }
}

/// The texts of these names; all, if there is none: a user's own files have other names.
fn named<'a>(texts: &'a [Text], names: &[&str]) -> Vec<&'a Text> {
    let named: Vec<_> = texts.iter().filter(|text| names.contains(&text.name.as_str())).collect();
    if named.is_empty() { texts.iter().collect() } else { named }
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

/// Adds the facade a second time: the difference between the two is noise.
fn with_control(mut cell: Cell<'_>) -> Cell<'_> {
    if let Some(&lane) = cell.lanes.iter().find(|lane| lane.contender.name == "placemat") {
        cell.lanes.push(lane);
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{arena::Arena, contenders};

    /// Every contender of the groups beside validation gives the right answers on every kind of input.
    #[test]
    fn decoders_and_streams_give_the_right_answers() {
        let (contenders, texts, mixes) = (contenders::all(), texts::generated(1), texts::mixes(1));
        // A child is this program, started again; under a test it would run the tests.
        let contenders: Vec<_> = contenders.into_iter().filter(|one| !one.is_child()).collect();
        let some = texts::shares(1);
        let wanted = |text: &str, size| size != 256 && ["english", "chinese", LATIN1, RANDOM].contains(&text);
        let cells = [
            lossy(&contenders, &texts, wanted),
            streams(&contenders, &texts, |text, chunk| text.starts_with("chinese") && chunk <= 4096),
            chars(&contenders, &texts, |text, _| text.starts_with("russian")),
            units(Group::Convert, &contenders, &texts, &mixes, |text, size| {
                size == 1 << 16 && ["french", "emoji"].iter().any(|start| text.starts_with(start))
            }),
            units(Group::Replace, &contenders, &texts, &mixes, |text, _| text.starts_with("emoji")),
            units(Group::Lengths, &contenders, &texts, &mixes, |text, size| {
                size == 1 << 16 && text.starts_with("emoji")
            }),
            units(Group::ConvertShort, &contenders, &texts, &mixes, |_, _| true),
            shares(Extent::Quick, &contenders, &some),
            looped(Extent::Quick, &contenders, &some.iter().collect::<Vec<_>>()),
        ];
        let mut count = 0;
        for planned in cells.iter().flatten() {
            let mut arena = Arena::new(planned.cell.room()).unwrap();
            planned.cell.check(&mut arena, 1).unwrap();
            count += planned.cell.lanes.len();
        }
        assert!(count > 120, "{count}");
    }
}
