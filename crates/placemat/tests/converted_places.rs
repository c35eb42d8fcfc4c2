//! Conversions of slices at every address and of every length, into `dst` of every size, and through a buffer
//! of a few units.
#![cfg(feature = "std")]

mod converter;

use converter::{PLACE, Subject};
use placemat::backend;
use placemat_conformance::{
    convert::{Call, Converts, Encoding, PAIRS, Place, Reference, Stop},
    is_thinned,
};

fn subjects() -> Vec<Subject> {
    let backends = backend::all().iter().filter_map(|entry| entry.get().ok());
    backends.map(|backend| Subject { backend: Some(backend) }).collect()
}

const TEXTS: [&str; 4] = [
    "plain words in blocks of ASCII; ",
    "na\u{EF}ve \u{20AC} \u{1F37D} ",
    "\u{1F37D}\u{10FFFF}\u{10000}",
    "\u{E9}\u{FF}\u{A0}x",
];

/// Text in this encoding with `len` units or a few less; an invalid sequence, if any, comes last.
fn text(encoding: Encoding, text: &str, len: usize) -> Option<Vec<u32>> {
    let unit = encoding.encode(text)?;
    Some(unit.iter().cycle().take(len).copied().collect())
}

/// Checks that every backend of this machine has made at least `each` calls.
fn enough(calls: usize, each: usize) {
    let backends = subjects().len();
    println!("{calls} calls of {backends} backends");
    assert!(backends > 0 && calls >= each * backends, "{calls} calls of {backends} backends");
}

/// Between unreadable pages, flush with the end or the start alternately: each length gives another address
/// on the other side. The source and the destination both cover all 64 offsets from a cache line.
#[test]
fn at_every_address() {
    assert!(!cfg!(unix) || PLACE.with_borrow(Place::is_guarded));
    let step = if is_thinned() { 13 } else { 1 };
    let mut calls = 0;
    for (from, to) in PAIRS {
        for script in TEXTS {
            for len in (70..70 + 64).step_by(step) {
                let Some(source) = text(from, script, len) else { continue };
                let reference = Reference::of(from, &source);
                let whole = Call {
                    from,
                    to,
                    source: &source,
                    dst: 4 * len + 64,
                    last: true,
                    replacement: Some(to.replacement()),
                };
                let needed = reference.answer(&whole).written.len();
                for subject in subjects() {
                    for dst in [needed, needed + 1 + (len * 7) % 63, needed.saturating_sub(1 + len % 3)] {
                        // The five placements of the two slices.
                        for _ in 0..5 {
                            let call = Call { dst, ..whole };
                            assert_eq!(subject.convert(&call), reference.answer(&call), "{call:x?}");
                            calls += 1;
                        }
                    }
                }
            }
        }
    }
    enough(calls, 800 * (64 / step));
}

/// Compares texts of some KiB with the standard library, with a byte of every kind around the ends of blocks
/// and chunks.
#[test]
fn at_the_ends_of_chunks() {
    let starts = ["", "\u{E9}", "\u{20AC}", "\u{1F37D}"];
    let mut calls = 0;
    for (start, script) in starts.into_iter().flat_map(|start| TEXTS.map(|script| (start, script))) {
        let text = [start, &script.repeat(5000 / script.len())].concat();
        let places = [1020..1030, 1275..1290, 2040..2056, 2300..2310, 3066..3082].into_iter().flatten();
        for place in places.filter(|place| !is_thinned() || place % 2 == text.len() % 2) {
            calls += with_bytes_at(&text, place);
        }
    }
    enough(calls, 2_000);
}

/// After an ASCII chunk, ASCII is skipped. No lane validates the first byte of the chunk after that.
#[test]
fn after_ascii_between_chunks() {
    let text = ["a".repeat(1030), "\u{E9}".into(), "a".repeat(4000)].concat();
    let calls: usize = (3326..3331).chain(3582..3587).map(|place| with_bytes_at(&text, place)).sum();
    enough(calls, 70);
}

/// Converts the text with a byte of every kind at `place` to UTF-32, compared with std; returns the number of calls.
fn with_bytes_at(text: &str, place: usize) -> usize {
    let mut calls = 0;
    for byte in [b'a', 0x80, 0xBF, 0xC3, 0xE2, 0xF0, 0xFF] {
        let mut bytes = text.as_bytes().to_vec();
        bytes[place] = byte;
        let good = str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), str::len);
        let expected: Vec<u32> = text_of(&bytes[..good]).chars().map(u32::from).collect();
        let source: Vec<u32> = bytes.iter().copied().map(u32::from).collect();
        for subject in subjects() {
            let call = Call {
                from: Encoding::Utf8,
                to: Encoding::Utf32,
                source: &source,
                dst: bytes.len(),
                last: true,
                replacement: None,
            };
            let answer = subject.convert(&call);
            let (name, start) = (subject.name(), text.chars().next());
            let how = format!("{byte:X} at {place}, begins with {start:?}");
            assert_eq!((answer.read, &answer.written), (good, &expected), "{name}: {how}");
            calls += 1;
        }
    }
    calls
}

fn text_of(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap_or_default()
}

#[test]
fn nothing_and_parts_of_units() {
    let mut calls = 0;
    for (from, to) in PAIRS {
        for subject in subjects() {
            for replacement in [None, Some(to.replacement())] {
                for last in [true, false] {
                    for len in (0..9).chain(63..69).chain(1023..1029).chain(2047..2052) {
                        // Bytes of whole units, and one to three more.
                        let source = vec![0x20; len];
                        let reference = Reference::of(from, &source);
                        for dst in [0, 1, len / 2, 4 * len] {
                            let call = Call { from, to, source: &source, dst, last, replacement };
                            let (got, expected) = (subject.convert(&call), reference.answer(&call));
                            assert_eq!(got, expected, "{} {call:x?}", subject.name());
                            calls += 1;
                        }
                    }
                }
            }
        }
    }
    enough(calls, 5_800);
}

/// Reads a source through a buffer of one to five units; the caller resumes where the last call stopped, and
/// passes a longer destination only if nothing fits.
#[test]
fn through_a_few_units() {
    let mut calls = 0;
    for (from, to) in PAIRS {
        for script in TEXTS {
            let Some(mut source) = text(from, script, 150) else { continue };
            // An error in the middle, in encodings that have errors.
            source.splice(70..70, [0xD83C & from.largest_unit(), 0xFF]);
            let reference = Reference::of(from, &source);
            let replacement = Some(to.replacement());
            let whole = Call { from, to, source: &source, dst: usize::MAX, last: true, replacement };
            let expected = reference.answer(&whole).written;
            for subject in subjects() {
                for few in 1..=5 {
                    let (mut at, mut written, mut dst) = (0, Vec::<u32>::new(), few);
                    loop {
                        let rest = &source[at..];
                        let answer = subject.convert(&Call { source: rest, dst, ..whole });
                        calls += 1;
                        at += answer.read;
                        written.extend(&answer.written);
                        match answer.stop {
                            Stop::End => break,
                            Stop::OutputFull if answer.read == 0 => {
                                dst += 1;
                                assert!(dst <= 8, "{}: nothing fits into {dst}: {rest:x?}", subject.name());
                            }
                            Stop::OutputFull => dst = few,
                            stop => panic!("{}: {stop:?}", subject.name()),
                        }
                    }
                    assert_eq!(written, expected, "{} {from:?} to {to:?} by {few}", subject.name());
                }
            }
        }
    }
    enough(calls, 26_000);
}
