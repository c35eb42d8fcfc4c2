//! `placemat::io`: whatever a reader returns and a writer takes, the text is that of the whole.
#![cfg(feature = "std")]

use std::{
    collections::VecDeque,
    io::{self, BufRead, ErrorKind, Read, Write},
};

use placemat::{
    bom::{Policy, open},
    io::{Reader, Writer, read_to_string},
    stream::StreamError,
};
use placemat_conformance::reading;
use proptest::prelude::*;

/// What a [`Script`] does when it is called.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// At most so many octets; at least one, if there is one.
    Octets(usize),
    Fails(ErrorKind),
}

/// A reader and a writer that does one step after the other; without a step, it does all at once.
#[derive(Clone, Debug, Default)]
struct Script {
    steps: VecDeque<Step>,
    /// What is left to be read.
    unread: Vec<u8>,
    /// What each call wrote.
    written: Vec<Vec<u8>>,
}

impl Script {
    fn new(steps: &[Step], unread: &[u8]) -> Self {
        Self { steps: steps.iter().copied().collect(), unread: unread.to_vec(), written: Vec::new() }
    }

    fn step(&mut self, room: usize) -> io::Result<usize> {
        match self.steps.pop_front() {
            Some(Step::Fails(kind)) => Err(kind.into()),
            Some(Step::Octets(most)) => Ok(room.min(most.max(1))),
            None => Ok(room),
        }
    }
}

impl Read for Script {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.step(buffer.len().min(self.unread.len()))?;
        buffer[..len].copy_from_slice(&self.unread[..len]);
        self.unread.drain(..len);
        Ok(len)
    }
}

