//! Positions, by the functions and by the index, compared with loops over characters; every offset of every text. The
//! suite's row `positions` compares those in invalid bytes.
#![cfg(feature = "std")]

use std::{env, process::Command};

use itertools::iproduct;
use placemat::backend::{self, Why};
use placemat::position::{
    self, Index, LineColumn, LineEnds, Unit, byte, byte_at, floor_byte, floor_byte_at, line_column,
    line_start, offset,
};
use placemat_conformance::{is_thinned, random::Random, text::CHARACTERS};

const UNITS: [Unit; 3] = [Unit::Bytes, Unit::Chars, Unit::Utf16];
const ENDS: [LineEnds; 3] = [LineEnds::Lf, LineEnds::LfCr, LineEnds::Unicode];

fn width(character: char, unit: Unit) -> usize {
    match unit {
        Unit::Bytes => character.len_utf8(),
        Unit::Chars => 1,
        Unit::Utf16 => character.len_utf16(),
        _ => unreachable!("a unit without a test"),
    }
}

fn units(text: &str, unit: Unit) -> usize {
    text.chars().map(|character| width(character, unit)).sum()
}

/// The lines, without their ends, as ranges.
fn lines(text: &str, ends: LineEnds) -> Vec<std::ops::Range<usize>> {
    let (mut lines, mut start) = (Vec::new(), 0);
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let is_end = match ends {
            LineEnds::Lf => character == '\n',
            LineEnds::LfCr => matches!(character, '\n' | '\r'),
            _ => matches!(character, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}'),
        };
        if is_end {
            lines.push(start..at);
            start = at + character.len_utf8();
            if ends != LineEnds::Lf && character == '\r' {
                start += usize::from(characters.next_if(|(_, next)| *next == '\n').is_some());
            }
        }
    }
    lines.push(start..text.len());
    lines
}

/// Compares every position near these bytes.
fn check(text: &str, near: impl Iterator<Item = usize>) {
    let ends = ENDS.map(|ends| (ends, lines(text, ends), Index::new(text, ends)));
    for at in near {
        for unit in UNITS {
            let index = &ends[0].2;
            let expected = text.get(..at).map(|before| units(before, unit));
            let found = [offset(text, at, unit), index.offset(at, unit)];
            assert_eq!(found, [expected; 2], "{at} {unit:?}");
            // Offsets of this size, whatever they mean.
            let mut floor = 0;
            let mut found = 0;
            for character in text.chars() {
                if found + width(character, unit) > at {
                    break;
                }
                (floor, found) = (floor + character.len_utf8(), found + width(character, unit));
            }
            let exact = (found == at).then_some(floor);
            assert_eq!([byte(text, at, unit), index.byte(at, unit)], [exact; 2], "{at} {unit:?}");
            let found = [floor_byte(text, at, unit), index.floor_byte(at, unit)];
            assert_eq!(found, [floor; 2], "{at} {unit:?}");
        }
        for (ends, lines, index) in &ends {
            let start = lines.get(at).map(|line| line.start);
            assert_eq!([line_start(text, at, *ends), index.line_start(at)], [start; 2], "{at} {ends:?}");
            let line = lines.partition_point(|line| line.start <= at) - 1;
            let expected = text.is_char_boundary(at).then_some(line);
            assert_eq!([position::line(text, at, *ends), index.line(at)], [expected; 2], "{at} {ends:?}");
            for unit in UNITS {
                let start = lines[line].start;
                let expected =
                    text.get(start..at).map(|before| LineColumn { line, column: units(before, unit) });
                let found = [line_column(text, at, unit, *ends), index.line_column(at, unit)];
                assert_eq!(found, [expected; 2], "{at} {unit:?} {ends:?}");
                let columns = [0, 1, 2, expected.map_or(0, |place| place.column), at, usize::MAX];
                for (line, column) in iproduct!([line, line + 1, lines.len()], columns) {
                    let place = LineColumn { line, column };
                    let within = lines.get(line).map(|range| (range.start, &text[range.clone()]));
                    let exact = within.and_then(|(start, line)| Some(start + byte(line, column, unit)?));
                    let found = [byte_at(text, place, unit, *ends), index.byte_at(place, unit)];
                    assert_eq!(found, [exact; 2], "{place:?} {unit:?} {ends:?}");
                    let floor = within.map(|(start, line)| start + floor_byte(line, column, unit));
                    let found = [floor_byte_at(text, place, unit, *ends), index.floor_byte_at(place, unit)];
                    assert_eq!(found, [floor; 2], "{place:?} {unit:?} {ends:?}");
                }
            }
        }
    }
}

