//! Checks the committed vectors: their contents, and that other decoders agree.

use std::collections::{BTreeMap, BTreeSet};

use placemat_conformance::{
    cases,
    oracle::Oracle,
    profiles::Profile,
    score,
    vectors::{self, Case, ErrorLen, Expected, Input, Recipe, flags},
    w_method,
};

fn bytes(case: &Case) -> Option<Vec<u8>> {
    match &case.input {
        Input::Bytes(recipe) => Some(recipe.bytes()),
        _ => None,
    }
}

#[test]
fn names_differ_and_every_profile_is_asked() {
    let cases = vectors::committed();
    let names: BTreeSet<_> = cases.iter().map(|case| &case.id).collect();
    assert_eq!(names.len(), cases.len());
    let mut asked: BTreeMap<Profile, usize> = BTreeMap::new();
    for profile in cases.iter().flat_map(|case| case.expected.profiles()) {
        *asked.entry(profile).or_default() += 1;
    }
    for (profile, at_least) in [
        (Profile::Rfc3629, 15_000),
        (Profile::Position, 15_000),
        (Profile::MaximalSubpart, 700),
        (Profile::PerByte, 250),
        (Profile::WholeSequence, 250),
        (Profile::Java, 250),
        (Profile::Stream, 700),
        (Profile::Encode, 50),
        (Profile::Bom, 15),
        (Profile::Utf16, 700),
        (Profile::Utf32, 150),
        (Profile::Latin1, 150),
        (Profile::Utf16Lossy, 150),
        (Profile::Utf32Lossy, 150),
        (Profile::Latin1Lossy, 150),
        (Profile::Rfc2279, 1_000),
        (Profile::Cesu8, 1_000),
        (Profile::Mutf8, 1_000),
        (Profile::Wtf8, 1_000),
    ] {
        assert!(asked[&profile] >= at_least, "{profile}: {asked:?}");
    }
    let smoke = cases.iter().filter(|case| case.has(flags::SMOKE)).count();
    assert!((1..=300).contains(&smoke), "{smoke}");
}

/// There is one table of hostile sequences: those of the tests are in the vectors, under the same names.
#[test]
fn the_named_sequences_of_our_tests_are_there() {
    let committed = vectors::committed();
    let by_name: BTreeMap<&str, &Case> = committed.iter().map(|case| (case.id.as_str(), case)).collect();
    let mut count = 0;
    for named in cases::all() {
        let case = by_name.get(named.id).unwrap_or_else(|| panic!("there is no {}", named.id));
        assert_eq!(bytes(case).as_deref(), Some(named.bytes), "{}", named.id);
        assert!(case.note.contains(named.origin), "{}", named.id);
        count += 1;
    }
    assert!(count > 100, "{count}");
}

#[test]
fn chows_set_is_there() {
    let inputs: BTreeSet<Vec<u8>> = vectors::committed().iter().filter_map(bytes).collect();
    let strings = w_method::strings(Oracle::get());
    assert_eq!(strings.len(), 13_878);
    let missing = strings.iter().find(|string| !inputs.contains(*string));
    assert_eq!(missing, None);
}

#[test]
fn the_results_are_those_of_the_grammars() {
    for case in vectors::committed() {
        assert_eq!(vectors::contradiction(&case), None, "{}", case.id);
    }
}

