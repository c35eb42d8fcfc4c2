//! Searches for forbidden characters.
//!
//! Each kind of characters begins with a few pairs of bytes. Blocks without any of their first bytes are passed with
//! vector instructions, so ASCII is fast, and so is text in most scripts.

use std::borrow::Cow;

use memchr::memrchr;

use super::{
    Lint, Out, Place, Rule,
    needed::{Flag, flag, is_bidi, is_invisible, is_needed, is_needed_among_words, is_tag, right_to_left},
};
use crate::args::Forbidden;
use crate::text::{count, is_noncharacter, is_private_use};

/// The size of the blocks, in bytes.
const BLOCK: usize = 64;

/// Up to how many bytes after a mark of direction, on the same line, the first letter from right to left can be.
const LOOKAHEAD: u64 = 1 << 10;

/// The characters that are forbidden.
#[derive(Clone)]
pub(super) struct Scanner {
    forbidden: Vec<Forbidden>,
    /// The bytes above 7F with which they begin: the first one of each range, and the number of others in it.
    leads: Vec<(u8, u8)>,
    /// Whether some of them are ASCII.
    ascii: bool,
    /// For each first byte, the second bytes, by their lower six bits.
    seconds: [u64; 256],
}

impl Scanner {
    /// `None` if no characters are forbidden, or only at the start of an input.
    pub(super) fn new(forbidden: &[Forbidden]) -> Option<Self> {
        let mut seconds = [0; 256];
        for (lead, from, to) in forbidden.iter().flat_map(|what| prefixes(*what)) {
            seconds[usize::from(*lead)] |= (*from..=*to).map(|second| 1_u64 << (second & 0x3F)).sum::<u64>();
        }
        let controls = (0..=0x7F).filter(|byte| is_control(*byte) && forbidden.contains(&Forbidden::Control));
        for byte in controls.chain(forbidden.contains(&Forbidden::Nul).then_some(0)) {
            seconds[usize::from(byte)] = u64::MAX;
        }
        let begins = |byte: &u8| seconds[usize::from(*byte)] != 0;
        let mut leads: Vec<(u8, u8)> = Vec::new();
        for byte in (0x80..=0xFF).filter(begins) {
            match leads.last_mut() {
                Some((first, others)) if byte - *first - 1 == *others => *others += 1,
                _ => leads.push((byte, 0)),
            }
        }
        let ascii = (0..=0x7F).any(|byte| begins(&byte));
        (ascii || !leads.is_empty()).then(|| Self { forbidden: forbidden.to_vec(), leads, ascii, seconds })
    }

    /// What forbids this character.
    fn of(&self, char: char) -> Option<Forbidden> {
        let forbids = |what: &Forbidden| self.forbidden.contains(what);
        let kinds = match char {
            '\0' => [Forbidden::Nul, Forbidden::Control],
            '\u{FEFF}' => [Forbidden::Bom, Forbidden::Invisible],
            _ => [kind(char)?; 2],
        };
        kinds.into_iter().find(forbids)
    }

    /// The first forbidden character from this index on.
    fn next(&self, text: &str, from: usize) -> Option<(usize, char, Forbidden)> {
        let bytes = text.as_bytes();
        let mut start = from;
        while start < bytes.len() {
            let block = &bytes[start..bytes.len().min(start + BLOCK)];
            if block.try_into().map_or(true, |block| self.may_be_in(block)) {
                for (at, byte) in (start..).zip(block) {
                    let seconds = self.seconds[usize::from(*byte)];
                    if seconds != 0
                        && seconds >> (bytes.get(at + 1).unwrap_or(&0) & 0x3F) & 1 == 1
                        && let Some(char) = text[at..].chars().next()
                        && let Some(what) = self.of(char)
                    {
                        return Some((at, char, what));
                    }
                }
            }
            start += block.len();
        }
        None
    }

    /// Whether a forbidden character may begin in this block.
    fn may_be_in(&self, block: &[u8; BLOCK]) -> bool {
        let mut found = [false; BLOCK];
        if !block.is_ascii() {
            for (first, others) in &self.leads {
                for (found, byte) in found.iter_mut().zip(block) {
                    *found |= byte.wrapping_sub(*first) <= *others;
                }
            }
        }
        if self.ascii {
            for (found, byte) in found.iter_mut().zip(block) {
                *found |= is_control(*byte);
            }
        }
        found.iter().fold(false, |any, found| any | found)
    }
}

