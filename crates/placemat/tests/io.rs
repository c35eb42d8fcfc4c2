//! `placemat::io`: readers with every policy for U+FEFF, and misbehaving inner readers and writers. (The suite's rows
//! `read-...` and `write-chunks` cover the rest.)
#![cfg(feature = "std")]

use std::io::{self, BufRead, ErrorKind, Read, Write};

use placemat::{
    bom::{Policy, open},
    io::{Reader, Writer, read_to_string},
    stream::StreamError,
};
use placemat_conformance::{
    contract::{Give, Scripted},
    reference,
};
use proptest::prelude::*;

/// A reader that returns the bytes in pieces of these sizes, and fails in between.
fn source<'a>(
    mut bytes: &'a [u8],
    sizes: impl IntoIterator<Item = usize>,
    between: &[ErrorKind],
) -> Scripted<'a> {
    let fails = || between.iter().map(|kind| Give::Fails(*kind));
    let mut script: Vec<Give<'a>> = fails().collect();
    for size in sizes.into_iter().chain([usize::MAX]) {
        let (piece, rest) = bytes.split_at(size.min(bytes.len()));
        if piece.is_empty() {
            break;
        }
        script.push(Give::Bytes(piece));
        script.extend(fails());
        bytes = rest;
    }
    Scripted::new(&script)
}

/// The expected text and error; a strict reader yields only the text before the first error.
fn expected(bytes: &[u8], policy: Policy, strict: bool) -> (String, Option<StreamError>) {
    let opened = open(bytes, policy);
    match reference::read(opened.text) {
        Err(fault) if strict => {
            let good = fault.valid_up_to;
            let error = StreamError {
                offset: (good + opened.shift) as u64,
                len: fault.error_len.unwrap_or(opened.text.len() - good),
                kind: fault.kind.unwrap(),
            };
            (String::from_utf8(opened.text[..good].to_vec()).unwrap(), Some(error))
        }
        _ => (String::from_utf8_lossy(opened.text).into_owned(), None),
    }
}

/// The error inside an `InvalidData` error.
fn carried(error: &io::Error) -> Option<StreamError> {
    assert_eq!(error.kind(), ErrorKind::InvalidData);
    error.get_ref().and_then(|inner| inner.downcast_ref()).copied()
}

/// How a test reads text from a reader.
#[derive(Clone, Copy, Debug)]
enum By {
    Text,
    FillBuf(usize),
    Read(usize),
    ToString,
    Line,
}

/// Reads all text and the error at its end; continues after scripted errors.
fn take_all(mut reader: Reader<Scripted<'_>>, by: By) -> (String, Option<StreamError>) {
    let mut bytes = Vec::new();
    let mut buffer = [0; 64];
    loop {
        assert_eq!(reader.read(&mut []).unwrap(), 0, "a full destination is no end");
        let before = bytes.len();
        let step = match by {
            By::Text => reader.next_text().map(|text| bytes.extend_from_slice(text.unwrap_or("").as_bytes())),
            By::Read(size) => {
                reader.read(&mut buffer[..size]).map(|len| bytes.extend_from_slice(&buffer[..len]))
            }
            By::FillBuf(most) => reader.fill_buf().map(|text| {
                assert!(std::str::from_utf8(&[&bytes, text].concat()).is_ok(), "it ends with a character");
                bytes.extend_from_slice(&text[..text.len().min(most)]);
            }),
            By::Line => {
                let mut line = String::from("before\n");
                let step = reader.read_line(&mut line);
                let line = line.strip_prefix("before\n").unwrap();
                assert_eq!(step.as_ref().map_or(line.len(), |len| *len), line.len());
                assert!(!line.trim_end_matches('\n').contains('\n') && !line.ends_with("\n\n"), "one line");
                bytes.extend_from_slice(line.as_bytes());
                step.map(drop)
            }
            By::ToString => {
                let mut text = String::from("before ");
                let step = reader.read_to_string(&mut text);
                assert!(step.as_ref().is_ok_and(|len| *len == text.len() - 7) || step.is_err());
                bytes.extend_from_slice(text.strip_prefix("before ").unwrap().as_bytes());
                step.map(drop)
            }
        };
        let len = bytes.len() - before;
        if let By::FillBuf(_) = by {
            reader.consume(len);
        } else if !matches!(by, By::Read(..4)) {
            assert!(std::str::from_utf8(&bytes).is_ok(), "with room for a character there is no part of one");
        }
        match step {
            Ok(()) if len == 0 => return (String::from_utf8(bytes).unwrap(), None),
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                let found = carried(&error).unwrap();
                assert_eq!(reader.next_text().map_err(|again| carried(&again)), Err(Some(found)), "for good");
                return (String::from_utf8(bytes).unwrap(), Some(found));
            }
            Ok(()) | Err(_) => {}
        }
    }
}

