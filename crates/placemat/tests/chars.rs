//! Compares `placemat::chars` with its definition, forward iteration, and that with the reference decoder.
#![cfg(feature = "std")]

use placemat::{Invalid, chars};
use placemat_conformance::{class_strings, is_thinned, reference};
use proptest::prelude::*;

type Item = (usize, Result<char, Invalid>);

/// The items of the bytes, from the reference decoder and the standard library.
fn items(bytes: &[u8]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut from = 0;
    while from < bytes.len() {
        let fault = reference::read(&bytes[from..]).err();
        let good = from + fault.map_or(bytes.len() - from, |fault| fault.valid_up_to);
        let text = std::str::from_utf8(&bytes[from..good]).unwrap();
        items.extend(text.char_indices().map(|(at, scalar)| (from + at, Ok(scalar))));
        from = good;
        if let Some(fault) = fault {
            let len = fault.error_len.unwrap_or(bytes.len() - good);
            items.push((good, Err(Invalid { offset: good, len, kind: fault.kind.unwrap() })));
            from += len;
        }
    }
    items
}

/// Checks every function for one input.
fn agree(bytes: &[u8]) {
    let items = items(bytes);
    assert!(chars::char_indices(bytes).eq(items.iter().copied()), "{bytes:x?}");
    assert!(chars::char_indices(bytes).rev().eq(items.iter().rev().copied()), "{bytes:x?}");
    let replaced = |item: Result<char, Invalid>| item.unwrap_or('\u{FFFD}');
    assert!(chars::chars(bytes).eq(items.iter().map(|(_, item)| *item)), "{bytes:x?}");
    assert!(chars::chars_lossy(bytes).rev().eq(items.iter().rev().map(|(_, item)| replaced(*item))));
    assert!(chars::char_indices_lossy(bytes).eq(items.iter().map(|&(at, item)| (at, replaced(item)))));
    assert_eq!(folded(chars::chars(bytes)), items.iter().map(|(_, item)| *item).collect::<Vec<_>>());
    let text = String::from_utf8_lossy(bytes);
    assert!(folded(chars::chars_lossy(bytes)).into_iter().eq(text.chars()), "{bytes:x?}");
    assert!(folded(chars::chars_lossy(bytes).rev()).into_iter().eq(text.chars().rev()), "{bytes:x?}");
    assert_eq!(folded(chars::char_indices_lossy(bytes)), Vec::from_iter(chars::char_indices_lossy(bytes)));
    assert_eq!(chars::first(bytes), items.first().map(|(_, item)| *item), "{bytes:x?}");
    assert_eq!(chars::last(bytes), items.last().map(|(_, item)| *item), "{bytes:x?}");
    assert_eq!(String::from_iter(chars::chars_lossy(bytes)), String::from_utf8_lossy(bytes), "{bytes:x?}");

    let mut boundaries: Vec<usize> = items.iter().map(|(at, _)| *at).collect();
    boundaries.push(bytes.len());
    for at in 0..=bytes.len() + 2 {
        assert_eq!(chars::is_boundary(bytes, at), boundaries.contains(&at), "{bytes:x?} at {at}");
        let floor = boundaries.iter().rev().find(|boundary| **boundary <= at).unwrap();
        let ceil = boundaries.iter().find(|boundary| **boundary >= at).copied().unwrap_or(bytes.len());
        assert_eq!(chars::floor_boundary(bytes, at), *floor, "{bytes:x?} at {at}");
        assert_eq!(chars::ceil_boundary(bytes, at), ceil, "{bytes:x?} at {at}");
    }
    for at in [usize::MAX, usize::MAX - 1] {
        assert!(!chars::is_boundary(bytes, at));
        assert_eq!(
            (chars::floor_boundary(bytes, at), chars::ceil_boundary(bytes, at)),
            (bytes.len(), bytes.len())
        );
    }
    assert_eq!(chars::ascii_up_to(bytes), bytes.iter().position(|byte| *byte >= 0x80).unwrap_or(bytes.len()));
    assert_eq!(chars::is_ascii(bytes), chars::ascii_up_to(bytes) == bytes.len());
}

/// Collects all items with `fold`, which processes runs of ASCII together.
fn folded<T>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.fold(Vec::new(), |mut all, item| {
        all.push(item);
        all
    })
}

