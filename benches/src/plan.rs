//! The cells of a run.

mod extent;
mod units;

use std::io;

pub(crate) use extent::Only;

use crate::cell::{Cell, Lane};
use crate::contenders::{self, Contender, Form, Kind, QUESTIONS, Task};
use crate::group::Group;
use crate::loads::{How, Load, Source};
use crate::record::{EARLY, FULL, LATE, VALID};
use crate::texts::{self, Mix, Text};

/// The size of an input with one error, of one that switches, and of a stream, in bytes.
const LONG: usize = 1 << 20;
/// The size of an input for lossy decoding, in bytes.
const DECODED: usize = 1 << 18;
/// The number of strings in a column.
const ROWS: usize = 1 << 14;
/// The prefix of texts and mixes that are pure ASCII.
const ASCII: &str = "ascii";
/// The suffixes of mixes: of columns, of strings that are converted from UTF-8 to UTF-16 and back, and of those that are
/// converted from and to all encodings.
const COLUMNS: &str = "-8..32";
const CONVERTED: &str = "-16..256";
const CONVERTED_SHORT: &str = "-4..64";
/// What is in vectors that become text, and whether the error is known.
const OWNED_KINDS: [(&str, How, bool); 5] = [
    ("valid", How::Fresh, false),
    ("one error", How::LateError, false),
    ("one error, known", How::LateError, true),
    ("an error in 16", How::ErrorEvery(16), false),
    (RANDOM, How::Random, false),
];

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

