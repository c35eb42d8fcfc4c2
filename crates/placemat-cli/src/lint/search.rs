//! Searches for text that other characters should stand for.

use super::{Lint, Place, Rule};
use crate::{
    respell::{
        Out, Part, Respell,
        double::{Counts, Finder},
        nfc::Composer,
    },
    text::count,
};

/// A search in the text of one input.
pub(super) struct Search<R> {
    respell: R,
    /// The place up to which it has searched.
    place: Place,
    rule: fn(String, String) -> Rule,
    /// Whether it ends at the first finding.
    ends_at_first: bool,
    is_done: bool,
}

impl Search<Finder> {
    /// Finds all text that was encoded twice.
    pub(super) fn double(counts: Option<Counts>) -> Self {
        let rule = |is, would_be| Rule::Double { is, would_be };
        Self { respell: Finder::new(counts), place: Place::START, rule, ends_at_first: false, is_done: false }
    }
}

impl Search<Composer> {
    /// Finds the first text that is not in NFC.
    pub(super) fn nfc() -> Self {
        let rule = |is, would_be| Rule::Nfc { is, would_be };
        Self { respell: Composer::default(), place: Place::START, rule, ends_at_first: true, is_done: false }
    }
}

impl<R: Respell> Search<R> {
    pub(super) fn text(&mut self, text: &str, out: &mut super::Out<'_>) {
        self.search(out, |respell, parts| respell.text(text, parts));
    }

    pub(super) fn end(&mut self, invalid: usize, out: &mut super::Out<'_>) {
        self.search(out, |respell, parts| respell.end(count(invalid), parts));
        if invalid > 0 {
            // A decoder inserts U+FFFD here, which does not combine.
            self.place.offset += count(invalid);
            self.place.position.pass_invalid();
        }
    }

    /// Passes the parts that are found.
    fn search(
        &mut self,
        out: &mut super::Out<'_>,
        find: impl FnOnce(&mut R, &mut Out<'_, ()>) -> Result<(), ()>,
    ) {
        let Self { respell, place, rule, ends_at_first, is_done } = self;
        if *is_done {
            return;
        }
        let found = find(respell, &mut |Part { text, better, .. }| {
            if let Some(better) = better {
                out(Lint { place: *place, rule: rule(text.into(), better.into()) });
                if *ends_at_first {
                    return Err(());
                }
            }
            place.pass(text);
            Ok(())
        });
        *is_done = found.is_err();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::Position;

    /// The offsets and the positions of what is found in a text in two parts.
    fn found<R: Respell>(mut search: Search<R>, parts: [&str; 2]) -> Vec<(u64, u64, u64)> {
        let mut found = Vec::new();
        let mut out = |Lint { place, .. }: Lint| {
            found.push((place.offset, place.position.line, place.position.column));
        };
        for part in parts {
            search.text(part, &mut out);
        }
        search.end(0, &mut out);
        found
    }

    #[test]
    fn wherever_text_is_cut_the_answer_is_that_of_the_whole() {
        for (text, expected) in [
            ("caf\u{E9} au lait", None),
            ("cafe\u{301} au lait", Some((3, 1, 4))),
            ("a\u{E9}\ne\u{301}", Some((4, 2, 1))),
            ("q\u{307}\u{323} e\u{301}", Some((1, 1, 2))),
            ("q\u{323}\u{307}", None),
            ("x: \u{307}\u{323}", Some((3, 1, 4))),
            ("\u{1112}\u{1161}\u{11AB}", Some((0, 1, 1))),
            ("\u{D55C}\u{AD6D}", None),
            ("\u{AC00}\u{11A8}", Some((0, 1, 1))),
            ("\u{212B}", Some((0, 1, 1))),
            ("x\u{301}", None),
            ("\u{4E00}\u{304B}\u{3099}", Some((3, 1, 2))),
            ("\u{301}\u{301}\u{301}", None),
            ("", None),
        ] {
            for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let (left, right) = text.split_at(at);
                assert_eq!(
                    found(Search::nfc(), [left, right]),
                    Vec::from_iter(expected),
                    "{left:?}, {right:?}"
                );
            }
        }
        let text = "caf\u{C3}\u{A9}\n\u{C9}\u{BB} \u{C3}\u{A9}t\u{C3}\u{A9} \u{AB}";
        for (at, _) in text.char_indices() {
            let (left, right) = text.split_at(at);
            let expected = [(3, 1, 4), (13, 2, 4), (18, 2, 7)];
            assert_eq!(found(Search::double(None), [left, right]), expected, "{left:?}, {right:?}");
        }
    }

    #[test]
    fn an_invalid_sequence_parts_what_would_join() {
        let mut nfc = Search::nfc();
        let mut found = Vec::new();
        nfc.text("e", &mut |lint| found.push(lint));
        nfc.end(1, &mut |lint| found.push(lint));
        nfc.text("\u{301}a\u{30A}", &mut |lint| found.push(lint));
        nfc.end(0, &mut |lint| found.push(lint));
        let [Lint { place, rule }] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((place.offset, place.position), (4, Position { line: 1, column: 4 }));
        assert_eq!(*rule, Rule::Nfc { is: "a\u{30A}".into(), would_be: "\u{E5}".into() });
    }
}
