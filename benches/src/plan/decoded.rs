//! The cells of decoders, of streams, and of loops over characters.

use super::planned::{Planned, named, of_task, with_control};
use crate::{
    contenders::{CHUNKS, Contender, Kind, Task},
    interleave::{Cell, Lane},
    loads::{IllFormed, Load},
    record::{Group, WELL_FORMED},
    texts::Text,
};

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
