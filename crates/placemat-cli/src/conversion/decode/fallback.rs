//! UTF-8 with text in another encoding.
//!
//! A line that is valid UTF-8 stays. In others, a sequence may be valid by chance, as `É”` is in Windows-1252, so the
//! [evidence](Other) decides for each word, or, if characters have several bytes, for the line.

use std::ops::Range;

use super::{Decode, Event, Out, Piece, decoder};
use crate::evidence::{Choice, Other};
use crate::text::{continuations, count, is_continuation};
use crate::{charset::Charset, conversion::stop::Stop, reason::Reason};

/// The maximum length of a line; longer ones are divided.
const LONGEST: usize = 64 << 10;

/// A byte order mark, which stays.
const BOM: &[u8] = "\u{FEFF}".as_bytes();

/// The maximum number of bytes that a message shows.
const SHOWN: usize = 12;

pub(super) struct Fallback {
    charset: Charset,
    other: Other,
    /// The characters of 80..FF, in a single-byte encoding.
    table: Option<Vec<Option<char>>>,
    /// The start of a line, and its offset.
    line: Vec<u8>,
    offset: u64,
    /// The start of a character at the end of the last line.
    torn: Vec<u8>,
}

impl Fallback {
    pub(super) fn new(charset: Charset) -> Self {
        let char = |byte: u8| {
            let char = whole(charset, &[byte])?.chars().next()?;
            (!charset.has_undefined() || char >= '\u{A0}').then_some(char)
        };
        let table = charset.is_single_byte().then(|| (0x80..=0xFF).map(char).collect());
        let other = Other::new(charset);
        Self { charset, other, table, line: Vec::new(), offset: 0, torn: Vec::new() }
    }

    fn end_line(&mut self, out: &mut Out<'_>) -> Result<(), Stop> {
        let bytes = std::mem::take(&mut self.line);
        let mut line = Line { decoder: self, bytes: &bytes, at: 0, out };
        if self.offset == 0 && bytes.starts_with(BOM) {
            line.keep(BOM.len())?;
        }
        if str::from_utf8(&bytes).is_ok() {
            line.keep(bytes.len())?;
        } else if line.decoder.table.is_some() {
            line.words()?;
        } else if matches!(line.decoder.charset, Charset::Whatwg(_)) {
            line.characters()?;
        } else {
            line.runs(bytes.len())?;
        }
        self.offset += count(bytes.len());
        self.torn = torn(&bytes).to_vec();
        Ok(())
    }
}

impl Decode for Fallback {
    fn decode(&mut self, piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop> {
        for part in piece.bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            let is_long = self.line.len() >= LONGEST && part.last().is_some_and(u8::is_ascii);
            if is_long || self.line.len() >= 2 * LONGEST || part.ends_with(b"\n") {
                self.end_line(out)?;
            }
        }
        if piece.last {
            self.end_line(out)?;
        }
        Ok(piece.bytes.len())
    }
}

/// A line with invalid bytes.
struct Line<'a, 'b> {
    decoder: &'a Fallback,
    bytes: &'a [u8],
    /// How much of it is decoded.
    at: usize,
    out: &'a mut Out<'b>,
}

impl Line<'_, '_> {
    /// Decides each word, if a character is a byte.
    fn words(&mut self) -> Result<(), Stop> {
        let (decoder, all) = (self.decoder, self.bytes);
        let words: Vec<_> = words(all, self.at).collect();
        let is_damaged = |word: &Range<usize>| {
            decoder.is_cut(&all[word.clone()]) || word.start == 0 && decoder.is_rest_of_torn(all)
        };
        let has_other =
            words.iter().any(|word| str::from_utf8(&all[word.clone()]).is_err() && !is_damaged(word));
        for range in words {
            let word = &all[range.clone()];
            self.keep(range.start)?;
            let choice = match str::from_utf8(word) {
                Ok(_) if !has_other => Choice::Utf8,
                Err(_) if !has_sequences(word) => Choice::Other,
                _ => decoder.other.choose(word),
            };
            match choice {
                Choice::Utf8 => self.runs(range.end)?,
                Choice::Doubt => self.refuse(range.end, Reason::Doubt(decoder.charset.name()))?,
                Choice::Other => {
                    let damaged = is_damaged(&range) && !(has_other && decoder.other.is_likely(word));
                    for run in word.chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
                        let end = self.at + run.len();
                        if run.is_ascii() { self.keep(end)? } else { self.change(end, damaged)? }
                    }
                }
            }
        }
        self.keep(all.len())
    }

    /// Decides the line, if a character is several bytes, some of which may be ASCII.
    fn characters(&mut self) -> Result<(), Stop> {
        let all = self.bytes;
        let text = all[self.at..].trim_ascii_end();
        let end = self.at + text.len();
        let choice = if has_sequences(text) { self.decoder.other.choose(text) } else { Choice::Other };
        match choice {
            Choice::Doubt => self.refuse(all.len(), Reason::Doubt(self.decoder.charset.name()))?,
            Choice::Other => {
                self.keep(self.at + text.iter().take_while(|byte| byte.is_ascii()).count())?;
                let is_one = text.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count() == 1;
                self.change(end, is_one && self.decoder.is_cut(text))?;
            }
            Choice::Utf8 => self.runs(end)?,
        }
        self.keep(all.len())
    }

    /// Keeps what is valid up to `end`, and decodes the runs between.
    fn runs(&mut self, end: usize) -> Result<(), Stop> {
        let decoder = self.decoder;
        let all = &self.bytes[..end];
        while self.at < end {
            let valid = all[self.at..].utf8_chunks().next().map_or(0, |chunk| chunk.valid().len());
            let start = self.at + valid;
            self.keep(start)?;
            let chunks = all[start..].utf8_chunks().take_while(|chunk| chunk.valid().is_empty());
            let run = start + chunks.map(|chunk| chunk.invalid().len()).sum::<usize>();
            let is_beyond = |at: usize| all.get(at).is_some_and(|byte| !byte.is_ascii());
            let is_beside = is_beyond(start.wrapping_sub(1)) || is_beyond(run);
            if run > start && is_beside && decoder.has_wide_characters() {
                self.refuse(run, Reason::BesideText(decoder.charset.name()))?;
            } else if run > start {
                self.change(run, is_beside && is_part(&all[start..run]))?;
            }
        }
        Ok(())
    }

    /// Decodes the bytes up to `end` in the other encoding.
    fn change(&mut self, end: usize, damaged: bool) -> Result<(), Stop> {
        let bytes = &self.bytes[self.at..end];
        let Some(text) = self.decoder.text(bytes) else {
            return self.refuse(end, Reason::Unassigned(self.decoder.charset.name()));
        };
        let offset = self.decoder.offset + count(self.at);
        self.at = end;
        (self.out)(Event::Changed { bytes, text: &text, offset, damaged })
    }

    fn refuse(&mut self, end: usize, reason: Reason) -> Result<(), Stop> {
        let bytes = &self.bytes[self.at..end];
        let offset = self.decoder.offset + count(self.at);
        self.at = end;
        (self.out)(Event::Bad { bytes: &bytes[..bytes.len().min(SHOWN)], after: &[], offset, reason })
    }

    /// Keeps the bytes up to `end`, which are valid.
    fn keep(&mut self, end: usize) -> Result<(), Stop> {
        let offset = self.decoder.offset + count(self.at);
        let text = str::from_utf8(&self.bytes[self.at..end]).unwrap_or_default();
        self.at = end;
        if text.is_empty() { Ok(()) } else { (self.out)(Event::Text { text, offset }) }
    }
}

