//! Inputs that are longer than a read.

mod common;

use std::fs;

use placemat_conformance::cases::{EDGES, SEQUENCES};
use placemat_conformance::{contract::Practice, random::Random, reference};

use common::{Dir, placemat, run_on, through};
use serde_json::Value;

/// The size of the command's reads, in bytes.
const READ: usize = 128 << 10;

/// The text is that of the other decoder, wherever a read ends.
#[test]
fn as_many_replacements_as_another_decoder() {
    let mut input = b"\xED\xA0\x80 \xF8\x88\x80\x80\x80\xC0\xAF\xE2\x82!\xED\xA0".repeat(20_000);
    input.extend(hostile());
    for (like, practice) in [
        (&[][..], Practice::MaximalSubpart),
        (&["--replace-like", "java"], Practice::Java),
        (&["--replace-like", "go"], Practice::PerByte),
        (&["--replace-like", "whole-sequence"], Practice::WholeSequence),
        (&["--replace-like", "python"], Practice::MaximalSubpart),
    ] {
        let repair = |input| through(placemat().args(["repair", "--quiet"]).args(like), input).unwrap();
        let output = repair(&input);
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stdout == reference::replaced_by(practice, &input), "{like:?}");
        assert!(repair(&output.stdout).stdout == output.stdout, "what is repaired stays");
    }
}

/// Hostile sequences next to each other, and valid text.
fn hostile() -> Vec<u8> {
    let mut bytes = b"\xEF\xBB\xBFplain\r\n\0\x7F \xE2\x82\xAC\xF0\x9F\x8D\xBD\n".to_vec();
    let sequences = SEQUENCES.iter().map(|sequence| sequence.bytes);
    for (number, sequence) in sequences.enumerate() {
        bytes.extend_from_slice(sequence);
        if number % 3 == 0 {
            bytes.extend_from_slice("\"é".as_bytes());
        }
    }
    // All pairs of bytes, at about every alignment.
    for first in 0x70..=0xFF_u8 {
        for second in (0..=0xFF_u8).step_by(7) {
            bytes.extend([first, second]);
        }
    }
    let mut random = Random(3629);
    bytes.extend((0..100_000).map(|_| random.pick(&EDGES)));
    bytes
}

/// Finds a place at any position relative to the pieces of the input, with the line and column that `check` reports.
#[test]
fn inspect_finds_places_of_a_long_input() {
    let dir = Dir::new();
    let line = "ab\u{E9}\u{20AC}\u{1F37D}\n";
    let mut input = line.repeat(20_000).into_bytes();
    let bad = input.len() + 7;
    input.extend_from_slice(b"ab\xC3\xA9 \xFF \xE2\x82");
    input.extend_from_slice(&line.repeat(3).into_bytes());
    dir.write("long", &input);
    let inspect = |at: &str| dir.run(["inspect", "long", "--at", at]);
    for offset in (65_530..65_545).chain(131_065..131_080).chain([0, input.len() - 1, bad, bad - 1, bad + 1])
    {
        let run = inspect(&offset.to_string());
        let (place, _) = run.out.split_once(" (").unwrap_or_else(|| panic!("{offset}: {run:?}"));
        let (position, start) = place.split_once(": byte ").unwrap();
        let start: usize = start.parse().unwrap();
        let before = String::from_utf8_lossy(&input[..start]);
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.rsplit('\n').next().unwrap().chars().count();
        assert_eq!(position, format!("long:{line}:{column}"), "{offset}");
        assert!(start <= offset && offset < start + 4);
        assert_eq!(inspect(&format!("{line}:{column}")).out.lines().next(), run.out.lines().next());
    }
}

#[test]
fn forbidden_characters_across_reads() {
    let all = "nul,control,bidi,invisible,tag,replacement,noncharacter,private-use,bom,double-encoded";
    let odd = "\0\u{92}\u{202E}\u{200B}\u{1F3F4}\u{E0067}\u{E0062}\u{FFFD}\u{FFFFF}\u{C3}\u{A9} \u{1F468}\u{200D}\u{1F469}\n";
    for lead in READ - 48..READ + 2 {
        let text = "x".repeat(lead) + odd;
        let run = run_on(["check", "--format", "json", "--forbid", all], text.as_bytes());
        let mut found = Vec::new();
        for record in run.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
            if record["type"] == "lint" {
                let offset = record["offset"].as_u64().unwrap();
                assert!(record["line"] == 1 && record["column"].as_u64().unwrap() <= offset + 1, "{record}");
                found.push(offset - lead as u64);
            }
        }
        found.sort_unstable();
        assert_eq!(found, [0, 1, 3, 6, 13, 17, 21, 24, 28], "{lead}");
    }
}

/// The lines that are valid and those that are not, each by itself.
fn sorted(bytes: &[u8]) -> [Vec<u8>; 2] {
    let (valid, invalid): (Vec<_>, Vec<_>) =
        bytes.split_inclusive(|byte| *byte == b'\n').partition(|line| std::str::from_utf8(line).is_ok());
    [valid.concat(), invalid.concat()]
}

#[test]
fn a_line_may_be_longer_than_memory_would_allow() {
    let dir = Dir::new();
    // The first error at the end of the line, none, at the start, and behind a part that is held in a file.
    let long = "grüße ".repeat(500_000).into_bytes();
    let input = [&long[..], b"\xFF\n", &long, b"\n\xFF", &long, b"\n", &long, b"\xE2\x82"].concat();
    dir.write("input", &input);
    let output = dir.placemat(["lines", "--rejects", "rejects", "input"]).output().unwrap();
    assert!([output.stdout, fs::read(dir.join("rejects")).unwrap()] == sorted(&input));
    assert_eq!(run_on(["lines", "--count", "--no-filename"], &input).out, "3\n");
}
