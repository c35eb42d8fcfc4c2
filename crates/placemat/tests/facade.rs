//! Compares the functions of `placemat` with the reference decoder, the standard library and their definitions.
//! Emulators run it in rows for portable code.
#![cfg(feature = "std")]

use std::{error::Error, io};

use placemat::{
    bom::{Filter, Policy},
    convert::{Converter, Utf8, Utf16},
};
use placemat_conformance::{
    class_strings,
    contract::Question,
    oracle::Oracle,
    suite::{self, Options},
};
use proptest::prelude::*;

mod decoder;

#[test]
fn the_facade_passes() {
    let report = suite::run(&decoder::Placemat(None), &Options::quick());
    assert!(report.passed(), "{report}");
    let not_run: &[&str] = if cfg!(unix) { &[] } else { &["guard-pages", "guard-pages-replaced"] };
    assert_eq!(report.not_run().map(|row| row.name).collect::<Vec<_>>(), not_run, "{report}");
    let mut not_claimed = report.not_claimed().map(|row| row.name).filter(|name| !name.starts_with("older-"));
    assert_eq!((not_claimed.next(), not_claimed.next()), (Some("suspect-from"), None), "{report}");
}

#[test]
fn without_a_word_a_bom_is_kept() {
    assert_eq!(Policy::default(), Policy::Keep);
    assert_eq!(Filter::default(), Filter::new(Policy::Keep));
}

#[test]
fn every_error_is_printed_once() {
    let bytes = b"caf\xE9";
    let error = placemat::validate(bytes).unwrap_err();
    let io_error = io::Error::from(error);
    assert_eq!(io_error.kind(), io::ErrorKind::InvalidData);
    let errors: [Box<dyn Error>; 4] = [
        placemat::string_from_utf8(bytes.to_vec()).unwrap_err().into(),
        placemat::batch::Column::offsets(&[0_i32, 4], bytes).validate().unwrap_err().into(),
        Converter::<Utf8, Utf16>::strict().output_len(bytes).unwrap_err().into(),
        io_error.into(),
    ];
    for outer in errors {
        // With its sources, as anyhow's `{:#}` prints it.
        let (mut text, mut inner) = (outer.to_string(), outer.source());
        while let Some(source) = inner {
            text += &format!(": {source}");
            inner = source.source();
        }
        assert_eq!(text.matches(&error.to_string()).count(), 1, "{text}");
    }
}

/// Checks every function for one input.
fn agree(bytes: &[u8]) {
    for question in [Question::Verdict(bytes), Question::Replacement(bytes), Question::Errors(bytes)] {
        assert_eq!(suite::compare(&[&decoder::Placemat(None)], &question), Ok(()));
    }
    let known = std::str::from_utf8(bytes);
    assert_eq!(placemat::from_utf8(bytes).ok(), known.ok(), "{bytes:x?}");
    assert_eq!(placemat::is_utf8(bytes), known.is_ok(), "{bytes:x?}");
    let mut copy = bytes.to_vec();
    assert_eq!(placemat::from_utf8_mut(&mut copy).ok().map(|text| &*text), known.ok(), "{bytes:x?}");
    match (placemat::string_from_utf8(copy), known) {
        (Ok(string), Ok(text)) => assert_eq!(string, text),
        (Err(error), Err(known)) => {
            assert_eq!(error.as_bytes(), bytes);
            assert_eq!(Err(error.utf8_error()), placemat::validate(bytes));
            let kind =
                known.error_len().map_or(String::new(), |_| format!(": {}", error.utf8_error().kind()));
            assert_eq!(error.to_string(), format!("{known}{kind}"));
            assert_eq!(error.clone().into_utf8_lossy(), String::from_utf8_lossy(bytes));
            assert_eq!(error.into_bytes(), bytes);
        }
        (got, _) => panic!("{bytes:x?}: {got:?}"),
    }
}

#[test]
fn all_functions_on_all_short_strings() {
    let count = class_strings(4, agree);
    assert_eq!(count, 1 + 12 + 144 + 1_728 + 20_736);
}

/// The definition of `split_incomplete`: the longest suffix of at most three bytes that begins a sequence and does
/// not complete it.
fn incomplete(bytes: &[u8]) -> usize {
    let oracle = Oracle::get();
    let begins = |len: &usize| {
        let mut state = oracle.start();
        bytes[bytes.len() - len..].iter().all(|&byte| {
            state = oracle.next(state, byte);
            !oracle.is_dead(state) && !oracle.is_accepting(state)
        })
    };
    (1..=bytes.len().min(3)).rev().find(begins).unwrap_or(0)
}

#[test]
fn split_incomplete_on_all_short_strings() {
    let mut split = 0;
    let count = class_strings(5, |bytes| {
        let (whole, rest) = placemat::split_incomplete(bytes);
        assert_eq!((whole.len() + rest.len(), rest.len()), (bytes.len(), incomplete(bytes)), "{bytes:x?}");
        split += usize::from(!rest.is_empty());
        // The purpose: the first part has its error where the whole has it, unless only the end is missing.
        match (placemat::validate(whole), placemat::validate(bytes)) {
            (Ok(()), Ok(())) => assert!(rest.is_empty(), "{bytes:x?}"),
            (Ok(()), Err(error)) => {
                assert_eq!((error.valid_up_to(), error.error_len()), (whole.len(), None), "{bytes:x?}");
            }
            (Err(first), Err(error)) => {
                assert_eq!(first.valid_up_to(), error.valid_up_to(), "{bytes:x?}");
                // The first part of `C2 C2` is `C2`, which alone looks truncated: the length and kind of its error
                // depend on the following byte.
                assert!(error.error_len().is_some(), "{bytes:x?}");
            }
            (Err(first), Ok(())) => panic!("{bytes:x?}: {first:?}"),
        }
    });
    assert_eq!(count, 271_453);
    assert!(split > count / 4, "only {split} were split");
}

/// Texts with a few bytes replaced: near misses, longer than the exhaustive short strings.
fn near_misses() -> impl Strategy<Value = Vec<u8>> {
    let byte =
        prop_oneof![any::<u8>(), prop::sample::select(&[0x80, 0xBF, 0xC0, 0xE0, 0xED, 0xF0, 0xF4, 0xF5][..])];
    let text =
        prop_oneof![".{0,80}", "[ -~]{0,200}", "[\u{E0}-\u{17F}]{0,100}", "[\u{4E00}-\u{4FFF}]{0,100}"];
    (prop::collection::vec(text, 0..6), prop::collection::vec((any::<prop::sample::Index>(), byte), 0..3))
        .prop_map(|(texts, changes)| {
            let mut bytes = texts.concat().into_bytes();
            for (at, byte) in changes {
                if !bytes.is_empty() {
                    let at = at.index(bytes.len());
                    bytes[at] = byte;
                }
            }
            bytes
        })
}

proptest! {
    #[test]
    fn near_misses_of_every_length(bytes in near_misses()) {
        agree(&bytes);
    }

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        agree(&bytes);
    }
}