impl Write for Script {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        let len = self.step(octets.len())?;
        self.written.push(octets[..len].to_vec());
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What there is to read: the text before the first error if it is strict, and that error.
fn expected(octets: &[u8], policy: Policy, strict: bool) -> (String, Option<StreamError>) {
    let opened = open(octets, policy);
    match reading::read(opened.text) {
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

/// The error that an `InvalidData` carries.
fn carried(error: &io::Error) -> Option<StreamError> {
    assert_eq!(error.kind(), ErrorKind::InvalidData);
    error.get_ref().and_then(|inner| inner.downcast_ref()).copied()
}

/// How a test takes text out of a reader.
#[derive(Clone, Copy, Debug)]
enum By {
    Text,
    FillBuf(usize),
    Read(usize),
    ToString,
}

/// Takes all text and the error at its end; goes on after the errors of the script.
fn take_all(mut reader: Reader<Script>, by: By) -> (String, Option<StreamError>) {
    let mut octets = Vec::new();
    let mut buffer = [0; 64];
    loop {
        assert_eq!(reader.read(&mut []).unwrap(), 0, "no room is no end");
        let before = octets.len();
        let step = match by {
            By::Text => {
                reader.next_text().map(|text| octets.extend_from_slice(text.unwrap_or("").as_bytes()))
            }
            By::Read(size) => {
                reader.read(&mut buffer[..size]).map(|len| octets.extend_from_slice(&buffer[..len]))
            }
            By::FillBuf(most) => reader.fill_buf().map(|text| {
                assert!(std::str::from_utf8(&[&octets, text].concat()).is_ok(), "it ends with a character");
                octets.extend_from_slice(&text[..text.len().min(most)]);
            }),
            By::ToString => {
                let mut text = String::from("before ");
                let step = reader.read_to_string(&mut text);
                assert!(step.as_ref().is_ok_and(|len| *len == text.len() - 7) || step.is_err());
                octets.extend_from_slice(text.strip_prefix("before ").unwrap().as_bytes());
                step.map(drop)
            }
        };
        let len = octets.len() - before;
        if let By::FillBuf(_) = by {
            reader.consume(len);
        } else if !matches!(by, By::Read(..4)) {
            assert!(
                std::str::from_utf8(&octets).is_ok(),
                "with room for a character there is no part of one"
            );
        }
        match step {
            Ok(()) if len == 0 => return (String::from_utf8(octets).unwrap(), None),
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                let found = carried(&error).unwrap();
                assert_eq!(reader.next_text().map_err(|again| carried(&again)), Err(Some(found)), "for good");
                return (String::from_utf8(octets).unwrap(), Some(found));
            }
            Ok(()) | Err(_) => {}
        }
    }
}

const WAYS: [By; 9] = [
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

fn reads_as_expected(octets: &[u8], steps: &[Step]) {
    for (strict, policy) in [true, false].into_iter().flat_map(|strict| POLICIES.map(|p| (strict, p))) {
        let expected = expected(octets, policy, strict);
        for by in WAYS {
            let script = Script::new(steps, octets);
            let reader = if strict { Reader::strict(script) } else { Reader::lossy(script) };
            let (text, error) = take_all(reader.bom(policy), by);
            let what = || format!("{octets:x?} by {by:?}, {policy:?}, {steps:?}");
            assert_eq!(error, expected.1, "{}", what());
            // `Read::read_to_string` leaves out what is before an error, unless it was read by an earlier
            // call.
            let is_cut = matches!(by, By::ToString) && error.is_some();
            assert!(text == expected.0 || (is_cut && expected.0.starts_with(&text)), "{}", what());
        }
    }
}

fn writes_as_expected(octets: &[u8], sizes: &[usize], steps: &[Step]) {
    for strict in [true, false] {
        let (text, expected) = expected(octets, Policy::Keep, strict);
        let script = Script::new(steps, b"");
        let mut writer = if strict { Writer::strict(script) } else { Writer::lossy(script) };
        let what = || format!("{octets:x?} in {sizes:?}, {steps:?}, strict: {strict}");
        let mut sizes = sizes.iter().copied().chain(std::iter::repeat(7));
        let (mut found, mut at) = (None, 0);
        while at < octets.len() && found.is_none() {
            let chunk = &octets[at..octets.len().min(at + sizes.next().unwrap())];
            match writer.write(chunk) {
                Ok(len) => {
                    assert!(len <= chunk.len() && (len > 0 || chunk.is_empty()), "{}", what());
                    at += len;
                }
                Err(error) if error.kind() == ErrorKind::InvalidData => found = carried(&error),
                Err(_) => {}
            }
        }
        // Nothing of what is ill formed was taken, but what came in an earlier call.
        assert!(found.is_none_or(|error| (at as u64) < error.offset + 4), "{}", what());
        let ended = loop {
            match writer.finish() {
                Err(error) if error.kind() == ErrorKind::InvalidData => break carried(&error),
                Err(_) => {}
                Ok(()) => break None,
            }
        };
        assert_eq!((ended, found.or(ended)), (expected, expected), "{}", what());
        // It is at the start of another text now.
        while writer.write(b"again").is_err() {}
        while writer.finish().is_err() {}
        let script = writer.into_inner();
        assert_eq!(script.written.concat(), [text.as_bytes(), b"again"].concat(), "{}", what());
        // A writer that takes all that it is given is given whole characters.
        if steps.iter().all(|step| matches!(step, Step::Fails(_))) {
            assert!(script.written.iter().all(|call| std::str::from_utf8(call).is_ok()), "{}", what());
        }
    }
}

const TEXTS: [&[u8]; 12] = [
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
    use Step::{Fails, Octets};
    for octets in TEXTS {
        for size in 1..8 {
            reads_as_expected(octets, &[Octets(size); 16]);
            let between = [Octets(size), Fails(ErrorKind::Interrupted), Fails(ErrorKind::WouldBlock)];
            reads_as_expected(octets, &between.repeat(8));
            reads_as_expected(octets, &[Fails(ErrorKind::Interrupted), Octets(size)].repeat(8));
            for steps in [&[][..], &[Octets(1); 32], &between.repeat(8), &[Fails(ErrorKind::Interrupted); 5]]
            {
                writes_as_expected(octets, &[size; 32], steps);
                writes_as_expected(octets, &[0, size, 0, 1], steps);
            }
        }
    }
}

#[test]
fn more_than_a_buffer() {
    let text = "na\u{EF}ve \u{20AC}\u{1F37D} ".repeat(10_000);
    for len in [text.len(), text.len() - 1, text.len() - 3] {
        let octets = &text.as_bytes()[..len];
        for broken in [None, Some(40_000), Some(len - 1)] {
            let mut octets = octets.to_vec();
            if let Some(at) = broken {
                octets[at] = 0xFF;
            }
            for strict in [true, false] {
                let expected = expected(&octets, Policy::Keep, strict);
                let script = Script::new(&[Step::Octets(10_000); 4], &octets);
                let reader = if strict { Reader::strict(script) } else { Reader::lossy(script) };
                assert_eq!(take_all(reader, By::Text), expected);
            }
            writes_as_expected(&octets, &[len], &[Step::Octets(50_000)]);
        }
    }
}

#[test]
fn all_at_once() {
    for octets in TEXTS {
        let (text, error) = expected(octets, Policy::Keep, true);
        let read =
            read_to_string(Script::new(&[Step::Octets(2), Step::Fails(ErrorKind::Interrupted)], octets));
        match error {
            None => assert_eq!(read.unwrap(), text),
            Some(_) => assert_eq!(carried(&read.unwrap_err()), error),
        }
        // Into a string of its own, which takes a way of its own; the signature is seen there too.
        for policy in POLICIES {
            let (text, error) = expected(octets, policy, true);
            let mut reader = Reader::strict(octets).bom(policy);
            let mut whole = String::new();
            let read = reader.read_to_string(&mut whole);
            assert_eq!(reader.is_signed(), open(octets, policy).signed, "{octets:x?}");
            assert_eq!(reader.read_to_string(&mut String::new()).is_ok(), error.is_none(), "for good");
            match read {
                Ok(len) => assert_eq!((len, &whole), (text.len(), &text)),
                Err(found) => assert_eq!((carried(&found), whole.as_str()), (error, "")),
            }
        }
    }
    let failed = read_to_string(Script::new(&[Step::Fails(ErrorKind::WouldBlock)], b"text")).unwrap_err();
    assert_eq!(failed.kind(), ErrorKind::WouldBlock);
}

/// The fast way is for readers that have read nothing yet: here a character waits for its second octet.
#[test]
fn the_rest_at_once() {
    for strict in [true, false] {
        let script = Script::new(&[Step::Octets(4)], "caf\u{E9}s".as_bytes());
        let mut reader = if strict { Reader::strict(script) } else { Reader::lossy(script) };
        assert_eq!(reader.next_text().unwrap(), Some("caf"));
        let mut rest = String::new();
        assert_eq!(reader.read_to_string(&mut rest).unwrap(), 3);
        assert_eq!(rest, "\u{E9}s");
    }
    // It waits in vain, though the rest alone is text.
    let mut reader = Reader::strict(Script::new(&[Step::Octets(4)], b"caf\xC3s"));
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
    let mut rest = Vec::new();
    reader.read_to_end(&mut rest).unwrap();
    assert_eq!(rest, b"\x82\xAC!");
    reader.consume(usize::MAX);
    assert_eq!(reader.next_text().unwrap(), None);
}

/// A reader that claims more than it was given room for, and a writer that claims to have written more.
struct Liar;

impl Read for Liar {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        buffer.fill(b'x');
        Ok(buffer.len() + 1)
    }
}

impl Write for Liar {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        Ok(octets.len() + 1)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn no_panic_even_if_the_other_side_lies() {
    assert!(Reader::strict(Liar).next_text().unwrap().unwrap().bytes().all(|octet| octet == b'x'));
    let mut writer = Writer::strict(Liar);
    writer.write_all(b"text").unwrap();
    writer.finish().unwrap();
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => (1_usize..12).prop_map(Step::Octets),
        1 => Just(Step::Fails(ErrorKind::Interrupted)),
        1 => Just(Step::Fails(ErrorKind::Other)),
    ];
    prop::collection::vec(step, 0..30)
}

fn octets() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        6 => any::<char>().prop_map(|scalar| scalar.to_string().into_bytes()),
        2 => prop::sample::select(&TEXTS[..]).prop_map(<[u8]>::to_vec),
        1 => any::<u8>().prop_map(|octet| vec![octet]),
    ];
    prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_octets_by_any_steps(
        octets in octets(),
        steps in steps(),
        sizes in prop::collection::vec(0_usize..12, 0..20),
    ) {
        reads_as_expected(&octets, &steps);
        writes_as_expected(&octets, &sizes, &steps);
    }
}