const READ_MODES: [By; 10] = [
    By::Line,
    By::Text,
    By::FillBuf(1),
    By::FillBuf(5),
    By::FillBuf(64),
    By::Read(1),
    By::Read(3),
    By::Read(4),
    By::Read(64),
    By::ToString,
];

const POLICIES: [Policy; 4] = [Policy::Character, Policy::Keep, Policy::Ignore, Policy::Strip];

fn reads_as_expected(bytes: &[u8], sizes: &[usize], between: &[ErrorKind]) {
    for (strict, policy) in [true, false].into_iter().flat_map(|strict| POLICIES.map(|p| (strict, p))) {
        let expected = expected(bytes, policy, strict);
        for by in READ_MODES {
            let source = source(bytes, sizes.iter().copied(), between);
            let reader = if strict { Reader::strict(source) } else { Reader::lossy(source) };
            let (text, error) = take_all(reader.bom(policy), by);
            let what = || format!("{bytes:x?} by {by:?}, {policy:?}, {sizes:?}, {between:?}");
            assert_eq!(error, expected.1, "{}", what());
            // `Read::read_to_string` leaves out the text before an error, unless an earlier call read it.
            let is_cut = matches!(by, By::ToString) && error.is_some();
            assert!(text == expected.0 || (is_cut && expected.0.starts_with(&text)), "{}", what());
        }
    }
}

const TEXTS: [&[u8]; 13] = [
    b"one\n\ntw\xF8\nthree \xE2\x82",
    b"",
    b"\xEF\xBB\xBF",
    b"\xEF\xBB\xBFcaf\xC3\xA9",
    b"\xEF\xBB",
    b"\xEF\xBB\xBF\xEF\xBB\xBF\xFF",
    b"5 \xE2\x82\xAC and \xF0\x9F\x8D\xBD",
    b"5 \xE2\x82",
    b"5 \xE2\x82!",
    b"\xF0\x9F\x8D",
    b"\xFF",
    b"a\xC0\xAFb\xED\xA0\x80c",
    b"\xF0\x9F\x8D\xBD\xF0\x9F\x8D\xBD\x80",
];

#[test]
fn every_size_of_every_call() {
    for bytes in TEXTS {
        for size in 1..8 {
            for between in
                [&[][..], &[ErrorKind::Interrupted], &[ErrorKind::Interrupted, ErrorKind::WouldBlock]]
            {
                reads_as_expected(bytes, &[size; 16], between);
            }
        }
    }
}

#[test]
fn all_at_once() {
    for bytes in TEXTS {
        let (text, error) = expected(bytes, Policy::Keep, true);
        let read = read_to_string(source(bytes, [2], &[ErrorKind::Interrupted]));
        match error {
            None => assert_eq!(read.unwrap(), text),
            Some(_) => assert_eq!(carried(&read.unwrap_err()), error),
        }
        // Into an empty string, which has a fast path; it detects the BOM, too.
        for policy in POLICIES {
            let (text, error) = expected(bytes, policy, true);
            let mut reader = Reader::strict(bytes).bom(policy);
            let mut whole = String::new();
            let read = reader.read_to_string(&mut whole);
            assert_eq!(reader.has_bom(), open(bytes, policy).has_bom, "{bytes:x?}");
            assert_eq!(reader.read_to_string(&mut String::new()).is_ok(), error.is_none(), "for good");
            match read {
                Ok(len) => assert_eq!((len, &whole), (text.len(), &text)),
                Err(found) => assert_eq!((carried(&found), whole.as_str()), (error, "")),
            }
        }
    }
    let failed = read_to_string(source(b"text", [], &[ErrorKind::WouldBlock])).unwrap_err();
    assert_eq!(failed.kind(), ErrorKind::WouldBlock);
}

