//! Removes forbidden characters.

use std::borrow::Cow;

use super::characters::{Characters, Scanner};
use super::{Lint, Place, Rule, is_removable};
use crate::respell::{Out, Part, Respell};
use crate::{args::Forbidden, text::count};

/// Removes what `check --forbid` reports, from a text that comes in pieces.
pub(crate) struct Remover {
    characters: Option<Characters<'static>>,
    /// Text that is not decided.
    pending: String,
    /// The number of bytes before it.
    offset: u64,
    /// The offsets and lengths of the characters in it that are to be removed.
    found: Vec<(u64, usize)>,
}

impl Remover {
    pub(crate) fn new(kinds: &[Forbidden]) -> Self {
        let characters = Scanner::new(kinds).map(|scanner| Characters::new(Cow::Owned(scanner)));
        Self { characters, pending: String::new(), offset: 0, found: Vec::new() }
    }

    /// Passes the text before this offset.
    fn pass<E>(&mut self, end: u64, out: &mut Out<'_, E>) -> Result<(), E> {
        let (base, mut text) = (self.offset, std::mem::take(&mut self.pending));
        let index = |offset: u64| usize::try_from(offset - base).unwrap_or(text.len());
        let (mut at, len) = (0, index(end));
        self.found.sort_unstable();
        let decided = self.found.partition_point(|(offset, _)| *offset < end);
        for (offset, len) in self.found.drain(..decided) {
            let start = index(offset);
            let stays = &text[at..start];
            if !stays.is_empty() {
                out(Part { offset: base + count(at), text: stays, better: None })?;
            }
            at = start + len;
            out(Part { offset, text: &text[start..at], better: Some("") })?;
        }
        if at < len {
            out(Part { offset: base + count(at), text: &text[at..len], better: None })?;
        }
        self.pending = text.split_off(len);
        self.offset = end;
        Ok(())
    }
}

impl Respell for Remover {
    fn text<E>(&mut self, text: &str, out: &mut Out<'_, E>) -> Result<(), E> {
        let place = Place { offset: self.offset + count(self.pending.len()), ..Place::START };
        let end = place.offset + count(text.len());
        self.pending.push_str(text);
        let Self { characters: Some(characters), found, .. } = self else { return self.pass(end, out) };
        characters.text(place, text, &mut |lint| found.extend(to_remove(&lint)));
        let end = characters.undecided().unwrap_or(end);
        self.pass(end, out)
    }

    fn end<E>(&mut self, invalid: u64, out: &mut Out<'_, E>) -> Result<(), E> {
        if let Some(characters) = &mut self.characters {
            characters.end(&mut |lint| self.found.extend(to_remove(&lint)));
        }
        self.pass(self.offset + count(self.pending.len()), out)?;
        self.offset += invalid;
        Ok(())
    }
}

fn to_remove(Lint { place, rule }: &Lint) -> Option<(u64, usize)> {
    match rule {
        Rule::Character(kind, char) if is_removable(*kind, *char) => Some((place.offset, char.len_utf8())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{args::REMOVABLE, respell::tests::respelled_in_three};

    #[test]
    fn pieces_cut_anywhere_lose_what_the_whole_loses() {
        let text = "\u{FEFF}a\u{FEFF}b\0\u{200F}, 1\u{AD}c\u{1B}\u{92} \u{5D0}\u{200F}\u{200F}(\n";
        let expected = "\u{FEFF}ab\u{200F}, 1c\u{92} \u{5D0}\u{200F}(\n";
        assert_eq!(respelled_in_three(|| Remover::new(&REMOVABLE), text).0, expected);
    }
}
