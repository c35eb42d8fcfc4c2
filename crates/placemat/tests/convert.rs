//! Conversions: what the suite's rows `convert-...` do not cover.
//! Emulators do not run it.
#![cfg(feature = "std")]

mod decoder;

use placemat::backend::{self, Handle};
use placemat::convert::{Converter, Stop, Utf8, Utf16};
use placemat_conformance::suite::{self, Options};

/// The backends that this machine supports.
fn backends() -> Vec<Handle> {
    backend::all().iter().filter_map(|entry| entry.get().ok()).collect()
}

/// All cases, for a change to a kernel. Takes some minutes in a release build: `cargo test --release -p
/// placemat --test convert -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn every_backend_converts_as_the_model_in_full() {
    let rows: Vec<&str> =
        suite::rows().map(|(name, _)| name).filter(|name| name.starts_with("convert-")).collect();
    for backend in backends() {
        let report = suite::run(&decoder::Placemat(Some(backend)), &Options::full().only(&rows));
        assert!(report.passed(), "{report}");
    }
}

/// Short texts take vectors from both ends: every combination of one, two and three bytes in seven units in a row, and
/// a surrogate at every place.
#[test]
fn few_units_of_every_kind() {
    for len in 1..=17 {
        for first in 0..if len > 7 { len } else { 1 } {
            for number in 0..3_usize.pow(7) {
                let (mut units, mut kinds) = (vec![0x7A_u16; len], number);
                for place in 0..len.min(7) {
                    units[(first + place) % len] = [0x7A, 0x7FF, 0x800][kinds % 3];
                    kinds /= 3;
                }
                if kinds == 0 {
                    check_few(&units);
                    units[number % len] = [0xD800, 0xDFFF][number / len % 2];
                    check_few(&units);
                }
            }
        }
    }
}

/// Compares with std how far the conversion comes, with `dst` from too short to long enough.
fn check_few(units: &[u16]) {
    let valid: String = char::decode_utf16(units.iter().copied()).map_while(Result::ok).collect();
    let (needed, most) = (valid.len(), 3 * units.len());
    for backend in backends() {
        for len in [0, needed / 2, needed.saturating_sub(1), needed, most, most + 4, 200] {
            let fits = (0..=len.min(needed)).rev().find(|end| valid.is_char_boundary(*end)).unwrap();
            let mut dst = [0xEE; 200];
            let converted =
                Converter::<Utf16, Utf8>::strict().with_backend(backend).convert(units, &mut dst[..len]);
            let case = || format!("{}: {units:x?} into {len} bytes", backend.entry().name());
            assert_eq!(converted.written, fits, "{}", case());
            assert_eq!(converted.read, valid[..fits].encode_utf16().count(), "{}", case());
            assert_eq!(&dst[..fits], &valid.as_bytes()[..fits], "{}", case());
        }
    }
}

/// A pair, or halves of pairs, at each position before the first whole cache line, at each address.
#[test]
fn pairs_before_the_first_line() {
    const LINE: usize = 32;
    let step = if cfg!(debug_assertions) { 5 } else { 1 };
    let mut calls = 0;
    for (from, place) in
        (0..LINE).flat_map(|from| (0..LINE + 2).step_by(step).map(move |place| (from, place)))
    {
        for surrogates in [&[0xD83C, 0xDF7D][..], &[0xD83C], &[0xDF7D], &[0xDF7D, 0xD83C], &[0xD83C, 0xD83C]]
        {
            let mut units = vec![0x4E2D; 100 * LINE];
            let source = &mut units[from..];
            source[place..][..surrogates.len()].copy_from_slice(surrogates);
            let valid = char::decode_utf16(source.iter().copied()).map_while(Result::ok);
            let expected: String = valid.collect();
            for backend in backends() {
                let converter = Converter::<Utf16, Utf8>::strict().with_backend(backend);
                let mut dst = vec![0; 3 * source.len()];
                let converted = converter.convert(source, &mut dst);
                let what = format!("{surrogates:x?} at {place}, from {from}");
                assert_eq!(&dst[..converted.written], expected.as_bytes(), "{what}");
                assert_eq!(converted.read, expected.encode_utf16().count(), "{what}");
                assert_eq!(
                    converted.stop == Stop::End,
                    surrogates.len() == 2 && surrogates[1] == 0xDF7D,
                    "{what}"
                );
                calls += 1;
            }
        }
    }
    assert!(calls > 1000, "{calls} calls");
}
