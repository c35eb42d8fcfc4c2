//! Every error and every character, with its position.

use placemat_core::{Utf8ErrorKind, convert::portable::LineEnds};

use super::errors_by;
use crate::contract::{Fault, Item, Piece, Place, Totals};
use crate::text::value;

/// The text of `bytes`, split at every maximal subpart. The last piece has no fault, and is omitted if it has no text.
pub fn pieces(bytes: &[u8]) -> Vec<Piece> {
    let mut done = 0;
    let piece = |(from, fault, end): (usize, Fault, usize)| {
        done = end;
        let (text, invalid) = (&bytes[from..fault.valid_up_to], &bytes[fault.valid_up_to..end]);
        Piece { text: text.to_vec(), invalid: invalid.to_vec(), fault: Some(fault) }
    };
    let mut pieces: Vec<Piece> = errors_by(bytes, |_, len| len).map(piece).collect();
    if done < bytes.len() {
        pieces.push(Piece { text: bytes[done..].to_vec(), invalid: Vec::new(), fault: None });
    }
    pieces
}

/// The characters of `bytes`, and the maximal subparts between them.
pub fn items(bytes: &[u8]) -> Vec<Item> {
    let (mut items, mut offset) = (Vec::new(), 0);
    for piece in pieces(bytes) {
        // Valid text: a character begins at each byte outside 80..BF.
        for sequence in piece.text.chunk_by(|_, next| (0x80..0xC0).contains(next)) {
            // An invalid value would be a bug of the oracle; a test compares with the standard library.
            items.push(Item { offset, character: Ok(char::from_u32(value(sequence)).unwrap_or('\0')) });
            offset += sequence.len();
        }
        items.extend(piece.fault.map(|fault| Item { offset, character: Err(fault) }));
        offset += piece.invalid.len();
    }
    items
}

/// The items in the order in which they are taken: item `i` from the back if bit `i % 32` of `turns` is set.
pub(super) fn taken(items: &[Item], turns: u32) -> Vec<Item> {
    let mut left = items;
    let mut taken = Vec::with_capacity(items.len());
    for turn in 0.. {
        let next = if turns >> (turn % 32) & 1 == 0 { left.split_first() } else { left.split_last() };
        let Some((&item, rest)) = next else { break };
        taken.push(item);
        left = rest;
    }
    taken
}

/// For each place: whether an item begins or the input ends there, the last such place up to it, and the first from
/// it on.
pub(super) fn boundaries(bytes: &[u8], places: &[usize]) -> Vec<(bool, usize, usize)> {
    let mut boundaries: Vec<usize> = items(bytes).iter().map(|item| item.offset).collect();
    boundaries.push(bytes.len());
    let answer = |&at: &usize| {
        let next = boundaries.partition_point(|&boundary| boundary < at);
        let ceil = boundaries.get(next).copied().unwrap_or(bytes.len());
        let floor = boundaries[..boundaries.partition_point(|&boundary| boundary <= at)].last().copied();
        (boundaries.contains(&at), floor.unwrap_or(0), ceil)
    };
    places.iter().map(answer).collect()
}

/// For each position: the characters, the units of UTF-16 and the line ends before it, and the units since the last.
pub(super) fn positions(bytes: &[u8], ends: LineEnds) -> Vec<Option<(usize, usize, usize, usize)>> {
    let ends: &[char] = match ends {
        LineEnds::Lf => &['\n'],
        LineEnds::LfCr => &['\n', '\r'],
        _ => &['\n', '\u{B}', '\u{C}', '\r', '\u{85}', '\u{2028}', '\u{2029}'],
    };
    let (mut positions, mut here) = (vec![None; bytes.len() + 1], (0, 0, 0, 0));
    let items = items(bytes);
    for (nth, Item { offset, character }) in items.iter().enumerate() {
        positions[*offset] = Some(here);
        let (character, next) =
            (character.unwrap_or('\u{FFFD}'), items.get(nth + 1).map(|item| item.character));
        here = (here.0 + 1, here.1 + character.len_utf16(), here.2, here.3 + character.len_utf16());
        // CR LF is one end.
        if ends.contains(&character) && (character != '\r' || next != Some(Ok('\n'))) {
            (here.2, here.3) = (here.2 + 1, 0);
        }
    }
    positions[bytes.len()] = Some(here);
    positions
}

/// The totals of `bytes`, computed from the definition of each field.
pub fn totals(bytes: &[u8]) -> Totals {
    let mut totals = Totals { bytes: bytes.len() as u64, ..Totals::default() };
    let (mut line, mut column, mut last_bad_line) = (1, 1, 0);
    for Item { offset, character } in items(bytes) {
        let Err(fault) = character else {
            totals.characters += 1;
            totals.line_feeds += u64::from(character == Ok('\n'));
            (line, column) = if character == Ok('\n') { (line + 1, 1) } else { (line, column + 1) };
            continue;
        };
        let place = place(fault, bytes.len() - offset, line, column);
        *totals.kinds.entry(place.kind).or_default() += 1;
        totals.invalid_bytes += place.len as u64;
        totals.bad_lines += u64::from(line != last_bad_line);
        if totals.first.len() < Totals::FIRST {
            totals.first.push(place);
        }
        last_bad_line = line;
        column += 1;
    }
    totals
}

fn place(fault: Fault, rest: usize, line: u64, column: u64) -> Place {
    Place {
        offset: fault.valid_up_to as u64,
        line,
        column,
        len: fault.error_len.unwrap_or(rest),
        kind: fault.kind.unwrap_or(Utf8ErrorKind::Truncated),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_library_has_the_same_pieces_and_characters() {
        crate::class_strings(4, |bytes| {
            let pieces = pieces(bytes);
            let known = bytes.utf8_chunks().map(|chunk| (chunk.valid().as_bytes(), chunk.invalid()));
            assert!(pieces.iter().map(|piece| (&piece.text[..], &piece.invalid[..])).eq(known));
            let items: String =
                items(bytes).iter().map(|item| item.character.unwrap_or('\u{FFFD}')).collect();
            assert_eq!(items, String::from_utf8_lossy(bytes));
        });
        for scalar in '\0'..=char::MAX {
            let text = scalar.to_string();
            assert_eq!(items(text.as_bytes()), [Item { offset: 0, character: Ok(scalar) }]);
        }
    }

    #[test]
    fn totals_of_a_small_text() {
        let totals = totals(b"one\ntw\xF8\xFF\n\n\xE2\x82");
        assert_eq!((totals.bytes, totals.characters, totals.line_feeds), (12, 8, 3));
        assert_eq!((totals.bad_lines, totals.invalid_bytes), (2, 4));
        let places: Vec<_> =
            totals.first.iter().map(|error| (error.offset, error.line, error.column)).collect();
        assert_eq!(places, [(6, 2, 3), (7, 2, 4), (10, 4, 1)]);
        assert_eq!(totals.kinds[&Utf8ErrorKind::Truncated], 1);
    }
}