/// Checks `fold` for the items that remain after some were taken from both ends.
fn agree_folded(bytes: &[u8], front: usize, back: usize) {
    let items = items(bytes);
    let mut left = chars::char_indices(bytes);
    left.by_ref().take(front).for_each(drop);
    left.by_ref().rev().take(back).for_each(drop);
    let items = items.get(front..items.len().saturating_sub(back)).unwrap_or_default();
    assert_eq!(folded(left.clone()), items, "{bytes:x?} without {front} and {back}");
    let reversed: Vec<_> = items.iter().rev().copied().collect();
    assert_eq!(folded(left.rev()), reversed, "{bytes:x?} without {front} and {back}");
}

/// Takes items from both ends; the bits of `turns` choose the end.
fn agree_in_turn(bytes: &[u8], turns: u32) {
    let items = items(bytes);
    let (mut front, mut back) = (0, items.len());
    let mut iterator = chars::char_indices(bytes);
    for turn in 0.. {
        let (least, most) = iterator.size_hint();
        assert!(least <= back - front && most.is_some_and(|most| most >= back - front), "{bytes:x?}");
        let left: usize = items[front..back].len();
        if left == 0 {
            assert_eq!((iterator.next(), iterator.next_back()), (None, None), "{bytes:x?}");
            break;
        }
        if (turns >> (turn % 32)) & 1 == 0 {
            assert_eq!(iterator.next(), Some(items[front]), "{bytes:x?}, turns {turns:b}");
            front += 1;
        } else {
            back -= 1;
            assert_eq!(iterator.next_back(), Some(items[back]), "{bytes:x?}, turns {turns:b}");
        }
    }
}

#[test]
fn all_functions_on_all_short_strings() {
    let len = if is_thinned() { 4 } else { 5 };
    let count = class_strings(len, |bytes| {
        agree(bytes);
        for turns in 0..1 << bytes.len() {
            agree_in_turn(bytes, turns);
        }
    });
    let all: usize = (0..=len).map(|len| 12_usize.pow(u32::try_from(len).unwrap())).sum();
    assert_eq!(count, all);
}

/// Short strings between runs of ASCII, of which `fold` processes 16 bytes at once.
#[test]
fn folds_beside_ascii() {
    const ASCII: &[u8; 33] = b"abcdefghijklmnopqrstuvwxyz0123456";
    let mut count = 0;
    class_strings(3, |string| {
        for (before, after) in [(0, 33), (15, 16), (16, 15), (17, 32), (33, 0)] {
            let bytes = [&ASCII[..before], string, &ASCII[..after]].concat();
            for (front, back) in [(0, 0), (1, 0), (0, 1), (before, after), (before + 1, after + 2)] {
                agree_folded(&bytes, front, back);
                count += 1;
            }
        }
    });
    assert_eq!(count, 25 * (1 + 12 + 12 * 12 + 12 * 12 * 12));
}

#[test]
fn every_number_is_encoded_or_refused() {
    use chars::EncodeError::{OutOfRange, Surrogate};
    let mut buffer = [0xEE; 4];
    for value in (0..0x12_0000).chain([u32::MAX, 1 << 31]) {
        let expected = match char::from_u32(value) {
            Some(scalar) => Ok(scalar.to_string()),
            None if (0xD800..=0xDFFF).contains(&value) => Err(Surrogate(value)),
            None => Err(OutOfRange(value)),
        };
        let len = expected.as_ref().ok().map(String::len);
        assert_eq!(chars::encode(value, &mut buffer).map(|text| text.to_owned()), expected, "{value:X}");
        if let Some(len) = len {
            assert_eq!(chars::sequence_len(buffer[0]), Some(len), "{value:X}");
        }
    }
    let leads = (0..=255).filter(|&byte| chars::sequence_len(byte).is_some()).count();
    assert_eq!(leads, 0x80 + 0x1E + 0x10 + 5);
}

proptest! {
    #[test]
    fn backwards_is_the_reverse_of_forwards(
        bytes in prop::collection::vec(
            prop_oneof![any::<u8>(), prop::sample::select(&b"\x80\xBF\xC3\xE2\x82\xAC\xF0\x9F\xED\xA0\xF4a"[..])],
            0..40,
        ),
        turns in any::<u32>(),
        front in 0..20_usize,
        back in 0..20_usize,
    ) {
        agree_folded(&bytes, front, back);
        agree(&bytes);
        agree_in_turn(&bytes, turns);
    }
}
