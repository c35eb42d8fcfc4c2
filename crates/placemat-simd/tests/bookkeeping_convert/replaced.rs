//! What the audit does not cover: text with U+FFFD for errors, and the last character of a text.

use placemat_core::convert::Progress;
use placemat_simd::convert::{utf8_to_utf16, utf8_to_utf16_replaced, utf16_to_utf8_replaced};
use placemat_simd::emulated::Emulated;

use placemat_conformance::convert::{Encoding, Unit};
use placemat_conformance::is_thinned;

use crate::spy::Spy;
use crate::{filler, scripts, utf8, utf16};

/// Every character at the end of texts of several lengths: no window covers the last byte, which may be converted by
/// itself.
#[test]
fn every_character_at_the_end() {
    let step = if is_thinned() { 101 } else { 1 };
    let mut count = 0;
    for character in (0..=0x10_FFFF).step_by(step).filter_map(char::from_u32) {
        for len in [33, 129] {
            let mut text = "a".repeat(len - character.len_utf8() - 2) + "\u{E9}";
            text.push(character);
            let mut units = [0; 140];
            let progress = utf8_to_utf16(Emulated::<64>, text.as_bytes(), &mut units);
            assert_eq!(progress.read, text.len(), "{text:?}");
            assert!(text.encode_utf16().eq(units[..progress.written].iter().copied()), "{text:?}");
            count += 1;
        }
    }
    println!("{count} texts");
    assert!(count > 10_000);
}

/// Text with errors, of which lanes see only valid text.
#[test]
fn errors_of_utf8() {
    const TELLING: [&[u8]; 7] =
        [b"\xFF", b"\x80", b"\xC3", b"\xE2\x82", b"\xF0\x9F\x8D", b"\xED\xA0\x80", b"\xF0\x9F\x8D\xBD\xBD"];
    fn replaces<const LANES: usize>(source: &[u8]) {
        let mut units = vec![0; source.len() + 80];
        let Progress { read, written } =
            utf8_to_utf16_replaced(Spy::<_, LANES>(utf16::Hostile), source, &mut units);
        let expected = String::from_utf8_lossy(&source[3..3 + read]);
        assert!(expected.encode_utf16().eq(units[..written].iter().copied()), "{source:x?}");
        assert!(read + 68 > source.len() || read > 1024, "it stops early: {source:x?}");
    }
    let scripts = scripts((Encoding::Utf8, Encoding::Utf16));
    let filler = |script, len| filler(script, len).into_iter().map(u8::of).collect::<Vec<_>>();
    for place in (3..210).step_by(if is_thinned() { 5 } else { 1 }) {
        for script in &scripts {
            for telling in TELLING {
                let (before, between) = (filler(script, place), filler(script, place % 70));
                let source = [&before, telling, &between, TELLING[place % 7], &filler(script, 150)].concat();
                replaces::<16>(&source);
                replaces::<32>(&source);
                replaces::<64>(&source);
            }
        }
    }
}

/// Text with unpaired surrogates at each place.
#[test]
fn errors_of_utf16() {
    let scripts = scripts((Encoding::Utf16, Encoding::Utf8));
    let filler = |script, len| filler(script, len).into_iter().map(u16::of).collect::<Vec<_>>();
    for place in (0..660).step_by(if is_thinned() { 7 } else { 1 }) {
        for script in &scripts {
            let source =
                [&[0x61; 3], &filler(script, place)[..], &[0xDF7D, 0xD83C], &filler(script, 600)].concat();
            let mut bytes = vec![0; 3 * source.len() + 400];
            let Progress { read, written } = utf16_to_utf8_replaced(Spy(utf8::Hostile), &source, &mut bytes);
            let expected = String::from_utf16_lossy(&source[3..3 + read]);
            assert_eq!(bytes[..written], *expected.as_bytes(), "{place}");
            assert!(read + 80 > source.len() || read >= 512 - 1, "it stops early: {read} of {place}");
        }
    }
}