/// A second opinion, independent of our grammars.
#[test]
fn the_standard_library_agrees() {
    let mut compared = 0;
    for case in vectors::committed() {
        let expected = &case.expected;
        match &case.input {
            Input::Bytes(recipe) => {
                let bytes = recipe.bytes();
                let validated = std::str::from_utf8(&bytes);
                assert_eq!(expected.rfc3629, Some(validated.is_ok()), "{}", case.id);
                let position = validated.map_or_else(|error| error.valid_up_to(), str::len);
                assert_eq!(expected.position, Some(position), "{}", case.id);
                if let Some(replaced) = &expected.maximal_subpart {
                    let len = validated.map_or_else(
                        |error| error.error_len().map_or(ErrorLen::End, ErrorLen::Units),
                        |_| ErrorLen::None,
                    );
                    assert_eq!(replaced.error_len, len, "{}", case.id);
                    let text = String::from_utf8_lossy(&bytes);
                    assert_eq!(replaced.text, Recipe::of(text.as_bytes()), "{}", case.id);
                    let bad = bytes.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count();
                    assert_eq!(replaced.replacements, bad, "{}", case.id);
                }
                for split in &expected.stream {
                    let text: Vec<u8> = split.outputs.iter().flat_map(Recipe::bytes).collect();
                    assert_eq!(String::from_utf8_lossy(&bytes).as_bytes(), text, "{}", case.id);
                }
                lossy_agrees(&bytes, expected, &case.id);
                if let Some(converted) = &expected.utf16 {
                    let good = std::str::from_utf8(&bytes[..position]).unwrap();
                    assert_eq!(
                        converted.output.units(),
                        good.encode_utf16().collect::<Vec<_>>(),
                        "{}",
                        case.id
                    );
                }
            }
            Input::Values(values) => {
                let scalars: Vec<_> = values.iter().map_while(|&value| char::from_u32(value)).collect();
                let encoded = expected.encode.as_ref().unwrap();
                let refused = (scalars.len() < values.len()).then_some(scalars.len());
                assert_eq!(encoded.refused, refused, "{}", case.id);
                assert_eq!(encoded.output.bytes(), String::from_iter(scalars).as_bytes(), "{}", case.id);
            }
            Input::Utf16Be(recipe) => {
                let decoded = || char::decode_utf16(recipe.units());
                let text: String = decoded().map_while(Result::ok).collect();
                let converted = expected.utf16.as_ref().unwrap();
                assert_eq!(converted.output.bytes(), text.as_bytes(), "{}", case.id);
                assert_eq!(converted.position, text.encode_utf16().count(), "{}", case.id);
                if recipe.len() == Some(2 * recipe.units().len()) {
                    let lossy = String::from_utf16_lossy(&recipe.units());
                    let own = expected.utf16_lossy.as_ref().unwrap();
                    assert_eq!(own.bytes(), lossy.as_bytes(), "{}", case.id);
                }
            }
            Input::Utf32Be(recipe) => {
                let bytes = recipe.bytes();
                let (numbers, rest) = bytes.as_chunks();
                let scalar = |number: &[u8; 4]| char::from_u32(u32::from_be_bytes(*number));
                let text: String = numbers.iter().map_while(scalar).collect();
                let converted = expected.utf32.as_ref().unwrap();
                assert_eq!(converted.output.bytes(), text.as_bytes(), "{}", case.id);
                assert_eq!(converted.position, text.chars().count(), "{}", case.id);
                let mut lossy: String =
                    numbers.iter().map(|number| scalar(number).unwrap_or('\u{FFFD}')).collect();
                if !rest.is_empty() {
                    lossy.push('\u{FFFD}');
                }
                let own = expected.utf32_lossy.as_ref().unwrap();
                assert_eq!(own.bytes(), lossy.as_bytes(), "{}", case.id);
            }
            Input::Latin1(recipe) => {
                let text: String = recipe.bytes().into_iter().map(char::from).collect();
                let converted = expected.latin1.as_ref().unwrap();
                assert_eq!(converted.output.bytes(), text.as_bytes(), "{}", case.id);
            }
        }
        compared += 1;
    }
    assert!(compared > 10_000, "{compared}");
}

/// Checks lossy conversions of bytes.
fn lossy_agrees(bytes: &[u8], expected: &Expected, id: &str) {
    let text = String::from_utf8_lossy(bytes);
    if let Some(output) = &expected.utf16_lossy {
        let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(output.bytes(), units, "{id}");
    }
    if let Some(output) = &expected.utf32_lossy {
        let numbers: Vec<u8> = text.chars().flat_map(|scalar| u32::from(scalar).to_be_bytes()).collect();
        assert_eq!(output.bytes(), numbers, "{id}");
    }
    if let Some(marked) = &expected.latin1_lossy {
        let byte = |scalar: char| u8::try_from(scalar).unwrap_or(marked.replacement);
        assert_eq!(marked.output.bytes(), text.chars().map(byte).collect::<Vec<_>>(), "{id}");
    }
}

/// The smoke set only. `cargo xtask vectors`, which is optimised, covers all vectors and the other two families.
#[test]
#[cfg_attr(debug_assertions, ignore = "long: optimised tests run it")]
fn the_smoke_set_kills_what_it_is_for() {
    let smoke: Vec<Case> = vectors::committed().into_iter().filter(|case| case.has(flags::SMOKE)).collect();
    let report = score::count(&smoke);
    assert_eq!(report.wrong, []);
    for name in ["semantic", "replacement", "position", "block", "stream", "encode", "bom", "convert"] {
        let family = report.family(name).unwrap();
        assert!(family.of > 0 && family.killed == family.of, "{report}");
    }
}
