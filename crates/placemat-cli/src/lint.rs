//! Rules beyond RFC 3629; text that violates one is still UTF-8.

use crate::{
    respell::{Out, Part, Respell as _, nfc::Composer},
    stream::Position,
    text::{code_points, count},
};

/// A violation of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lint {
    pub(crate) offset: u64,
    pub(crate) position: Position,
    pub(crate) rule: Rule,
}

/// The violated rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// `--bom forbid`: the input begins with U+FEFF.
    Bom,
    /// `--nfc`: the text is not in Normalization Form C.
    Nfc { is: String, would_be: String },
}

impl Rule {
    /// The name for programs.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Bom => "bom",
            Self::Nfc { .. } => "nfc",
        }
    }

    /// The number of bytes that violate it.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Bom => 3,
            Self::Nfc { is, .. } => count(is.len()),
        }
    }

    /// The message for people.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Bom => "EF BB BF is a signature (U+FEFF), which --bom forbid does not allow; `placemat convert --bom strip` removes it".into(),
            Self::Nfc { is, would_be } => {
                format!("not in NFC: {} would be {}", code_points(is), code_points(would_be))
            }
        }
    }
}

/// The rules to check for an input.
pub(crate) struct Lints {
    bom: bool,
    nfc: Option<Nfc>,
}

impl Lints {
    pub(crate) fn new(forbid_bom: bool, nfc: bool) -> Self {
        Self { bom: forbid_bom, nfc: nfc.then(Nfc::default) }
    }

    /// Checks the text at this offset.
    pub(crate) fn text(&mut self, offset: u64, text: &str) -> impl Iterator<Item = Lint> + use<> {
        let is_signed = self.bom && offset == 0 && text.starts_with('\u{FEFF}');
        let bom = is_signed.then_some(Lint { offset: 0, position: Position::START, rule: Rule::Bom });
        bom.into_iter().chain(self.nfc.as_mut().and_then(|nfc| nfc.text(text)))
    }

    /// Passes an invalid sequence of `len` bytes.
    pub(crate) fn invalid(&mut self, len: usize) -> Option<Lint> {
        self.nfc.as_mut()?.invalid(len)
    }

    /// Ends the input.
    pub(crate) fn end(&mut self) -> Option<Lint> {
        self.nfc.as_mut()?.end()
    }
}

/// Searches for the first place that is not in NFC.
struct Nfc {
    composer: Composer,
    position: Position,
    is_done: bool,
}

impl Default for Nfc {
    fn default() -> Self {
        Self { composer: Composer::default(), position: Position::START, is_done: false }
    }
}

impl Nfc {
    fn text(&mut self, text: &str) -> Option<Lint> {
        self.search(|composer, out| composer.text(text, out))
    }

    fn invalid(&mut self, len: usize) -> Option<Lint> {
        // A decoder inserts U+FFFD here, which does not combine.
        let found = self.search(|composer, out| composer.end(count(len), out));
        self.position.pass_invalid();
        found
    }

    fn end(&mut self) -> Option<Lint> {
        self.search(|composer, out| composer.end(0, out))
    }

    /// Passes the parts that the composer finds, up to the first lint.
    fn search(
        &mut self,
        find: impl FnOnce(&mut Composer, &mut Out<'_, Lint>) -> Result<(), Lint>,
    ) -> Option<Lint> {
        let Self { composer, position, is_done } = self;
        if *is_done {
            return None;
        }
        let found = find(composer, &mut |Part { offset, text, better }| match better {
            None => {
                position.pass_text(text);
                Ok(())
            }
            Some(better) => {
                let rule = Rule::Nfc { is: text.into(), would_be: better.into() };
                Err(Lint { offset, position: *position, rule })
            }
        });
        *is_done = found.is_err();
        found.err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The offset and the position of the first place that is not in NFC, for text in two parts.
    fn first(parts: [&str; 2]) -> Option<(u64, u64, u64)> {
        let mut nfc = Nfc::default();
        let mut found = None;
        for part in parts {
            found = found.or(nfc.text(part));
        }
        found.or(nfc.end()).map(|lint| (lint.offset, lint.position.line, lint.position.column))
    }

    #[test]
    fn wherever_text_is_cut_the_answer_is_that_of_the_whole() {
        for (text, expected) in [
            ("caf\u{E9} au lait", None),
            ("cafe\u{301} au lait", Some((3, 1, 4))),
            ("a\u{E9}\ne\u{301}", Some((4, 2, 1))),
            ("q\u{307}\u{323}", Some((1, 1, 2))),
            ("q\u{323}\u{307}", None),
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
                assert_eq!(first([left, right]), expected, "{left:?}, {right:?}");
            }
        }
    }

    #[test]
    fn an_invalid_sequence_parts_what_would_join() {
        let mut nfc = Nfc::default();
        assert_eq!(nfc.text("e"), None);
        assert_eq!(nfc.invalid(1), None);
        assert_eq!(nfc.text("\u{301}a\u{30A}"), None);
        let lint = nfc.end().unwrap();
        assert_eq!((lint.offset, lint.position), (4, Position { line: 1, column: 4 }));
        assert_eq!(lint.rule.words(), "not in NFC: U+0061 U+030A would be U+00E5");
    }
}
