//! Tests the claims of section 1 of RFC 3629 about UTF-8, one test per claim.
//! Emulators do not run it.
#![cfg(feature = "std")]

use placemat::{chars, from_utf8, is_utf8};
use placemat_conformance::random::Random;
use proptest::prelude::*;

/// Text with sequences of all lengths.
fn texts() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        any::<char>(),
        prop::char::range('\0', '\x7F'),
        prop::char::range('\u{80}', '\u{7FF}'),
        prop::char::range('\u{10000}', '\u{10FFFF}'),
    ];
    prop::collection::vec(scalar, 0..50).prop_map(String::from_iter)
}

/// Every scalar value, encoded by placemat.
fn every_scalar_value() -> impl Iterator<Item = (char, [u8; 4], usize)> {
    (0..=0x10_FFFF).filter_map(char::from_u32).map(|scalar| {
        let mut buffer = [0; 4];
        let len = chars::encode(scalar.into(), &mut buffer).unwrap().len();
        (scalar, buffer, len)
    })
}

/// U+0000..U+007F (the US-ASCII repertoire) are the bytes 00..7F, so that ASCII text is UTF-8 as it is, and
/// bytes with US-ASCII values appear nowhere else in UTF-8.
#[test]
fn ascii_is_transparent() {
    let ascii: Vec<u8> = (0..=0x7F).collect();
    assert_eq!(
        from_utf8(&ascii).unwrap().chars().map(u32::from).collect::<Vec<_>>(),
        Vec::from_iter(0..=0x7F)
    );
    for (scalar, bytes, len) in every_scalar_value() {
        let bytes = &bytes[..len];
        assert_eq!(bytes.iter().any(u8::is_ascii), scalar.is_ascii(), "{scalar:?}");
        assert!(!scalar.is_ascii() || bytes == [u8::try_from(u32::from(scalar)).unwrap()], "{scalar:?}");
    }
}

/// C0, C1 and F5..FF never appear. All other bytes do.
#[test]
fn some_bytes_never_appear() {
    let mut appear = [false; 256];
    for (_, bytes, len) in every_scalar_value() {
        for byte in &bytes[..len] {
            appear[usize::from(*byte)] = true;
        }
    }
    for byte in 0..=0xFF_u8 {
        let never = matches!(byte, 0xC0 | 0xC1 | 0xF5..=0xFF);
        assert_eq!(appear[usize::from(byte)], !never, "{byte:02X}");
        // No text that contains it is accepted, whatever surrounds it.
        for (before, after) in [("", ""), ("a", "b"), ("\u{E9}", "\u{80}"), ("\u{1F37D}", "\u{1F37D}")] {
            let text = [before.as_bytes(), &[byte], after.as_bytes()].concat();
            assert!(!never || !is_utf8(&text), "{byte:02X} in {text:x?}");
        }
    }
}

/// "The byte-value lexicographic sorting order of UTF-8 strings is the same as if ordered by character
/// numbers."
#[test]
fn the_order_of_bytes_is_that_of_scalar_values() {
    let mut last: Option<([u8; 4], usize)> = None;
    for (scalar, bytes, len) in every_scalar_value() {
        if let Some((before, before_len)) = last {
            assert!(before[..before_len] < bytes[..len], "{scalar:?} and the one before it");
        }
        last = Some((bytes, len));
    }
}

/// The first byte of a multi-byte sequence indicates the number of bytes in the sequence.
#[test]
fn the_first_byte_gives_the_length() {
    let mut lengths = [None; 256];
    for (scalar, bytes, len) in every_scalar_value() {
        assert_eq!(chars::sequence_len(bytes[0]), Some(len), "{scalar:?}");
        lengths[usize::from(bytes[0])] = Some(len);
    }
    for byte in 0..=0xFF_u8 {
        assert_eq!(chars::sequence_len(byte), lengths[usize::from(byte)], "{byte:02X} begins nothing else");
    }
}

/// "Round-trip conversion is easy between UTF-8 and other encoding forms."
#[test]
fn every_scalar_value_comes_back() {
    let mut count = 0;
    for (scalar, bytes, len) in every_scalar_value() {
        assert_eq!(from_utf8(&bytes[..len]), Ok(scalar.to_string().as_str()));
        assert_eq!(chars::first(&bytes[..len]), Some(Ok(scalar)));
        assert_eq!(chars::last(&bytes[..len]), Some(Ok(scalar)));
        count += 1;
    }
    assert_eq!(count, 0x11_0000 - 0x800);
    for surrogate in 0xD800..=0xDFFF {
        assert!(chars::encode(surrogate, &mut [0; 4]).is_err(), "{surrogate:X}");
    }
}

