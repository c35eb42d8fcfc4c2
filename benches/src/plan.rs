//! The cells of a run.

mod extent;
mod units;

use std::io;

pub(crate) use extent::Only;

use crate::cell::{Cell, Lane};
use crate::contenders::{self, CHUNKS, Contender, Form, Kind, QUESTIONS, Task};
use crate::group::Group;
use crate::loads::{How, Load, Source};
use crate::record::{EARLY, FULL, LATE, VALID};
use crate::texts::{self, Mix, Text};

/// The sizes at which texts are validated, as exponents of two.
const SIZES: [u32; 15] = [3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 23, 26, 28];
/// The sizes of looped inputs, for which branches can be learnt and caches do not matter.
const LOOPED: [usize; 4] = [1 << 10, 1 << 12, 1 << 14, 1 << 16];
/// The suffixes of mixes that are converted but not validated.
const CONVERTED_ONLY: [&str; 2] = ["-16..256", "-4..64"];
/// The texts for errors.
const ERROR_TEXTS: [&str; 3] = ["ascii", "russian", "chinese"];
/// The sizes of short texts with an error.
const INVALID: [usize; 6] = [4, 8, 16, 64, 256, 1 << 10];
/// The size of an input with one error, of one that switches, and of a stream, in bytes.
const LONG: usize = 1 << 20;
/// The sizes of copies, in bytes.
const COPIES: [usize; 4] = [1 << 12, 1 << 16, 1 << 20, 1 << 26];
/// The texts for lossy decoding.
const LOSSY_TEXTS: [&str; 7] = ["ascii", "english", "french", "russian", "chinese", "hindi", "emoji"];
/// The distances between errors, in bytes.
const ERRORS_EVERY: [usize; 4] = [16, 64, 256, 4 << 10];
/// The size of an input for lossy decoding, in bytes.
const DECODED: usize = 1 << 18;
/// The texts for streams, and for loops over characters.
const STREAM_TEXTS: [&str; 4] = ["ascii", "english", "russian", "chinese"];
/// The size of an input for loops over characters, in bytes.
const CHARS: usize = 1 << 16;
/// The number of strings in a column.
const ROWS: usize = 1 << 14;
/// The mixes of columns.
const COLUMNS: &str = "-8..32";

/// The distances between the invalid rows of a column; 0 for none.
const INVALID_ROWS: [usize; 3] = [0, 1000, 10];
/// The texts of vectors that become text, and their sizes in bytes.
const OWNED_TEXTS: [&str; 4] = ["ascii", "french", "chinese", "emoji"];
const OWNED: [usize; 5] = [8, 32, 256, 4 << 10, 1 << 18];
/// What is in them, and whether the error is known.
const OWNED_KINDS: [(&str, How, bool); 5] = [
    ("valid", How::Fresh, false),
    ("one error", How::LateError, false),
    ("one error, known", How::LateError, true),
    ("an error in 16", How::ErrorEvery(16), false),
    (RANDOM, How::Random, false),
];

/// The texts for positions, and their sizes in bytes: lines, and longer ones.
const POSITION_TEXTS: [&str; 5] = ["english", "german", "chinese", "emoji", "code"];
const POSITIONS: [usize; 4] = [80, 1 << 10, 1 << 12, 1 << 20];

/// The cells of `lossy` without a regular distance between errors: French in Latin-1, and random bytes.
const LATIN1: &str = "latin-1";
const RANDOM: &str = "random";

/// The components of cells.
pub(crate) struct Sources {
    pub(crate) contenders: Vec<Contender>,
    pub(crate) texts: Vec<Text>,
    pub(crate) mixes: Vec<Mix>,
    /// ASCII texts with a share of non-ASCII blocks.
    pub(crate) shares: Vec<Text>,
}

impl Sources {
    /// All contenders and texts.
    pub(crate) fn all() -> Self {
        let (texts, mixes, shares) = (texts::all(), texts::mixes(), texts::shares());
        Self { contenders: contenders::all(), texts, mixes, shares }
    }

    /// Keeps the selected contenders and texts. The limits stay.
    ///
    /// # Errors
    ///
    /// If a selected contender or text does not exist.
    pub(crate) fn keep(&mut self, only: &Only) -> io::Result<()> {
        let names = self.texts.iter().chain(&self.shares).map(|text| text.name.as_str());
        let names: Vec<_> = names.chain(self.mixes.iter().map(|mix| mix.name.as_str())).collect();
        only.check(&self.contenders, &names)?;
        self.contenders.retain(|one| only.has_contender(&one.name) || one.kind == Kind::Limit);
        self.texts.retain(|text| only.has_text(&text.name));
        self.shares.retain(|text| only.has_text(&text.name));
        self.mixes.retain(|mix| only.has_text(&mix.name));
        Ok(())
    }