/// The inputs of a cell, each with a name; the first name is empty.
type Loads<'a> = Vec<(&'static str, Load<'a>)>;

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
        let texts = self.named(&group.about().texts);
        let shares = self.shares.iter();
        let validate = |texts: &[_], how| self.grid(group, texts, "", how, |_| Task::Validate);
        let grid = |end: &str, how, task| self.grid(group, &texts, end, how, |_| task);
        match group {
            Group::Short => {
                let others = [CONVERTED, CONVERTED_SHORT, COLUMNS];
                let is_validated = |mix: &&Mix| !others.iter().any(|end| mix.name.ends_with(end));
                let mixes = self.mixes.iter().filter(is_validated);
                mixes.map(|mix| self.strings(group, mix, Task::Validate)).collect()
            }
            Group::Validate => validate(&texts, How::Fresh),
            Group::Invalid => validate(&texts, How::Error),
            Group::Shares => validate(&shares.collect::<Vec<_>>(), How::Fresh),
            Group::Looped => validate(&shares.chain(texts).collect::<Vec<_>>(), How::Looped),
            Group::Error => self.errors(),
            Group::Switching => texts.iter().filter_map(|text| self.switching(text)).collect(),
            Group::Lossy => self.lossy(&texts),
            Group::Stream => {
                let stream = |(end, text)| {
                    self.grid(group, &texts, end, How::Fresh, move |chunk| Task::Stream { chunk, text })
                };
                [("", false), ("as text", true)].into_iter().flat_map(stream).collect()
            }
            Group::Chars => {
                let [forwards, backwards] = [false, true].map(|back| Task::Chars { back });
                let mut cells = grid("", How::Fresh, forwards);
                cells.extend(grid("backwards", How::Fresh, backwards));
                cells.extend(self.whole(group, forwards));
                cells
            }
            Group::Batch => {
                let cell = |mix| {
                    let load = Load::of(Source::Column { mix, rows: ROWS }, How::Fresh);
                    self.cell(group, mix.name.clone(), mix.longest(), vec![("", load)], Task::Batch)
                };
                self.columns().map(cell).collect()
            }
            Group::InvalidRows => self.invalid_rows(),
            Group::LossyOwned => {
                let grid = |(kind, how, from_error)| grid(kind, how, Task::Own { from_error });
                let words_and_lines = self.whole(group, Task::Own { from_error: false });
                OWNED_KINDS.into_iter().flat_map(grid).chain(words_and_lines).collect()
            }
            Group::Position => {
                let grid = |(question, name)| grid(name, How::Fresh, Task::Position(question));
                QUESTIONS.into_iter().flat_map(grid).collect()
            }
            Group::Copy => grid("", How::Fresh, Task::Copy),
            Group::Convert
            | Group::Replace
            | Group::Lengths
            | Group::Counts
            | Group::ConvertShort
            | Group::Pairs
            | Group::Owned => self.units(group),
        }
    }

    /// The texts with these names, or all if there is none: a user's own files have other names.
    fn named(&self, names: &[String]) -> Vec<&Text> {
        let named: Vec<_> = self.texts.iter().filter(|text| names.contains(&text.name)).collect();
        if named.is_empty() { self.texts.iter().collect() } else { named }
    }

    /// The contenders of a task on each text at each size of the group, which is that of a chunk for streams. The name of
    /// a cell is that of the text, with an `end` if it is not empty.
    fn grid<'a>(
        &'a self, group: Group, texts: &[&'a Text], end: &str, how: How, task: impl Fn(usize) -> Task,
    ) -> Vec<Cell<'a>> {
        let cell = |text: &'a Text, size| {
            let name = if end.is_empty() { text.name.clone() } else { format!("{}, {end}", text.name) };
            let load = Load::pieces(text, if group == Group::Stream { LONG } else { size }, how);
            self.cell(group, name, size, vec![("", load)], task(size))
        };
        texts.iter().flat_map(|text| group.about().sizes.iter().map(|size| cell(text, *size))).collect()
    }

    /// Words and lines.
    fn whole(&self, group: Group, task: Task) -> impl Iterator<Item = Cell<'_>> {
        self.mixes.iter().filter(|mix| mix.is_whole()).map(move |mix| self.strings(group, mix, task))
    }

    fn strings<'a>(&'a self, group: Group, mix: &'a Mix, task: Task) -> Cell<'a> {
        let load = Load::of(Source::Strings(mix), How::Fresh);
        self.cell(group, mix.name.clone(), mix.longest(), vec![("", load)], task)
    }

    /// Texts without an error, and with one at either end.
    fn errors(&self) -> Vec<Cell<'_>> {
        let group = Group::Error;
        let hows = [("", How::Fresh), (LATE, How::LateError), (EARLY, How::EarlyError)];
        let cell = |text| {
            let loads = hows.map(|(name, how)| (name, Load::pieces(text, LONG, how)));
            self.cell(group, text.name.clone(), LONG, loads.into(), Task::Validate)
        };
        self.texts.iter().filter(|text| group.about().texts.contains(&text.name)).map(cell).collect()
    }

    /// A switching text, and one of the same script that needs the full check in every chunk: shows the effect of a
    /// backend's modes. `None` for a text that does not switch.
    fn switching<'a>(&'a self, text: &'a Text) -> Option<Cell<'a>> {
        let full = texts::full_of(&text.name)?;
        let full = self.texts.iter().find(|text| text.name == full)?;
        let loads =
            [("", text), (FULL, full)].map(|(name, text)| (name, Load::pieces(text, LONG, How::Fresh)));
        Some(self.cell(Group::Switching, text.name.clone(), LONG, loads.into(), Task::Validate))
    }

    fn columns(&self) -> impl Iterator<Item = &Mix> {
        self.mixes.iter().filter(|mix| mix.name.ends_with(COLUMNS))
    }

    /// Columns with invalid rows. The limit validates a column without.
    fn invalid_rows(&self) -> Vec<Cell<'_>> {
        let group = Group::InvalidRows;
        let cell = |mix, every| {
            let column = |how| Load::of(Source::Column { mix, rows: ROWS }, how);
            let how = if every == 0 { How::Fresh } else { How::ErrorEvery(every) };
            let loads = vec![("", column(how)), (VALID, column(How::Fresh))];
            self.cell(group, mix.name.clone(), every, loads, Task::InvalidRows)
        };
        self.columns()
            .flat_map(|mix| group.about().sizes.iter().map(move |every| cell(mix, *every)))
            .collect()
    }

    /// Lossy decoding of inputs with errors. The limit validates and copies valid text of the same length.
    fn lossy<'a>(&'a self, texts: &[&'a Text]) -> Vec<Cell<'a>> {
        let group = Group::Lossy;
        let cell = |name: &str, load, text, every| {
            let loads = vec![("", load), (VALID, Load::pieces(text, DECODED, How::Fresh))];
            self.cell(group, name.to_owned(), every, loads, Task::Lossy)
        };
        let mut cells = Vec::new();
        for text in texts {
            let load = |every| Load::pieces(text, DECODED, How::ErrorEvery(every));
            cells.extend(group.about().sizes.iter().map(|&every| cell(&text.name, load(every), text, every)));
        }
        for text in self.texts.iter().filter(|text| text.name == "french") {
            let load = |how| Load::pieces(text, DECODED, how);
            cells.push(cell(LATIN1, Load { form: Form::Latin1, ..load(How::Fresh) }, text, 0));
            cells.push(cell(RANDOM, load(How::Random), text, 0));
        }
        cells
    }

    /// A cell with the contenders of a task. If there is a single load, the facade takes part a second time, and the
    /// difference between its two times is noise.
    fn cell<'a>(&'a self, group: Group, text: String, size: usize, loads: Loads<'a>, task: Task) -> Cell<'a> {
        let reads = |one: &Contender, load: usize| match group {
            Group::Short => one.kind != Kind::Limit,
            Group::Error => one.kind != Kind::Limit && !one.is_child(),
            Group::Switching => one.kind == Kind::Backend,
            // The limit has the second load.
            Group::Lossy | Group::InvalidRows => (one.kind == Kind::Limit) == (load == 1),
            // A loop that only loads and stores knows the length of its output only for ASCII ...
            Group::Convert | Group::ConvertShort => one.kind != Kind::Limit || text.starts_with(ASCII),
            // ... and strict conversion is no limit for input with errors.
            Group::Replace => one.kind != Kind::Limit || loads[load].1.is_valid(),
            _ => true,
        };
        let lane = |contender| {
            let loads = (0..loads.len()).filter(move |load| reads(contender, *load));
            loads.map(move |load| Lane { contender, load })
        };
        let mut lanes: Vec<_> =
            self.contenders.iter().filter(|one| one.task == task).flat_map(lane).collect();
        let facade = lanes.iter().find(|lane| lane.contender.name == "placemat").copied();
        lanes.extend(facade.filter(|_| !matches!(group, Group::Error | Group::Switching)));
        Cell { group, text, size, loads, lanes }
    }
}
