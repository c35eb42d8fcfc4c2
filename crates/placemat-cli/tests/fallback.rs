//! `placemat repair --fallback`: files in two encodings.

mod common;

use std::fs;

use common::{Dir, placemat, through};

/// The status, the output as bytes, and the messages.
fn repair(fallback: &str, more: &[&str], input: &[u8]) -> (Option<i32>, Vec<u8>, String) {
    let output = through(placemat().args(["repair", "--fallback", fallback]).args(more), input).unwrap();
    (output.status.code(), output.stdout, String::from_utf8(output.stderr).unwrap())
}

const MIXED: &[u8] = b"na\xC3\xAFve caf\xE9 M\xC3\xBCller\n5 \x80, \x93so\x94, d\xE9j\xE0\n";

#[test]
fn valid_sequences_stay_and_the_rest_is_decoded() {
    let (status, out, err) = repair("windows-1252", &[], MIXED);
    assert_eq!(
        (status, &*String::from_utf8(out).unwrap()),
        (Some(0), "naïve café Müller\n5 €, “so”, déjà\n")
    );
    assert_eq!(
        err,
        "placemat: -: 6 runs of invalid bytes decoded as windows-1252\n\
         placemat: -:1:10: byte 10: E9 became \"é\"\n\
         placemat: -:2:3: byte 22: 80 became \"€\"\n\
         placemat: -:2:6: byte 25: 93 became \"“\"\n"
    );
    assert_eq!(repair("windows-1252", &["--quiet"], MIXED).2, "");
    for (fallback, input, expected) in [
        ("latin1", &b"\xEF\xBB\xBF\xE9t\xE9 \x85"[..], "\u{FEFF}été \u{85}"),
        ("cp850", b"caf\x82 \xC3\xA9", "café é"),
        ("koi8-r", b"\xF0\xD2\xC9\xD7\xC5\xD4, \xD0\x9C\xD0\xB8\xD1\x80", "Привет, Мир"),
        ("euc-jp", b"\xC6\xFC\xCB\xDC, \xE6\x97\xA5", "日本, 日"),
        // Both forms of a supplementary character.
        ("cesu-8", b"\xED\xA0\xBC\xED\xBD\xBD\xF0\x9F\x8D\xBD", "🍽🍽"),
        ("mutf-8", b"a\xC0\x80b", "a\0b"),
        ("windows-1252", b"plain", "plain"),
        ("windows-1252", b"", ""),
    ] {
        let (status, out, err) = repair(fallback, &[], input);
        assert_eq!((status, &*String::from_utf8_lossy(&out)), (Some(0), expected), "{fallback}: {err}");
        // Another run changes nothing.
        assert_eq!(repair(fallback, &[], expected.as_bytes()), (Some(0), expected.into(), String::new()));
    }
}

#[test]
fn a_run_that_cannot_be_decoded_fails_and_nothing_is_written() {
    for (fallback, input, message) in [
        ("windows-1252", &b"ok \xE9 \n a\x81"[..], "-:2:3: byte 8: 81: no character in windows-1252"),
        ("shift_jis", b"\x93\xFA\x95\\", "-:1:1: byte 0: 93 FA 95: no character in Shift_JIS"),
        (
            "gbk",
            b"\xC4\xE3\xC4\xA3",
            "-:1:1: byte 0: C4 E3: next to valid UTF-8, so characters in GBK may be cut",
        ),
        ("gbk", b"\xC4\xA3\xC4\xE3", "-:1:2: byte 2: C4 E3: next to valid UTF-8"),
        ("cesu-8", b"\xED\xA0\xBC.", "-:1:1: byte 0: ED A0 BC: no character in CESU-8"),
    ] {
        let (status, out, err) = repair(fallback, &[], input);
        assert_eq!((status, out), (Some(1), Vec::new()), "{fallback}: {err}");
        assert!(err.contains(message), "{err}");
    }
    for label in ["utf-8", "utf-16le", "ascii", "iso-2022-jp"] {
        let (status, _, err) = repair(label, &[], b"");
        assert!(status == Some(2) && err.contains("is no fallback"), "{err}");
    }
    for options in [["--double-encoded"], ["--nfc"]] {
        let (status, _, err) = repair("latin1", &options, b"");
        assert!(status == Some(2) && err.contains("cannot be used with"), "{err}");
    }
}

#[test]
fn damaged_utf_8_is_refused_unless_forced() {
    // A character cut at the end of a column; a byte in the middle overwritten; a sequence cut at its start.
    let cut = "日本語".as_bytes();
    let cut = [cut, &cut[..2], b", ", cut, &cut[1..], b"\n"].concat();
    let long = [&"é ".repeat(200).into_bytes()[..], b"\xE9\n"].concat();
    for (input, reason) in [
        (&cut[..], "2 of 2 are parts of UTF-8 sequences"),
        (b"gr\xC3 e \xC3\xBC", "1 of 1 are parts of UTF-8 sequences"),
        (&long, "99.75 % of the bytes above 7F are valid UTF-8"),
    ] {
        let (status, out, err) = repair("windows-1252", &[], input);
        assert_eq!((status, out), (Some(1), Vec::new()), "{err}");
        assert!(
            err.contains("look like damaged UTF-8") && err.contains(reason) && err.contains("--force"),
            "{err}"
        );
        let (status, out, _) = repair("windows-1252", &["--force"], input);
        assert!(status == Some(0) && std::str::from_utf8(&out).is_ok_and(|text| text.len() > input.len()));
    }
    assert_eq!(repair("windows-1251", &[], b"\xC3 \xC2").0, Some(0), "in Cyrillic these are letters");
}

/// Reads of 64 KiB cut runs and sequences.
#[test]
fn long_inputs_are_those_of_short_ones() {
    for shift in 0..4 {
        let unit = [&b"x"[..], "日本語 ".as_bytes(), b" \xE9\xE8\xE0\xF9\x93 \xF0\x9F\x8D\xBD "].concat();
        let input = [&b"    "[..shift], &unit.repeat(8_000)].concat();
        let expected = " ".repeat(shift) + &"x日本語  éèàù“ 🍽 ".repeat(8_000);
        let (status, out, err) = repair("windows-1252", &[], &input);
        assert!(status == Some(0) && out == expected.as_bytes() && err.contains("8,000 runs"), "{err}");
    }
    let run = b"\xE9".repeat(200_000);
    assert!(repair("latin1", &[], &run).1 == "é".repeat(200_000).as_bytes());
}

#[test]
fn check_and_in_place() {
    let dir = Dir::new();
    dir.write("mixed", MIXED);
    dir.write("good", "é");
    dir.write("bad", b"\x81");
    let args = ["repair", "--fallback", "windows-1252", "--check", "mixed", "good"];
    let run = dir.run(args);
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
    assert!(run.err.contains("mixed: 6 runs of invalid bytes to decode as windows-1252"), "{}", run.err);
    assert!(run.err.contains("mixed:1:10: byte 10: E9 would become \"é\"") && !run.err.contains("good"));
    assert!(fs::read(dir.join("mixed")).unwrap() == MIXED);
    let run = dir.run(["repair", "--fallback", "windows-1252", "--in-place", "bad", "mixed", "good"]);
    assert_eq!(run.status, Some(1), "{}", run.err);
    assert_eq!(fs::read(dir.join("bad")).unwrap(), b"\x81");
    assert!(fs::read_to_string(dir.join("mixed")).unwrap().ends_with("déjà\n"));
    let run = dir.run(args);
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
}
