//! What the certificate of a step cannot see: the loop around it, its branches and what it looks back to, at every
//! length. The rows of `cargo xtask cross` have several lengths of a vector.
//! Emulators run it in every row.

use itertools::iproduct;
use placemat::{
    backend::{self, Handle},
    convert::{Converter, Utf16, Utf32},
};
use placemat_conformance::random::Random;

/// Four strips of vectors of 1024 bits, and some.
const MAX: usize = 2200;

/// The backends that this machine supports.
fn backends() -> impl Iterator<Item = Handle> {
    backend::all().iter().filter_map(|entry| entry.get().ok())
}

/// Asserts that the backend and the standard library agree on the first error.
fn check(backend: Handle, bytes: &[u8]) {
    let expected = std::str::from_utf8(bytes).err().map(|error| (error.valid_up_to(), error.error_len()));
    let found = backend.validate(bytes).err().map(|error| (error.valid_up_to(), error.error_len()));
    assert_eq!(found, expected, "{}: {bytes:02X?}", backend.info().name());
}

/// Text whose characters change their length now and then.
fn text(random: &mut Random, len: usize) -> Vec<u8> {
    let mut text = String::new();
    while text.len() < len {
        let sample =
            random.pick(&["a", "\u{7FF}", "\u{D7FF}", "\u{10FFFF}", "a\u{E9}", "\u{E000}\u{800}\u{10000}"]);
        text.push_str(&sample.repeat(1 + random.below(200)));
    }
    let mut bytes = text.into_bytes();
    bytes.truncate(len);
    bytes
}

#[test]
fn every_length_and_seam() {
    const BORDERS: [u8; 15] =
        [0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xE0, 0xED, 0xF0, 0xF4, 0xF5];
    for backend in backends() {
        let mut random = Random(7);
        for (len, _) in iproduct!(0..MAX, 0..8) {
            let mut bytes = text(&mut random, len);
            check(backend, &bytes);
            for _ in 0..3.min(len) {
                let at = random.below(len);
                let before = bytes[at];
                bytes[at] = random.pick(&BORDERS);
                check(backend, &bytes);
                bytes[at] = before;
            }
        }
    }
}

/// A loop skips ASCII, unless a character is cut off before it.
#[test]
fn a_cut_character_before_ascii() {
    const CUT: [&[u8]; 6] = [b"\xC3", b"\xE2", b"\xE2\x82", b"\xF0", b"\xF0\x9F", b"\xF0\x9F\x8D"];
    let mut bytes = [b'a'; MAX];
    for (backend, cut, at) in iproduct!(backends(), CUT, 0..MAX / 2) {
        bytes[at..][..cut.len()].copy_from_slice(cut);
        check(backend, &bytes);
        bytes[at..][..cut.len()].fill(b'a');
    }
}

/// Pairs and lone surrogates at each place: a strip may end in each.
#[test]
fn surrogates_at_every_seam() {
    const SURROGATES: [&[u16]; 4] = [&[0xD83C, 0xDF7D], &[0xD83C, 0xD83C], &[0xD83C], &[0xDF7D]];
    let mut dst = [0; MAX / 4 + 4];
    for (backend, surrogates, at) in iproduct!(backends(), SURROGATES, 0..MAX / 4) {
        let units = [&vec![0x4E2D; at], surrogates, &[0x61]].concat();
        let valid = char::decode_utf16(units.iter().copied()).map_while(Result::ok);
        let valid: Vec<u32> = valid.map(u32::from).collect();
        let converted = Converter::<Utf16, Utf32>::strict().with_backend(backend).convert(&units, &mut dst);
        let what = format!("{}: {surrogates:X?} at {at}", backend.info().name());
        assert_eq!(dst[..converted.written], valid[..], "{what}");
        assert_eq!(converted.read, if valid.len() > at { units.len() } else { at }, "{what}");
    }
}
