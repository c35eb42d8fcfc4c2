//! Conversions in memory, with input read in pieces of every size.

use std::io::{self, Read};

use encoding_rs::Encoding;
use placemat_conformance::random::Random;

use super::{Plan, Stop, Tally};
use crate::args::{Bom, OnError};
use crate::charset::{Charset, Order, by_label, names};

/// Returns at most `size` bytes per read.
struct Slowly<'a>(&'a [u8], usize);

impl Read for Slowly<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(self.1);
        self.0.read(&mut buffer[..most])
    }
}

fn plan(from: Charset, to: Charset) -> Plan {
    Plan { on_error: OnError::Replace, ..Plan::strict(from, to) }
}

/// The output and the result of a conversion, which must not depend on how the input is divided.
#[track_caller]
fn convert(plan: Plan, input: &[u8]) -> (Vec<u8>, Result<Tally, Stop>) {
    let cut = |size: usize| {
        let mut output = Vec::new();
        let result = super::run(plan, &mut Slowly(input, size), &mut output);
        (output, result)
    };
    let whole = cut(usize::MAX);
    for size in [1, 2, 3, 5, 7] {
        let pieces = cut(size);
        same(&pieces.0, &whole.0, &format!("{plan:?} in pieces of {size}"));
        assert_eq!(format!("{:?}", pieces.1), format!("{:?}", whole.1), "{plan:?} in pieces of {size}");
    }
    whole
}

/// Fails at the first difference, without printing everything.
#[track_caller]
fn same(found: &[u8], expected: &[u8], what: &str) {
    let at = found.iter().zip(expected).take_while(|(found, expected)| found == expected).count();
    let near = |bytes: &[u8]| bytes[at.saturating_sub(9).min(bytes.len())..bytes.len().min(at + 9)].to_vec();
    assert!(found == expected, "{what}, byte {at}: {:X?} for {:X?}", near(found), near(expected));
}

/// The output of a successful conversion.
#[track_caller]
fn converted(plan: Plan, input: &[u8]) -> Vec<u8> {
    let (output, result) = convert(plan, input);
    assert!(result.is_ok(), "{plan:?}: {result:?}");
    output
}

#[track_caller]
fn to_utf8(from: Charset, input: &[u8]) -> String {
    String::from_utf8(converted(plan(from, Charset::Utf8), input)).unwrap()
}

const UTF_16: [Charset; 2] = [Charset::Utf16(Some(Order::Little)), Charset::Utf16(Some(Order::Big))];

fn all() -> Vec<Charset> {
    names().map(|name| by_label(name).unwrap()).collect()
}

/// Bytes that resemble no particular encoding.
fn noise(len: usize) -> Vec<u8> {
    let (mut random, bytes) = (Random(3629), Vec::from_iter(0..=0xFF));
    (0..len).map(|_| random.pick(&bytes)).collect()
}

/// Inputs with errors, byte order marks and characters that a read may cut.
#[rustfmt::skip]
const INPUTS: [&[u8]; 22] = [
    b"", b"a", b"a\0", b"\xFF", b"\xEF\xBB", b"\xEF\xBB\xBFa\xEF\xBB\xBF", b"\xEF\xBB\xBF\xEF\xBB\xBFa",
    b"\xFF\xFEa\0", b"\xFE\xFF\0a", b"\xFF\xFE\0\0", b"\xFF\xFE\0\0a\0\0\0", b"\0\0\xFE\xFF\0\0\0a",
    b"one\ntwo \xC3\xA9\xE9.", b"caf\xE9 \xE2\x82 5 \xE2\x82\xAC",
    b"n\0\xE9\0\n\0\x3C\xD8\x7D\xDF \x005\0 \0\xAC\x20", b"\xD8\x3C\0a\xDF\x7D\xDF\x7D\xD8\x3C",
    b"\xED\xA0\xBC\xED\xBD\xBD!\xED\xBD\xBD\xFF\xED\xA0\xBC", b"\x93\xFA\x81 ", b"a\x1Bb",
    b"\x80\x81\xB0\xE1\xF9\xFF caf\x82 \x9D \xD5 \x88\xA9\x86 \xAB\xBD",
    b"\x8F\xE0\xA8\xA2\xA5\xE2 \xA1\xD2 a\xD5\xE7b", "Çü░ß∙\u{A0} Ø łęć źŻ Привет กา €".as_bytes(),
];

