//! Conversions: what the suite's rows `convert-...` do not cover. (In full, which takes minutes, an example runs those:
//! `cargo run --release -p placemat --features dfa --example suite -- --convert`.)
//! Emulators do not run it.
#![cfg(feature = "std")]

use itertools::iproduct;
use placemat::backend;
use placemat::convert::{Converter, Stop, Utf8, Utf16};

/// The text before the first error.
fn valid(units: &[u16]) -> String {
    char::decode_utf16(units.iter().copied()).map_while(Result::ok).collect()
}

/// Compares with std how far the conversion comes, with `dst` of these lengths.
fn check(units: &[u16], valid: &str, lens: &[usize]) {
    let backends = backend::all().iter().filter_map(|entry| entry.get().ok());
    for (backend, &len) in iproduct!(backends, lens) {
        let fits = (0..=len.min(valid.len())).rev().find(|end| valid.is_char_boundary(*end)).unwrap();
        let mut dst = vec![0xEE; len];
        let converted = Converter::<Utf16, Utf8>::strict().with_backend(backend).convert(units, &mut dst);
        let what = || format!("{}: {units:x?} into {len} bytes", backend.entry().name());
        assert_eq!(&dst[..converted.written], &valid.as_bytes()[..fits], "{}", what());
        assert_eq!(converted.read, valid[..fits].encode_utf16().count(), "{}", what());
        assert_eq!(converted.stop == Stop::End, converted.read == units.len(), "{}", what());
    }
}

/// Short texts take vectors from both ends: every combination of one, two and three bytes in seven units in a row, and
/// a surrogate at every place; with `dst` from too short to long enough.
#[test]
fn few_units_of_every_kind() {
    for (len, number) in iproduct!(1..=17, 0..3_usize.pow(7)) {
        for first in 0..if len > 7 { len } else { 1 } {
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

fn check_few(units: &[u16]) {
    let (valid, most) = (valid(units), 3 * units.len());
    let needed = valid.len();
    check(units, &valid, &[0, needed / 2, needed.saturating_sub(1), needed, most, most + 4, 200]);
}

/// A pair, or halves of pairs, at each position before the first whole cache line, at each address.
#[test]
fn pairs_before_the_first_line() {
    const LINE: usize = 32;
    let surrogates = [&[0xD83C, 0xDF7D][..], &[0xD83C], &[0xDF7D], &[0xDF7D, 0xD83C], &[0xD83C, 0xD83C]];
    let places = (0..LINE + 2).step_by(if cfg!(debug_assertions) { 5 } else { 1 });
    for (from, place, surrogates) in iproduct!(0..LINE, places, surrogates) {
        let mut units = vec![0x4E2D; 100 * LINE];
        let source = &mut units[from..];
        source[place..][..surrogates.len()].copy_from_slice(surrogates);
        check(source, &valid(source), &[3 * source.len()]);
    }
}