/// The controls that are ASCII, except for those that text files have between words, lines and pages.
fn is_control(byte: u8) -> bool {
    byte == 0x7F || byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r')
}

/// What forbids a character other than U+0000.
fn kind(char: char) -> Option<Forbidden> {
    Some(match char {
        // Frequent characters that begin as others which are forbidden.
        '\u{2010}'..='\u{2027}' | '\u{3000}'..='\u{3163}' | '\u{1F000}'..='\u{1FAFF}' => return None,
        '\u{1}'..='\u{1F}' | '\u{7F}' => {
            return u8::try_from(char).is_ok_and(is_control).then_some(Forbidden::Control);
        }
        '\u{80}'..='\u{9F}' => Forbidden::Control,
        '\u{FFFD}' => Forbidden::Replacement,
        _ if is_private_use(char) => Forbidden::PrivateUse,
        _ if is_noncharacter(char) => Forbidden::Noncharacter,
        _ if is_bidi(char) => Forbidden::Bidi,
        _ if is_tag(char) => Forbidden::Tag,
        _ if is_invisible(char) => Forbidden::Invisible,
        _ => return None,
    })
}

/// The pairs of bytes with which these characters begin, unless they are ASCII: the first byte, and a range of second
/// ones.
fn prefixes(forbidden: Forbidden) -> &'static [(u8, u8, u8)] {
    match forbidden {
        Forbidden::Control => &[(0xC2, 0x80, 0x9F)],
        Forbidden::Bidi => &[(0xE2, 0x80, 0x81)],
        Forbidden::Invisible => &[
            (0xC2, 0xAD, 0xAD),
            (0xCD, 0x8F, 0x8F),
            (0xD8, 0x9C, 0x9C),
            (0xE1, 0x85, 0x85),
            (0xE1, 0x9E, 0xA0),
            (0xE2, 0x80, 0x81),
            (0xE3, 0x85, 0x85),
            (0xEF, 0xB8, 0xBF),
            (0xF0, 0x9B, 0x9D),
            (0xF3, 0xA0, 0xA0),
        ],
        Forbidden::Tag => &[(0xF3, 0xA0, 0xA0)],
        Forbidden::Bom => &[(0xEF, 0xBB, 0xBB)],
        Forbidden::Replacement => &[(0xEF, 0xBF, 0xBF)],
        Forbidden::Noncharacter => &[
            (0xEF, 0xB7, 0xB7),
            (0xEF, 0xBF, 0xBF),
            (0xF0, 0x9F, 0xBF),
            (0xF1, 0x8F, 0xBF),
            (0xF2, 0x8F, 0xBF),
            (0xF3, 0x8F, 0xBF),
            (0xF4, 0x8F, 0x8F),
        ],
        Forbidden::PrivateUse => {
            &[(0xEE, 0x80, 0xBF), (0xEF, 0x80, 0xA3), (0xF3, 0xB0, 0xBF), (0xF4, 0x80, 0x8F)]
        }
        // ASCII, or found otherwise.
        Forbidden::Nul | Forbidden::DoubleEncoded => &[],
    }
}

/// A search in the text of one input.
pub(super) struct Characters<'a> {
    scanner: Cow<'a, Scanner>,
    /// The character before the next piece.
    before: char,
    waiting: Option<Waiting>,
    /// Whether there was a letter that is written from right to left.
    is_right_to_left: bool,
    /// Invisible characters from the first one that such a letter would permit, and whether it would permit them.
    deferred: Vec<(Lint, bool)>,
}

/// What the next piece decides.
enum Waiting {
    /// Whether this invisible character is needed between `before` and what follows.
    Invisible { place: Place, before: char, char: char },
    /// Whether these tags, after U+1F3F4, are those of a flag.
    Tags { place: Place, tags: String },
}

impl<'a> Characters<'a> {
    pub(super) fn new(scanner: Cow<'a, Scanner>) -> Self {
        Self { scanner, before: '\n', waiting: None, is_right_to_left: false, deferred: Vec::new() }
    }

    /// Searches the next piece, which is not empty.
    pub(super) fn text(&mut self, place: Place, text: &str, out: &mut Out<'_>) {
        self.search(place, text, out);
        self.settle(place.offset, text, out);
    }

    /// The offset of the first character that later text decides on.
    pub(super) fn undecided(&self) -> Option<u64> {
        let waiting = self.waiting.as_ref().map(|waiting| match waiting {
            Waiting::Invisible { place, .. } | Waiting::Tags { place, .. } => place.offset,
        });
        self.deferred.first().map(|(lint, _)| lint.place.offset).or(waiting)
    }

