//! Which cells a run has.

mod decoded;
mod planned;
mod units;
mod verdicts;

pub use decoded::{AS_TEXT, BACKWARDS, LATIN1, RANDOM, chars, lossy, streams};
pub use planned::Planned;
pub use units::units;
pub use verdicts::{errors, is_dispatch, judges_here, looped, pieces, shares, strings, switching};

use crate::{
    contenders::{Contender, Kind, Task},
    record::Group,
    texts::{Mix, Text},
};

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
const CONVERTED_ONLY: [&str; 2] = ["-16..256", "-4..64"];
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
    let judged = |mix: &&Mix| !CONVERTED_ONLY.iter().any(|range| mix.name.ends_with(range));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{arena::Arena, contenders, texts};

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
