//! The cells of conversions, lengths and counts. The name of a cell ends with the operation.

use super::{Sources, every, planned};
use crate::contenders::{Act, Contender, Form, Kind, Task, WORKS, Work};
use crate::loads::{How, Load, Source};
use crate::{cell::Cell, group::Group, texts::Mix};

/// The texts that are converted.
const CONVERTED: [&str; 11] = [
    "ascii", "english", "french", "german", "russian", "arabic", "chinese", "japanese", "hindi", "korean",
    "emoji",
];
/// The prefix of texts and mixes that are pure ASCII.
const ASCII: &str = "ascii";
/// Texts with most of their characters in Latin-1.
const IN_LATIN1: [&str; 4] = ["ascii", "english", "french", "german"];
/// The texts for replacement and lengths, one for each length of a character.
const ONE_PER_LENGTH: [&str; 5] = ["ascii", "english", "russian", "chinese", "emoji"];
/// The texts and strings that are converted between other encodings than UTF-8, and those in Latin-1.
const PAIRS: [&str; 6] = ["english", "chinese", "emoji", "english-words", "chinese-words", "emoji-4..64"];
const PAIRS_LATIN1: [&str; 2] = ["french", "french-words"];
/// The sizes of an input for them, in bytes of UTF-8.
const PAIRS_SIZES: [usize; 3] = [1 << 6, 1 << 12, 1 << 20];
/// The sizes of an input, in bytes.
const SIZES: [usize; 2] = [1 << 16, 1 << 20];
/// The size of an input with invalid sequences, in bytes.
const REPLACED: usize = 1 << 18;
/// The distances between errors, in bytes; 0 if there are none.
const ERRORS: [usize; 2] = [0, 64];
/// The mixes of short strings that are converted from UTF-8 to UTF-16 and back, as words and lines are.
const SHORT: &str = "-16..256";
/// The mixes that are converted from and to all encodings.
const SHORTER: &str = "-4..64";

impl Sources {
    /// The cells of a group about conversions, lengths or counts.
    pub(super) fn units(&self, group: Group) -> Vec<Cell<'_>> {
        let mut cells = Vec::new();
        for work in WORKS.into_iter().filter(|work| is_in(group, *work)) {
            let has = |form| [work.from, work.to].contains(&form);
            let mut add = |of: &str, size, load| cells.push(self.unit(group, of, size, load, work));
            if matches!(group, Group::ConvertShort | Group::Owned) {
                let is_measured = |mix: &Mix| {
                    mix.name.ends_with(SHORTER)
                        || has(Form::Utf16) && (mix.is_whole() || mix.name.ends_with(SHORT))
                };
                let is_latin1 = has(Form::Latin1);
                let in_latin1 = |mix: &str| !is_latin1 || mix.starts_with(ASCII);
                for mix in self.mixes.iter().filter(|mix| is_measured(mix) && in_latin1(&mix.name)) {
                    add(&mix.name, mix.longest(), load(Source::Strings(mix), work, 0));
                }
                continue;
            }
            let names: &[&str] = match group {
                Group::Pairs if has(Form::Latin1) => &PAIRS_LATIN1,
                Group::Pairs => &PAIRS,
                Group::Convert if has(Form::Latin1) => &IN_LATIN1,
                Group::Convert => &CONVERTED,
                _ => &ONE_PER_LENGTH,
            };
            for mix in self.mixes.iter().filter(|mix| names.contains(&&*mix.name)) {
                add(&mix.name, mix.longest(), load(Source::Strings(mix), work, 0));
            }
            for text in self.named(names) {
                if group == Group::Replace {
                    for every in ERRORS {
                        add(&text.name, every, load(Source::Text { text, size: REPLACED }, work, every));
                    }
                } else {
                    let sizes = if group == Group::Pairs { &PAIRS_SIZES[..] } else { &SIZES };
                    for &size in sizes {
                        add(&text.name, size, load(Source::Text { text, size }, work, 0));
                    }
                }
            }
        }
        cells
    }

    fn unit<'a>(&'a self, group: Group, of: &str, size: usize, load: Load<'a>, work: Work) -> Cell<'a> {
        // Strict conversion is no limit for input with errors, and a loop that only loads and stores knows the length
        // of its output only for ASCII.
        let is_limited = match group {
            Group::Convert | Group::ConvertShort => of.starts_with(ASCII),
            _ => load.is_valid(),
        };
        let takes_part = |one: &Contender| one.kind != Kind::Limit || is_limited;
        let lanes = every(1, self.of(Task::Units(work), takes_part));
        planned(group, format!("{of}, {}", work.name), size, vec![("", load)], lanes)
    }
}

/// Whether a group includes this operation.
fn is_in(group: Group, work: Work) -> bool {
    let has_utf8 = [work.from, work.to].contains(&Form::Utf8);
    match group {
        Group::Convert | Group::ConvertShort => work.act == Act::Convert && has_utf8,
        Group::Pairs => work.act == Act::Convert && !has_utf8,
        Group::Replace => work.act == Act::Replace,
        Group::Lengths => work.act == Act::Measure,
        Group::Counts => work.act == Act::Count,
        _ => group == Group::Owned && work.act == Act::Own,
    }
}

fn load(source: Source<'_>, work: Work, every: usize) -> Load<'_> {
    let how = match every {
        0 if work.act == Act::Convert && work.to == Form::Latin1 => How::InLatin1,
        0 => How::Fresh,
        _ => How::ErrorEvery(every),
    };
    Load { source, how, form: work.from }
}
