//! Searches for forbidden characters.
//!
//! Each kind of characters has a few lead bytes. Blocks without any of them, and without forbidden controls, are passed
//! with vector instructions, so ASCII is fast, and so is text in most scripts.

use super::{
    Lint, Out, Place, Rule,
    needed::{Flag, flag, is_bidi, is_invisible, is_needed, is_tag},
};
use crate::args::Forbidden;

/// The size of the blocks, in bytes.
const BLOCK: usize = 64;

/// The characters that are forbidden.
pub(super) struct Scanner {
    forbidden: Vec<Forbidden>,
    /// The bytes with which they begin, except for the controls that are ASCII.
    leads: Vec<u8>,
    /// Whether these controls are forbidden, too.
    controls: bool,
    /// Whether a forbidden character may begin with this byte.
    begins: [bool; 256],
}

impl Scanner {
    /// `None` if no characters are forbidden, or only at the start of an input.
    pub(super) fn new(forbidden: &[Forbidden]) -> Option<Self> {
        let mut leads: Vec<u8> = forbidden.iter().flat_map(|what| leads(*what)).copied().collect();
        leads.sort_unstable();
        leads.dedup();
        let controls = forbidden.contains(&Forbidden::Control);
        let begins = std::array::from_fn(|byte| {
            u8::try_from(byte).is_ok_and(|byte| leads.contains(&byte) || controls && is_control(byte))
        });
        (!leads.is_empty()).then(|| Self { forbidden: forbidden.to_vec(), leads, controls, begins })
    }

    /// What forbids this character.
    fn of(&self, char: char) -> Option<Forbidden> {
        let forbids = |what: &Forbidden| self.forbidden.contains(what);
        let kinds = match char {
            '\0' => [Forbidden::Nul, Forbidden::Control],
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
                for (at, _) in (start..).zip(block).filter(|(_, byte)| self.begins[usize::from(**byte)]) {
                    if let Some(char) = text[at..].chars().next()
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
        for lead in &self.leads {
            for (found, byte) in found.iter_mut().zip(block) {
                *found |= byte == lead;
            }
        }
        if self.controls {
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
        '\u{1}'..='\u{1F}' | '\u{7F}' => {
            return u8::try_from(char).is_ok_and(is_control).then_some(Forbidden::Control);
        }
        '\u{80}'..='\u{9F}' => Forbidden::Control,
        '\u{FFFD}' => Forbidden::Replacement,
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}' => {
            Forbidden::PrivateUse
        }
        '\u{FDD0}'..='\u{FDEF}' => Forbidden::Noncharacter,
        _ if u32::from(char) & 0xFFFE == 0xFFFE => Forbidden::Noncharacter,
        _ if is_bidi(char) => Forbidden::Bidi,
        _ if is_tag(char) => Forbidden::Tag,
        _ if is_invisible(char) => Forbidden::Invisible,
        _ => return None,
    })
}

/// The bytes with which these characters begin, except for the controls that are ASCII.
fn leads(forbidden: Forbidden) -> &'static [u8] {
    match forbidden {
        Forbidden::Nul => &[0],
        Forbidden::Control => &[0xC2],
        Forbidden::Bidi => &[0xE2],
        Forbidden::Invisible => &[0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xE3, 0xEF, 0xF0, 0xF3],
        Forbidden::Tag => &[0xF3],
        Forbidden::Replacement => &[0xEF],
        Forbidden::Noncharacter => &[0xEF, 0xF0, 0xF1, 0xF2, 0xF3, 0xF4],
        Forbidden::PrivateUse => &[0xEE, 0xEF, 0xF3, 0xF4],
        // Found otherwise.
        Forbidden::Bom | Forbidden::DoubleEncoded => &[],
    }
}

/// A search in the text of one input.
pub(super) struct Characters<'a> {
    scanner: &'a Scanner,
    /// The character before the next piece.
    before: char,
    waiting: Option<Waiting>,
}

/// What the next piece decides.
enum Waiting {
    /// Whether this invisible character is needed between `before` and what follows.
    Invisible { place: Place, before: char, char: char },
    /// Whether these tags, after U+1F3F4, are those of a flag.
    Tags { place: Place, tags: String },
}

impl<'a> Characters<'a> {
    pub(super) fn new(scanner: &'a Scanner) -> Self {
        Self { scanner, before: '\n', waiting: None }
    }

    /// Searches the next piece, which is not empty.
    pub(super) fn text(&mut self, place: Place, text: &str, out: &mut Out<'_>) {
        let Some(mut from) = self.resume(text, out) else { return };
        let (mut place, mut passed) = (place, 0);
        while let Some((at, char, what)) = self.scanner.next(text, from) {
            place.pass(&text[passed..at]);
            passed = at;
            from = at + char.len_utf8();
            let before = text[..at].chars().next_back().unwrap_or(self.before);
            let is_fine = match what {
                // It is a byte order mark.
                Forbidden::Invisible if char == '\u{FEFF}' => place.offset == 0,
                Forbidden::Invisible => match text[from..].chars().next() {
                    Some(next) => is_needed(before, char, next),
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
    }

    /// Decides what has waited for this text. Returns the index from which to search on; `None` if it waits for more.
    fn resume(&mut self, text: &str, out: &mut Out<'_>) -> Option<usize> {
        match self.waiting.take() {
            None => {}
            Some(Waiting::Invisible { before, char, .. })
                if text.starts_with(|next| is_needed(before, char, next)) => {}
            Some(Waiting::Invisible { place, char, .. }) => {
                out(Lint { place, rule: Rule::Character(Forbidden::Invisible, char) });
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
