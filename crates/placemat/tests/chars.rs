//! `placemat::chars`: what the suite's rows `characters`, `boundaries` and `encode` do not cover.
//! Emulators run it in rows for portable code.
#![cfg(feature = "std")]

use placemat::{Invalid, chars};
use placemat_conformance::contract::{self, Fault};
use placemat_conformance::{class_strings, is_thinned, reference};

type Item = (usize, Result<char, Invalid>);

fn items(bytes: &[u8]) -> Vec<Item> {
    let invalid = |offset: usize, fault: Fault| Invalid {
        offset,
        len: fault.error_len.unwrap_or(bytes.len() - offset),
        kind: fault.kind.unwrap(),
    };
    let item =
        |contract::Item { offset, character }| (offset, character.map_err(|fault| invalid(offset, fault)));
    reference::items(bytes).into_iter().map(item).collect()
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

/// What is promised about the number of items that are left, from both ends.
fn agree_in_size(bytes: &[u8]) {
    let mut left = chars::char_indices(bytes);
    for count in (0..=items(bytes).len()).rev() {
        let (least, most) = left.size_hint();
        assert!(least <= count && most.is_some_and(|most| most >= count), "{bytes:x?}");
        _ = if count % 3 == 0 { left.next() } else { left.next_back() };
    }
    assert_eq!((left.next(), left.next_back()), (None, None), "{bytes:x?}");
}

#[test]
fn all_functions_on_all_short_strings() {
    let len = if is_thinned() { 4 } else { 5 };
    let count = class_strings(len, |bytes| {
        agree(bytes);
        agree_in_size(bytes);
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

/// A lead tells the length (RFC 3629, section 1), and every character is found from both ends.
#[test]
fn every_scalar_value() {
    for scalar in '\0'..=char::MAX {
        let text = scalar.to_string();
        assert_eq!(chars::sequence_len(text.as_bytes()[0]), Some(scalar.len_utf8()), "{scalar:?}");
        assert_eq!(chars::first(text.as_bytes()), Some(Ok(scalar)));
        assert_eq!(chars::last(text.as_bytes()), Some(Ok(scalar)));
    }
    let leads = (0..=255).filter(|&byte| chars::sequence_len(byte).is_some()).count();
    assert_eq!(leads, 0x80 + 0x1E + 0x10 + 5);
}
