//! `placemat::stream`: however an input is cut, the results are those of the whole.
#![cfg(feature = "std")]

use placemat::{
    backend,
    stream::{Decoder, StreamError, Summary, Totals, Validator},
};
use placemat_conformance::{reading, strings, subject::Fault};
use proptest::prelude::*;

/// Octets of every sort: with these a sequence of each form can be whole, broken off and wrong.
const OCTETS: [u8; 12] = [b'\n', b'a', 0x80, 0xBF, 0xC0, 0xC3, 0xE1, 0xE0, 0xED, 0xF0, 0xF1, 0xF4];

/// A chunked input: the bits of `cuts` say after which octets it is cut.
fn chunks(bytes: &[u8], cuts: u32) -> Vec<&[u8]> {
    let mut chunks = Vec::new();
    let mut from = 0;
    for at in 1..bytes.len() {
        if (cuts >> ((at - 1) % 32)) & 1 != 0 {
            chunks.push(&bytes[from..at]);
            from = at;
        }
    }
    chunks.push(&bytes[from..]);
    chunks
}

fn as_stream_error(fault: Fault, rest: usize) -> StreamError {
    StreamError {
        offset: fault.valid_up_to as u64,
        len: fault.error_len.unwrap_or(rest - fault.valid_up_to),
        kind: fault.kind.unwrap(),
    }
}

/// The octets of `text` that no later octet can change, decoded.
fn settled(text: &[u8]) -> String {
    String::from_utf8_lossy(&text[..text.len() - placemat::split_incomplete(text).1.len()]).into_owned()
}

/// A validator and both decoders on the chunks, from their start or after another stream.
fn agree(bytes: &[u8], chunks: &[&[u8]], mut validator: Validator, mut strict: Decoder, mut lossy: Decoder) {
    let what = || format!("{chunks:x?}");
    let (mut text, mut strict_text) = (String::new(), String::new());
    let mut seen = 0;
    for chunk in chunks {
        seen += chunk.len();
        let prefix = &bytes[..seen];
        // An error of the prefix is one of the stream as soon as it does not hang on the end.
        let expected = match reading::read(prefix) {
            Err(fault) if fault.error_len.is_some() => Err(as_stream_error(fault, seen)),
            _ => Ok(()),
        };
        assert_eq!(validator.feed(chunk), expected, "{}", what());
        assert_eq!(validator.feed(b""), expected, "{}: an empty chunk", what());
        assert_eq!(strict.decode(chunk, |piece| strict_text.push_str(piece)), expected, "{}", what());
        lossy.decode(b"", |piece| panic!("{}: {piece:?} out of an empty chunk", what())).unwrap();
        lossy.decode(chunk, |piece| text.push_str(piece)).unwrap();
        assert_eq!(text, settled(prefix), "{}: what was decoded of {prefix:x?}", what());
        let good = reading::read(prefix).map_or_else(|fault| fault.valid_up_to, |()| seen);
        assert_eq!(strict_text.as_bytes(), &prefix[..good], "{}", what());
        let complete = expected.is_ok() && placemat::split_incomplete(prefix).1.is_empty();
        assert_eq!(validator.is_complete(), complete, "{}", what());
    }
    let expected = reading::read(bytes).map_err(|fault| as_stream_error(fault, bytes.len()));
    // The error of a stream that has failed stays; else the end may be one.
    assert_eq!(validator.finish(), expected, "{}", what());
    assert_eq!(strict.finish(|_| panic!("{}: text at the end", what())), expected, "{}", what());
    lossy.finish(|piece| text.push_str(piece)).unwrap();
    assert_eq!(text, String::from_utf8_lossy(bytes), "{}", what());

    // They are at the start of another stream now.
    assert_eq!((validator.is_complete(), validator.finish()), (true, Ok(())));
    assert_eq!(validator.feed(b"\xE2"), Ok(()));
    assert_eq!(validator.finish().map_err(|error| (error.offset, error.len)), Err((0, 1)));
    assert_eq!(strict.decode(b"ok", |piece| assert_eq!(piece, "ok")), Ok(()));
    lossy.finish(|piece| panic!("{piece:?} out of nothing")).unwrap();
}

/// The totals by the definition of each field.
fn totals(bytes: &[u8]) -> (Totals, Vec<(u64, u64, u64)>) {
    let (mut line, mut column) = (1, 1);
    let mut places = Vec::new();
    let mut bad_lines = std::collections::BTreeSet::new();
    let mut expected = Summary::default().finish();
    for (at, item) in placemat::chars::char_indices(bytes) {
        match item {
            Ok(scalar) => {
                expected.chars += 1;
                expected.line_feeds += u64::from(scalar == '\n');
            }
            Err(error) => {
                expected.errors += 1;
                expected.errors_by_kind[error.kind as usize] += 1;
                expected.ill_formed_octets += error.len as u64;
                bad_lines.insert(line);
                places.push((at as u64, line, column));
            }
        }
        (line, column) = if item == Ok('\n') { (line + 1, 1) } else { (line, column + 1) };
    }
    expected.octets = bytes.len() as u64;
    expected.bad_lines = bad_lines.len() as u64;
    (expected, places)
}

