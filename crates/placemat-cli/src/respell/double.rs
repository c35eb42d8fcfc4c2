//! Finds text that was encoded twice: UTF-8 that a program took for Windows-1252, Latin-1, Windows-1250 or Windows-1251
//! and encoded again, as `Ã©` for `é`.
//!
//! A sequence is a series of characters that are the bytes of one character in one of these code pages. Typed text has
//! a few by chance, such as `É»`, but the other characters beyond ASCII around them tell. So a [line](line) is decided as
//! a whole, and one that leaves a doubt by the lines of the whole text. It is decoded until nothing changes, so a second
//! pass finds nothing.

mod certain;
mod line;
mod pages;

use std::{convert::Infallible, fs, path::Path};

use placemat::io::Reader;

use super::{Out, Part, Respell};
use crate::text::count;
use certain::Grade;
use line::{Evidence, Run, decode, decode_all, is_doubtful};
pub(crate) use pages::windows_1252_of;

/// The maximum length of a line from its first character beyond ASCII, in bytes. Longer ones are divided.
const LONGEST: usize = 16 << 10;

/// An upper bound on the length of a character that was encoded up to four times more.
const INCOMPLETE: usize = 128;

/// What the lines of a text show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Lines in which every character beyond ASCII belongs to a sequence, and one is certain.
    encoded: u64,
    /// Lines with other characters beyond ASCII.
    typed: u64,
}

impl Counts {
    /// The counts of a file, if it is one that can be read twice.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let mut reader =
            Reader::lossy(fs::metadata(path).ok()?.is_file().then(|| fs::File::open(path))?.ok()?);
        let mut finder = Finder::new(None);
        let mut out = |_: Part<'_>| Ok::<_, Infallible>(());
        while let Some(text) = reader.next_text().ok()? {
            let Ok(()) = finder.text(text, &mut out);
        }
        let Ok(()) = finder.end(0, &mut out);
        Some(finder.counts)
    }

    fn add(&mut self, line: Evidence) {
        self.encoded += u64::from(line.is_encoded());
        self.typed += u64::from(line.others > 0);
    }

    /// The grade of a sequence that is enough to decode a line of nothing else.
    fn enough(self) -> Grade {
        match self.typed {
            typed if self.encoded > typed * 20 => Grade::Possible,
            0 => Grade::Likely,
            _ => Grade::Certain,
        }
    }
}

/// Searches a text, line by line.
pub(crate) struct Finder {
    /// The line from its first character beyond ASCII.
    pending: String,
    /// The character before it.
    before: char,
    /// The number of bytes before it.
    offset: u64,
    /// What the whole text shows, or the lines up to here.
    counts: Counts,
    /// Whether these are the lines up to here.
    is_counting: bool,
    /// The number of runs that may have been encoded twice, and stay.
    doubtful: u64,
}

impl Respell for Finder {
    fn text<E>(&mut self, text: &str, out: &mut Out<'_, E>) -> Result<(), E> {
        for piece in text.split_inclusive('\n') {
            let mut rest = piece;
            while !rest.is_empty() {
                if self.pending.is_empty() {
                    let beyond = rest.bytes().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
                    let (ordinary, from) = rest.split_at(beyond);
                    self.once(ordinary, out)?;
                    rest = from;
                }
                let is_long = self.pending.len() + rest.len() > LONGEST;
                let end = if is_long { LONGEST.saturating_sub(self.pending.len()) } else { rest.len() };
                let end = (end..rest.len()).find(|at| rest.is_char_boundary(*at)).unwrap_or(rest.len());
                let (first, after) = rest.split_at(end);
                self.pending.push_str(first);
                rest = after;
                if is_long {
                    self.divide(out)?;
                }
            }
            if self.pending.ends_with('\n') {
                self.finish('\n', out)?;
            }
        }
        Ok(())
    }

    fn end<E>(&mut self, invalid: u64, out: &mut Out<'_, E>) -> Result<(), E> {
        self.finish('\n', out)?;
        self.before = '\n';
        self.offset += invalid;
        Ok(())
    }

    fn doubtful(&self) -> u64 {
        self.doubtful
    }
}

impl Finder {
    /// Searches a text with these counts, or else with those of the lines that it has passed.
    pub(crate) fn new(counts: Option<Counts>) -> Self {
        Self {
            pending: String::new(),
            before: '\n',
            offset: 0,
            counts: counts.unwrap_or_default(),
            is_counting: counts.is_none(),
            doubtful: 0,
        }
    }

