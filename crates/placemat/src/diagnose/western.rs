//! Single-byte encodings: Latin-1 and Windows-1252.

use placemat_core::grammar::is_continuation;

use super::{Diagnosis, Place};

/// The longest run of bytes above 7F that is considered Latin-1. In its languages, letters with diacritics
/// occur alone or in pairs; longer runs are text in another script.
const LONGEST_RUN: usize = 3;

pub(super) fn diagnose(place: &Place<'_>) -> Option<Diagnosis> {
    let is_high = |byte: &&u8| !byte.is_ascii();
    let before = place.near.get(..place.at)?.iter().rev().take_while(is_high).count();
    let after = place.after().iter().take_while(is_high).count();
    let run = place.near.get(place.at - before..place.at + after)?;
    if run.len() > LONGEST_RUN || has_sequence(run) {
        return None;
    }
    // Text contains no NUL.
    let (left, right) = (place.near.get(..place.at - before)?, place.near.get(place.at + after..)?);
    if left.last() == Some(&0) || right.first() == Some(&0) {
        return None;
    }
    let character = character_of(*place.after().first()?)?;
    let (mut prev, mut is_windows) = (left.last().copied(), false);
    for (nth, byte) in run.iter().enumerate() {
        let next = run.get(nth + 1).or(right.first()).copied();
        if !fits(prev, *byte, next) {
            return None;
        }
        (prev, is_windows) = (Some(*byte), is_windows || *byte < 0xA0);
    }
    Some(if is_windows { Diagnosis::Windows1252 { character } } else { Diagnosis::Latin1 { character } })
}

/// Whether this byte above 7F is plausible in Windows-1252 between these neighbours. Most letters of other encodings
/// (DOS code pages, Mac Roman) are not: in Windows-1252 they are signs inside words, or capitals after small letters.
fn fits(before: Option<u8>, byte: u8, next: Option<u8>) -> bool {
    let letter = |byte: u8| character_of(byte).filter(|_| is_letter(byte));
    let (left, right) = (before.and_then(letter), next.and_then(letter));
    match place_of(byte) {
        b'L' => {
            let Some(character) = letter(byte) else { return false };
            let rises = |first: Option<char>, second: Option<char>| {
                first.is_some_and(|first| first.is_lowercase() && first != '\u{DF}')
                    && second.is_some_and(char::is_uppercase)
            };
            let is_split = matches!(before, Some(b'.' | b',' | b';' | b':' | b'!' | b'?'));
            !is_split && !rises(left, Some(character)) && !rises(Some(character), right)
        }
        b'*' => true,
        b'|' => left.is_none() || right.is_none(),
        b'>' => right.is_none(),
        b'<' => left.is_none(),
        b'.' => left.is_none() && right.is_none(),
        _ => false,
    }
}

/// Whether a byte is a letter in Windows-1252.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || (!byte.is_ascii() && place_of(byte) == b'L')
}

/// The plausible position of a Windows-1252 character relative to letters.
fn place_of(byte: u8) -> u8 {
    match byte {
        0x80..=0xBF => PLACES.get(usize::from(byte - 0x80)).copied().unwrap_or(b'-'),
        0xD7 | 0xF7 => b'.',
        _ => b'L',
    }
}

/// The positions of 80..BF: `L` is a letter; `*` may be anywhere; `|` not between two letters; `>` not before
/// one; `<` not after one; `.` next to none; `-` nowhere, because it is undefined.
const PLACES: &[u8; 64] = b".-<.<|....L|L-L--|*|>..*.>L|L-LL*<.......<>|.*>.|.>>*<.*.>>|...<";

/// Whether part of the run has the shape of a sequence: a lead byte and as many continuation bytes as it
/// announces. Then it is meant as UTF-8, valid or not.
fn has_sequence(run: &[u8]) -> bool {
    (0..run.len()).any(|at| {
        let rest = run.get(at..).unwrap_or(b"");
        let announced = rest.first().map_or(0, |lead| lead.leading_ones()) as usize;
        (2..=6).contains(&announced)
            && rest.get(1..announced).is_some_and(|rest| rest.iter().all(|byte| is_continuation(*byte)))
    })
}

/// The Windows-1252 character of a byte above 7F.
fn character_of(byte: u8) -> Option<char> {
    match byte {
        0x80..=0x9F => {
            WINDOWS_1252.get(usize::from(byte - 0x80)).copied().filter(|character| *character != '\0')
        }
        _ => Some(char::from(byte)),
    }
}

/// Whether a byte is undefined in Windows-1252.
pub(super) fn is_undefined(byte: u8) -> bool {
    character_of(byte).is_none()
}

/// The byte above 7F of this character in Windows-1252, or in Latin-1 (which has controls at 80..9F).
pub(super) fn byte_of(character: char) -> Option<u8> {
    match u8::try_from(u32::from(character)) {
        Ok(byte) => (!byte.is_ascii()).then_some(byte),
        Err(_) => {
            let at = WINDOWS_1252.iter().position(|known| *known == character)?;
            u8::try_from(at + 0x80).ok()
        }
    }
}

/// The characters of 80..9F in Windows-1252, or U+0000 where undefined. Its other bytes are as in Latin-1.
const WINDOWS_1252: [char; 32] = [
    '\u{20AC}', '\0', '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}', // 80..87
    '\u{2C6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\0', '\u{17D}', '\0', // 88..8F
    '\0', '\u{2018}', '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}', // 90..97
    '\u{2DC}', '\u{2122}', '\u{161}', '\u{203A}', '\u{153}', '\0', '\u{17E}', '\u{178}', // 98..9F
];
