//! Compares the functions of `placemat` with the reference decoder, the standard library and their definitions.
//! Emulators run it in rows for portable code.
#![cfg(feature = "std")]

use std::{error::Error, io};

use placemat::bom::{Filter, Policy};
use placemat::convert::{Converter, Utf8, Utf16};
use placemat::{Replacement, stream::Decoder};
use placemat_conformance::suite::{self, Options};
use placemat_conformance::{class_strings, oracle::Oracle};

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

/// Strict decoders and converters ignore the policy.
#[test]
fn strict_ones_fail_at_the_same_byte() {
    let converter = Converter::<Utf8, Utf16>::strict();
    let bytes = b"a\xED\xA0\x80";
    assert_eq!(converter.with_replacement(Replacement::Java).to_vec(bytes), converter.to_vec(bytes));
    let mut decoder = Decoder::strict().with_replacement(Replacement::Java);
    let error = decoder.decode(bytes, |_| {}).unwrap_err();
    assert_eq!((error.offset, error.len), (1, 1));
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