/// The rows of `tests/cases/encodings.jsonl` say what these conversions give.
#[test]
fn every_conversion_of_pieces_is_that_of_the_whole() {
    let mut conversions = vec![(UTF_16[0], Charset::Latin1), (Charset::Wtf8, Charset::Wtf8)];
    conversions.extend([UTF_16[1], Charset::Latin1].map(|to| (Charset::Utf16(None), to)));
    let wide =
        [UTF_16[0], UTF_16[1], Charset::Utf32(Some(Order::Big)), Charset::Utf32(None), Charset::Latin1];
    conversions.extend(wide.into_iter().flat_map(|from| wide.map(|to| (from, to))));
    conversions.extend(UTF_16.into_iter().flat_map(|utf16| [(utf16, Charset::Wtf8), (Charset::Wtf8, utf16)]));
    conversions.extend(all().into_iter().flat_map(|other| [(other, Charset::Utf8), (Charset::Utf8, other)]));
    for (from, to) in conversions {
        for input in INPUTS {
            for on_error in [OnError::Fail, OnError::Replace, OnError::Skip, OnError::Escape] {
                let _ = convert(Plan { on_error, ..plan(from, to) }, input);
            }
            for bom in [Bom::Strip, Bom::Add] {
                let _ = convert(Plan { bom, ..plan(from, to) }, input);
            }
        }
    }
}

#[test]
fn characters_survive_every_unicode_encoding() {
    // Above U+FFFF only a sample, to limit the time.
    let supplementary = ('\u{10000}'..=char::MAX).step_by(997).chain([char::MAX]);
    let text: String = ('\0'..='\u{FFFF}').chain(supplementary).collect();
    for charset in
        all().into_iter().filter(|charset| charset.has_bom() && !matches!(charset, Charset::Whatwg(_)))
    {
        let mut there = Vec::new();
        super::run(plan(Charset::Utf8, charset), &mut text.as_bytes(), &mut there).unwrap();
        let strip = if charset.needs_bom() { Bom::Strip } else { Bom::Keep };
        let back = Plan { on_error: OnError::Fail, bom: strip, ..plan(charset, Charset::Utf8) };
        let mut output = Vec::new();
        super::run(back, &mut &there[..], &mut output).unwrap();
        assert!(output == text.as_bytes(), "{charset}");
    }
}

#[test]
fn the_encodings_of_the_web_are_those_of_encoding_rs() {
    let noise = noise(600);
    for charset in all() {
        let Charset::Whatwg(encoding) = charset else { continue };
        let (expected, _) = encoding.decode_without_bom_handling(&noise);
        same(to_utf8(charset, &noise).as_bytes(), expected.as_bytes(), charset.name());
        // Encodable characters round-trip.
        let text: String = ('\u{20}'..'\u{3000}').step_by(3).filter(|&char| can(encoding, char)).collect();
        let (bytes, ..) = encoding.encode(&text);
        let fail = |from, to| Plan { on_error: OnError::Fail, ..plan(from, to) };
        same(&converted(fail(Charset::Utf8, charset), text.as_bytes()), &bytes, charset.name());
        let (back, _) = encoding.decode_without_bom_handling(&bytes);
        same(&converted(fail(charset, Charset::Utf8), &bytes), back.as_bytes(), charset.name());
    }
}

fn can(encoding: &'static Encoding, char: char) -> bool {
    !encoding.encode(char.encode_utf8(&mut [0; 4])).2
}
