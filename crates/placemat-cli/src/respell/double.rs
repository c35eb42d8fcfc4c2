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

use super::{Out, Part, Respell};
use crate::text::count;
use line::{Evidence, Run, decode, is_doubtful};

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
    /// Runs that may have been encoded twice, and stay.
    pub(crate) doubtful: u64,
}

impl Counts {
    fn add(&mut self, Evidence { certain, others, .. }: Evidence) {
        self.encoded += u64::from(certain > 0 && others == 0);
        self.typed += u64::from(others > 0);
    }

    /// Whether this is the text of a file that was encoded twice.
    fn is_encoded(self) -> bool {
        self.encoded > self.typed * 20
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
    counts_on: bool,
}

impl Default for Finder {
    fn default() -> Self {
        Self {
            pending: String::new(),
            before: '\n',
            offset: 0,
            counts: Counts::default(),
            counts_on: true,
        }
    }
}

impl Respell for Finder {
    fn text<E>(&mut self, text: &str, out: &mut Out<'_, E>) -> Result<(), E> {
        for piece in text.split_inclusive('\n') {
            let mut rest = piece;
            if self.pending.is_empty() {
                let beyond = rest.bytes().position(|byte| !byte.is_ascii()).unwrap_or(rest.len());
                let (ordinary, from) = rest.split_at(beyond);
                self.once(ordinary, out)?;
                rest = from;
            }
            while self.pending.len() + rest.len() > LONGEST {
                let (first, after) = rest.split_at(rest.ceil_char_boundary(LONGEST - self.pending.len()));
                self.pending.push_str(first);
                rest = after;
                self.divide(out)?;
            }
            self.pending.push_str(rest);
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
}

impl Finder {
    /// Searches a text of which another pass has counted the lines.
    pub(crate) fn new(counts: Counts) -> Self {
        Self { counts, counts_on: false, ..Self::default() }
    }

    pub(crate) fn counts(&self) -> Counts {
        self.counts
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
        let evidence = decode(&mut runs, self.counts.is_encoded());
        if self.counts_on {
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
                if matches!(was, Some(('Ã', 'à') | ('Å', 'Š'))) && (rest.starts_with("  ") || rest.trim().is_empty()) {
                    at += 1;
                }
                self.change(&line[start..at], &decoded, out)?;
            } else if is_doubtful(run) {
                self.counts.doubtful += 1;
            }
        }
        self.once(&line[at..], out)
    }

    /// Passes a run that becomes `decoded`, without what stays at both ends.
    fn change<E>(&mut self, run: &str, decoded: &str, out: &mut Out<'_, E>) -> Result<(), E> {
        let same = |(a, b): &(char, char)| a == b;
        let start: usize =
            run.chars().zip(decoded.chars()).take_while(same).map(|(char, _)| char.len_utf8()).sum();
        let (ends, rest) = (run[start..].chars().rev(), decoded[start..].chars().rev());
        let end: usize = ends.zip(rest).take_while(same).map(|(char, _)| char.len_utf8()).sum();
        let (text, tail) = run[start..].split_at(run.len() - start - end);
        self.once(&run[..start], out)?;
        let better = Some(&decoded[start..decoded.len() - end]);
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
            let decoded = |before, text: &str, next| -> String {
                let mut runs = runs(before, text, &places(text), next);
                decode(&mut runs, true);
                runs.iter().flat_map(|run| &run.text).collect()
            };
            let whole = decoded(self.before, &line, ' ');
            // The last characters may be incomplete, at any level.
            let leads = line
                .char_indices()
                .rev()
                .filter(|(at, char)| pages::may_begin(*char) && *at > 0 && at + INCOMPLETE <= line.len());
            let joins = |(at, lead): &(usize, char)| {
                let (first, second) = line.split_at(*at);
                let last = first.chars().next_back().unwrap_or(self.before);
                whole.strip_prefix(&decoded(self.before, first, *lead)) == Some(&*decoded(last, second, ' '))
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
