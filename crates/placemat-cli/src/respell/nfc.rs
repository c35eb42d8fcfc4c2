//! Composes text: Normalization Form C (Unicode Standard Annex #15).

use icu_normalizer::ComposingNormalizerBorrowed;

use super::{Out, Part, Respell};
use crate::text::count;

/// The maximum length of text collected until it can be divided. No language has a longer run of characters without
/// such a position.
const LONGEST: usize = 64 << 10;

/// Composes a text that comes in pieces.
pub(crate) struct Composer {
    normalizer: ComposingNormalizerBorrowed<'static>,
    /// Text that may combine with what follows.
    pending: String,
    /// The number of bytes before it.
    offset: u64,
}

impl Default for Composer {
    fn default() -> Self {
        Self { normalizer: ComposingNormalizerBorrowed::new_nfc(), pending: String::new(), offset: 0 }
    }
}

impl Respell for Composer {
    fn text<E>(&mut self, text: &str, out: &mut Out<'_, E>) -> Result<(), E> {
        let last = text.char_indices().rev().find(|(_, char)| stands_alone(*char));
        let cut = last.map(|(at, char)| if is_alone(char) { at + char.len_utf8() } else { at });
        let (now, later) = text.split_at(cut.unwrap_or(0));
        if self.pending.is_empty() {
            self.compose(now, out)?;
        } else if cut.is_some() || self.pending.len() + text.len() > LONGEST {
            self.pending.push_str(now);
            self.end(0, out)?;
        }
        self.pending.push_str(later);
        Ok(())
    }

    fn end<E>(&mut self, invalid: u64, out: &mut Out<'_, E>) -> Result<(), E> {
        let text = std::mem::take(&mut self.pending);
        self.compose(&text, out)?;
        self.offset += invalid;
        Ok(())
    }
}

impl Composer {
    fn compose<E>(&mut self, text: &str, out: &mut Out<'_, E>) -> Result<(), E> {
        let mut rest = text;
        while !rest.is_empty() {
            let (_, after) = self.normalizer.split_normalized(rest);
            // However the text is divided, no change begins with a character that stays.
            let after = after.trim_start_matches(is_alone);
            self.write(&rest[..rest.len() - after.len()], None, out)?;
            let end = after.char_indices().skip(1).find(|(_, char)| stands_alone(*char));
            let (part, after) = after.split_at(end.map_or(after.len(), |(at, _)| at));
            let better = self.normalizer.normalize(part);
            self.write(part, Some(&*better).filter(|better| *better != part), out)?;
            rest = after;
        }
        Ok(())
    }

    fn write<E>(&mut self, text: &str, better: Option<&str>, out: &mut Out<'_, E>) -> Result<(), E> {
        let offset = self.offset;
        self.offset += count(text.len());
        if text.is_empty() { Ok(()) } else { out(Part { offset, text, better }) }
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

/// Whether the character does not combine with those after it either, so text need not wait for them.
fn is_alone(character: char) -> bool {
    character.is_ascii() && !matches!(character, 'A'..='Z' | 'a'..='z' | '<'..='>')
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::respell::tests::{respelled, respelled_in_three};

    #[test]
    fn pieces_cut_anywhere_compose_to_the_whole() {
        let normalizer = ComposingNormalizerBorrowed::new_nfc();
        for (text, changes) in [
            ("cafe\u{301} \u{E9} q\u{307}\u{323} d\u{307}\u{323} \u{212B}", 4),
            ("\u{1112}\u{1161}\u{11AB}\u{AC00}\u{11A8} \u{304B}\u{3099} \u{301}x\u{301}", 3),
            ("q\u{323}\u{307} \u{D55C}", 0),
        ] {
            let (found, changed) = respelled_in_three(Composer::default, text);
            assert_eq!((&*found, changed.len()), (&*normalizer.normalize(text), changes));
        }
        let long = "\u{301}".repeat(LONGEST);
        assert_eq!(
            respelled(Composer::default(), [&*long, &*long, "x"]),
            (format!("{long}{long}x"), Vec::new())
        );
    }

    #[test]
    fn text_that_is_decided_does_not_wait() {
        let mut composer = Composer::default();
        for (piece, expected) in
            [("one\n", "one\n"), ("e", ""), ("\u{301}: ", "\u{E9}: "), ("\u{301}x", "\u{301}")]
        {
            let mut text = String::new();
            let mut take = |part: Part<'_>| -> Result<(), Infallible> {
                text.push_str(part.better.unwrap_or(part.text));
                Ok(())
            };
            let Ok(()) = composer.text(piece, &mut take);
            assert_eq!(text, expected, "{piece:?}");
        }
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
                assert!(!text.starts_with(is_alone), "{character:?}: {text:?}");
                joins += 1;
                assert!(!stands_alone(last), "{character:?}: {last:?}");
            }
        }
        assert!(joins > 10_000);
    }
}
