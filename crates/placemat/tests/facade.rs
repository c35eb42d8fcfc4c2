//! Compares the functions of `placemat` with the reference decoder and the standard library.
//! Emulators run it in rows for portable code.
#![cfg(feature = "std")]

use std::{error::Error, io};

use placemat::bom::{Filter, Policy};
use placemat::convert::{Converter, Utf8, Utf16};
use placemat::{Replacement, chars, stream::Decoder};
use placemat_conformance::suite::{self, Options};

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

/// A lead tells the length (RFC 3629, section 1), and every character is found from both ends.
#[test]
fn every_scalar_value() {
    for scalar in '\0'..=char::MAX {
        let text = scalar.to_string();
        assert_eq!(chars::sequence_len(text.as_bytes()[0]), Some(scalar.len_utf8()), "{scalar:?}");
        assert_eq!(chars::first(text.as_bytes()), Some(Ok(scalar)));
        assert_eq!(chars::last(text.as_bytes()), Some(Ok(scalar)));
    }
    let leads = (0..=255).filter(|&byte| chars::sequence_len(byte).is_some()).count();
    assert_eq!(leads, 0x80 + 0x1E + 0x10 + 5);
}