    fn search(&mut self, place: Place, text: &str, out: &mut Out<'_>) {
        let Some(mut from) = self.resume(text, out) else { return };
        let (mut place, mut passed) = (place, 0);
        while let Some((at, char, what)) = self.scanner.next(text, from) {
            place.pass(&text[passed..at]);
            passed = at;
            from = at + char.len_utf8();
            let before = text[..at].chars().next_back().unwrap_or(self.before);
            let is_fine = match what {
                // At the start it is a byte order mark, which has a rule of its own.
                Forbidden::Bom => place.offset == 0,
                Forbidden::Invisible if char == '\u{FEFF}' && place.offset == 0 => true,
                Forbidden::Invisible => match text[from..].chars().next() {
                    Some(next) => {
                        self.invisible(place, [before, char, next], out);
                        true
                    }
                    None => {
                        self.waiting = Some(Waiting::Invisible { place, before, char });
                        break;
                    }
                },
                Forbidden::Tag => match flag(before, &text[at..]) {
                    Flag::Yes { len } => {
                        from = at + len;
                        true
                    }
                    Flag::No => false,
                    Flag::Maybe => {
                        self.waiting = Some(Waiting::Tags { place, tags: text[at..].to_owned() });
                        break;
                    }
                },
                _ => false,
            };
            if !is_fine {
                out(Lint { place, rule: Rule::Character(what, char) });
            }
        }
        self.before = text.chars().next_back().unwrap_or(self.before);
    }

    /// Ends the text, or the part of it before an invalid sequence.
    pub(super) fn end(&mut self, out: &mut Out<'_>) {
        self.resume("\n", out);
        self.before = '\n';
        self.deferred.drain(..).for_each(|(lint, _)| out(lint));
    }

    /// Reports an invisible character between two others, unless it is needed there.
    fn invisible(&mut self, place: Place, [before, char, next]: [char; 3], out: &mut Out<'_>) {
        let among_words = is_needed_among_words(before, char, next);
        if is_needed(before, char, next) || among_words && self.is_right_to_left {
            return;
        }
        let lint = Lint { place, rule: Rule::Character(Forbidden::Invisible, char) };
        if among_words || !self.deferred.is_empty() {
            self.deferred.push((lint, among_words));
        } else {
            out(lint);
        }
    }

    /// Decides on the deferred characters that this text, at this offset, can decide.
    fn settle(&mut self, offset: u64, text: &str, out: &mut Out<'_>) {
        if self.is_right_to_left || !self.scanner.forbidden.contains(&Forbidden::Invisible) {
            return;
        }
        let letter = right_to_left(text);
        self.is_right_to_left = letter.is_some();
        let end = letter.unwrap_or(text.len());
        let line = memrchr(b'\n', &text.as_bytes()[..end]).map_or(0, |at| offset + count(at));
        let open = line.max((offset + count(end)).saturating_sub(LOOKAHEAD));
        let is_before = |(lint, _): &(Lint, bool)| lint.place.offset < open;
        let decided = match letter {
            Some(_) => self.deferred.len(),
            None => self.deferred.partition_point(is_before),
        };
        for (lint, among_words) in self.deferred.drain(..decided) {
            if !among_words || lint.place.offset < open {
                out(lint);
            }
        }
    }

    /// Decides what has waited for this text. Returns the index from which to search on; `None` if it waits for more.
    fn resume(&mut self, text: &str, out: &mut Out<'_>) -> Option<usize> {
        match self.waiting.take() {
            None => {}
            Some(Waiting::Invisible { place, before, char }) => {
                let next = text.chars().next().unwrap_or('\n');
                self.invisible(place, [before, char, next], out);
            }
            Some(Waiting::Tags { mut place, mut tags }) => {
                let waited = tags.len();
                tags.extend(text.chars().take(8));
                match flag('\u{1F3F4}', &tags) {
                    Flag::Yes { len } => return Some(len - waited),
                    Flag::Maybe => {
                        self.waiting = Some(Waiting::Tags { place, tags });
                        return None;
                    }
                    Flag::No => {
                        for char in tags[..waited].chars() {
                            out(Lint { place, rule: Rule::Character(Forbidden::Tag, char) });
                            place.pass(char.encode_utf8(&mut [0; 4]));
                        }
                    }
                }
            }
        }
        Some(0)
    }
}

#[cfg(test)]
mod tests;