proptest! {
    /// The same order for strings: the first character that differs decides.
    #[test]
    fn strings_sort_by_bytes_as_by_scalar_values(one in texts(), other in texts(), common in texts()) {
        let (one, other) = (common.clone() + &one, common + &other);
        prop_assert_eq!(one.as_bytes().cmp(other.as_bytes()), one.chars().cmp(other.chars()));
    }

    /// Character boundaries are easily found from anywhere in a stream of bytes.
    #[test]
    fn boundaries_are_found_from_anywhere(text in texts()) {
        let bytes = text.as_bytes();
        for at in 0..=bytes.len() {
            prop_assert_eq!(chars::is_boundary(bytes, at), text.is_char_boundary(at));
            // Three bytes suffice: the result is the same without those before.
            let near = at.saturating_sub(3);
            let floor = chars::floor_boundary(bytes, at);
            prop_assert!(floor >= near && text.is_char_boundary(floor));
            // Decoding from any byte loses only the character that contains it.
            let lost = chars::ceil_boundary(bytes, at) - at;
            prop_assert!(lost <= 3);
            let rest = chars::char_indices(&bytes[at..]).skip_while(|(_, item)| item.is_err());
            let expected = text[at + lost..].char_indices();
            let expected = expected.map(|(offset, scalar)| (offset + lost, Ok(scalar)));
            prop_assert!(expected.eq(rest));
        }
    }

    /// "The Boyer-Moore fast search algorithm can be used with UTF-8 data": a search for bytes finds what a
    /// search for characters finds, and nothing inside a character.
    #[test]
    fn a_search_for_bytes_finds_characters(
        text in texts(),
        from in any::<prop::sample::Index>(),
        len in 1_usize..4,
    ) {
        let scalars: Vec<char> = text.chars().collect();
        if scalars.is_empty() {
            return Ok(());
        }
        let from = from.index(scalars.len());
        let needle = String::from_iter(&scalars[from..scalars.len().min(from + len)]);
        let by_bytes: Vec<usize> = text
            .as_bytes()
            .windows(needle.len())
            .enumerate()
            .filter_map(|(at, window)| (window == needle.as_bytes()).then_some(at))
            .collect();
        let wanted: Vec<char> = needle.chars().collect();
        let by_characters: Vec<usize> = scalars
            .windows(wanted.len())
            .zip(text.char_indices())
            .filter_map(|(window, (at, _))| (window == wanted).then_some(at))
            .collect();
        prop_assert!(!by_bytes.is_empty());
        prop_assert_eq!(by_bytes, by_characters);
    }
}

/// Generates text of `len` characters in another encoding.
type Text = fn(&mut Random, usize) -> Vec<u8>;

/// Words of ASCII letters, with a byte above 7F in every fifth position on average, like French or German in
/// Latin-1.
fn latin_1(random: &mut Random, len: usize) -> Vec<u8> {
    let marked = b"\xE9\xE8\xE0\xFC\xF6\xE4\xDF\xE7\xC9\xD6\xAB\xBB\xA0";
    (0..len)
        .map(|_| {
            if random.below(5) == 0 {
                random.pick(marked)
            } else {
                b'a' + random.pick(b"\x00\x04\x08\x0E\x13")
            }
        })
        .collect()
}

/// Cyrillic words in Windows-1251: a letter for each byte of C0..FF, sometimes B8 (the letter io), and
/// spaces.
fn cyrillic(random: &mut Random, len: usize) -> Vec<u8> {
    let letter = |random: &mut Random| u8::try_from(0xC0 + random.below(0x40)).unwrap();
    (0..len)
        .map(|_| match random.below(12) {
            0 => 0xB8,
            1 | 2 => b' ',
            _ => letter(random),
        })
        .collect()
}

/// Shift JIS: two bytes, the first in 81..9F or E0..FC, the second in 40..FC except 7F.
fn shift_jis(random: &mut Random, len: usize) -> Vec<u8> {
    let lead: Vec<u8> = (0x81..=0x9F).chain(0xE0..=0xFC).collect();
    let trail: Vec<u8> = (0x40..=0xFC).filter(|byte| *byte != 0x7F).collect();
    (0..len).flat_map(|_| [random.pick(&lead), random.pick(&trail)]).collect()
}

/// EUC-KR and GB 2312: two bytes, both in A1..FE.
fn euc(random: &mut Random, len: usize) -> Vec<u8> {
    let byte = |random: &mut Random| u8::try_from(0xA1 + random.below(0x5E)).unwrap();
    (0..len).flat_map(|_| [byte(random), byte(random)]).collect()
}

/// Any bytes.
fn noise(random: &mut Random, len: usize) -> Vec<u8> {
    (0..len).map(|_| u8::try_from(random.below(256)).unwrap()).collect()
}

/// "The probability that a string of characters in any other encoding appears as valid UTF-8 is low,
/// diminishing with increasing string length." Measures how many texts with a byte above 7F pass.
#[test]
fn other_encodings_are_recognised() {
    const TEXTS: u32 = 20_000;
    const LENGTHS: [usize; 4] = [4, 8, 16, 32];
    let encodings: [(&str, Text); 5] = [
        ("Latin-1", latin_1),
        ("Windows-1251", cyrillic),
        ("Shift JIS", shift_jis),
        ("EUC-KR", euc),
        ("noise", noise),
    ];
    for (name, text) in encodings {
        let mut random = Random(1992);
        let shares = LENGTHS.map(|len| {
            let mut passed = 0;
            for _ in 0..TEXTS {
                // ASCII alone is not another encoding.
                let bytes = loop {
                    let bytes = text(&mut random, len);
                    if !bytes.is_ascii() {
                        break bytes;
                    }
                };
                passed += u32::from(is_utf8(&bytes));
            }
            f64::from(passed) / f64::from(TEXTS)
        });
        println!("{name}: {shares:?} of texts of {LENGTHS:?} characters");
        assert!(shares.is_sorted_by(|shorter, longer| shorter >= longer), "{name}: {shares:?} diminishes");
        assert!(shares[0] < 0.05, "{name}: {shares:?}");
        assert!(shares[3] < 0.002, "{name}: {shares:?}");
    }
}
