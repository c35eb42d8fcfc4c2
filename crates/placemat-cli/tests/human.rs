//! The report for people.

mod common;

use std::fs;

use common::{Dir, run_on};

/// The explanation of the first error.
#[track_caller]
fn why(bytes: &[u8]) -> String {
    let run = run_on(["check"], bytes);
    let line = run.out.lines().next().unwrap();
    line.splitn(5, ':').nth(4).unwrap().trim_start().to_owned()
}

#[test]
fn plain_words() {
    for (bytes, expected) in [
        (&b"x\x80\x80y"[..], "80 is a continuation (80..BF), but no sequence has begun"),
        (b"x\xE2\x82y", "E2 82 is cut off by 79: a sequence of 3 bytes needs 1 more continuation (80..BF)"),
        (b"\xE2y\x80", "E2 before 79 is never valid in UTF-8 (\u{E2} in Latin-1)"),
        (
            b"\xF0\x9F\x98\xF0",
            "F0 9F 98 is cut off by F0: a sequence of 4 bytes needs 1 more continuation (80..BF)",
        ),
        (
            b"x\xE2\x82",
            "E2 82 is cut off by the end of the input: a sequence of 3 bytes needs 1 more continuation (80..BF)",
        ),
        (b"x\xC0\xAFy", "C0 AF is an overlong encoding of U+002F; its only form is 2F"),
        (b"x\xC0\xC0y", "C0 is never valid in UTF-8 (\u{C0} in Latin-1)"),
        (
            b"\xC0\x80\x80\x80",
            "C0 80 is an overlong encoding of U+0000; its only form is 00; 2 stray continuations follow",
        ),
        (b"\xE0\x82\xA9", "E0 82 A9 is an overlong encoding of U+00A9; its only form is C2 A9"),
        (b"\xE0\x82z", "E0 82 can only begin an overlong encoding"),
        (b"\xF0\x82\x82\xAC", "F0 82 82 AC is an overlong encoding of U+20AC; its only form is E2 82 AC"),
        (b"\xF0\x8D\xA0\x80", "F0 8D A0 80 is an overlong encoding of U+D800"),
        (b"\xED\xA0\x80", "ED A0 80 encodes the surrogate U+D800, which is not a character"),
        (b"\xED\xA0\xBD\xED\xB8\x80", "ED A0 BD encodes the surrogate U+D83D, which is not a character"),
        (b"\xED\xA0z", "ED A0 can only begin an encoded surrogate (U+D800..U+DFFF)"),
        (b"\xF4\x90\x80\x80", "F4 90 80 80 would be U+110000, but the last scalar value is U+10FFFF"),
        (b"\xF4\x90z", "F4 90 can only begin something above U+10FFFF"),
        (b"\xF7\xBF\xBF\xBF", "F7 BF BF BF would be U+1FFFFF, but the last scalar value is U+10FFFF"),
        (
            b"\xFC\x84\x80\x80\x80\x80",
            "FC 84 80 80 80 80: FC led sequences of 6 bytes in RFC 2279, but UTF-8 ends at U+10FFFF with four",
        ),
        (b"\xFF\x80", "FF never occurs in UTF-8; 1 stray continuation follows"),
        (b"\xFF\xFEh\0i\0", "FF never occurs in UTF-8"),
        (b"\xFE\xFF\0h\0i", "FE never occurs in UTF-8"),
        (b"say \x93hi\x94", "93 is a continuation (80..BF), but no sequence has begun"),
        (b"sch\xF6n", "F6 is never valid in UTF-8 (\u{F6} in Latin-1)"),
        (b"M\xFCller", "FC is never valid in UTF-8 (\u{FC} in Latin-1)"),
        (b"M\xE4dchen", "E4 before 64 is never valid in UTF-8 (\u{E4} in Latin-1)"),
        (b"gro\xDF!", "DF before 21 is never valid in UTF-8 (\u{DF} in Latin-1)"),
        (b"no\xA0break", "A0 is a continuation (80..BF), but no sequence has begun"),
    ] {
        assert_eq!(why(bytes), expected, "{bytes:x?}");
    }
}

#[test]
fn context_does_not_cut_characters() {
    // The eighth byte before the error is inside a character, and so is the twelfth byte from its start.
    let bytes = [&b"a\xE2\x82\xAC123456\xFF"[..], "\u{20AC}".repeat(4).as_bytes()].concat();
    let run = run_on(["check"], &bytes);
    let bytes = run.out.lines().nth(1).unwrap();
    assert!(bytes.starts_with("    31 32 33 34 35 36 FF E2 82 AC E2 82 AC E2 82 AC "), "{bytes}");
    assert!(bytes.ends_with(" 123456\u{FFFD}\u{20AC}\u{20AC}\u{20AC}"), "{bytes}");
}