/// Names the backend that a process is to install.
const BACKEND: &str = "PLACEMAT_TEST_BACKEND";

/// All of the other tests with each backend, in processes of their own. (An emulator, which is told by `PLACEMAT_EXTENT`,
/// does not emulate those.)
#[test]
fn every_backend() {
    let is_alone = [BACKEND, "PLACEMAT_EXTENT"].iter().any(|name| env::var_os(name).is_some());
    if is_alone || backend::active().why == Why::FixedAtBuild {
        return;
    }
    for entry in backend::all().iter().filter(|entry| entry.get().is_ok()) {
        let output = Command::new(env::current_exe().unwrap()).env(BACKEND, entry.name()).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("9 passed"), "{}: {text}", entry.name());
    }
}

/// Installs the backend that the environment names.
fn install() {
    if let Ok(name) = env::var(BACKEND) {
        // All but the first call fail.
        let _ = backend::install(backend::by_name(&name).unwrap());
        assert_eq!(backend::active().entry.name(), name);
    }
}

/// Text of these parts, at least so long.
fn text(random: &mut Random, parts: &[&str], len: usize) -> String {
    install();
    let mut text = String::new();
    while text.len() < len {
        text += random.pick(parts);
    }
    text
}

#[test]
fn every_position_of_short_texts() {
    let mut random = Random(3);
    let ends = [
        "\n", "\r", "\r\n", "\u{B}", "\u{85}", "\u{2028}", "\u{2029}", "a", "\u{E9}", "\u{20AC}",
        "\u{1F37D}", "\u{28}",
    ];
    for len in (0..100).chain([150, 200, 300]).step_by(if is_thinned() { 9 } else { 1 }) {
        for parts in [&ends[..], &ends[..3], &CHARACTERS, &["a", "\n"], &["\u{1F37D}"]] {
            let text = text(&mut random, parts, len);
            check(&text, 0..text.len() + 3);
        }
    }
}

/// Around the ends of words, pieces and entries, in text with ends of lines there.
#[test]
fn positions_near_the_borders_of_pieces() {
    let mut random = Random(4);
    let parts = [&["abcdefg", "\r\n", "\u{20AC}"][..], &["\u{1F37D}", "\u{2028}"], &["a"], &["\r\n"]];
    for (parts, before) in iproduct!(parts, ["", "x", "xy"]) {
        let text = before.to_owned() + &text(&mut random, parts, if is_thinned() { 3000 } else { 70_000 });
        let borders = [512, 1024, 4096, 65_536].into_iter().filter(|border| *border < text.len() - 4);
        let near = borders.flat_map(|border| border - 4..border + 4);
        check(&text, near.chain(text.len() - 2..text.len() + 2));
    }
}

#[test]
fn an_index_finds_the_error() {
    install();
    for at in [0, 1023, 1024, 65_535, 65_536, 99_999] {
        let mut bytes = vec![b'a'; 100_000];
        bytes[at] = 0xFF;
        assert_eq!(Index::from_utf8(&bytes, LineEnds::Lf).unwrap_err().valid_up_to(), at);
        bytes[at] = 0xE2;
        let error = Index::from_utf8(&bytes, LineEnds::Lf).unwrap_err();
        assert_eq!(Err(error), placemat::validate(&bytes));
    }
}

/// A line end of two characters across the pieces that `Index::from_utf8` validates.
#[test]
fn an_index_of_bytes_is_that_of_their_text() {
    install();
    for (before, ends) in iproduct!(["", "x"], ENDS) {
        let text = before.to_owned() + &"\r\n".repeat(50_000);
        let (ours, right) = (Index::from_utf8(text.as_bytes(), ends).unwrap(), Index::new(&*text, ends));
        assert_eq!(ours.line_count(), right.line_count());
        assert!((0..ours.line_count()).all(|line| ours.line_start(line) == right.line_start(line)));
    }
}

