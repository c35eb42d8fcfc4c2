//! `placemat::stream`: what the suite does not cover. (Its rows `stream-...` and `summary-...` compare the results of
//! a split input with those of the whole, for every backend.)
//! Emulators do not run it.
#![cfg(feature = "std")]

use placemat::{
    Replacement,
    convert::{Converter, Utf8, Utf16},
    stream::Summary,
};
use placemat_conformance::strings;

/// Bytes of every kind: with these a sequence of each form can be complete, interrupted or invalid.
const BYTES: [u8; 12] = [b'\n', b'a', 0x80, 0xBF, 0xC0, 0xC3, 0xE1, 0xE0, 0xED, 0xF0, 0xF1, 0xF4];

#[test]
fn merging_is_associative_and_has_an_identity() {
    let len = if cfg!(debug_assertions) { 4 } else { 5 };
    strings(&BYTES, len, |bytes| {
        for at in 0..=bytes.len() {
            for then in at..=bytes.len() {
                let pieces = [&bytes[..at], &bytes[at..then], &bytes[then..]].map(Summary::of);
                let [a, b, c] = pieces;
                assert_eq!(a.merge(b).merge(c), a.merge(b.merge(c)), "{bytes:x?} at {at}, {then}");
            }
        }
        let summary = Summary::of(bytes);
        assert_eq!(summary.merge(Summary::default()), summary, "{bytes:x?}");
        assert_eq!(Summary::default().merge(summary), summary, "{bytes:x?}");
    });
}

/// Strict decoders and converters ignore the policy.
#[test]
fn strict_ones_fail_at_the_same_byte() {
    let converter = Converter::<Utf8, Utf16>::strict();
    let bytes = b"a\xED\xA0\x80";
    assert_eq!(converter.with_replacement(Replacement::Java).to_vec(bytes), converter.to_vec(bytes));
    let mut decoder = placemat::stream::Decoder::strict().with_replacement(Replacement::Java);
    let error = decoder.decode(bytes, |_| {}).unwrap_err();
    assert_eq!((error.offset, error.len), (1, 1));
}
