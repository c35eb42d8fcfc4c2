//! Output before the end of the input, and all pages at once.

mod common;

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;

use common::{Dir, piped, placemat, run};

/// What comes out before more goes in.
#[test]
fn a_stream_is_passed_on_as_it_comes() {
    // An error is reported with the bytes after it, so the report waits for these, but not for the end of the input.
    // Guessing the encoding needs 64 bytes.
    let error = [&b"\xFF"[..], &[b' '; 64]].concat();
    let twice = "cafÃ© e\u{301} x\n".as_bytes();
    for (args, times, input, expected, status) in [
        ("check --format json", 1, &error[..], r#"{"type":"error","#, 1),
        ("check", 1, b"\xFF and twelve bytes more", "-:1:1: byte 0: FF never", 1),
        ("convert --from latin1", 3, b"caf\xE9\n", "café\n", 0),
        // All but the line feed, which could combine with what follows.
        ("repair --quiet --double-encoded", 1, twice, "café e\u{301} x", 0),
        ("lines --valid", 1, b"one\ntw", "one\n", 0),
    ] {
        let mut child = piped(placemat().args(args.split(' ')).stdin(Stdio::piped())).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        for _ in 0..times {
            pipe.write_all(input).unwrap();
            let mut output = vec![0; expected.len()];
            child.stdout.as_mut().unwrap().read_exact(&mut output).unwrap();
            assert_eq!(output, expected.as_bytes(), "{args}");
        }
        drop(pipe);
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(status), "{args}");
    }
}

#[test]
fn all_pages_at_once() {
    let dir = Dir::new();
    assert_eq!(dir.run(["pages", "--out", "share"]).status, Some(0));
    for (file, args) in [
        ("bash-completion/completions/placemat", "completions bash"),
        ("fish/vendor_completions.d/placemat.fish", "completions fish"),
        ("zsh/site-functions/_placemat", "completions zsh"),
        ("man/man1/placemat.1", "man"),
        ("man/man1/placemat-check.1", "man check"),
        ("man/man1/placemat-convert.1", "man convert"),
        ("man/man1/placemat-repair.1", "man repair"),
        ("man/man1/placemat-inspect.1", "man inspect"),
    ] {
        let found = fs::read_to_string(dir.join("share").join(file)).unwrap();
        assert_eq!(found, run(args.split(' ')).out, "{file}");
    }
}
