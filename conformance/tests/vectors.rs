//! Checks the committed vectors. (Other decoders agree with their results: `CPython` in a test of its own, and the
//! standard library with the reference, which the suite compares. `cargo xtask vectors` scores them with the mutants.)
//! Emulators do not run it.

use std::collections::{BTreeMap, BTreeSet};

use placemat_conformance::cases::{self, Case as Named};
use placemat_conformance::vectors::{self, Case, flags};
use placemat_conformance::{contract::Encoding, oracle::Oracle, profiles::Profile, w_method};

fn bytes(case: &Case) -> Option<Vec<u8>> {
    case.input.bytes().filter(|(encoding, _)| *encoding == Encoding::Utf8).map(|(_, bytes)| bytes)
}

#[test]
fn names_differ_and_no_profile_loses_cases() {
    let cases = vectors::committed();
    let names: BTreeSet<_> = cases.iter().map(|case| &case.id).collect();
    assert_eq!(names.len(), cases.len());
    let mut counts: BTreeMap<Profile, usize> = BTreeMap::new();
    for profile in cases.iter().flat_map(|case| case.expected.keys().copied()) {
        *counts.entry(profile).or_default() += 1;
    }
    // No case may get lost: these are all that there are.
    use Profile::*;
    #[rustfmt::skip]
    let counts_at_least = [
        (Rfc3629, 15_909), (Position, 15_909), (MaximalSubpart, 981), (PerByte, 282), (WholeSequence, 282),
        (Java, 282), (Stream, 835), (Encode, 52), (Bom, 18), (Utf16, 922), (Utf32, 208), (Latin1, 187),
        (Utf16Lossy, 223), (Utf32Lossy, 208), (Latin1Lossy, 175), (Rfc2279, 1_292), (Cesu8, 1_292),
        (Mutf8, 1_292), (Wtf8, 1_292),
    ];
    for (profile, count) in counts_at_least {
        assert!(counts[&profile] >= count, "{profile}: {counts:?}");
    }
    let smoke = cases.iter().filter(|case| case.has(flags::SMOKE)).count();
    assert!((1..=300).contains(&smoke), "{smoke}");
}

/// There is one table of hostile sequences: those of the tests are in the vectors, under the same names, alone and in the
/// middle of text; and so is each byte at which the grammar changes.
#[test]
fn the_named_sequences_of_our_tests_are_there() {
    let committed = vectors::committed();
    let by_name: BTreeMap<&str, &Case> = committed.iter().map(|case| (case.id.as_str(), case)).collect();
    let has = |id: &str, content: &[u8], origin: &str| {
        let case =
            by_name.get(id).unwrap_or_else(|| panic!("there is no {id}; add a line in conformance/vectors"));
        assert_eq!(bytes(case).as_deref(), Some(content), "{id}");
        assert!(case.note.contains(origin), "{id}");
    };
    for Named { id, bytes, origin } in cases::all() {
        has(id, bytes, origin);
    }
    for Named { id, bytes, origin } in cases::SEQUENCES.iter().copied() {
        has(&format!("middle-{id}"), &[b"a", bytes, "\u{E9}b".as_bytes()].concat(), origin);
    }
    let inputs: BTreeSet<Vec<u8>> = committed.iter().filter_map(bytes).collect();
    assert!(cases::EDGES.iter().all(|edge| inputs.contains(&[*edge][..])));
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
