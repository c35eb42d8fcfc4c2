//! `placemat::diagnose`: no bytes make it panic, and each guess has a message. (The suite's rows `hint-examples` and
//! `hint-places` cover the guesses, which depend on nearby bytes only.)
//! Emulators run it in rows for portable code.
#![cfg(feature = "std")]

use placemat::{Diagnosis, bom::Form, diagnose, errors};
use placemat_conformance::strings;

/// The diagnoses of the errors in the bytes.
fn hints(bytes: &[u8]) -> Vec<Option<Diagnosis>> {
    errors(bytes).map(|error| diagnose(bytes, &error)).collect()
}

#[test]
fn each_has_a_sentence_and_a_name() {
    #[rustfmt::skip]
    let all = [
        Diagnosis::Bom(Form::Utf16Le), Diagnosis::Cesu8 { character: '\u{1F37D}' }, Diagnosis::JavaNul,
        Diagnosis::LoneSurrogate, Diagnosis::Rfc2279 { len: 6 }, Diagnosis::CutShort, Diagnosis::CutEnd,
        Diagnosis::CutStart, Diagnosis::Utf16 { little_endian: true },
        Diagnosis::Utf16 { little_endian: false }, Diagnosis::DoubleEncoding,
        Diagnosis::Latin1 { character: '\u{A0}' }, Diagnosis::Windows1252 { character: '\u{20AC}' },
    ];
    let mut names: Vec<_> = all.iter().map(|hint| hint.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all.len());
    for hint in all {
        let sentence = hint.to_string();
        assert!(sentence.len() > 10 && !sentence.contains(char::is_control), "{sentence}");
    }
    // Invisible characters are escaped.
    assert_eq!(all[11].to_string(), "in Latin-1 it is '\\u{a0}'");
}

#[test]
fn no_bytes_make_it_panic() {
    strings(&[0, b'a', 0x80, 0xA0, 0xBF, 0xC0, 0xC3, 0xE2, 0xED, 0xF4, 0xF8, 0xFC, 0xFF], 5, |bytes| {
        let first = placemat::from_utf8(bytes).err().map(|error| diagnose(bytes, &error));
        assert_eq!(hints(bytes).first().copied(), first, "{bytes:x?}: the other type of error");
    });
    // An error from another input.
    let far = errors(&[&[b' '; 500][..], b"\xFF"].concat()).next().unwrap();
    assert_eq!(diagnose(b"", &far), None);
    assert_eq!(diagnose(b"\xFF", &far), None);
}
