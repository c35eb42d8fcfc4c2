//! Output before the end of the input, a reader that goes away, and all pages at once.

mod common;

use std::io::{Read, Write};
use std::process::Stdio;

use common::{Dir, Run, piped, placemat, run};

#[test]
fn errors_are_reported_before_the_input_ends() {
    // An error is reported with the bytes after it, so the report waits for these, but not for the end of the input.
    // Guessing the encoding needs 64 bytes.
    let input = [&b"\xFF"[..], &[b' '; 64]].concat();
    for (format, input) in [("json", &input[..]), ("human", b"\xFF and twelve bytes more")] {
        let mut command = placemat();
        command.args(["check", "--format", format]).stdin(Stdio::piped());
        let mut child = piped(&mut command).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(input).unwrap();
        let mut start = [0; 16];
        child.stdout.as_mut().unwrap().read_exact(&mut start).unwrap();
        drop(pipe);
        child.wait_with_output().unwrap();
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

#[test]
fn all_pages_at_once() {
    let dir = Dir::new();
    let out = dir.join("share");
    assert_eq!(dir.run(["pages", "--out", "share"]).status, Some(0));
    let read = |name: &str| std::fs::read_to_string(out.join(name)).unwrap();
    assert_eq!(read("bash-completion/completions/placemat"), run(["completions", "bash"]).out);
    assert_eq!(read("fish/vendor_completions.d/placemat.fish"), run(["completions", "fish"]).out);
    assert_eq!(read("zsh/site-functions/_placemat"), run(["completions", "zsh"]).out);
    assert_eq!(read("man/man1/placemat.1"), run(["man"]).out);
    for page in ["check", "convert", "repair", "inspect"] {
        assert_eq!(read(&format!("man/man1/placemat-{page}.1")), run(["man", page]).out);
    }
    dir.write("file", "");
    assert_eq!(dir.run(["pages", "--out", "file"]).status, Some(2));
}
