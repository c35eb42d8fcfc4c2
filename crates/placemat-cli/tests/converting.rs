//! The words of errors, and pipes.

mod common;

use std::{
    io::{Read as _, Write as _},
    process::Stdio,
};

use common::{Run, piped, placemat, run_on};

#[test]
fn an_error_has_the_same_words_in_every_command() {
    for bytes in [
        &b"caf\xE9 "[..],
        b"\xC0\xAF",
        b"\xED\xA0\x80",
        b"\xED\xA0x",
        b"\xF4\x90\x80\x80",
        b"\xF8\x88\x80\x80\x80",
        b"\xFF",
        b"a\x80",
        b"\xE2\x82",
        b"\xE2\x82x",
    ] {
        let check = run_on(["check"], bytes);
        let words = check.out.lines().next().unwrap().strip_prefix("-:").unwrap();
        for args in [
            &["repair", "--force"][..],
            &["repair", "--replace-like", "go"],
            &["convert"],
            &["convert", "-t", "utf-16"],
        ] {
            let run = run_on(args, bytes);
            assert!(run.err.contains(words), "{args:?}: {} is not {words}", run.err);
        }
    }
}

/// What comes out before more goes in.
#[test]
fn a_stream_is_passed_on_as_it_comes() {
    let twice = "cafÃ© e\u{301} x\n".as_bytes();
    for (args, times, input, expected) in [
        (&["convert", "--from", "latin1"][..], 3, &b"caf\xE9\n"[..], "café\n"),
        // All but the line feed, which could combine with what follows.
        (&["repair", "--quiet", "--double-encoded"], 1, twice, "café e\u{301} x"),
        (&["repair", "--quiet", "--nfc"], 1, twice, "cafÃ© é x"),
        (&["lines", "--valid"], 1, b"one\ntw", "one\n"),
    ] {
        let mut child = piped(placemat().args(args).stdin(Stdio::piped())).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        for _ in 0..times {
            pipe.write_all(input).unwrap();
            let mut output = vec![0; expected.len()];
            child.stdout.as_mut().unwrap().read_exact(&mut output).unwrap();
            assert_eq!(output, expected.as_bytes(), "{args:?}");
        }
        drop(pipe);
        assert_eq!(child.wait().unwrap().code(), Some(0), "{args:?}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_trouble() {
    let mut child =
        piped(placemat().args(["convert", "--to", "utf-32le"]).stdin(Stdio::piped())).spawn().unwrap();
    drop(child.stdout.take());
    let mut pipe = child.stdin.take().unwrap();
    let _ = pipe.write_all(&[b'a'; 1 << 20]);
    drop(pipe);
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
}
