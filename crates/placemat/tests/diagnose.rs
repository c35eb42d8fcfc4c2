//! `placemat::diagnose`: the guess depends on nearby bytes only, and has a message. (The suite's rows `hint-examples`
//! and `hint-places` cover the guesses.)
//! Emulators run it in rows for portable code.
#![cfg(feature = "std")]

use placemat::{Diagnosis, bom::Form, diagnose, errors};
use placemat_conformance::{random::Random, strings};
use proptest::prelude::*;

/// The diagnoses of the errors in the bytes.
fn hints(bytes: &[u8]) -> Vec<Option<Diagnosis>> {
    errors(bytes).map(|error| diagnose(bytes, &error)).collect()
}

#[test]
fn each_has_a_sentence_and_a_name() {
    let all = [
        Diagnosis::Bom(Form::Utf16Le),
        Diagnosis::Cesu8 { character: '\u{1F37D}' },
        Diagnosis::JavaNul,
        Diagnosis::LoneSurrogate,
        Diagnosis::Rfc2279 { len: 6 },
        Diagnosis::CutShort,
        Diagnosis::CutEnd,
        Diagnosis::CutStart,
        Diagnosis::Utf16 { little_endian: true },
        Diagnosis::Utf16 { little_endian: false },
        Diagnosis::DoubleEncoding,
        Diagnosis::Latin1 { character: '\u{A0}' },
        Diagnosis::Windows1252 { character: '\u{20AC}' },
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

proptest! {
    /// Bytes more than 64 bytes away from the error change nothing, except those at the start of the input.
    #[test]
    fn it_looks_at_the_neighbourhood_only(seed in any::<u64>(), far in any::<u64>(), hard in any::<bool>()) {
        let bytes = |seed: u64, len: usize| -> Vec<u8> {
            let mut random = Random(seed);
            let some: &[u8] = if hard { b"\x00aA\xC3\xE9\x80\xED\xBD" } else { b"abcdefg\xE9" };
            (0..len).map(|_| random.pick(some)).collect()
        };
        let near = bytes(seed, 129);
        let start = bytes(seed ^ 1, 8);
        // An even distance, because UTF-16 counts units from the start of the input.
        let with = |seed: u64| [&start[..], &bytes(seed, 200), &near, &bytes(!seed, 100)].concat();
        let (one, other) = (with(far), with(far.wrapping_add(1)));
        let at = 8 + 200 + 64;
        let error = |bytes: &[u8]| errors(bytes).find(|error| error.offset == at);
        let (Some(first), Some(second)) = (error(&one), error(&other)) else { return Ok(()) };
        prop_assert_eq!(diagnose(&one, &first), diagnose(&other, &second));
    }
}