impl Fallback {
    fn has_wide_characters(&self) -> bool {
        self.table.is_none() && matches!(self.charset, Charset::Whatwg(_))
    }

    fn text(&self, bytes: &[u8]) -> Option<String> {
        let Some(table) = &self.table else { return whole(self.charset, bytes) };
        bytes.iter().map(|byte| table.get(usize::from(*byte) - 0x80).copied().flatten()).collect()
    }

    /// Whether the invalid bytes of a word are characters of UTF-8 that are cut short: two bytes at least, or `Ã`, which
    /// is rare in any language, and the commonest lead.
    fn is_cut(&self, word: &[u8]) -> bool {
        let is_lead = |bytes: &[u8]| bytes == [0xC3] && self.text(bytes).as_deref() == Some("Ã");
        word.utf8_chunks().map(|chunk| chunk.invalid()).all(|bytes| bytes.len() != 1 || is_lead(bytes))
    }

    /// Whether a line begins with the rest of the character at the end of the last one.
    fn is_rest_of_torn(&self, line: &[u8]) -> bool {
        let joined = [self.torn.as_slice(), &line[..continuations(line)]].concat();
        joined.len() > self.torn.len() && !self.torn.is_empty() && str::from_utf8(&joined).is_ok()
    }
}

/// The words from `at` on that have bytes above 7F.
fn words(line: &[u8], mut at: usize) -> impl Iterator<Item = Range<usize>> {
    let is_in_word = |byte: &u8| !byte.is_ascii() || byte.is_ascii_alphanumeric();
    std::iter::from_fn(move || {
        let first = at + line[at..].iter().position(|byte| !byte.is_ascii())?;
        let before = line[at..first].iter().rev().take_while(|byte| is_in_word(byte)).count();
        at = first + line[first..].iter().take_while(|byte| is_in_word(byte)).count();
        Some(first - before..at)
    })
}

/// Whether some of the bytes above 7F are valid.
fn has_sequences(bytes: &[u8]) -> bool {
    let may_begin = |pair: &[u8]| pair[0] >= 0xC2 && is_continuation(pair[1]);
    bytes.windows(2).any(may_begin) && bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii())
}

/// Whether the bytes are continuations, or a lead with some.
fn is_part(bytes: &[u8]) -> bool {
    let is_lead = matches!(bytes[0], 0xC2..=0xF4) && bytes.utf8_chunks().count() == 1;
    is_lead || continuations(bytes) == bytes.len()
}

/// The start of a character at the end of a line.
fn torn(line: &[u8]) -> &[u8] {
    let text = line.trim_ascii_end();
    text[text.len().saturating_sub(3)..].utf8_chunks().last().map(|chunk| chunk.invalid()).unwrap_or_default()
}

/// The text of bytes that are valid in this encoding.
fn whole(charset: Charset, bytes: &[u8]) -> Option<String> {
    let (mut all, mut is_valid) = (String::new(), true);
    let mut take = |event: Event<'_>| {
        match event {
            Event::Text { text, .. } => all.push_str(text),
            _ => is_valid = false,
        }
        Ok(())
    };
    decoder(charset).decode(Piece { bytes, offset: 0, last: true }, &mut take).ok()?;
    is_valid.then_some(all)
}
