//! `placemat convert`: encodings, statuses and messages.

mod common;

use std::{io::Write as _, process::Stdio};

use common::{Dir, Run, piped, placemat, run, through};

/// The result of a run on this input, with the output as bytes.
fn convert(args: &[&str], input: &[u8]) -> (Option<i32>, Vec<u8>, String) {
    let output = through(placemat().arg("convert").args(args), input).unwrap();
    (output.status.code(), output.stdout, String::from_utf8(output.stderr).unwrap())
}

/// Without `--from`, input that is not UTF-8 gets the hint of `check`, and nothing is written.
#[test]
fn what_is_no_utf_8_gets_a_hint() {
    let dir = Dir::new();
    let path = dir.join("latin1");
    // Longer than a piece, with the error at the end.
    let latin1 =
        [&b"plain text\n".repeat(20_000)[..], b"caf\xE9 au lait, tr\xE8s bon, d\xE9j\xE0 vu\n"].concat();
    dir.write("latin1", &latin1);
    let file = path.to_str().unwrap();
    for (args, input) in
        [(&[file][..], &b""[..]), (&[], &latin1[220_000..]), (&["-t", "utf-16le", file], b"")]
    {
        let (status, out, err) = convert(args, input);
        assert_eq!((status, out), (Some(1), Vec::new()), "{args:?}");
        assert!(
            err.contains("E9: missing continuation byte; ") && err.contains("convert --from latin1"),
            "{err}"
        );
        let checked = through(placemat().args(["check"]).args(args.last()), input).unwrap();
        let said = err.trim_end().rsplit_once("; ").unwrap().1;
        assert!(args.len() > 1 || String::from_utf8(checked.stdout).unwrap().contains(said), "{said}");
    }
    // An explicit encoding suppresses the hint.
    assert!(!convert(&["--from", "utf-8", file], b"").2.contains("convert --from"));
    assert_eq!(convert(&["--on-error", "replace"], b"\xE9a").1, "\u{FFFD}a".as_bytes());
}

#[test]
fn every_name_of_the_list_is_an_encoding() {
    let list = run(["convert", "--list"]);
    assert!(list.out.starts_with("UTF-8\nUTF-16\n"), "{}", list.out);
    for name in list.out.lines() {
        assert_eq!(convert(&["-t", name, "-f", name], b"").0, Some(0), "{name}");
    }
}

#[test]
fn a_stream_is_converted_as_it_comes() {
    let mut child = placemat()
        .args(["convert", "--from", "latin1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let mut out = child.stdout.take().unwrap();
    for _ in 0..3 {
        pipe.write_all(b"caf\xE9\n").unwrap();
        let mut line = [0; 6];
        std::io::Read::read_exact(&mut out, &mut line).unwrap();
        assert_eq!(line, *"café\n".as_bytes());
    }
    drop(pipe);
    assert!(child.wait().unwrap().success());
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
