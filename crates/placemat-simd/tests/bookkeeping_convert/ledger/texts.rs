//! The input of the drivers: texts whose parts all differ, and the places of errors.

use placemat_conformance::{is_thinned, random::Random};

/// The first 300 places, where short texts and blocks are; and places around the ends of later blocks, ASCII runs,
/// stretches and pieces. A debug build takes a selection.
pub(crate) fn places() -> impl Iterator<Item = usize> {
    let ends = [512, 576, 768, 1024, 1088, 1280, 2048, 2112, 2304, 3072, 3328, 4096, 16 * 1024];
    let near = ends.into_iter().flat_map(|end| end - 6..end + 6);
    (0..300).chain(near).step_by(if is_thinned() { 11 } else { 1 })
}

/// Where texts of this length begin in a script, so that their blocks begin inside different characters each time.
/// Shorter ones, mostly edge cases, begin at several places.
pub(crate) fn starts(len: usize) -> impl Iterator<Item = usize> {
    let count = if is_thinned() || len > 1_200 { 1 } else { 4 };
    (0..count).map(move |nth| (len + 23 * nth) % 67)
}

/// `len` characters. `sort` is the number of their bytes, or a mixture of characters of up to `most` bytes: 5 is
/// ASCII words with something else between them, 6 is runs of each length.
pub(crate) fn script(sort: usize, most: usize, len: usize) -> Vec<char> {
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
