//! `placemat repair`.

mod common;

use std::fs;

use placemat_conformance::{
    cases::{EDGES, SEQUENCES},
    contract::Practice,
    random::Random,
    reference,
};

use common::{Dir, placemat, run_on, through};

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

#[test]
fn what_is_not_utf_8_is_replaced_and_nothing_else_is_touched() {
    let input = hostile();
    let output = repaired(&input);
    assert!(output.0 == String::from_utf8_lossy(&input).as_bytes());
    assert!(output.1.starts_with("placemat: -: "), "{}", output.1);
    let again = repaired(&output.0);
    assert!(again.0 == output.0, "what is repaired stays");
    assert_eq!(again.1, "");
}

/// The text is that of the other decoder, wherever a read ends: the input is longer than several reads.
#[test]
fn as_many_replacements_as_another_decoder() {
    let mut input = b"\xED\xA0\x80 \xF8\x88\x80\x80\x80\xC0\xAF\xE2\x82!\xED\xA0".repeat(20_000);
    input.extend(hostile());
    for (name, practice) in [
        ("java", Practice::Java),
        ("go", Practice::PerByte),
        ("whole-sequence", Practice::WholeSequence),
        ("python", Practice::MaximalSubpart),
    ] {
        let output = through(placemat().args(["repair", "--quiet", "--replace-like", name]), &input).unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stdout == reference::replaced_by(practice, &input), "{name}");
    }
    let output = through(placemat().args(["repair", "--replace-like", "cobol"]), b"").unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.contains("\"cobol\" is none of maximal-subpart, per-byte, whole-sequence, java"),
        "{message}"
    );
}

/// The output as bytes, and the messages. The status must be 0.
fn repaired(input: &[u8]) -> (Vec<u8>, String) {
    let output = through(placemat().arg("repair"), input).unwrap();
    assert_eq!(output.status.code(), Some(0));
    (output.stdout, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn check_says_what_would_change_and_changes_nothing() {
    let dir = Dir::new();
    dir.write("good", "good");
    dir.write("bad", b"bad \xFF\n\xFE");
    let run = dir.run(["repair", "--check", "good", "bad"]);
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
    assert_eq!(
        run.err,
        "placemat: bad: 2 errors to replace; the first: 1:5: byte 4: FF: byte that never occurs in UTF-8\n"
    );
    assert_eq!(dir.run(["repair", "--check", "--quiet", "bad"]).err, "");
    assert_eq!(dir.run(["repair", "--check", "good"]).status, Some(0));
    assert_eq!(dir.run(["repair", "--check", "bad", "missing"]).status, Some(2));
    assert_eq!(run_on(["repair", "--check"], b"\xFF").status, Some(1));
    assert_eq!(fs::read(dir.join("bad")).unwrap(), b"bad \xFF\n\xFE");
    assert_eq!(dir.run(["repair", "--check", "--in-place", "bad"]).status, Some(2));
}

#[test]
fn many_files_in_place() {
    let dir = Dir::new();
    dir.write("a", b"\xFF");
    dir.write("b", "fine");
    dir.write("c", b"\xEF\xBB\xBFx\xC3");
    let run = dir.run(["repair", "--force", "--in-place", "a", "missing", "b", "c"]);
    assert_eq!(run.status, Some(2));
    assert_eq!(run.err.lines().count(), 3, "{}", run.err);
    let read = |name: &str| fs::read_to_string(dir.join(name)).unwrap();
    assert_eq!([read("a"), read("b"), read("c")], ["\u{FFFD}", "fine", "\u{FEFF}x\u{FFFD}"]);
    assert_eq!(dir.names().len(), 3, "no temporary file is left");
}
