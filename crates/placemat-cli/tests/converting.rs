//! `placemat convert`: encodings, statuses and messages.

mod common;

use std::{io::Write as _, process::Stdio};

use common::{Dir, Run, piped, placemat, run, through};

/// The result of a run on this input, with the output as bytes.
fn convert(args: &[&str], input: &[u8]) -> (Option<i32>, Vec<u8>, String) {
    let output = through(placemat().arg("convert").args(args), input).unwrap();
    (output.status.code(), output.stdout, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn both_ends_are_utf_8_unless_told_otherwise() {
    assert_eq!(convert(&[], "é".as_bytes()), (Some(0), "é".as_bytes().to_vec(), String::new()));
    assert_eq!(convert(&["--from", "latin1"], b"\xE9").1, "é".as_bytes());
    assert_eq!(convert(&["--to", "latin1"], "é".as_bytes()).1, b"\xE9");
    assert_eq!(convert(&["-f", "Shift_JIS", "-t", "euc-jp"], b"\x93\xFA").1, b"\xC6\xFC");
    assert_eq!(convert(&["-f", "utf-16", "--bom", "strip"], b"\xFE\xFF\0a").1, b"a");
    assert_eq!(convert(&["-t", "cesu-8"], "\u{1F37D}".as_bytes()).1, b"\xED\xA0\xBC\xED\xBD\xBD");
}

#[test]
fn statuses_and_messages() {
    for (args, input, status, message) in [
        (
            &["-f", "utf-8"][..],
            &b"a\xE9"[..],
            1,
            "placemat: -:1:2: byte 1: E9: input ends inside a character\n",
        ),
        (&["-t", "ascii"], "\né".as_bytes(), 1, "placemat: -:2:1: byte 1: U+00E9 \"é\" is not in US-ASCII\n"),
        (
            &["-f", "utf-16"],
            b"a\0",
            2,
            "placemat: -: no byte order mark at the start says the order of the bytes; name UTF-16LE or UTF-16BE\n",
        ),
        (
            &["--on-error", "replace"],
            b"\xFF\xFE",
            0,
            "placemat: -: 2 errors replaced; the first: 1:1: byte 0: FF: byte that never occurs in UTF-8\n",
        ),
        (&["--on-error", "replace", "--quiet"], b"\xFF\xFE", 0, ""),
        (
            &["--bom", "strip"],
            "\u{FEFF}\u{FEFF}a".as_bytes(),
            0,
            "placemat: -: another U+FEFF follows the byte order mark; it is a character, and stays\n",
        ),
        (&["--bom", "strip"], "\u{FEFF}a\u{FEFF}".as_bytes(), 0, ""),
        (
            &["-f", "windows-1252"],
            b"a\x9Db",
            0,
            "placemat: -: 9D is not defined in windows-1252; it became U+009D\n",
        ),
        (&["-f", "windows-1252"], b"\x80\xC2\xA0", 0, ""),
        (&["-f", "iso-8859-2", "--quiet"], b"\x9D", 0, ""),
        (&["--bom", "add", "-t", "koi8-r"], b"", 2, "placemat: --bom add: KOI8-R has no byte order mark\n"),
        (
            &["--bom", "strip", "-t", "utf-16"],
            b"",
            2,
            "placemat: --bom strip: in UTF-16 the byte order mark says the order of the bytes; name the order\n",
        ),
        (&["nowhere"], b"", 2, "placemat: nowhere: No such file or directory (os error 2)\n"),
        (&["a", "b"], b"", 2, "placemat: there is more than one input; --in-place takes several\n"),
        (&["--in-place", "-"], b"", 2, "placemat: -: standard input cannot be replaced\n"),
    ] {
        let (found, _, err) = convert(args, input);
        assert_eq!(found, Some(status), "{args:?}: {err}");
        if cfg!(unix) || !message.contains("os error") {
            assert_eq!(err, message, "{args:?}");
        }
    }
    let (status, out, err) = convert(&["--on-error", "skip"], b"<scr\xFFipt>");
    assert_eq!((status, &out[..]), (Some(0), &b"<script>"[..]));
    assert!(err.contains("1 error left out") && err.contains("RFC 3629, section 10"), "{err}");
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
fn labels() {
    for (label, words) in [
        ("utf8", "the label of UTF-8 is \"UTF-8\""),
        ("warp", "convert --list"),
        ("\u{1b}[31m", "\\u{1b}[31m"),
    ] {
        let (status, _, err) = convert(&["--from", label], b"");
        assert_eq!(status, Some(2), "{label}");
        assert!(err.contains(words) && err.contains("--from <ENCODING>"), "{err}");
    }
    let list = run(["convert", "--list"]);
    assert_eq!(list.status, Some(0));
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
