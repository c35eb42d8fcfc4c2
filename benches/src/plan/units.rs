//! The cells of conversions and lengths. What is done stands at the end of a cell's name.

use super::planned::{Planned, named, with_control};
use crate::{
    contenders::{Act, Contender, Form, Kind, Task, WORKS, Work},
    interleave::Cell,
    loads::{Load, Of, Units},
    record::Group,
    texts::{Mix, Text},
};

/// The texts that are converted, and whose lengths are counted.
const CONVERTED: [&str; 11] = [
    "ascii", "english", "french", "german", "russian", "arabic", "chinese", "japanese", "hindi", "korean",
    "emoji",
];
/// How the names of texts and mixes begin that have nothing else.
const ASCII: &str = "ascii";
/// Of which Latin-1 has most characters.
const IN_LATIN1: [&str; 4] = ["ascii", "english", "french", "german"];
/// Those of replacement and of lengths.
const FEW: [&str; 5] = ["ascii", "english", "russian", "chinese", "emoji"];
/// The octets of an input.
const SIZES: [usize; 2] = [1 << 16, 1 << 20];
/// The octets of an input in which something may be ill formed.
const REPLACED: usize = 1 << 18;
/// The octets from error to error; 0 where there is none.
const ERRORS: [usize; 2] = [0, 64];
/// The mixes of short strings that are converted, from UTF-8 to UTF-16 and back.
const SHORT: &str = "-16..256";
/// Those that are converted from and to everything.
const SHORTER: &str = "-4..64";

/// The cells of these groups whose name and size are `wanted`.
pub fn units<'a>(
    group: Group,
    contenders: &'a [Contender],
    texts: &'a [Text],
    mixes: &'a [Mix],
    wanted: impl Fn(&str, usize) -> bool,
) -> Vec<Planned<'a>> {
    let mut cells = Vec::new();
    for work in WORKS.into_iter().filter(|work| is_in(group, *work)) {
        let mut add = |of: &str, size, load| {
            let name = format!("{of}, {}", work.name);
            if wanted(&name, size) {
                cells.push(cell(group, name, size, load, work, contenders));
            }
        };
        if group == Group::ConvertShort {
            let is_16 = [work.from, work.to].contains(&Form::Utf16);
            let is_latin1 = [work.from, work.to].contains(&Form::Latin1);
            let is_converted = |mix: &&Mix| {
                mix.name.ends_with(SHORT) && is_16
                    || mix.name.ends_with(SHORTER) && (!is_latin1 || mix.name.starts_with(ASCII))
            };
            for mix in mixes.iter().filter(is_converted) {
                add(&mix.name, mix.longest(), of(Of::Strings(mix), work, 0));
            }
            continue;
        }
        let is_latin1 = [work.from, work.to].contains(&Form::Latin1);
        let few: &[&str] = match group {
            Group::Convert if is_latin1 => &IN_LATIN1,
            Group::Convert => &CONVERTED,
            _ => &FEW,
        };
        for text in named(texts, few) {
            if group == Group::Replace {
                for every in ERRORS {
                    add(&text.name, every, of(Of::Text { text, size: REPLACED }, work, every));
                }
            } else {
                for size in SIZES {
                    add(&text.name, size, of(Of::Text { text, size }, work, 0));
                }
            }
        }
    }
    cells
}

/// Whether a group is about this work.
fn is_in(group: Group, work: Work) -> bool {
    match group {
        Group::Convert | Group::ConvertShort => work.act == Act::Convert,
        Group::Replace => work.act == Act::Replace,
        Group::Lengths => work.act == Act::Measure,
        _ => false,
    }
}

fn of<'a>(of: Of<'a>, work: Work, every: usize) -> Load<'a> {
    let latin1 = work.act == Act::Convert && work.to == Form::Latin1;
    Load::Units(Units { of, form: work.from, latin1, errors: (every > 0).then_some(every) })
}

fn cell<'a>(
    group: Group,
    text: String,
    size: usize,
    load: Load<'a>,
    work: Work,
    contenders: &'a [Contender],
) -> Planned<'a> {
    // A strict conversion has nothing to say where there are errors, and a loop that only loads and stores
    // knows the length of what it writes for ASCII.
    let is_limited = match group {
        Group::Convert | Group::ConvertShort => text.starts_with(ASCII),
        _ => load.is_well_formed(),
    };
    let takes_part =
        |one: &&Contender| one.task == Task::Units(work) && (one.kind != Kind::Limit || is_limited);
    let cell = with_control(Cell::simple(load, contenders.iter().filter(takes_part)));
    Planned { group, text, size, loads: vec![""], cell }
}
