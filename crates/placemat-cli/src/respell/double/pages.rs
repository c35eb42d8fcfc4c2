//! The code pages for which UTF-8 is taken.

use std::{str, sync::LazyLock};

use encoding_rs::{WINDOWS_1250, WINDOWS_1251, WINDOWS_1252};

/// For Western, Central European and Cyrillic text: the byte from 80 on that is this character, or 0. The last
/// character is U+2122. Every character of a text is looked up.
static PAGES: LazyLock<[Vec<u8>; 3]> = LazyLock::new(|| {
    [WINDOWS_1252, WINDOWS_1250, WINDOWS_1251].map(|page| {
        let mut table = vec![0; 0x2123];
        for byte in 0x80..=0xFF {
            let text = page.decode_without_bom_handling(&[byte]).0.into_owned();
            for char in text.chars() {
                table[char as usize] = byte;
            }
        }
        table
    })
});

/// The character that these encode, and how many they are, if all are bytes in one code page.
pub(super) fn sequence(chars: &[char]) -> Option<(char, usize)> {
    PAGES.iter().find_map(|page| {
        let lead = byte(page, *chars.first()?)?;
        let len = len(lead)?;
        let mut bytes = [lead, 0, 0, 0];
        for (own, char) in bytes.iter_mut().zip(chars.get(..len)?).skip(1) {
            *own = byte(page, *char).filter(|byte| matches!(byte, 0x80..=0xBF))?;
        }
        Some((str::from_utf8(&bytes[..len]).ok()?.chars().next()?, len))
    })
}

/// The number of characters at the start that are all but the last bytes of punctuation, an emoji, or, before U+FFFD, of
/// another character.
pub(super) fn cut(chars: &[char]) -> Option<usize> {
    PAGES.iter().find_map(|page| {
        let at = |at: usize| chars.get(at).and_then(|char| byte(page, *char));
        if chars.get(1) == Some(&'\u{FFFD}') {
            return at(0).and_then(len).map(|_| 1);
        }
        match (at(0)?, at(1)?, at(2)) {
            (0xF0, 0x9F, Some(0x80..=0xBF)) => Some(3),
            (0xE2, 0x80, _) | (0xF0, 0x9F, _) => Some(2),
            _ => None,
        }
    })
}

/// The character of Windows-1252 that became this control of Latin-1.
pub(crate) fn windows_1252_of(char: char) -> Option<char> {
    let byte = u8::try_from(char).ok().filter(|_| is_control(char))?;
    WINDOWS_1252.decode_without_bom_handling(&[byte]).0.chars().next().filter(|own| *own != char)
}

pub(super) fn is_control(char: char) -> bool {
    matches!(char, '\u{80}'..='\u{9F}')
}

/// Whether it may begin a sequence, or is a control.
pub(super) fn may_begin(char: char) -> bool {
    is_control(char) || PAGES.iter().any(|page| byte(page, char).and_then(len).is_some())
}

fn byte(page: &[u8], char: char) -> Option<u8> {
    if is_control(char) {
        return u8::try_from(char).ok();
    }
    page.get(char as usize).copied().filter(|byte| *byte > 0)
}

fn len(lead: u8) -> Option<usize> {
    match lead {
        0xC2..=0xDF => Some(2),
        0xE0..=0xEF => Some(3),
        0xF0..=0xF4 => Some(4),
        _ => None,
    }
}
