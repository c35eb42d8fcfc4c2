//! Checks the committed vectors. (Other decoders agree with their results: `CPython` in a test of its own, and the
//! standard library with the reference, which the suite compares.)
//! Emulators do not run it.

use std::collections::{BTreeMap, BTreeSet};

use placemat_conformance::{
    cases,
    contract::Encoding,
    oracle::Oracle,
    profiles::Profile,
    score,
    vectors::{self, Case, flags},
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
