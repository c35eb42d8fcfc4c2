//! The input of the drivers: valid texts whose parts all differ.

use placemat_conformance::{convert::Encoding, is_thinned, random::Random};

/// A text: the units of each character.
pub(crate) type Script = Vec<Vec<u32>>;

/// Where texts of this length begin in a script, so that their blocks begin inside different characters each time.
/// Shorter ones, mostly edge cases, begin at several places.
pub(crate) fn starts(len: usize) -> impl Iterator<Item = usize> {
    let count = if is_thinned() || len > 1_200 { 1 } else { 4 };
    (0..count).map(move |nth| (len + 23 * nth) % 67)
}

/// Whether these bytes can be part of valid text, or of such text before an invalid lead byte. Steps may detect that
/// byte only at the byte after it, so lanes must handle it correctly.
pub(crate) fn is_part_of_text(window: &[u8]) -> bool {
    // No sequence may be cut off before such a byte.
    let (bytes, may_end) = match window {
        [before @ .., 0xC0 | 0xC1 | 0xF5..] => (before, false),
        _ => (window, true),
    };
    let tails = bytes.iter().take_while(|byte| **byte & 0xC0 == 0x80).count();
    let rest = std::str::from_utf8(&bytes[tails..]);
    tails < 4 && rest.map_or_else(|error| may_end && error.error_len().is_none(), |_| true)
}

/// Texts of characters of each length, and mixtures.
pub(crate) fn scripts((from, to): (Encoding, Encoding)) -> Vec<Script> {
    // Latin-1 has no others.
    let most = if [from, to].contains(&Encoding::Latin1) { 2 } else { 4 };
    let units = |character: char| from.encode(&character.to_string()).expect("the encoding has it");
    let script = |sort| script(sort, most, 17_000).into_iter().map(units).collect();
    (1..=most).chain(5..=6).map(script).collect()
}

/// `len` units: ASCII, and then these characters while they fit.
pub(crate) fn filler(script: &[Vec<u32>], len: usize) -> Vec<u32> {
    let mut fits = 0;
    let fit = |character: &&Vec<u32>| {
        let fit = fits + character.len() <= len;
        fits += if fit { character.len() } else { 0 };
        fit
    };
    let text = script.iter().take_while(fit).flatten().copied().collect::<Vec<_>>();
    [vec![0x61; len - text.len()], text].concat()
}

/// `len` characters. `sort` is the number of their bytes, or a mixture of characters of up to `most` bytes: 5 is
/// ASCII words with something else between them, 6 is runs of each length.
fn script(sort: usize, most: usize, len: usize) -> Vec<char> {
    const BORDERS: [u32; 5] = [0x20, 0x80, 0x800, 0x1_0000, 0x11_0000];
    let mut random = Random(sort as u64 + 1);
    let mut characters = Vec::new();
    let (mut now, mut left) = (1, 0);
    while characters.len() < len {
        if left == 0 {
            (now, left) = match sort {
                5 if now == 1 => (2 + random.below(most - 1), 1 + random.below(3)),
                5 => (1, 1 + random.below(150)),
                6 => (1 + random.below(most), 1 + random.below(400)),
                _ => (sort, len),
            };
        }
        // Latin-1 has no others.
        let end = if most == 2 && now == 2 { 0x100 } else { BORDERS[now] };
        let start = BORDERS[now - 1];
        let offset = u32::try_from(random.below((end - start) as usize)).unwrap_or_default();
        if let Some(character) = char::from_u32(start + offset) {
            characters.push(character);
            left -= 1;
        }
    }
    characters
}
