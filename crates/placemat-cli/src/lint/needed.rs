//! Which characters are invisible, and where text needs them.
//!
//! `--forbid invisible` must be usable on text in every language, so whatever an orthography or an emoji may need stays:
//! it looks only at the two neighbours of a character, and they need not be plausible together.

use crate::text::is_harmless;

/// Whether a character has no width and is neither a control, nor one of `bidi`, nor one of `tag`. These are the
/// characters with the property `Default_Ignorable_Code_Point`, and the interlinear annotations U+FFF9..U+FFFB.
pub(super) fn is_invisible(char: char) -> bool {
    !is_harmless(char)
        && !char.is_control()
        && !matches!(char, '\u{2028}'..='\u{2029}')
        && !is_bidi(char)
        && !is_tag(char)
}

/// The characters that reorder the text after them: those that rustc denies (CVE-2021-42574).
pub(super) fn is_bidi(char: char) -> bool {
    matches!(char, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

pub(super) fn is_tag(char: char) -> bool {
    matches!(char, '\u{E0000}'..='\u{E007F}')
}

/// Whether text needs an invisible character between these two.
pub(super) fn is_needed(before: char, char: char, next: char) -> bool {
    match char {
        '\u{200D}' if is_emoji(before) && is_emoji(next) => true,
        // Variation selectors.
        '\u{FE00}'..='\u{FE0F}' => {
            matches!(before, '0'..='9' | '#' | '*')
                || !before.is_ascii() && !before.is_whitespace() && is_harmless(before)
        }
        '\u{E0100}'..='\u{E01EF}' => {
            matches!(before, '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFD}')
        }
        // Joiners, marks of direction, spaces without width, fillers.
        '\u{34F}'
        | '\u{61C}'
        | '\u{115F}'..='\u{1160}'
        | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' => !is_invisible(before) && (is_complex(before) || is_complex(next)),
        _ => false,
    }
}

/// Whether a text with words from right to left needs this mark or joiner between these two: beside punctuation, digits
/// and words in ASCII, but not inside of these.
pub(super) fn is_needed_among_words(before: char, char: char, next: char) -> bool {
    let is_word = |char: char| char.is_ascii_alphanumeric() || char == '_';
    matches!(char, '\u{61C}' | '\u{200C}'..='\u{200F}')
        && !is_invisible(before)
        && !(is_word(before) && is_word(next))
}

/// The index of the first letter that is written from right to left, in the blocks from Hebrew to `NKo`. Their first
/// bytes occur in no other character.
pub(super) fn right_to_left(text: &str) -> Option<usize> {
    let is_letter = |byte: &u8| matches!(byte, 0xD7..=0xDF);
    let mut blocks = text.as_bytes().chunks(64);
    // Whole blocks, with vector instructions.
    let start = 64 * blocks.position(|block| block.iter().fold(false, |any, byte| any | is_letter(byte)))?;
    text.as_bytes()[start..].iter().position(is_letter).map(|at| start + at)
}

/// Whether a character may be joined to another one in an emoji. More than that are, so the symbols of later versions
/// are as well.
fn is_emoji(char: char) -> bool {
    matches!(char,
        '\u{A9}' | '\u{AE}' | '\u{203C}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2190}'..='\u{2BFF}'
        | '\u{3030}' | '\u{303D}' | '\u{3297}' | '\u{3299}' | '\u{FE0F}' | '\u{1F000}'..='\u{1FAFF}')
}

/// Whether a character is in a script that is written from right to left, joins letters, has conjuncts, or has no
/// spaces between words. The ranges are those of blocks.
fn is_complex(char: char) -> bool {
    is_harmless(char)
        && matches!(char,
            '\u{590}'..='\u{109F}' | '\u{1100}'..='\u{11FF}' | '\u{1700}'..='\u{1C7F}' | '\u{1CD0}'..='\u{1CFF}'
            | '\u{A800}'..='\u{AAFF}' | '\u{ABC0}'..='\u{ABFF}' | '\u{D7B0}'..='\u{D7FF}'
            | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' | '\u{10800}'..='\u{11FFF}'
            | '\u{1E800}'..='\u{1EFFF}')
}

/// The length of the tags, in bytes, that make the emoji of a flag of what precedes them: U+1F3F4, and three to seven
/// letters and digits for a subdivision of a country, and U+E007F.
pub(super) fn flag(before: char, tags: &str) -> Flag {
    if before != '\u{1F3F4}' {
        return Flag::No;
    }
    let is_part = |char: &char| matches!(char, '\u{E0030}'..='\u{E0039}' | '\u{E0061}'..='\u{E007A}');
    let parts = tags.chars().take_while(is_part).count();
    match tags.chars().nth(parts) {
        _ if parts > 7 => Flag::No,
        Some('\u{E007F}') if parts >= 3 => Flag::Yes { len: 4 * (parts + 1) },
        Some(_) => Flag::No,
        None => Flag::Maybe,
    }
}

/// Whether tags are part of a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    Yes {
        len: usize,
    },
    No,
    /// More tags decide.
    Maybe,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_those_that_the_book_lists() {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for value in ('\0'..=char::MAX).filter(|char| is_invisible(*char)).map(u32::from) {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == value => *last = value,
                _ => ranges.push((value, value)),
            }
        }
        let words: Vec<String> = ranges
            .iter()
            .map(
                |(first, last)| {
                    if first == last { format!("{first:04X}") } else { format!("{first:04X}..{last:04X}") }
                },
            )
            .collect();
        let book =
            include_str!("../../../../docs/src/forbid.md").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(book.contains(&words.join(", ")), "{}", words.join(", "));
    }
}
