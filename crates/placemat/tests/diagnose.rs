//! `placemat::diagnose`: what errors look like, and that the guess is bounded.
#![cfg(feature = "std")]

use placemat::{Diagnosis, bom::Form, diagnose, errors};
use placemat_conformance::{random::Random, strings};
use proptest::prelude::*;

/// What the errors of the octets look like.
fn hints(octets: &[u8]) -> Vec<Option<Diagnosis>> {
    errors(octets).map(|error| diagnose(octets, &error)).collect()
}

/// All errors of the octets look like this, and there are some.
fn all_are(octets: &[u8], expected: Option<Diagnosis>) {
    let found = hints(octets);
    assert!(!found.is_empty(), "{octets:x?} is UTF-8");
    assert!(found.iter().all(|hint| *hint == expected), "{octets:x?}: {found:?}, not {expected:?}");
    let first = placemat::from_utf8(octets).unwrap_err();
    assert_eq!(diagnose(octets, &first), expected, "{octets:x?}: the other type of error");
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

/// Text in Windows-1252, as far as it is there.
fn windows_1252(text: &str) -> Vec<u8> {
    let high = [
        ('\u{20AC}', 0x80),
        ('\u{201E}', 0x84),
        ('\u{201C}', 0x93),
        ('\u{201D}', 0x94),
        ('\u{2019}', 0x92),
        ('\u{2122}', 0x99),
        ('\u{192}', 0x83),
    ];
    let octet = |character| high.iter().find(|(known, _)| *known == character).map(|(_, octet)| *octet);
    text.chars().map(|c| octet(c).unwrap_or_else(|| u8::try_from(u32::from(c)).unwrap())).collect()
}

/// UTF-8 taken for Windows-1252, where what is nothing there stays an octet; and encoded again.
fn encoded_twice(text: &str) -> Vec<u8> {
    let mut octets = Vec::new();
    for octet in text.bytes() {
        let mut character = char::from(octet);
        if (0x80..0xA0).contains(&octet) {
            let known = "\u{20AC}\0\u{201A}\u{192}\u{201E}\u{2026}\u{2020}\u{2021}\
                         \u{2C6}\u{2030}\u{160}\u{2039}\u{152}\0\u{17D}\0\
                         \0\u{2018}\u{2019}\u{201C}\u{201D}\u{2022}\u{2013}\u{2014}\
                         \u{2DC}\u{2122}\u{161}\u{203A}\u{153}\0\u{17E}\u{178}";
            character = known.chars().nth(usize::from(octet - 0x80)).unwrap();
        }
        if character == '\0' {
            octets.push(octet);
        } else {
            octets.extend_from_slice(character.to_string().as_bytes());
        }
    }
    octets
}

#[test]
fn cesu8() {
    let taco = Some(Diagnosis::Cesu8 { character: '\u{1F37D}' });
    all_are(b"\xED\xA0\xBC\xED\xBD\xBD", taco);
    all_are(b"one na\xC3\xAFve \xED\xA0\xBC\xED\xBD\xBD!", taco);
    all_are(b"\xED\xA0\x80\xED\xB0\x80", Some(Diagnosis::Cesu8 { character: '\u{10000}' }));
    all_are(b"\xED\xAF\xBF\xED\xBF\xBF", Some(Diagnosis::Cesu8 { character: '\u{10FFFF}' }));
    // A half alone, and halves the wrong way round, are no pair.
    all_are(b"a \xED\xA0\xBC b", Some(Diagnosis::LoneSurrogate));
    all_are(b"a \xED\xBD\xBD\xED\xA0\xBC b", Some(Diagnosis::LoneSurrogate));
}

#[test]
fn the_nul_of_java() {
    all_are(b"a\xC0\x80b", Some(Diagnosis::JavaNul));
    all_are(b"\xC0\x80", Some(Diagnosis::JavaNul));
    all_are(b"/\xC0\xAE./", None);
}

#[test]
fn forms_of_rfc_2279() {
    for (octets, len) in [
        (&b"\xF8\x88\x80\x80\x80"[..], 5),
        (b"a \xFB\xBF\xBF\xBF\xBF b", 5),
        (b"\xFC\x84\x80\x80\x80\x80!", 6),
        (b"\xFD\xBF\xBF\xBF\xBF\xBF", 6),
        (b"\xF4\x90\x80\x80", 4),
        (b"\xF7\xBF\xBF\xBF", 4),
    ] {
        all_are(octets, Some(Diagnosis::Rfc2279 { len }));
    }
    assert_eq!(hints(b"\xFC\x84\x80\x80\x80!")[0], None, "an octet is missing");
}

#[test]
fn what_was_cut_in_two() {
    let text = "5 \u{20AC} and \u{1F37D}\u{20AC}, na\u{EF}ve".as_bytes();
    let mut cuts = 0;
    for at in 0..text.len() {
        if placemat::chars::is_boundary(text, at) {
            continue;
        }
        all_are(&text[..at], Some(Diagnosis::CutEnd));
        if placemat::chars::chars(&text[at..]).skip(3).any(|item| item.is_ok_and(|c| !c.is_ascii())) {
            all_are(&text[at..], Some(Diagnosis::CutStart));
            cuts += 1;
        }
    }
    assert!(cuts >= 5, "{cuts}");
    // Four continuations are not the end of any character.
    assert_eq!(hints(b"\x80\x80\x80\x80 na\xC3\xAFve")[0], None);
    // Before other text, where it is no letters of Windows-1252.
    for torn in [&b"hi \xF0\x9F\x98\n"[..], b"\"\xE6\x87\n{", b"5 \xE2\x82\"", b"\xE6\x97\xE6\x97\xA5"] {
        all_are(torn, Some(Diagnosis::CutShort));
    }
    // A quotation mark of Windows-1252 before ASCII.
    all_are(b"\x93Hello", Some(Diagnosis::Windows1252 { character: '\u{201C}' }));
}

#[test]
fn latin_1_and_windows_1252() {
    let latin = |character| Some(Diagnosis::Latin1 { character });
    all_are(b"caf\xE9 au lait", latin('\u{E9}'));
    all_are(b"K\xF6ln", latin('\u{F6}'));
    assert_eq!(hints(b"\xDCberm\xE4\xDFig"), [latin('\u{DC}'), latin('\u{E4}'), latin('\u{DF}')]);
    // Beside text that is UTF-8.
    all_are(b"na\xC3\xAFve caf\xE9!", latin('\u{E9}'));
    let text = "\u{201E}na\u{EF}ve\u{201C} 5 \u{20AC}";
    assert_eq!(
        hints(&windows_1252(text)),
        [
            Some(Diagnosis::Windows1252 { character: '\u{201E}' }),
            latin('\u{EF}'),
            Some(Diagnosis::Windows1252 { character: '\u{201C}' }),
            Some(Diagnosis::Windows1252 { character: '\u{20AC}' }),
        ]
    );
    // What Windows-1252 does not define; a NUL beside; text in another script; hidden dots.
    for none in [&b"a \x81 b"[..], b"\0\xE9\0", b"\xCF\xF0\xE8\xE2\xE5\xF2", b"a \xE0\x80\xAF b", b"na\x95ve"]
    {
        assert_eq!(hints(none)[0], None, "{none:x?}");
    }
}

#[test]
fn utf_16_without_a_signature() {
    // ASCII alone would be well formed, with a NUL beside each character.
    for text in [
        "na\u{EF}ve caf\u{E9}s everywhere",
        "\u{43F}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{43C}\u{438}\u{440}! \u{A9}\u{E9}",
    ] {
        let text = text.repeat(10);
        for (little_endian, bytes) in [(false, u16::to_be_bytes as fn(u16) -> _), (true, u16::to_le_bytes)] {
            all_are(&utf16(&text, bytes), Some(Diagnosis::Utf16 { little_endian }));
        }
    }
}

#[test]
fn signatures_of_other_forms() {
    let text = "\u{FEFF}caf\u{E9}";
    assert_eq!(hints(&utf16(text, u16::to_le_bytes))[0], Some(Diagnosis::Signature(Form::Utf16Le)));
    assert_eq!(hints(&utf16(text, u16::to_be_bytes))[0], Some(Diagnosis::Signature(Form::Utf16Be)));
    let utf32: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
    assert_eq!(hints(&utf32)[0], Some(Diagnosis::Signature(Form::Utf32Be)));
    let utf32: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    assert_eq!(hints(&utf32)[0], Some(Diagnosis::Signature(Form::Utf32Le)));
    assert_eq!(hints(b"a\xFF\xFEb")[0], Some(Diagnosis::Latin1 { character: '\u{FF}' }), "not at the start");
}

#[test]
fn double_encoding() {
    // C3 9D and E2 80 9D have an octet that Windows-1252 does not define.
    for text in ["\u{DD}", "b\u{FD}t \u{DD}", "\u{201C}caf\u{E9}\u{201D}"] {
        all_are(&encoded_twice(text), Some(Diagnosis::DoubleEncoding));
    }
    // Russian, of which each letter becomes a pair; one of them has an octet that is not defined.
    all_are(&encoded_twice("\u{442}\u{435}\u{43A}\u{441}\u{442}"), Some(Diagnosis::DoubleEncoding));
    // A capital before a quotation mark is no double encoding.
    let proper = "MEN\u{DC}\u{201C} ".as_bytes();
    all_are(&[proper, b"caf\xE9!"].concat(), Some(Diagnosis::Latin1 { character: '\u{E9}' }));
}

#[test]
fn each_has_a_sentence_and_a_name() {
    let all = [
        Diagnosis::Signature(Form::Utf16Le),
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
    // What is not seen is escaped.
    assert_eq!(all[11].to_string(), "in Latin-1 it is '\\u{a0}'");
}

#[test]
fn no_octets_make_it_panic() {
    strings(&[0, b'a', 0x80, 0xA0, 0xBF, 0xC0, 0xC3, 0xE2, 0xED, 0xF4, 0xF8, 0xFC, 0xFF], 5, |octets| {
        let _ = hints(octets);
    });
    // An error of another input.
    let far = errors(&[&[b' '; 500][..], b"\xFF"].concat()).next().unwrap();
    assert_eq!(diagnose(b"", &far), None);
    assert_eq!(diagnose(b"\xFF", &far), None);
}

proptest! {
    /// What is further than 64 octets from the error changes nothing, the start of the input excepted.
    #[test]
    fn it_looks_at_the_neighbourhood_only(seed in any::<u64>(), far in any::<u64>(), hard in any::<bool>()) {
        let octets = |seed: u64, len: usize| -> Vec<u8> {
            let mut random = Random(seed);
            let some: &[u8] = if hard { b"\x00aA\xC3\xE9\x80\xED\xBD" } else { b"abcdefg\xE9" };
            (0..len).map(|_| random.pick(some)).collect()
        };
        let near = octets(seed, 129);
        let start = octets(seed ^ 1, 8);
        // An even distance, since UTF-16 counts units from the start of the input.
        let with = |seed: u64| [&start[..], &octets(seed, 200), &near, &octets(!seed, 100)].concat();
        let (one, other) = (with(far), with(far.wrapping_add(1)));
        let at = 8 + 200 + 64;
        let error = |octets: &[u8]| errors(octets).find(|error| error.offset == at);
        let (Some(first), Some(second)) = (error(&one), error(&other)) else { return Ok(()) };
        prop_assert_eq!(diagnose(&one, &first), diagnose(&other, &second));
    }
}
