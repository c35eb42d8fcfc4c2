//! What scans text without converting it, compared with `encoding_rs::mem`.
//! Emulators do not run it.
#![cfg(feature = "std")]

use encoding_rs::mem;
use placemat::{bidi, latin1, utf16};
use placemat_conformance::random::Random;

#[test]
fn every_character() {
    for character in '\0'..=char::MAX {
        let (mut bytes, mut units) = ([0; 4], [0; 2]);
        let (text, units) = (character.encode_utf8(&mut bytes), character.encode_utf16(&mut units));
        let is_bidi = mem::is_char_bidi(character);
        let found = (bidi::is_bidi_char(character), bidi::is_bidi(text), bidi::is_bidi_utf16(units));
        assert_eq!(found, (is_bidi, is_bidi, is_bidi), "{character:?}");
        let bytes = text.as_bytes();
        assert_eq!(latin1::is_latin1_utf8(bytes), mem::is_utf8_latin1(bytes), "{character:?}");
    }
}

/// Text with many characters of Latin-1, or any character, or a few bytes.
fn piece(random: &mut Random) -> Vec<u8> {
    let characters: &[char] = match random.below(18) {
        0..8 => &['a', 'q', 'z', '\u{E9}', '\u{20AC}', '\u{1F37D}', ' '],
        8..16 => &['a', 'q', 'z', '\u{80}', '\u{E9}', '\u{FF}'],
        16 => &[char::from_u32(u32::try_from(random.below(0x11_0000)).unwrap()).unwrap_or('?')],
        _ => return random.number().to_le_bytes()[..random.below(4)].to_vec(),
    };
    (0..random.below(61)).map(|_| random.pick(characters)).collect::<String>().into_bytes()
}

#[test]
fn text_with_errors() {
    let mut random = Random(11);
    for _ in 0..2_000 {
        let pieces: Vec<_> = (0..random.below(8)).map(|_| piece(&mut random)).collect();
        let bytes = pieces.concat();
        assert_eq!(bidi::is_bidi_utf8(&bytes), mem::is_utf8_bidi(&bytes));
        assert_eq!(latin1::is_latin1_utf8(&bytes), mem::is_utf8_latin1(&bytes));
        assert_eq!(latin1::latin1_up_to(&bytes), mem::utf8_latin1_up_to(&bytes));
        let text = String::from_utf8_lossy(&bytes);
        assert_eq!(bidi::is_bidi(&text), mem::is_str_bidi(&text));
        assert_eq!(latin1::is_latin1(&text), mem::is_str_latin1(&text));
        let mut units: Vec<u16> = text.encode_utf16().collect();
        if let (Some(unit), Some([high, low])) = (units.get_mut(bytes.len() / 2), bytes.last_chunk()) {
            *unit = u16::from_be_bytes([*high, *low]);
        }
        assert_eq!(bidi::is_bidi_utf16(&units), mem::is_utf16_bidi(&units));
        assert_eq!(utf16::is_ascii(&units), mem::is_basic_latin(&units));
        assert_eq!(latin1::is_latin1_utf16(&units), mem::is_utf16_latin1(&units));
        assert_eq!(utf16::valid_up_to(&units), mem::utf16_valid_up_to(&units));
        let up_to = units.iter().take_while(|unit| **unit <= 0xFF).count();
        assert_eq!(latin1::latin1_up_to_utf16(&units), up_to);
    }
}
