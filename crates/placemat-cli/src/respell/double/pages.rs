//! The code pages for which UTF-8 is taken.

use std::{str, sync::LazyLock};

use encoding_rs::{WINDOWS_1250, WINDOWS_1251, WINDOWS_1252};

/// The characters of the bytes 80..FF in Western, Central European and Cyrillic text.
static PAGES: LazyLock<[Vec<char>; 3]> = LazyLock::new(|| {
    let bytes: Vec<u8> = (0x80..=0xFF).collect();
    [WINDOWS_1252, WINDOWS_1250, WINDOWS_1251]
        .map(|page| page.decode_without_bom_handling(&bytes).0.chars().collect())
});

/// The character that these encode, and how many they are, if all are bytes in one code page.
pub(super) fn sequence(chars: &[char]) -> Option<(char, usize)> {
    PAGES.iter().find_map(|page| {
        let lead = byte(page, *chars.first()?)?;
        let len = len(lead)?;
        let bytes = chars.get(..len)?.iter().map(|char| byte(page, *char)).collect::<Option<Vec<u8>>>()?;
        Some((str::from_utf8(&bytes).ok()?.chars().next()?, len))
    })
}

/// The number of characters at the start that are all but the last bytes of punctuation or an emoji.
pub(super) fn cut(chars: &[char]) -> Option<usize> {
    PAGES.iter().find_map(|page| {
        let bytes: Vec<u8> = chars.iter().take(3).map_while(|char| byte(page, *char)).collect();
        match *bytes {
            [0xF0, 0x9F, 0x80..=0xBF] => Some(3),
            [0xE2, 0x80, ..] | [0xF0, 0x9F] => Some(2),
            _ => None,
        }
    })
}

/// The character of Windows-1252 that became this control of Latin-1.
pub(super) fn of_control(char: char) -> Option<char> {
    let at = u32::from(char).checked_sub(0x80)?;
    PAGES[0].get(usize::try_from(at).ok()?).copied().filter(|own| is_control(char) && *own != char)
}

pub(super) fn is_control(char: char) -> bool {
    matches!(char, '\u{80}'..='\u{9F}')
}

/// Whether it may begin a sequence, or is a control.
pub(super) fn may_begin(char: char) -> bool {
    is_control(char) || PAGES.iter().any(|page| byte(page, char).and_then(len).is_some())
}

fn byte(page: &[char], char: char) -> Option<u8> {
    // The last character in a code page is U+2122.
    if is_control(char) || char > '™' {
        return u8::try_from(char).ok();
    }
    let at = page.iter().position(|own| *own == char)?;
    u8::try_from(0x80 + at).ok()
}

fn len(lead: u8) -> Option<usize> {
    match lead {
        0xC2..=0xDF => Some(2),
        0xE0..=0xEF => Some(3),
        0xF0..=0xF4 => Some(4),
        _ => None,
    }
}