/// The fast path requires that nothing has been read; here a character waits for its second byte.
#[test]
fn the_rest_at_once() {
    for strict in [true, false] {
        let source = source("caf\u{E9}s".as_bytes(), [4], &[]);
        let mut reader = if strict { Reader::strict(source) } else { Reader::lossy(source) };
        assert_eq!(reader.next_text().unwrap(), Some("caf"));
        let mut rest = String::new();
        assert_eq!(reader.read_to_string(&mut rest).unwrap(), 3);
        assert_eq!(rest, "\u{E9}s");
    }
    // The pending character is never completed, though the rest alone is text.
    let mut reader = Reader::strict(source(b"caf\xC3s", [4], &[]));
    assert_eq!(reader.next_text().unwrap(), Some("caf"));
    let error = reader.read_to_string(&mut String::new()).unwrap_err();
    assert_eq!(carried(&error).map(|error| error.offset), Some(3));
}

#[test]
fn what_is_left_of_a_character_is_not_text() {
    let mut reader = Reader::strict("\u{20AC}!".as_bytes());
    reader.fill_buf().unwrap();
    reader.consume(1);
    assert_eq!(reader.next_text().unwrap_err().kind(), ErrorKind::InvalidData);
    assert_eq!(reader.read_to_string(&mut String::new()).unwrap_err().kind(), ErrorKind::InvalidData);
    assert_eq!(reader.read_line(&mut String::new()).unwrap_err().kind(), ErrorKind::InvalidData);
    let mut rest = Vec::new();
    reader.read_to_end(&mut rest).unwrap();
    assert_eq!(rest, b"\x82\xAC!");
    reader.consume(usize::MAX);
    assert_eq!(reader.next_text().unwrap(), None);
}

/// Lines of a reader fill one string, and an error of the inner reader does not lose the part before it.
#[test]
fn lines() {
    let source = source(b"one\ntw\xF8\n\n4", [5, 3], &[ErrorKind::Interrupted, ErrorKind::WouldBlock]);
    let mut reader = Reader::lossy(source);
    let (mut line, mut lines, mut waited) = (String::with_capacity(16), Vec::new(), 0);
    let place = line.as_ptr();
    loop {
        match reader.read_line(&mut line) {
            // The last line came before an error.
            Ok(0) => break,
            Ok(_) => lines.push(line.clone()),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::WouldBlock);
                waited += 1;
                continue;
            }
        }
        line.clear();
    }
    assert_eq!(lines, ["one\n", "tw\u{FFFD}\n", "\n"]);
    assert_eq!((line.as_str(), waited, line.as_ptr()), ("4", 4, place));
}

/// A reader that returns more than the buffer's length, and a writer that returns more than it was given.
struct Liar;

impl Read for Liar {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        buffer.fill(b'x');
        Ok(buffer.len() + 1)
    }
}

impl Write for Liar {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len() + 1)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn no_panic_even_if_the_other_side_lies() {
    assert!(Reader::strict(Liar).next_text().unwrap().unwrap().bytes().all(|byte| byte == b'x'));
    let mut writer = Writer::strict(Liar);
    writer.write_all(b"text").unwrap();
    writer.finish().unwrap();
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        6 => any::<char>().prop_map(|scalar| scalar.to_string().into_bytes()),
        2 => prop::sample::select(&TEXTS[..]).prop_map(<[u8]>::to_vec),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_bytes_in_any_pieces(bytes in bytes(), sizes in prop::collection::vec(1_usize..12, 0..30)) {
        reads_as_expected(&bytes, &sizes, &[]);
        reads_as_expected(&bytes, &sizes, &[ErrorKind::Interrupted, ErrorKind::Other]);
    }
}
