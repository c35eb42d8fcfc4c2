//! `placemat::io`: readers at the end of what was read before, and misbehaving inner readers and writers. (The suite's rows
//! `read-...` and `write-chunks` cover the rest.)
//! Emulators do not run it.
#![cfg(feature = "std")]

use std::io::{self, BufRead, ErrorKind, Read, Write};

use placemat::{
    backend,
    bom::{Policy, open},
    io::{Reader, Writer, read_to_string},
    stream::StreamError,
};
use placemat_conformance::{
    contract::{Give, Scripted},
    reference,
};

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

const POLICIES: [Policy; 4] = [Policy::Character, Policy::Keep, Policy::Ignore, Policy::Strip];

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
            let scalar = backend::by_name("scalar").unwrap().get().unwrap();
            let mut reader = Reader::strict(bytes).with_bom(policy).with_backend(scalar);
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
