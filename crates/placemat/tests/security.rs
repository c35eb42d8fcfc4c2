//! Tests the warnings of section 10 of RFC 3629, one test per warning, with everything that makes text from bytes.
//! Emulators run it in rows for portable code.
#![cfg(feature = "std")]

use placemat::bom::{Policy, open};
use placemat::{
    Utf8ErrorKind, backend, chars, chunks, from_utf8, from_utf8_lossy, io, is_utf8, string_from_utf8,
};
use placemat_conformance::contract::{Decoder, Give, Policy as Signature, Question, ReadMode, Step, Tree};
use placemat_conformance::{reference, suite};

mod decoder;

/// Asks everything about the bytes, whole and byte by byte, with dispatched calls and with every backend. The
/// expected answers are the reference's.
fn every_way(bytes: &[u8]) {
    let each: Vec<&[u8]> = bytes.chunks(1).collect();
    let steps: Vec<Step<'_>> = each.iter().map(|byte| Step::Chunk(byte)).chain([Step::End]).collect();
    let script: Vec<Give<'_>> = each.iter().map(|byte| Give::Bytes(byte)).collect();
    let summary = each.iter().map(|byte| Tree::Piece(byte)).reduce(Tree::merged).unwrap_or(Tree::Piece(b""));
    let read = |strict, mode| Question::Read(&script, strict, mode, Signature::Character);
    #[rustfmt::skip]
    let questions = [
        Question::Verdict(bytes), Question::Replacement(bytes), Question::Errors(bytes),
        Question::Characters(bytes, 0), Question::Characters(bytes, u32::MAX), Question::Stream(&each),
        Question::StreamVerdict(&steps), Question::StrictStream(&steps), Question::Summary(&summary),
        read(true, ReadMode::Whole), read(true, ReadMode::Append), read(false, ReadMode::Append),
        Question::Write(&steps, true, &[]), Question::Write(&steps, false, &[]),
    ];
    let handles = backend::all().iter().filter_map(|entry| entry.get().ok());
    for handle in handles.map(Some).chain([None]) {
        let decoder: &dyn Decoder = &decoder::Placemat(handle);
        questions.iter().for_each(|question| assert_eq!(suite::compare(&[decoder], question), Ok(())));
    }
}

/// Checks that every way to validate rejects the bytes with this kind of error at this offset.
fn every_way_refuses(bytes: &[u8], offset: usize, kind: Utf8ErrorKind) {
    let error = reference::read(bytes).unwrap_err();
    assert_eq!((error.valid_up_to, error.kind), (offset, Some(kind)), "{bytes:x?}");
    every_way(bytes);
    assert!(!is_utf8(bytes) && string_from_utf8(bytes.to_vec()).is_err(), "{bytes:x?}");
    assert!(io::read_to_string(bytes).is_err());
}

/// Checks that everything that replaces gives the same text.
fn every_way_replaces(bytes: &[u8], expected: &str) {
    assert_eq!(reference::replaced(bytes), expected.as_bytes(), "{bytes:x?}");
    every_way(bytes);
}

/// "A naive implementation may decode the overlong UTF-8 sequence C0 80 into the character U+0000" (section
/// 3), which ends a string for some programs only.
#[test]
fn an_overlong_nul() {
    for nul in [&b"\xC0\x80"[..], b"\xE0\x80\x80", b"\xF0\x80\x80\x80"] {
        every_way_refuses(&[b"name", nul, b".txt"].concat(), 4, Utf8ErrorKind::Overlong);
        assert!(!from_utf8_lossy(nul).contains('\0'));
    }
    every_way_replaces(b"name\xC0\x80.txt", "name\u{FFFD}\u{FFFD}.txt");
    assert!(is_utf8(b"\0"), "its one form");
}

/// Another example: a parser that prohibits the bytes 2F 2E 2E 2F ("/../"), but permits the invalid bytes 2F
/// C0 AE 2E 2F.
#[test]
fn dots_that_a_parser_does_not_see() {
    every_way_refuses(b"\x2F\xC0\xAE\x2E\x2F", 1, Utf8ErrorKind::Overlong);
    every_way_replaces(b"\x2F\xC0\xAE\x2E\x2F", "/\u{FFFD}\u{FFFD}./");
    for slash in [&b"\xC0\xAF"[..], b"\xE0\x80\xAF", b"\xF0\x80\x80\xAF"] {
        every_way_refuses(&[b"..", slash, b".."].concat(), 2, Utf8ErrorKind::Overlong);
        assert!(!from_utf8_lossy(slash).contains('/'));
    }
}

/// The five- and six-byte forms of RFC 2279.
#[test]
fn forms_of_five_and_six_bytes() {
    for bytes in [&b"\xF8\x88\x80\x80\x80"[..], b"\xFB\xBF\xBF\xBF\xBF", b"\xFC\x84\x80\x80\x80\x80"] {
        every_way_refuses(bytes, 0, Utf8ErrorKind::OutOfRange);
        every_way_replaces(bytes, &"\u{FFFD}".repeat(bytes.len()));
    }
    // A slash in six bytes.
    every_way_refuses(b"\xFC\x80\x80\x80\x80\xAF", 0, Utf8ErrorKind::OutOfRange);
}

