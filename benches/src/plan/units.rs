//! The cells of conversions, lengths and counts. The name of a cell ends with the operation.

use super::{ASCII, CONVERTED, CONVERTED_SHORT, Sources};
use crate::contenders::{Act, Form, Task, WORKS, Work};
use crate::loads::{How, Load, Source};
use crate::{cell::Cell, group::Group, texts::Mix};

/// The size of an input with invalid sequences, in bytes.
const REPLACED: usize = 1 << 18;

impl Sources {
    /// The cells of a group about conversions, lengths or counts.
    pub(super) fn units(&self, group: Group) -> Vec<Cell<'_>> {
        let about = group.about();
        let mut cells = Vec::new();
        for work in WORKS.into_iter().filter(|work| is_in(group, *work)) {
            let has = |form| [work.from, work.to].contains(&form);
            let mut add = |of: &str, size, load| {
                let name = format!("{of}, {}", work.name);
                cells.push(self.cell(group, name, size, vec![("", load)], Task::Units(work)));
            };
            if matches!(group, Group::ConvertShort | Group::Owned) {
                // Words and lines are converted as the longer strings are.
                let is_measured = |mix: &&Mix| {
                    mix.name.ends_with(CONVERTED_SHORT)
                        || has(Form::Utf16) && (mix.is_whole() || mix.name.ends_with(CONVERTED))
                };
                let in_latin1 = |mix: &&Mix| !has(Form::Latin1) || mix.name.starts_with(ASCII);
                for mix in self.mixes.iter().filter(is_measured).filter(in_latin1) {
                    add(&mix.name, mix.longest(), load(Source::Strings(mix), work, 0));
                }
                continue;
            }
            let is_latin1 = has(Form::Latin1) && !about.latin1.is_empty();
            let names = if is_latin1 { &about.latin1 } else { &about.texts };
            for mix in self.mixes.iter().filter(|mix| names.contains(&mix.name)) {
                add(&mix.name, mix.longest(), load(Source::Strings(mix), work, 0));
            }
            for text in self.named(names) {
                for &size in &about.sizes {
                    let load = match group {
                        Group::Replace => load(Source::Text { text, size: REPLACED }, work, size),
                        _ => load(Source::Text { text, size }, work, 0),
                    };
                    add(&text.name, size, load);
                }
            }
        }
        cells
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
