//! References for charset labels, for signatures, and for hints: a transcription of what `placemat::diagnose` promises,
//! without shared code.

use super::practices::{announced, whole};
use super::{items, read, subparts};
use crate::contract::{Encoding, Fault, Hint, Label};
use crate::oracle::Oracle;

/// The hint for each error in the bytes. The first rule that applies decides.
///
/// ```
/// use placemat_conformance::{reference, contract::Hint};
///
/// assert_eq!(reference::hints(b"caf\xE9 au lait"), [(3, Some(Hint::Latin1('\u{E9}')))]);
/// assert_eq!(reference::hints(b"\xE2\x82"), [(0, Some(Hint::CutEnd))]);
/// ```
pub fn hints(bytes: &[u8]) -> Vec<(usize, Option<Hint>)> {
    let hint = |(at, _): (usize, usize)| {
        let place = Place { bytes, at, from: at.saturating_sub(NEAR), to: bytes.len().min(at + NEAR) };
        (at, RULES.iter().find_map(|rule| rule(&place)))
    };
    subparts(bytes).into_iter().map(hint).collect()
}

/// How many bytes before an error, and from its first byte on, the rules inspect.
const NEAR: usize = 64;

/// In order of decreasing certainty.
const RULES: [fn(&Place<'_>) -> Option<Hint>; 9] =
    [signed, form, surrogate, utf16, cut_end, cut_short, cut_start, double, single];

/// An error, and the range that the rules inspect.
struct Place<'a> {
    bytes: &'a [u8],
    at: usize,
    from: usize,
    to: usize,
}

/// The error lies in the signature of another encoding at the start.
fn signed(place: &Place<'_>) -> Option<Hint> {
    let found = detected(place.bytes)?;
    (found != Encoding::Utf8 && place.at < signature(found).len()).then_some(Hint::Signature(found))
}

/// The error lies in a multi-byte form that is entirely within the range. The nearest start decides.
fn form(place: &Place<'_>) -> Option<Hint> {
    let first = place.from.max((place.at + 1).saturating_sub(6));
    (first..=place.at).rev().find_map(|start| {
        let (hint, len) = form_at(&place.bytes[start..place.to])?;
        (place.at < start + len).then_some(hint)
    })
}

fn form_at(bytes: &[u8]) -> Option<(Hint, usize)> {
    if bytes.starts_with(b"\xC0\x80") {
        return Some((Hint::JavaNul, 2));
    }
    let half = |bytes: &[u8]| match *bytes {
        [0xED, upper @ 0xA0..=0xBF, lower @ 0x80..=0xBF] => {
            Some(0xD000 | u16::from(upper & 0x3F) << 6 | u16::from(lower & 0x3F))
        }
        _ => None,
    };
    if let Some((high, low)) = bytes.get(..6).and_then(|six| Some((half(&six[..3])?, half(&six[3..])?)))
        && let Ok(text) = String::from_utf16(&[high, low])
    {
        return text.chars().next().map(|character| (Hint::Cesu8(character), 6));
    }
    let is_above = matches!(bytes, [0xF4, 0x90..=0xFF, ..] | [0xF5..=0xFD, ..]);
    (is_above && is_sequence(bytes)).then(|| (Hint::Rfc2279(whole(bytes)), whole(bytes)))
}

/// Of the units in the range, aligned to the start of the input, three quarters have an upper half that is common in
/// text, and at most one in eight has such a lower half.
fn utf16(place: &Place<'_>) -> Option<Hint> {
    let units: Vec<(u8, u8)> = (place.from..place.to.saturating_sub(1))
        .filter(|at| at % 2 == 0)
        .map(|at| (place.bytes[at], place.bytes[at + 1]))
        .collect();
    let all = units.len();
    let is_upper = |half: u8| half < 0x09;
    let first = units.iter().filter(|(first, _)| is_upper(*first)).count();
    let second = units.iter().filter(|(_, second)| is_upper(*second)).count();
    if all < 4 {
        None
    } else if 4 * first >= 3 * all && 8 * second <= all {
        Some(Hint::Utf16Be)
    } else if 4 * second >= 3 * all && 8 * first <= all {
        Some(Hint::Utf16Le)
    } else {
        None
    }
}

/// The error is one of the three bytes of a surrogate.
fn surrogate(place: &Place<'_>) -> Option<Hint> {
    let is_surrogate = |start: usize| matches!(&place.bytes[start..], [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..]);
    let near = &place.bytes[..place.to];
    (place.at.saturating_sub(2).max(place.from)..=place.at)
        .any(|start| is_surrogate(start) && start + 3 <= near.len())
        .then_some(Hint::LoneSurrogate)
}

/// A lead and some of its continuation bytes, before a character.
fn cut_short(place: &Place<'_>) -> Option<Hint> {
    let Err(Fault { error_len: Some(len), .. }) = read(&place.bytes[place.at..]) else { return None };
    let next = &place.bytes[place.at + len..];
    let is_next = items(&next[..next.len().min(4)]).first().is_some_and(|item| item.character.is_ok());
    (len >= 2 && is_next).then_some(Hint::CutShort)
}

/// More bytes could complete the sequence.
fn cut_end(place: &Place<'_>) -> Option<Hint> {
    let verdict = read(&place.bytes[place.at..]);
    matches!(verdict, Err(Fault { valid_up_to: 0, error_len: None, .. })).then_some(Hint::CutEnd)
}

/// The error is one of up to three continuation bytes at the start, and the text in the range after them is UTF-8
/// with at least one non-ASCII character.
fn cut_start(place: &Place<'_>) -> Option<Hint> {
    let rest = place.bytes.iter().take_while(|byte| *byte & 0xC0 == 0x80).count();
    if place.at >= rest || rest > 3 {
        return None;
    }
    let text = &place.bytes[rest..place.to];
    let good = match read(text) {
        Ok(()) => text,
        Err(fault) if fault.error_len.is_none() => &text[..fault.valid_up_to],
        Err(_) => return None,
    };
    let is_text = if rest == 1 { !good.is_ascii() } else { !good.is_empty() };
    is_text.then_some(Hint::CutStart)
}

/// The characters in the range, as bytes of Windows-1252 and Latin-1, contain a sequence of three or four bytes, two
/// sequences of two bytes, or one of two bytes that begins with C2 or C3. A byte that Windows-1252 does not define
/// stands for itself.
fn double(place: &Place<'_>) -> Option<Hint> {
    let near = &place.bytes[place.from..place.to];
    let bytes: Vec<u8> = items(near)
        .iter()
        .map(|item| match item.character {
            Ok(character) => byte(character).unwrap_or(0),
            Err(_) => Some(near[item.offset]).filter(|byte| windows_1252(*byte).is_none()).unwrap_or(0),
        })
        .collect();
    let oracle = Oracle::get();
    let is_sequence = |bytes: &[u8]| !bytes[0].is_ascii() && items(bytes).len() == 1 && oracle.accepts(bytes);
    let is_double = (2..=4).any(|len| {
        bytes.windows(len).any(|part| match part {
            [lead, _] => is_sequence(part) && matches!(lead, 0xC2 | 0xC3),
            [_, _, _, _] => is_sequence(part) || (is_sequence(&part[..2]) && is_sequence(&part[2..])),
            _ => is_sequence(part),
        })
    });
    is_double.then_some(Hint::DoubleEncoding)
}

/// A short run of bytes above 7F, of which no part has the shape of a sequence, without a NUL next to it.
fn single(place: &Place<'_>) -> Option<Hint> {
    let Place { bytes, at, from, to } = *place;
    let start = (from..at).rev().take_while(|at| !bytes[*at].is_ascii()).last().unwrap_or(at);
    let end = (at..to).find(|at| bytes[*at].is_ascii()).unwrap_or(to);
    let run = &bytes[start..end];
    let has_sequence = (0..run.len()).any(|at| is_sequence(&run[at..]));
    let beside = [(start > from).then(|| bytes[start - 1]), (end < to).then(|| bytes[end])];
    let has_nul = beside.contains(&Some(0));
    if run.len() > 3 || has_sequence || has_nul {
        return None;
    }
    let characters: Option<Vec<char>> = run.iter().map(|byte| windows_1252(*byte)).collect();
    let character = *characters?.get(at - start)?;
    let at_edge = |at: Option<&u8>| at.and_then(|byte| windows_1252(*byte));
    let inside = (start..end).all(|at| {
        let before = at_edge((at > from).then(|| &bytes[at - 1]));
        windows_1252(bytes[at]).is_some_and(|c| stands(before, c, at_edge(bytes[..to].get(at + 1))))
    });
    if !inside {
        return None;
    }
    let is_windows = run.iter().any(|byte| *byte < 0xA0);
    Some(if is_windows { Hint::Windows1252(character) } else { Hint::Latin1(character) })
}

/// Whether the bytes begin with a lead and all its continuation bytes, by the table of RFC 2279.
fn is_sequence(bytes: &[u8]) -> bool {
    announced(bytes[0]) > 0 && whole(bytes) > announced(bytes[0])
}

/// Whether this character is plausible in text between these two.
fn stands(before: Option<char>, character: char, after: Option<char>) -> bool {
    let is_letter = |c: char| c.is_alphabetic() && !"\u{192}\u{2C6}\u{AA}\u{BA}\u{B5}".contains(c);
    let is_capital = |c: char| is_letter(c) && c.is_uppercase();
    let is_small = |c: char| is_letter(c) && !c.is_uppercase() && c != '\u{DF}';
    if is_letter(character) {
        let follows = !before.is_some_and(|c| ".,;:!?".contains(c));
        return follows
            && !(before.is_some_and(is_small) && is_capital(character))
            && !(is_small(character) && after.is_some_and(is_capital));
    }
    let (after_letter, before_letter) = (before.is_some_and(is_letter), after.is_some_and(is_letter));
    match character {
        '\u{2019}' | '\u{2014}' | '\u{A0}' | '\u{AD}' | '\u{B4}' | '\u{B7}' => true,
        '\u{2018}' | '\u{201C}' | '\u{2026}' | '\u{2039}' | '\u{203A}' | '\u{AB}' | '\u{BB}' | '\u{B0}' => {
            !(after_letter && before_letter)
        }
        '\u{201D}' | '\u{2122}' | '\u{AA}' | '\u{AE}' | '\u{B2}' | '\u{B3}' | '\u{B9}' | '\u{BA}' => {
            !before_letter
        }
        '\u{201A}' | '\u{201E}' | '\u{A1}' | '\u{A9}' | '\u{B5}' | '\u{BF}' => !after_letter,
        _ => !after_letter && !before_letter,
    }
}

/// 80..9F in Windows-1252, with U+0000 for undefined bytes.
#[rustfmt::skip]
const WINDOWS: [char; 32] = [
    '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0',
    '\0', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
];

fn windows_1252(byte: u8) -> Option<char> {
    match byte {
        0x80..0xA0 => Some(WINDOWS[usize::from(byte) - 0x80]).filter(|character| *character != '\0'),
        _ => Some(byte.into()),
    }
}

/// The byte above 7F that encodes a character in Windows-1252 or Latin-1.
fn byte(character: char) -> Option<u8> {
    if character.is_ascii() {
        return None;
    }
    (0x80..=0xFF).find(|byte| windows_1252(*byte) == Some(character) || char::from(*byte) == character)
}

/// The labels, and what they mean by RFC 3629. By WHATWG's Encoding Standard all of them mean UTF-8.
pub(crate) const LABELS: [(&str, Label); 6] = [
    ("utf-8", Label::Utf8),
    ("unicode-1-1-utf-8", Label::OldHangul),
    ("utf8", Label::Unknown),
    ("unicode11utf8", Label::Unknown),
    ("unicode20utf8", Label::Unknown),
    ("x-unicode20utf8", Label::Unknown),
];

/// What a label means by RFC 3629; and whether it means UTF-8 by the Encoding Standard, which permits ASCII whitespace
/// around it.
pub(super) fn labelled(label: &[u8]) -> (Label, bool) {
    let means = |label: &[u8]| {
        let known = LABELS.iter().find(|(name, _)| label.to_ascii_lowercase() == name.as_bytes());
        known.map(|(_, meaning)| *meaning)
    };
    (means(label).unwrap_or(Label::Unknown), means(label.trim_ascii()).is_some())
}

/// The encodings that have a signature.
pub(crate) const SIGNED: [Encoding; 5] =
    [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Utf32Le, Encoding::Utf32Be];

/// U+FEFF in one of these encodings.
pub(crate) fn signature(encoding: Encoding) -> Vec<u8> {
    encoding.encode("\u{FEFF}").into_iter().flatten().flat_map(u8::try_from).collect()
}

/// The encoding whose signature is at the start. The longest one: FF FE 00 00 begins like UTF-16LE.
pub(super) fn detected(bytes: &[u8]) -> Option<Encoding> {
    let begins = |encoding: &Encoding| bytes.starts_with(&signature(*encoding));
    SIGNED.into_iter().filter(begins).max_by_key(|encoding| signature(*encoding).len())
}