/// "There is therefore a risk of buffer overflow if the range of character numbers is not explicitly limited
/// to U+10FFFF": larger values are neither decoded nor encoded, so four bytes always suffice.
#[test]
fn nothing_above_10ffff_is_put_into_four_bytes() {
    every_way_refuses(b"\xF4\x90\x80\x80", 0, Utf8ErrorKind::OutOfRange);
    for value in [0x11_0000, 0x1F_FFFF, 0x20_0000, 0x3FF_FFFF, 0x7FFF_FFFF, u32::MAX] {
        let mut buffer = [0xAA; 4];
        assert!(chars::encode(value, &mut buffer).is_err(), "{value:X}");
        assert_eq!(buffer, [0xAA; 4], "nothing is written");
    }
    assert_eq!(chars::encode(0x10_FFFF, &mut [0; 4]).unwrap().len(), 4);
}

/// A surrogate would be half of a second encoding of a four-byte character.
#[test]
fn surrogates() {
    every_way_refuses(b"\xED\xA0\xBC\xED\xBD\xBD", 0, Utf8ErrorKind::Surrogate);
    every_way_replaces(b"\xED\xA0\xBC", "\u{FFFD}\u{FFFD}\u{FFFD}");
}

/// A replacement must not swallow the next byte: the quotation mark that ends a string must remain, after
/// every lead byte and every prefix of a sequence.
#[test]
fn a_replacement_swallows_no_quote() {
    let others = [&b"\xE2\x82"[..], b"\xF0\x9F", b"\xF0\x9F\x8D", b"\xED\x9F"].map(<[u8]>::to_vec);
    for beginning in (0x80..=0xFF_u8).map(|byte| vec![byte]).chain(others) {
        for after in [b'"', b'\'', b'<', b'>', b'&', b'/', b'\\', b'\n', 0, 0x7F] {
            let bytes = [b"\"", &beginning[..], &[after], b"x"].concat();
            every_way_replaces(&bytes, &format!("\"\u{FFFD}{}x", char::from(after)));
        }
        assert!(!is_utf8(&[&beginning[..], b"\""].concat()));
    }
}

/// Deleting instead of replacing would join two harmless parts. Nothing here deletes.
#[test]
fn nothing_is_deleted() {
    for bytes in [&b"<scr\xFFipt>"[..], b"<scr\xC0\xAFipt>", b"<scr\xED\xA0\x80ipt>", b"<scr\xE2\x82ipt>"] {
        let text = from_utf8_lossy(bytes);
        assert!(text.contains('\u{FFFD}') && !text.contains("script"), "{text}");
        every_way_replaces(bytes, &text);
        assert_eq!(chunks(bytes).map(|chunk| chunk.valid()).next(), Some("<scr"), "the caller sees the gap");
    }
    // A BOM in the middle does not disappear either.
    for policy in [Policy::Character, Policy::Keep, Policy::Ignore, Policy::Strip] {
        let opened = open(b"<scr\xEF\xBB\xBFipt>", policy);
        assert_eq!(from_utf8(opened.text), Ok("<scr\u{FEFF}ipt>"));
    }
}

/// A check of bytes before decoding remains valid only if decoding creates no new ASCII: for any bytes, the
/// ASCII of the text is that of the bytes, in order.
#[test]
fn checks_before_decoding_still_hold() {
    let mut random = placemat_conformance::random::Random(10);
    for _ in 0..20_000 {
        let some = b"/.\xC0\xAE\xAF\x80\xE0\xE2\xF0\x82\xED\xA0\xF8\xFF";
        let bytes: Vec<u8> = (0..random.below(12)).map(|_| random.pick(some)).collect();
        let text = from_utf8_lossy(&bytes);
        let ascii: Vec<u8> = bytes.iter().copied().filter(u8::is_ascii).collect();
        assert!(text.bytes().filter(u8::is_ascii).eq(ascii), "{bytes:x?} became {text:?}");
    }
}

/// Byte order marks: a check of the first characters works only if both sides agree whether U+FEFF is one of them.
#[test]
fn a_bom_hides_nothing() {
    let with_bom = b"\xEF\xBB\xBF<script>";
    for (policy, expected) in [
        (Policy::Character, "\u{FEFF}<script>"),
        (Policy::Keep, "\u{FEFF}<script>"),
        (Policy::Ignore, "<script>"),
        (Policy::Strip, "<script>"),
    ] {
        assert_eq!(from_utf8(open(with_bom, policy).text), Ok(expected), "{policy:?}");
    }
    // One is removed, never two: stripping twice differs from stripping once.
    let twice = [&b"\xEF\xBB\xBF"[..], with_bom].concat();
    assert_eq!(from_utf8(open(&twice, Policy::Strip).text), Ok("\u{FEFF}<script>"));
    // Nothing removes it unless a policy says so.
    assert_eq!(from_utf8_lossy(with_bom), "\u{FEFF}<script>");
    every_way_replaces(with_bom, "\u{FEFF}<script>");
}

/// This library neither normalises text nor compares the appearance of characters.
#[test]
fn spelling_and_looks_are_left_alone() {
    let (one, two) = ("\u{E9}", "e\u{301}");
    assert_ne!(from_utf8(one.as_bytes()), from_utf8(two.as_bytes()));
    let cyrillic = "p\u{430}ypal";
    assert_eq!(from_utf8_lossy(cyrillic.as_bytes()), cyrillic);
    let harmless_to_utf8 = ["\0", "\u{1B}[2J", "\u{202E}", "\u{200B}", "\u{FFFE}", "\u{E000}", "\u{10FFFF}"];
    assert!(harmless_to_utf8.iter().all(|text| is_utf8(text.as_bytes())));
}
