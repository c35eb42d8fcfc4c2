//! Checks the committed vectors: their contents, and that other decoders agree.
//! Emulators do not run it.

use std::collections::{BTreeMap, BTreeSet};

use placemat_conformance::{
    cases,
    contract::Encoding,
    oracle::Oracle,
    profiles::Profile,
    score,
    vectors::{self, Case, ErrorLen, Input, Outcome, Recipe, Replaced, flags},
    w_method,
};

fn bytes(case: &Case) -> Option<Vec<u8>> {
    case.input.bytes().filter(|(encoding, _)| *encoding == Encoding::Utf8).map(|(_, bytes)| bytes)
}

#[test]
fn names_differ_and_every_profile_is_asked() {
    let cases = vectors::committed();
    let names: BTreeSet<_> = cases.iter().map(|case| &case.id).collect();
    assert_eq!(names.len(), cases.len());
    let mut asked: BTreeMap<Profile, usize> = BTreeMap::new();
    for profile in cases.iter().flat_map(|case| case.expected.keys().copied()) {
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
    let cases = vectors::committed();
    for case in &cases {
        for (profile, outcome) in &case.expected {
            match &case.input {
                Input::Bytes(recipe) => agrees(*profile, &recipe.bytes(), outcome, &case.id),
                Input::Latin1(recipe) => {
                    let text: String = recipe.bytes().into_iter().map(char::from).collect();
                    assert_eq!(output(outcome), text.as_bytes(), "{}", case.id);
                }
                other => encodes_or_decodes(other, outcome, &case.id),
            }
        }
    }
    assert!(cases.len() > 10_000, "{}", cases.len());
}

/// Checks a result about bytes.
fn agrees(profile: Profile, bytes: &[u8], outcome: &Outcome, id: &str) {
    let validated = std::str::from_utf8(bytes);
    let position = validated.map_or_else(|error| error.valid_up_to(), str::len);
    let lossy = String::from_utf8_lossy(bytes);
    let good = std::str::from_utf8(&bytes[..position]).unwrap();
    let text = if matches!(outcome, Outcome::Converted(_)) { good } else { &*lossy };
    match (profile, outcome) {
        (_, Outcome::Verdict(ok)) => assert_eq!(*ok, validated.is_ok(), "{id}"),
        (_, Outcome::Position(own)) => assert_eq!(*own, position, "{id}"),
        (_, Outcome::Replaced(replaced)) => {
            let len = validated.map_or_else(
                |error| error.error_len().map_or(ErrorLen::End, ErrorLen::Units),
                |_| ErrorLen::None,
            );
            let replacements = bytes.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count();
            let right = Replaced { error_len: len, replacements, text: Recipe::of(lossy.as_bytes()) };
            assert_eq!(*replaced, right, "{id}");
        }
        (_, Outcome::Splits(splits)) => {
            for split in splits {
                let text: Vec<u8> = split.outputs.iter().flat_map(Recipe::bytes).collect();
                assert_eq!(lossy.as_bytes(), text, "{id}");
            }
        }
        (Profile::Utf16 | Profile::Utf16Lossy, _) => {
            let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            assert_eq!(output(outcome), units, "{id}");
        }
        (Profile::Utf32 | Profile::Utf32Lossy, _) => {
            let numbers: Vec<u8> = text.chars().flat_map(|scalar| u32::from(scalar).to_be_bytes()).collect();
            assert_eq!(output(outcome), numbers, "{id}");
        }
        (_, Outcome::Marked(marked)) => {
            let byte = |scalar: char| u8::try_from(scalar).unwrap_or(marked.replacement);
            assert_eq!(marked.output.bytes(), text.chars().map(byte).collect::<Vec<_>>(), "{id}");
        }
        _ => {}
    }
}

/// Checks a result about values, UTF-16 or UTF-32.
fn encodes_or_decodes(input: &Input, outcome: &Outcome, id: &str) {
    let (good, lossy): (String, Option<String>) = match input {
        Input::Utf16Be(recipe) => {
            let good = char::decode_utf16(recipe.units()).map_while(Result::ok).collect();
            let is_whole = recipe.bytes().len().is_multiple_of(2);
            (good, is_whole.then(|| String::from_utf16_lossy(&recipe.units())))
        }
        Input::Utf32Be(recipe) => {
            let bytes = recipe.bytes();
            let (numbers, rest) = bytes.as_chunks();
            let scalar = |number: &[u8; 4]| char::from_u32(u32::from_be_bytes(*number));
            let lossy = numbers.iter().map(|number| scalar(number).unwrap_or('\u{FFFD}'));
            let end = (!rest.is_empty()).then_some('\u{FFFD}');
            (numbers.iter().map_while(scalar).collect(), Some(lossy.chain(end).collect()))
        }
        Input::Values(values) => (values.iter().map_while(|&value| char::from_u32(value)).collect(), None),
        Input::Bytes(_) | Input::Latin1(_) => return,
    };
    let chars = good.chars().count();
    match outcome {
        Outcome::Encoded(encoded) => {
            let Input::Values(values) = input else { panic!("{id}") };
            assert_eq!(encoded.refused, (chars < values.len()).then_some(chars), "{id}");
            assert_eq!(encoded.output.bytes(), good.as_bytes(), "{id}");
        }
        Outcome::Converted(converted) => {
            let is_wide = matches!(input, Input::Utf16Be(_));
            assert_eq!(converted.output.bytes(), good.as_bytes(), "{id}");
            assert_eq!(converted.position, if is_wide { good.encode_utf16().count() } else { chars }, "{id}");
        }
        _ => assert!(lossy.is_none_or(|lossy| output(outcome) == lossy.as_bytes()), "{id}"),
    }
}

/// The output of a conversion.
fn output(outcome: &Outcome) -> Vec<u8> {
    match outcome {
        Outcome::Converted(converted) => converted.output.bytes(),
        Outcome::Text(output) => output.bytes(),
        other => panic!("{other:?}"),
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
