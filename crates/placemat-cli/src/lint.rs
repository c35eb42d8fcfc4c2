//! Rules beyond RFC 3629; text that violates one is still UTF-8.

use icu_normalizer::ComposingNormalizerBorrowed;

use crate::{
    stream::{Passage, Position},
    text::count,
};

/// The maximum length of text collected until it can be divided. No language has a longer run of characters without
/// such a position.
const LONGEST: usize = 64 << 10;

/// The number of characters that a message shows.
const SHOWN: usize = 8;

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

/// The first characters of a text, as code points.
fn code_points(text: &str) -> String {
    let mut words: Vec<_> =
        text.chars().take(SHOWN).map(|character| format!("U+{:04X}", u32::from(character))).collect();
    if text.chars().nth(SHOWN).is_some() {
        words.push("...".into());
    }
    words.join(" ")
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

    /// Checks text as it passes.
    pub(crate) fn text(&mut self, passage: Passage<'_>) -> impl Iterator<Item = Lint> + use<> {
        let is_signed = self.bom && passage.offset == 0 && passage.text.starts_with('\u{FEFF}');
        let bom = is_signed.then_some(Lint { offset: 0, position: Position::START, rule: Rule::Bom });
        bom.into_iter().chain(self.nfc.as_mut().and_then(|nfc| nfc.text(passage.text)))
    }

    /// Passes an ill-formed sequence of `len` bytes.
    pub(crate) fn invalid(&mut self, len: usize) -> Option<Lint> {
        self.nfc.as_mut()?.invalid(len)
    }

    /// Ends the input.
    pub(crate) fn end(&mut self) -> Option<Lint> {
        self.nfc.as_mut()?.end()
    }
}

/// Searches for the first place that is not in NFC. A text is in NFC if its parts are, if it is divided where the
/// following character never combines with those before it.
struct Nfc {
    normalizer: ComposingNormalizerBorrowed<'static>,
    /// Text that has not been checked.
    pending: String,
    /// The offset of its start.
    offset: u64,
    position: Position,
    is_done: bool,
}

impl Default for Nfc {
    fn default() -> Self {
        Self {
            normalizer: ComposingNormalizerBorrowed::new_nfc(),
            pending: String::new(),
            offset: 0,
            position: Position::START,
            is_done: false,
        }
    }
}

impl Nfc {
    fn text(&mut self, text: &str) -> Option<Lint> {
        if self.is_done {
            return None;
        }
        let cut = text.char_indices().rev().find(|(_, character)| stands_alone(*character));
        let cut = match cut {
            Some((at, _)) => at,
            None if self.pending.len() + text.len() > LONGEST => text.len(),
            None => {
                self.pending.push_str(text);
                return None;
            }
        };
        let (now, later) = text.split_at(cut);
        let found = self.check(now);
        self.pending.push_str(later);
        found
    }

    fn invalid(&mut self, len: usize) -> Option<Lint> {
        // A decoder inserts U+FFFD here, which does not combine.
        let found = self.end();
        self.offset += count(len);
        self.position.pass_invalid();
        found
    }

    fn end(&mut self) -> Option<Lint> {
        self.check("")
    }

    /// Checks the pending text, followed by `now`.
    fn check(&mut self, now: &str) -> Option<Lint> {
        if self.is_done {
            return None;
        }
        let mut pending = std::mem::take(&mut self.pending);
        let text = if pending.is_empty() {
            now
        } else {
            pending.push_str(now);
            &pending
        };
        let (good, rest) = self.normalizer.split_normalized(text);
        self.offset += count(good.len());
        self.position.pass_text(good);
        if rest.is_empty() {
            return None;
        }
        self.is_done = true;
        let end = rest.char_indices().skip(1).find(|(_, character)| stands_alone(*character));
        let is = &rest[..end.map_or(rest.len(), |(at, _)| at)];
        let rule = Rule::Nfc { is: is.into(), would_be: self.normalizer.normalize(is).into_owned() };
        Some(Lint { offset: self.offset, position: self.position, rule })
    }
}

/// Whether the character is in NFC by itself and never combines, or changes places, with those before it. A subset of
/// these characters suffices: it only determines where text may be divided.
fn stands_alone(character: char) -> bool {
    matches!(character,
        '\0'..='\u{2FF}' | '\u{391}'..='\u{3A9}' | '\u{3B1}'..='\u{3C9}' | '\u{400}'..='\u{482}'
        | '\u{5D0}'..='\u{5EA}' | '\u{627}'..='\u{63A}' | '\u{904}'..='\u{928}' | '\u{E01}'..='\u{E30}'
        | '\u{2010}'..='\u{2027}' | '\u{3000}'..='\u{3029}' | '\u{3041}'..='\u{3096}'
        | '\u{30A1}'..='\u{30FA}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7A3}' | '\u{FF01}'..='\u{FF9D}' | '\u{1F300}'..='\u{1FAFF}')
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

    #[test]
    fn what_stands_alone_joins_nothing_before_it() {
        let normalizer = ComposingNormalizerBorrowed::new_nfc();
        let ccc = icu_normalizer::properties::CanonicalCombiningClassMapBorrowed::new();
        let mut alone = 0;
        for character in ('\0'..=char::MAX).filter(|character| stands_alone(*character)) {
            alone += 1;
            assert_eq!(ccc.get_u8(character), 0, "{character:?}");
            assert!(normalizer.is_normalized(character.encode_utf8(&mut [0; 4])), "{character:?}");
        }
        assert!(alone > 20_000);
        // A combining character is the last one of a canonical decomposition.
        let decomposition = icu_normalizer::DecomposingNormalizerBorrowed::new_nfd();
        let mut joins = 0;
        for character in '\0'..=char::MAX {
            let mut bytes = [0; 4];
            let text = decomposition.normalize(character.encode_utf8(&mut bytes));
            if let Some(last) = text.chars().skip(1).last() {
                joins += 1;
                assert!(!stands_alone(last), "{character:?}: {last:?}");
            }
        }
        assert!(joins > 10_000);
    }
}