    fn once<E>(&mut self, text: &str, out: &mut Out<'_, E>) -> Result<(), E> {
        let Some(last) = text.chars().next_back() else { return Ok(()) };
        self.before = last;
        out(Part { offset: self.advance(text), text, better: None })
    }

    /// Passes `text`, and returns its offset.
    fn advance(&mut self, text: &str) -> u64 {
        self.offset += count(text.len());
        self.offset - count(text.len())
    }

    /// Decides the pending line, which `next` follows.
    fn finish<E>(&mut self, next: char, out: &mut Out<'_, E>) -> Result<(), E> {
        let line = std::mem::take(&mut self.pending);
        let places = places(&line);
        let mut runs = runs(self.before, &line, &places, next);
        let evidence = decode(&mut runs, self.counts.enough());
        if self.is_counting {
            self.counts.add(evidence);
        }
        let mut at = 0;
        for (&(start, end), run) in places.iter().zip(&runs) {
            let decoded: String = run.text.iter().collect();
            self.once(&line[at..start], out)?;
            at = start;
            if decoded != line[start..end] {
                at = end;
                let rest = &line[end..];
                // The space that was U+00A0.
                let was = line[..end].chars().next_back().zip(decoded.chars().next_back());
                if matches!(was, Some(('Ã', 'à') | ('Å', 'Š')))
                    && (rest.starts_with("  ") || rest.trim().is_empty())
                {
                    at += 1;
                }
                self.change(&line[start..at], &decoded, out)?;
            }
            self.doubtful += u64::from(is_doubtful(run, evidence));
        }
        self.once(&line[at..], out)
    }

    /// Passes a run that becomes `decoded`, without what stays at both ends.
    fn change<E>(&mut self, run: &str, decoded: &str, out: &mut Out<'_, E>) -> Result<(), E> {
        let same = |(a, b): &(char, char)| a == b;
        let start: usize =
            run.chars().zip(decoded.chars()).take_while(same).map(|(char, _)| char.len_utf8()).sum();
        let tails = run[start..].char_indices().rev().map(|(at, _)| start + at);
        let stays =
            |at: &usize| decoded[start..].strip_suffix(&run[*at..]) == Some(&*forced(&run[start..*at]));
        let end = tails.take_while(|at| decoded[start..].ends_with(&run[*at..])).filter(stays).last();
        let (text, tail) = run[start..].split_at(end.unwrap_or(run.len()) - start);
        self.once(&run[..start], out)?;
        let better = Some(&decoded[start..decoded.len() - tail.len()]);
        out(Part { offset: self.advance(text), text, better })?;
        self.before = text.chars().next_back().unwrap_or(self.before);
        self.once(tail, out)
    }

    /// Decides the first part of a line of maximal length, up to a character of ASCII or else to a lead where both
    /// parts decode as the whole.
    fn divide<E>(&mut self, out: &mut Out<'_, E>) -> Result<(), E> {
        let line = std::mem::take(&mut self.pending);
        let ascii = line.rfind(|char: char| char.is_ascii()).filter(|at| *at > 0);
        let place = ascii.or_else(|| {
            let whole = forced(&line);
            // The last characters may be incomplete, at any level.
            let leads = line
                .char_indices()
                .rev()
                .filter(|(at, char)| pages::may_begin(*char) && *at > 0 && at + INCOMPLETE <= line.len());
            let joins = |(at, _): &(usize, char)| {
                whole.strip_prefix(&forced(&line[..*at])) == Some(&*forced(&line[*at..]))
            };
            leads.take(32).find(joins).map(|(at, _)| at)
        });
        let (first, second) = line.split_at(place.unwrap_or(line.len()));
        self.pending.push_str(first);
        self.finish(second.chars().next().unwrap_or(' '), out)?;
        self.pending.push_str(second);
        Ok(())
    }
}

/// All sequences of a run decoded.
fn forced(run: &str) -> String {
    decode_all(run.chars().collect()).into_iter().collect()
}

/// Where the runs of a line begin and end.
fn places(line: &str) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    let mut at = 0;
    for run in line.as_bytes().chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
        if !run[0].is_ascii() {
            places.push((at, at + run.len()));
        }
        at += run.len();
    }
    places
}

fn runs(before: char, line: &str, places: &[(usize, usize)], next: char) -> Vec<Run> {
    let run = |&(start, end): &(usize, usize)| Run {
        before: line[..start].chars().next_back().unwrap_or(before),
        text: line[start..end].chars().collect(),
        next: line[end..].chars().next().unwrap_or(next),
    };
    places.iter().map(run).collect()
}

#[cfg(test)]
mod tests;