    /// Every cell of a group, with all contenders that can take part.
    pub(crate) fn cells(&self, group: Group) -> Vec<Cell<'_>> {
        let all: Vec<_> = self.texts.iter().collect();
        let some = || self.named(&STREAM_TEXTS);
        let grid = |texts: &[_], sizes: &[_], how, task| self.grid(group, texts, sizes, how, task, "");
        match group {
            Group::Short => self.short(),
            Group::Validate => grid(&all, &SIZES.map(|power| 1 << power), How::Fresh, Task::Validate),
            Group::Shares => {
                grid(&self.shares.iter().collect::<Vec<_>>(), &LOOPED, How::Fresh, Task::Validate)
            }
            Group::Looped => {
                let texts: Vec<_> = self.shares.iter().chain(all).collect();
                grid(&texts, &LOOPED, How::Looped, Task::Validate)
            }
            Group::Error => self.errors(),
            Group::Invalid => grid(&all, &INVALID, How::Error, Task::Validate),
            Group::Switching => all.iter().filter_map(|text| self.switching(text)).collect(),
            Group::Lossy => self.lossy(),
            Group::Stream => self.streams(),
            Group::Chars => {
                let [forwards, backwards] = [false, true].map(|back| Task::Chars { back });
                let mut cells = grid(&some(), &[CHARS], How::Fresh, forwards);
                cells.extend(self.grid(group, &some(), &[CHARS], How::Fresh, backwards, ", backwards"));
                cells.extend(self.whole(group, forwards));
                cells
            }
            Group::Batch => {
                let cell = |mix| {
                    let load = Load::of(Source::Column { mix, rows: ROWS }, How::Fresh);
                    self.simple(group, mix.name.clone(), mix.longest(), load, Task::Batch)
                };
                self.columns().map(cell).collect()
            }
            Group::InvalidRows => self.invalid_rows(),
            Group::LossyOwned => self.owned(),
            Group::Position => {
                let texts = self.named(&POSITION_TEXTS);
                let cells = |(question, name): (_, &str)| {
                    let task = Task::Position(question);
                    self.grid(group, &texts, &POSITIONS, How::Fresh, task, &format!(", {name}"))
                };
                QUESTIONS.into_iter().flat_map(cells).collect()
            }
            Group::Copy => grid(&some(), &COPIES, How::Fresh, Task::Copy),
            Group::Convert
            | Group::Replace
            | Group::Lengths
            | Group::Counts
            | Group::ConvertShort
            | Group::Pairs
            | Group::Owned => self.units(group),
        }
    }

    /// The contenders of a task that are `wanted`.
    fn of(&self, task: Task, wanted: impl Fn(&Contender) -> bool) -> impl Iterator<Item = &Contender> {
        self.contenders.iter().filter(move |one| one.task == task && wanted(one))
    }

    /// The texts with these names, or all if there is none: a user's own files have other names.
    fn named(&self, names: &[&str]) -> Vec<&Text> {
        let named: Vec<_> = self.texts.iter().filter(|text| names.contains(&text.name.as_str())).collect();
        if named.is_empty() { self.texts.iter().collect() } else { named }
    }

    /// All contenders of a task on each text at each size. The name of a cell is that of the text with an `end`.
    fn grid<'a>(
        &'a self, group: Group, texts: &[&'a Text], sizes: &[usize], how: How, task: Task, end: &str,
    ) -> Vec<Cell<'a>> {
        let cell = |text: &'a Text, size| {
            self.simple(group, format!("{}{end}", text.name), size, Load::pieces(text, size, how), task)
        };
        texts.iter().flat_map(|text| sizes.iter().map(|size| cell(text, *size))).collect()
    }

    /// Words and lines.
    fn whole(&self, group: Group, task: Task) -> impl Iterator<Item = Cell<'_>> {
        self.mixes.iter().filter(|mix| mix.is_whole()).map(move |mix| {
            let load = Load::of(Source::Strings(mix), How::Fresh);
            self.simple(group, mix.name.clone(), mix.longest(), load, task)
        })
    }

    /// Strings of shuffled lengths that are validated.
    fn short(&self) -> Vec<Cell<'_>> {
        let ends = || CONVERTED_ONLY.iter().chain([&COLUMNS]);
        let mixes = self.mixes.iter().filter(|mix| !ends().any(|end| mix.name.ends_with(end)));
        let cell = |mix| {
            let loads = vec![("", Load::of(Source::Strings(mix), How::Fresh))];
            let lanes = every(1, self.of(Task::Validate, |one| one.kind != Kind::Limit));
            planned(Group::Short, mix.name.clone(), mix.longest(), loads, lanes)
        };
        mixes.map(cell).collect()
    }

    /// Texts without an error, and with one at either end.
    fn errors(&self) -> Vec<Cell<'_>> {
        let hows = [("", How::Fresh), (LATE, How::LateError), (EARLY, How::EarlyError)];
        let cell = |text| {
            let loads = hows.map(|(name, how)| (name, Load::pieces(text, LONG, how)));
            let contenders = self.of(Task::Validate, |one| one.kind != Kind::Limit && !one.is_child());
            planned(Group::Error, text.name.clone(), LONG, loads.into(), every(hows.len(), contenders))
        };
        self.texts.iter().filter(|text| ERROR_TEXTS.contains(&&*text.name)).map(cell).collect()
    }

    /// Streams that are validated, and streams that become text. The size is that of a chunk.
    fn streams(&self) -> Vec<Cell<'_>> {
        let texts = self.named(&STREAM_TEXTS);
        let mut cells = Vec::new();
        for (text, end) in [(false, ""), (true, ", as text")] {
            for chunk in CHUNKS {
                let task = Task::Stream { chunk, text };
                let streams = self.grid(Group::Stream, &texts, &[LONG], How::Fresh, task, end);
                cells.extend(streams.into_iter().map(|cell| Cell { size: chunk, ..cell }));
            }
        }
        cells
    }

    /// All contenders of a task on one load.
    fn simple<'a>(&'a self, group: Group, text: String, size: usize, load: Load<'a>, task: Task) -> Cell<'a> {
        planned(group, text, size, vec![("", load)], every(1, self.of(task, |_| true)))
    }

    /// A switching text, and one of the same script that needs the full check in every chunk: shows the effect of a
    /// backend's modes. `None` for a text that does not switch.
    fn switching<'a>(&'a self, text: &'a Text) -> Option<Cell<'a>> {
        let full = texts::full_of(&text.name)?;
        let full = self.texts.iter().find(|text| text.name == full)?;
        let loads =
            [("", text), (FULL, full)].map(|(name, text)| (name, Load::pieces(text, LONG, How::Fresh)));
        let lanes = every(2, self.of(Task::Validate, |one| one.kind == Kind::Backend));
        Some(planned(Group::Switching, text.name.clone(), LONG, loads.into(), lanes))
    }

    fn columns(&self) -> impl Iterator<Item = &Mix> {
        self.mixes.iter().filter(|mix| mix.name.ends_with(COLUMNS))
    }

    /// Columns with invalid rows. The limit validates a column without.
    fn invalid_rows(&self) -> Vec<Cell<'_>> {
        let cell = |mix, every| {
            let column = |how| Load::of(Source::Column { mix, rows: ROWS }, how);
            let how = if every == 0 { How::Fresh } else { How::ErrorEvery(every) };
            let loads = vec![("", column(how)), (VALID, column(How::Fresh))];
            let lanes = self.limit_on_second(Task::InvalidRows);
            planned(Group::InvalidRows, mix.name.clone(), every, loads, lanes)
        };
        self.columns().flat_map(|mix| INVALID_ROWS.map(|every| cell(mix, every))).collect()
    }

    /// The contenders of a task; the limits have the second load.
    fn limit_on_second(&self, task: Task) -> Vec<Lane<'_>> {
        let lane = |contender| Lane { contender, load: usize::from(contender.kind == Kind::Limit) };
        self.of(task, |_| true).map(lane).collect()
    }

    /// Vectors that become text; those with one error also from the error of a strict conversion.
    fn owned(&self) -> Vec<Cell<'_>> {
        let group = Group::LossyOwned;
        let mut cells = Vec::new();
        for text in self.named(&OWNED_TEXTS) {
            for size in OWNED {
                cells.extend(OWNED_KINDS.iter().flat_map(|&(name, how, from_error)| {
                    self.grid(group, &[text], &[size], how, Task::Own { from_error }, &format!(", {name}"))
                }));
            }
        }
        cells.extend(self.whole(group, Task::Own { from_error: false }));
        cells
    }

    /// Lossy decoding of inputs with errors. The limit validates and copies valid text of the same length.
    fn lossy(&self) -> Vec<Cell<'_>> {
        let cell = |name: &str, load, text, every| {
            let loads = vec![("", load), (VALID, Load::pieces(text, DECODED, How::Fresh))];
            planned(Group::Lossy, name.to_owned(), every, loads, self.limit_on_second(Task::Lossy))
        };
        let mut cells = Vec::new();
        for text in self.named(&LOSSY_TEXTS) {
            let load = |every| Load::pieces(text, DECODED, How::ErrorEvery(every));
            cells.extend(ERRORS_EVERY.map(|every| cell(&text.name, load(every), text, every)));
        }
        for text in self.texts.iter().filter(|text| text.name == "french") {
            let load = |how| Load::pieces(text, DECODED, how);
            cells.push(cell(LATIN1, Load { form: Form::Latin1, ..load(How::Fresh) }, text, 0));
            cells.push(cell(RANDOM, load(How::Random), text, 0));
        }
        cells
    }
}

/// Each contender on each load.
fn every<'a>(loads: usize, contenders: impl Iterator<Item = &'a Contender>) -> Vec<Lane<'a>> {
    contenders.flat_map(|contender| (0..loads).map(move |load| Lane { contender, load })).collect()
}

/// A cell. If there is a single load, the facade takes part a second time, and the difference between its two times
/// is noise.
fn planned<'a>(
    group: Group, text: String, size: usize, loads: Vec<(&'static str, Load<'a>)>, mut lanes: Vec<Lane<'a>>,
) -> Cell<'a> {
    let facade = lanes.iter().find(|lane| lane.contender.name == "placemat").copied();
    lanes.extend(facade.filter(|_| !matches!(group, Group::Error | Group::Switching)));
    Cell { group, text, size, loads, lanes }
}
