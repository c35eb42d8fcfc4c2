//! Finds text that was encoded twice: UTF-8 that a program took for Windows-1252 or Latin-1 and encoded again, as `Ã©`
//! for `é`.
//!
//! A run is a series of characters that are bytes above 7F in one of these encodings, and it begins with a lead. Runs
//! are decided as a whole, and independently of each other. Many runs that decode are ordinary text, such as `É»` or
//! `É…`, so one that has no [certain](certain::is_certain) sequence stays. Runs are decoded until nothing changes; one
//! that would end in new control characters stays. So a second pass finds nothing.

mod certain;

use std::str;

use super::{Out, Part, Respell};
use crate::text::count;

/// The maximum length of a run, in bytes. Longer ones, as in Chinese without ASCII, are divided.
const LONGEST: usize = 16 << 10;

/// An upper bound on the length of a character that was encoded up to four times more.
const INCOMPLETE: usize = 128;

/// The bytes 80..9F in Windows-1252, with C1 controls for the five that it does not define.
const WINDOWS: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";

/// Searches a text for runs.
pub(crate) struct Finder {
    /// The start of a run.
    pending: String,
    /// The character before it.
    before: char,
    /// The number of bytes before it.
    offset: u64,
}

impl Default for Finder {
    fn default() -> Self {
        Self { pending: String::new(), before: '\n', offset: 0 }
    }
}

impl Respell for Finder {
    fn text<E>(&mut self, text: &str, out: &mut Out<'_, E>) -> Result<(), E> {
        let mut rest = text;
        while !rest.is_empty() {
            if self.pending.is_empty() {
                let (ordinary, from) = rest.split_at(next_lead(rest));
                self.once(ordinary, out)?;
                rest = from;
            }
            let end = rest
                .char_indices()
                .find(|(at, char)| byte(*char).is_none() || self.pending.len() + at >= LONGEST);
            let (run, after) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
            self.pending.push_str(run);
            rest = after;
            match end {
                Some((_, next)) if byte(next).is_none() => self.finish(next, out)?,
                Some(_) => self.divide(out)?,
                None => {}
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

    /// Decides the pending run, which `next` follows.
    fn finish<E>(&mut self, next: char, out: &mut Out<'_, E>) -> Result<(), E> {
        let run = std::mem::take(&mut self.pending);
        let decoded = decode(self.before, &run, next);
        if decoded == run {
            return self.once(&run, out);
        }
        // Without what stays at both ends.
        let same = |(a, b): &(char, char)| a == b;
        let start: usize =
            run.chars().zip(decoded.chars()).take_while(same).map(|(char, _)| char.len_utf8()).sum();
        let tails = run.chars().rev().zip(decoded.chars().rev()).take_while(same).count();
        let tails = run.char_indices().rev().take(tails).filter(|(at, _)| *at > start);
        let stays = |(at, next): &(usize, char)| {
            decoded.strip_suffix(&run[*at..]) == Some(&*decode(self.before, &run[..*at], *next))
        };
        let end = tails.filter(stays).last().map_or(run.len(), |(at, _)| at);
        let (text, tail) = (&run[start..end], &run[end..]);
        let better = Some(&decoded[start..decoded.len() - tail.len()]);
        self.once(&run[..start], out)?;
        out(Part { offset: self.advance(text), text, better })?;
        self.before = text.chars().next_back().unwrap_or(self.before);
        self.once(tail, out)
    }

    /// Decides the first part of a run of maximal length, up to a lead where both parts decode as the whole.
    fn divide<E>(&mut self, out: &mut Out<'_, E>) -> Result<(), E> {
        let run = std::mem::take(&mut self.pending);
        let whole = decode_all(self.before, &run, ' ');
        // The last characters may be incomplete, at any level.
        let leads =
            run.char_indices().rev().filter(|(at, char)| is_lead(*char) && at + INCOMPLETE <= run.len());
        let place =
            leads.take(32).map(|(at, lead)| (run.split_at(at), lead)).find(|((first, second), lead)| {
                let last = first.chars().next_back().unwrap_or(self.before);
                whole.strip_prefix(&decode_all(self.before, first, *lead))
                    == Some(&*decode_all(last, second, ' '))
            });
        let ((first, second), next) = place.unwrap_or(((&run, ""), ' '));
        self.pending.push_str(first);
        self.finish(next, out)?;
        self.pending.push_str(second);
        Ok(())
    }
}

/// The length of the text before the first lead.
fn next_lead(text: &str) -> usize {
    // U+00C2..U+00F4 are C3 82..C3 B4.
    let mut places = memchr::memchr_iter(0xC3, text.as_bytes());
    places.find(|at| text[*at..].starts_with(is_lead)).unwrap_or(text.len())
}

fn is_lead(char: char) -> bool {
    matches!(char, '\u{C2}'..='\u{F4}')
}

/// The byte above 7F that Windows-1252 or Latin-1 decodes to this character.
fn byte(char: char) -> Option<u8> {
    match char {
        '\u{80}'..='\u{FF}' => u8::try_from(char).ok(),
        '\u{152}'..='\u{2122}' => {
            (0x80..).zip(WINDOWS.chars()).find(|(_, own)| *own == char).map(|(byte, _)| byte)
        }
        _ => None,
    }
}

/// The text of a run after all levels, or the run if that has new control characters.
fn decode(before: char, run: &str, next: char) -> String {
    let controls = |text: &str| text.chars().filter(|char| certain::is_control(*char)).count();
    let text = decode_all(before, run, next);
    if controls(&text) > controls(run) { run.to_owned() } else { text }
}

fn decode_all(before: char, run: &str, next: char) -> String {
    let mut text = run.to_owned();
    loop {
        let decoded = decode_level(before, &text, next);
        if decoded == text {
            return text;
        }
        text = decoded;
    }
}

/// Decodes every run in a text once.
fn decode_level(before: char, text: &str, next: char) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut decoded = String::with_capacity(text.len());
    let mut at = 0_usize;
    for run in chars.chunk_by(|a, b| byte(*a).is_some() == byte(*b).is_some()) {
        let before = at.checked_sub(1).map_or(before, |at| chars[at]);
        at += run.len();
        let next = chars.get(at).copied().unwrap_or(next);
        match decode_run(before, run, next) {
            Some(text) => decoded.push_str(&text),
            None => decoded.extend(run),
        }
    }
    decoded
}

/// Decodes the sequences of a run, if it was encoded twice beyond doubt.
fn decode_run(before: char, run: &[char], next: char) -> Option<String> {
    let bytes = run.iter().map(|char| byte(*char)).collect::<Option<Vec<u8>>>()?;
    let mut text = String::new();
    let mut sequences = Vec::new();
    let mut at = 0;
    while let Some(char) = run.get(at) {
        let len = match bytes[at] {
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => 1,
        };
        match bytes.get(at..at + len).map(str::from_utf8) {
            Some(Ok(sequence)) => {
                sequences.push(certain::Sequence {
                    before: at.checked_sub(1).map_or(before, |at| run[at]),
                    lead: *char,
                    rest: &run[at + 1..at + len],
                    next: run.get(at + len).copied().unwrap_or(next),
                    is_bom: sequence == "\u{FEFF}",
                });
                text.push_str(sequence);
                at += len;
            }
            _ => {
                text.push(*char);
                at += 1;
            }
        }
    }
    certain::is_certain(&sequences).then_some(text)
}

#[cfg(test)]
mod tests;
