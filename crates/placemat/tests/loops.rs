//! What the certificate of a step cannot see: the loop around it, its branches and what it looks back to, at every
//! length. The rows of `cargo xtask cross` have several lengths of a vector.
//! Emulators run it in every row.

use itertools::iproduct;
use placemat::{
    backend::{self, Handle},
    convert::{Converter, Encoding, Latin1, Route, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le},
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
                decodes(backend, &bytes);
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

/// Asserts that the backend converts the source up to `read`, to this.
fn converts<S: Route<D>, D: Encoding>(
    backend: Handle, source: &[S::Unit], read: usize, expected: &[D::Unit],
) {
    let mut dst = vec![D::Unit::default(); 4 * source.len()];
    let converted = Converter::<S, D>::strict().with_backend(backend).convert(source, &mut dst);
    let what = || format!("{}: {source:X?}", backend.info().name());
    assert_eq!(dst[..converted.written], *expected, "{}", what());
    assert_eq!(converted.read, read, "{}", what());
}

/// Asserts that the backend converts UTF-8 up to the first error.
fn decodes(backend: Handle, bytes: &[u8]) {
    let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let (utf16, utf32): (Vec<u16>, Vec<u32>) =
        (valid.encode_utf16().collect(), valid.chars().map(u32::from).collect());
    converts::<Utf8, Utf16>(backend, bytes, valid.len(), &utf16);
    converts::<Utf8, Utf32>(backend, bytes, valid.len(), &utf32);
}

/// A continuation that is missing after a lead and follows later, so that the text has as many as it needs.
#[test]
fn a_moved_continuation() {
    const MOVED: [&[u8]; 3] = [b"\xC3a\xC3\xA9\x83", b"\xE2\x82a\xC3\xA9\x80", b"\xF0\x9F\x98a\xC3\xA9\x80"];
    for (backend, moved, at) in iproduct!(backends(), MOVED, 0..300) {
        decodes(backend, &[&b"a".repeat(at)[..], moved, &[b'a'; 100]].concat());
    }
}

/// Pairs and lone surrogates at each place: a strip may end in each.
#[test]
fn surrogates_at_every_seam() {
    const SURROGATES: [&[u16]; 5] = [&[], &[0xD800, 0xDC00], &[0xDBFF, 0xDBFF], &[0xD83C], &[0xDF7D]];
    const BEFORE: [&[u16]; 6] = [&[0x7F], &[0x80], &[0x7FF], &[0x800], &[0xFFFF], &[0xDBFF, 0xDFFF]];
    for (backend, before, surrogates, at) in iproduct!(backends(), BEFORE, SURROGATES, 0..MAX / 4) {
        let units = [&before.repeat(at / before.len()), surrogates, &[0]].concat();
        let valid: String = char::decode_utf16(units.iter().copied()).map_while(Result::ok).collect();
        let utf32: Vec<u32> = valid.chars().map(u32::from).collect();
        let read = valid.encode_utf16().count();
        converts::<Utf16, Utf8>(backend, &units, read, valid.as_bytes());
        converts::<Utf16, Utf32>(backend, &units, read, &utf32);
        decodes(backend, valid.as_bytes());
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        converts::<Utf16Le, Utf16Be>(backend, &little, 2 * read, &big[..2 * read]);
        converts::<Utf16Be, Utf16Le>(backend, &big, 2 * read, &little[..2 * read]);
    }
}

/// Numbers at each place that are no characters, and others.
#[test]
fn numbers_at_every_seam() {
    const NUMBERS: [u32; 7] = [0xD7FF, 0xD800, 0xDFFF, 0xE000, 0x10_FFFF, 0x11_0000, u32::MAX];
    const BEFORE: [u32; 6] = [0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x1_0000];
    for (backend, before, number, at) in iproduct!(backends(), BEFORE, NUMBERS, 0..MAX / 8) {
        let units = [&vec![before; at][..], &[number, 0]].concat();
        let valid: String = units.iter().map_while(|unit| char::from_u32(*unit)).collect();
        let read = valid.chars().count();
        converts::<Utf32, Utf8>(backend, &units, read, valid.as_bytes());
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        converts::<Utf32Le, Utf32Be>(backend, &little, 4 * read, &big[..4 * read]);
        converts::<Utf32Be, Utf32Le>(backend, &big, 4 * read, &little[..4 * read]);
    }
}

/// Characters of Latin-1, others and errors at each place.
#[test]
fn latin1_at_every_seam() {
    const BYTES: [&[u8]; 8] =
        [b"\xC3\xBF", b"\xC2\x80", b"\xC3", b"\xBF", b"\xC1\xBF", b"\xC0", b"\xC4\x80", b"\xE2\x82\xAC"];
    for (backend, before, bytes, at) in iproduct!(backends(), ["a", "\u{E9}"], BYTES, 0..MAX / 4) {
        let source = [before.repeat(at / before.len()).as_bytes(), bytes, b"\0"].concat();
        let valid = source.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let latin1: Vec<u8> = valid.chars().map_while(|character| u8::try_from(character).ok()).collect();
        let utf8: String = latin1.iter().copied().map(char::from).collect();
        converts::<Utf8, Latin1>(backend, &source, utf8.len(), &latin1);
        converts::<Latin1, Utf8>(backend, &latin1, latin1.len(), utf8.as_bytes());
    }
}