fn agrees_with_totals(summary: Summary, bytes: &[u8]) {
    let found = summary.finish();
    let (expected, places) = totals(bytes);
    let first: Vec<_> = found.first_errors().map(|error| (error.offset, error.line, error.column)).collect();
    assert_eq!(first, places[..places.len().min(Summary::FIRST)], "{bytes:x?}");
    // All fields but the first errors, which were compared.
    let text = |totals: Totals| format!("{totals:?}").split(" first:").next().unwrap_or_default().to_owned();
    assert_eq!(text(found), text(expected), "{bytes:x?}");
}

#[test]
fn all_short_strings_cut_everywhere() {
    let len = if cfg!(debug_assertions) { 3 } else { 5 };
    let mut cuts_tried = 0;
    strings(&OCTETS, len, |bytes| {
        for cuts in 0..1 << bytes.len().saturating_sub(1) {
            let chunks = chunks(bytes, cuts);
            agree(bytes, &chunks, Validator::new(), Decoder::strict(), Decoder::lossy());
            cuts_tried += 1;
        }
    });
    assert!(cuts_tried > 7_000, "{cuts_tried}");
}

#[test]
fn summaries_of_all_short_strings() {
    let len = if cfg!(debug_assertions) { 4 } else { 6 };
    let count = strings(&OCTETS, len, |bytes| {
        let whole = Summary::of(bytes);
        agrees_with_totals(whole, bytes);
        for at in 0..=bytes.len() {
            let (a, b) = bytes.split_at(at);
            assert_eq!(Summary::of(a).merge(Summary::of(b)), whole, "{a:x?} | {b:x?}");
        }
    });
    let all: usize = (0..=len).map(|len| OCTETS.len().pow(u32::try_from(len).unwrap())).sum();
    assert_eq!(count, all);
}

#[test]
fn merging_is_associative_and_has_an_identity() {
    let len = if cfg!(debug_assertions) { 4 } else { 5 };
    strings(&OCTETS, len, |bytes| {
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

/// Many errors, so that the list of the first ones is cut; lines; runs of continuations longer than a head.
fn texts() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec![
            &b"\n"[..], b"a", b"\xC3\xA9", b"\xE2\x82\xAC", b"\xF0\x9F\x8D\xBD", b"\x80", b"\x80\x80\x80\x80\x80",
            b"\xE2\x82", b"\xF0\x9F\x8D", b"\xFF", b"\xC0\xAF", b"\xED\xA0\x80", b"\xF4\x90", b"\xE0\x80",
        ]).prop_map(<[u8]>::to_vec),
        1 => any::<u8>().prop_map(|octet| vec![octet]),
        1 => (1_usize..400).prop_map(|len| "na\u{EF}ve\n".bytes().cycle().take(len).collect()),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// A tree of merges over the pieces, whose shape `shape` decides.
fn tree(pieces: &[Summary], shape: u64) -> Summary {
    match pieces {
        [] => Summary::default(),
        [one] => *one,
        _ => {
            let at = 1 + usize::try_from(shape % (pieces.len() as u64 - 1)).unwrap();
            let next = shape.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17);
            tree(&pieces[..at], next).merge(tree(&pieces[at..], next ^ 0xFF))
        }
    }
}

proptest! {
    #[test]
    fn every_backend_however_the_input_is_cut(bytes in texts(), cuts in any::<u32>()) {
        let chunks = chunks(&bytes, cuts);
        agree(&bytes, &chunks, Validator::new(), Decoder::strict(), Decoder::lossy());
        for entry in backend::all() {
            if let Ok(handle) = entry.get() {
                let (strict, lossy) = (Decoder::strict().by(handle), Decoder::lossy().by(handle));
                agree(&bytes, &chunks, Validator::by(handle), strict, lossy);
            }
        }
    }

    #[test]
    fn every_tree_of_pieces(bytes in texts(), cuts in any::<u32>(), shape in any::<u64>()) {
        let pieces: Vec<_> = chunks(&bytes, cuts).into_iter().map(Summary::of).collect();
        let whole = Summary::of(&bytes);
        prop_assert_eq!(tree(&pieces, shape), whole);
        agrees_with_totals(whole, &bytes);
    }
}