#[test]
fn a_long_line_and_offsets_beyond_it() {
    install();
    let long = "\u{20AC}".repeat(100_000);
    let index = Index::new(&*long, LineEnds::LfCr);
    assert_eq!((index.line_count(), index.line_start(usize::MAX), index.text()), (1, None, &*long));
    for unit in UNITS {
        assert_eq!((index.byte(usize::MAX, unit), index.floor_byte(usize::MAX, unit)), (None, long.len()));
        assert_eq!((byte(&long, usize::MAX, unit), floor_byte(&long, usize::MAX, unit)), (None, long.len()));
        assert_eq!((offset(&long, usize::MAX, unit), index.offset(usize::MAX, unit)), (None, None));
        let place = LineColumn { line: usize::MAX, column: usize::MAX };
        assert_eq!((byte_at(&long, place, unit, LineEnds::Lf), index.byte_at(place, unit)), (None, None));
    }
    assert_eq!(index.line_column(long.len(), Unit::Chars), Some(LineColumn { line: 0, column: 100_000 }));
}

#[test]
fn an_offset_inside_a_pair_after_ascii() {
    install();
    for len in [63, 64, 1023, 1024] {
        let text = "a".repeat(len) + "\u{1F37D}" + &"a".repeat(100);
        assert_eq!((byte(&text, len + 1, Unit::Utf16), floor_byte(&text, len + 1, Unit::Utf16)), (None, len));
    }
}

/// An edited index answers as a new one does.
#[test]
fn an_edited_index() {
    let mut random = Random(5);
    let parts = ["a", "abcdefg", "\r", "\n", "\u{20AC}", "\u{1F37D}", "\u{2028}"];
    for ends in ENDS {
        let mut index = Index::new(text(&mut random, &parts, 5000), ends);
        for _ in 0..if is_thinned() { 20 } else { 300 } {
            let mut bounds = [0; 2].map(|_| random.below(index.text().len() + 1));
            // Near the end of a kibibyte in half of the cases.
            if random.below(2) == 0 {
                bounds = bounds.map(|at| (at / 1024 * 1024 + random.below(5)).min(index.text().len()));
            }
            let range = bounds[0].min(bounds[1])..bounds[0].max(bounds[1]);
            let range = range.start..range.end.min(range.start + random.below(300));
            let (with, before) = (text(&mut random, &parts, range.len()), index.text().to_owned());
            let is_whole = before.get(range.clone()).is_some();
            assert_eq!(index.replace_range(range.clone(), &with).is_some(), is_whole);
            let mut expected = before;
            if is_whole {
                expected.replace_range(range.clone(), &with);
            }
            let fresh = Index::new(&*expected, ends);
            assert_eq!((index.text(), index.line_count()), (&*expected, fresh.line_count()));
            for at in (0..expected.len() + 1).step_by(61).chain([1023, 1024, 1025, 2048]).chain(range) {
                let answers = |unit| (index.line_column(at, unit), index.line_start(at));
                let right = |unit| (fresh.line_column(at, unit), fresh.line_start(at));
                assert_eq!(UNITS.map(answers), UNITS.map(right), "{at} {ends:?}");
            }
        }
    }
}

/// After a carriage return at the end of a kibibyte.
#[test]
fn an_edit_of_a_line_end() {
    install();
    for (range, with) in [(1024..1025, "x"), (1024..1024, "x"), (1024..1025, "\n\n")] {
        let mut index = Index::new("a".repeat(1023) + "\r\nb", LineEnds::LfCr);
        index.replace_range(range, with).unwrap();
        let right = Index::new(index.text(), LineEnds::LfCr);
        let starts = [1, 2, 3].map(|line| (index.line_start(line), right.line_start(line)));
        assert!(starts.iter().all(|(ours, right)| ours == right), "{with:?}: {starts:?}");
    }
}
