//! `placemat::io`: readers at the end of what was read before, and misbehaving inner readers and writers. (The suite's rows
//! `read-...` and `write-chunks` cover the rest.)
//! Emulators do not run it.
#![cfg(feature = "std")]

use std::io::{self, BufRead, ErrorKind, Read, Write};

use placemat::bom::{Policy, open};
use placemat::io::{Reader, Writer};
use placemat::{backend, stream::StreamError};
use placemat_conformance::contract::{Give, Scripted};

/// The error inside an `InvalidData` error.
fn carried(error: &io::Error) -> Option<StreamError> {
    assert_eq!(error.kind(), ErrorKind::InvalidData);
    error.get_ref().and_then(|inner| inner.downcast_ref()).copied()
}

/// Reading everything into an empty string has a fast path; it detects the mark, too.
#[test]
fn all_at_once() {
    for bytes in
        [&b"\xEF\xBB\xBFcaf\xC3\xA9"[..], b"", b"\xEF\xBB", b"\xEF\xBB\xBFa\xFF", b"5 \xE2\x82", b"\xFF"]
    {
        for policy in [Policy::Character, Policy::Keep, Policy::Ignore, Policy::Strip] {
            let opened = open(bytes, policy);
            let scalar = backend::by_name("scalar").unwrap().get().unwrap();
            let mut reader = Reader::strict(bytes).with_bom(policy).with_backend(scalar);
            let mut text = String::new();
            let read = reader.read_to_string(&mut text);
            assert_eq!(reader.has_bom(), opened.has_bom, "{bytes:x?}");
            assert_eq!(reader.read_to_string(&mut String::new()).is_ok(), read.is_ok(), "for good");
            match (read, placemat::from_utf8(opened.text)) {
                (Ok(len), Ok(expected)) => assert_eq!((len, &*text), (expected.len(), expected)),
                (Err(error), Err(expected)) => {
                    let offset = (expected.valid_up_to() + opened.shift) as u64;
                    assert_eq!((carried(&error).map(|error| error.offset), &*text), (Some(offset), ""));
                }
                (read, expected) => panic!("{bytes:x?}, {policy:?}: {read:?}, not {expected:?}"),
            }
        }
    }
}

/// The fast path requires that nothing has been read; here a character waits for its second byte.
#[test]
fn the_rest_at_once() {
    for strict in [true, false] {
        let source = Scripted::new(&[Give::Bytes(b"caf\xC3"), Give::Bytes(b"\xA9s")]);
        let mut reader = if strict { Reader::strict(source) } else { Reader::lossy(source) };
        assert_eq!(reader.next_text().unwrap(), Some("caf"));
        let mut rest = String::new();
        assert_eq!(reader.read_to_string(&mut rest).unwrap(), 3);
        assert_eq!(rest, "\u{E9}s");
    }
    // The pending character is never completed, though the rest alone is text.
    let mut reader = Reader::strict(Scripted::new(&[Give::Bytes(b"caf\xC3"), Give::Bytes(b"s")]));
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
