//! As many U+FFFD as other decoders produce: in conversions, readers and writers, with every backend.
#![cfg(feature = "std")]

use std::io::{Read, Write};

use placemat::{
    Replacement,
    backend::{self, Handle},
    convert::{Converter, Encoding, Latin1, Route, Stop, Utf8, Utf16, Utf32Le},
    io::{Reader, Writer},
};
use placemat_conformance::{cases, contract::Practice, random::Random, reference, text::CHARACTERS};

/// Each policy, and the practice that it follows.
fn policies() -> impl Iterator<Item = (Replacement, Practice)> {
    Replacement::ALL.iter().copied().zip(Practice::ALL)
}

fn handles() -> Vec<Handle> {
    backend::all().iter().filter_map(|entry| entry.get().ok()).collect()
}

/// Text with errors of all kinds, near each other and far apart, and with leads of five and six bytes.
fn bytes(random: &mut Random) -> Vec<u8> {
    const LONG: [&[u8]; 4] =
        [b"\xF8\x88\x80\x80\x80", b"\xFC\x84\x80\x80\x80\x80", b"\xED\xA0", b"\xED\xA0\x80\xED\xB0\x80"];
    let invalid: Vec<&[u8]> = cases::all().map(|case| case.bytes).chain(LONG).collect();
    let sparse = random.below(3);
    let mut bytes = Vec::new();
    for _ in 0..random.pick(&[0, 1, 3, 20]) {
        for _ in 0..random.pick(&[0, 1, 20, 400]) * sparse {
            bytes.extend_from_slice(random.pick(&CHARACTERS).as_bytes());
        }
        for _ in 0..random.below(4) {
            bytes.extend_from_slice(random.pick(&invalid));
        }
    }
    bytes
}

/// Everything that replaces, for `rounds` texts.
fn each(rounds: usize, check: impl Fn(&mut Random, &[u8], Replacement, &str)) {
    let mut random = Random(11);
    for _ in 0..rounds {
        let bytes = bytes(&mut random);
        for (policy, practice) in policies() {
            let text = String::from_utf8(reference::replaced_by(practice, &bytes)).unwrap();
            check(&mut random, &bytes, policy, &text);
        }
    }
}

/// Converts in chunks, through a small buffer.
fn in_pieces<D: Encoding>(converter: Converter<Utf8, D>, random: &mut Random, source: &[u8]) -> Vec<D::Unit>
where
    Utf8: Route<D>,
{
    let (mut out, mut dst) = (Vec::new(), vec![D::Unit::default(); 4 + random.below(40)]);
    let (mut at, mut end) = (0, 0);
    loop {
        let is_last = end == source.len();
        let rest = &source[at..end];
        let done =
            if is_last { converter.convert(rest, &mut dst) } else { converter.convert_chunk(rest, &mut dst) };
        out.extend_from_slice(&dst[..done.written]);
        at += done.read;
        match done.stop {
            Stop::OutputFull => assert!(done.read > 0),
            Stop::End if is_last => return out,
            Stop::End | Stop::Incomplete => {
                assert!(end - at <= 5);
                end = source.len().min(end + 1 + random.below(30));
            }
            stop => panic!("{stop:?}"),
        }
    }
}

fn converts<D: Encoding>(
    converter: Converter<Utf8, D>,
    random: &mut Random,
    bytes: &[u8],
    expected: &[D::Unit],
) where
    Utf8: Route<D>,
{
    for converter in handles().into_iter().map(|handle| converter.with_backend(handle)).chain([converter]) {
        assert_eq!(converter.to_vec(bytes).unwrap(), expected);
        assert_eq!(converter.output_len(bytes), Ok(expected.len()));
        assert_eq!(in_pieces(converter, random, bytes), expected);
    }
}

#[test]
fn conversions() {
    each(100, |random, bytes, policy, text| {
        let units: Vec<u16> = text.encode_utf16().collect();
        converts(Converter::<Utf8, Utf16>::lossy().with_replacement(policy), random, bytes, &units);
        let wide: Vec<u8> = text.chars().flat_map(|character| u32::from(character).to_le_bytes()).collect();
        converts(Converter::<Utf8, Utf32Le>::lossy().with_replacement(policy), random, bytes, &wide);
        let narrow: Vec<u8> =
            text.chars().map(|character| u8::try_from(u32::from(character)).unwrap_or(b'_')).collect();
        converts(
            Converter::<Utf8, Latin1>::lossy_with(b'_').with_replacement(policy),
            random,
            bytes,
            &narrow,
        );
    });
}

#[test]
fn short_conversions() {
    placemat_conformance::strings(b"a\x80\xA0\xC0\xC3\xE2\xED\xF0\xF4\xF9", 4, |bytes| {
        for (policy, practice) in policies() {
            let text = String::from_utf8(reference::replaced_by(practice, bytes)).unwrap();
            let converter = Converter::<Utf8, Utf16>::lossy().with_replacement(policy);
            let units: Vec<u16> = text.encode_utf16().collect();
            assert_eq!(converter.output_len(bytes), Ok(units.len()), "{bytes:x?} {policy:?}");
            let mut random = Random(bytes.len() as u64);
            assert_eq!(in_pieces(converter, &mut random, bytes), units, "{bytes:x?} {policy:?}");
        }
    });
}

#[test]
fn readers_and_writers() {
    each(100, |random, bytes, policy, expected| {
        let size = 1 + random.below(20);
        let mut text = String::new();
        let source = std::io::BufReader::with_capacity(size, bytes);
        Reader::lossy(source).with_replacement(policy).read_to_string(&mut text).unwrap();
        assert_eq!(text, expected);
        let mut writer = Writer::lossy(Vec::new()).with_replacement(policy);
        for chunk in bytes.chunks(size) {
            writer.write_all(chunk).unwrap();
        }
        writer.finish().unwrap();
        assert_eq!(writer.into_inner(), expected.as_bytes());
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
