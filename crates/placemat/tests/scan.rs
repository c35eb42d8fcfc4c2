//! What scans text without converting it, compared with `encoding_rs::mem`.
//! Emulators do not run it.
#![cfg(feature = "std")]

use encoding_rs::mem;
use placemat::{bidi, latin1, utf16};
use proptest::prelude::*;

#[test]
fn every_character() {
    for character in '\0'..=char::MAX {
        let (mut bytes, mut units) = ([0; 4], [0; 2]);
        let (text, units) = (character.encode_utf8(&mut bytes), character.encode_utf16(&mut units));
        let is_bidi = mem::is_char_bidi(character);
        let found = (bidi::is_bidi_char(character), bidi::is_bidi(text), bidi::is_bidi_utf16(units));
        assert_eq!(found, (is_bidi, is_bidi, is_bidi), "{character:?}");
        assert_eq!(
            latin1::is_latin1_utf8(text.as_bytes()),
            mem::is_utf8_latin1(text.as_bytes()),
            "{character:?}"
        );
    }
}

proptest! {
    #[test]
    fn text_with_errors(
        pieces in prop::collection::vec(
            prop_oneof![
                8 => "[a-z\u{E9}\u{20AC}\u{1F37D} ]{0,60}".prop_map(String::into_bytes),
                8 => "[a-z\u{80}-\u{FF}]{0,60}".prop_map(String::into_bytes),
                1 => any::<char>().prop_map(|character| character.to_string().into_bytes()),
                1 => prop::collection::vec(any::<u8>(), 0..4),
            ],
            0..8,
        ),
    ) {
        let bytes = pieces.concat();
        prop_assert_eq!(bidi::is_bidi_utf8(&bytes), mem::is_utf8_bidi(&bytes));
        prop_assert_eq!(latin1::is_latin1_utf8(&bytes), mem::is_utf8_latin1(&bytes));
        prop_assert_eq!(latin1::latin1_up_to(&bytes), mem::utf8_latin1_up_to(&bytes));
        let text = String::from_utf8_lossy(&bytes);
        prop_assert_eq!(bidi::is_bidi(&text), mem::is_str_bidi(&text));
        prop_assert_eq!(latin1::is_latin1(&text), mem::is_str_latin1(&text));
        let mut units: Vec<u16> = text.encode_utf16().collect();
        if let (Some(unit), Some([high, low])) = (units.get_mut(bytes.len() / 2), bytes.last_chunk()) {
            *unit = u16::from_be_bytes([*high, *low]);
        }
        prop_assert_eq!(bidi::is_bidi_utf16(&units), mem::is_utf16_bidi(&units));
        prop_assert_eq!(utf16::is_ascii(&units), mem::is_basic_latin(&units));
        prop_assert_eq!(latin1::is_latin1_utf16(&units), mem::is_utf16_latin1(&units));
        prop_assert_eq!(utf16::valid_up_to(&units), mem::utf16_valid_up_to(&units));
        let up_to = units.iter().take_while(|unit| **unit <= 0xFF).count();
        prop_assert_eq!(latin1::latin1_up_to_utf16(&units), up_to);
    }
}