#[test]
fn continuations_are_folded_and_counted() {
    // Thirty pairs; each report covers the lead and its continuation byte.
    for (args, most) in [(&["check"][..], 3), (&["check", "--max-errors", "20"], 20)] {
        let run = run_on(args, &b"\xC0\xAF,".repeat(30));
        let reports = run.out.lines().filter(|line| line.contains(": byte ")).count();
        assert_eq!(reports, most);
        let verdict = "\n-: 60 errors, the first at 1:1 (--max-errors 0 lists all)\n";
        assert!(run.out.contains(verdict), "{}", run.out);
        assert!(run.out.contains("(60 errors)"), "{}", run.out);
    }
    // Many continuation bytes, across many buffers.
    let mut bytes = vec![0x80; 300_000];
    bytes[0] = 0xFF;
    let run = run_on(["check"], &bytes);
    assert!(run.out.contains("; 299,999 stray continuations follow"), "{}", run.out);
    assert!(run.out.contains("(300,000 errors)"), "{}", run.out);
    // A continuation byte that follows no invalid lead has a report of its own.
    let run = run_on(["check"], b"\x80\x80 \xC3\xA9\x80");
    assert_eq!(run.out.lines().filter(|line| line.contains(": byte ")).count(), 3);
}

#[test]
fn nothing_can_hurt_the_terminal() {
    let dir = Dir::new();
    let run = run_on(["check"], b"\x1b[31m\x07\xC2\x9B\xE2\x80\xAEright\xFF\r\n\x1b");
    assert!(
        !run.out.chars().any(|char| char.is_control() && char != '\n' || char == '\u{202E}'),
        "{:?}",
        run.out
    );
    let name = "a\u{1b}[2J\u{202E}";
    if fs::write(dir.join(name), b"\xFF").is_ok() {
        let run = dir.check([name, "missing\u{1b}"]);
        assert!(run.out.starts_with("a\\u{1b}[2J\\u{202e}:1:1: byte 0: "), "{}", run.out);
        assert!(run.err.starts_with("placemat: missing\\u{1b}: "), "{}", run.err);
    }
}

#[test]
fn summaries() {
    let dir = Dir::new();
    dir.write("good", b"good");
    dir.write("bad", b"\xFF\xFF");
    dir.write("also good", b"");
    let last = |args: &[&str]| {
        let run = dir.check(args);
        let (_, verdict) = run.out.lines().last().unwrap().split_once(": ").unwrap();
        verdict.to_owned()
    };
    assert_eq!(last(&["good"]), "valid UTF-8");
    assert_eq!(last(&["good", "bad", "also good"]), "2 valid, 1 not UTF-8 (2 errors)");
    assert_eq!(last(&["bad", "missing"]), "1 not UTF-8 (2 errors), 1 could not be read");
    dir.write("binary", b"\0");
    assert_eq!(last(&["."]), "2 valid, 1 not UTF-8 (2 errors), 1 skipped: binary");
}

#[test]
fn quiet_stops_at_the_first_that_is_not_good() {
    let dir = Dir::new();
    dir.write("good", "good");
    dir.write("bad", b"\xFF");
    for jobs in ["1", "8"] {
        for (args, status) in [
            (&["good"][..], 0),
            (&["good", "bad"], 1),
            (&["bad", "missing", "good"], 1),
            (&["good", "missing", "bad"], 2),
            (&["missing", "absent"], 2),
        ] {
            let run = dir.check(["--quiet", "--jobs", jobs].iter().chain(args));
            assert_eq!((run.status, run.out.as_str()), (Some(status), ""), "{args:?}");
            // Messages about later inputs are suppressed.
            assert_eq!(run.err.lines().count(), usize::from(status == 2), "{args:?}: {}", run.err);
        }
    }
}

#[cfg(unix)]
#[test]
fn quiet_waits_for_nothing_that_comes_later() {
    let dir = Dir::new();
    dir.write("bad", b"\xFF");
    if !dir.fifo("pipe") {
        return;
    }
    // Reading the pipe would block forever, since it has no writer.
    for jobs in ["1", "8"] {
        let run = dir.check(["--quiet", "--jobs", jobs, "bad", "pipe", "pipe"]);
        assert_eq!(run.status, Some(1));
    }
}

#[test]
fn names_only() {
    let dir = Dir::new();
    dir.write("good", "good");
    dir.write("bad", b"\xFF");
    dir.write("b c", b"\xFF".repeat(1 << 20));
    dir.write("nfd", "e\u{301}");
    for (args, out, status) in [
        (&["--list", "."][..], "./b c\n./bad\n", 1),
        (&["-l", "-Z", "."], "./b c\0./bad\0", 1),
        (&["--list", "--null-output", "bad", "good"], "bad\0", 1),
        (&["--list", "good", "nfd"], "", 0),
        (&["--list", "--nfc", "good", "nfd"], "nfd\n", 1),
        (&["--list", "bad", "missing"], "bad\n", 2),
    ] {
        let run = dir.check(args);
        assert_eq!((run.out.as_str(), run.status), (out, Some(status)), "{args:?}");
        assert_eq!(run.err.is_empty(), status < 2);
    }
}
