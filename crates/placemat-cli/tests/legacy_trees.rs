//! `placemat convert` of directories: what is UTF-8 already stays, and guesses are named.

mod common;

use std::fs;

use common::{Dir, Run};

/// German words in Windows-1252, which the hint recognises.
const LATIN: &[u8] = b"Gr\xFC\xDFe aus K\xF6ln und M\xFCnchen, f\xFCr alle, die es h\xF6ren m\xF6gen\n";

fn tree() -> Dir {
    let dir = Dir::new();
    dir.write("a/latin.txt", LATIN);
    dir.write("a/utf8.txt", "Grüße\n");
    dir.write("b/plain.md", "plain\n");
    dir.write("b/latin.md", LATIN);
    dir.write("b/image", b"\x89PNG\0\0\xFF\xFE\xFD");
    dir.write("ignored/latin.txt", LATIN);
    dir.write(".gitignore", "ignored/\n");
    dir
}

/// Whether a file with this text is UTF-8 now.
fn is_utf8(dir: &Dir, name: &str) -> bool {
    let text: String = LATIN.iter().map(|byte| char::from(*byte)).collect();
    fs::read(dir.join(name)).unwrap() == text.as_bytes()
}

#[track_caller]
fn summary(run: &Run) -> &str {
    run.err.lines().last().unwrap_or_default()
}

#[test]
fn files_that_are_utf_8_already_stay() {
    let dir = tree();
    let convert = |more: &[&str]| dir.run([&["convert", "--from", "latin1", "--unless-utf8"], more].concat());
    let run = convert(&["--check", "."]);
    assert_eq!(run.status, Some(1));
    assert_eq!(
        run.err,
        "placemat: ./a/latin.txt: to be converted from ISO-8859-1\n\
         placemat: ./b/latin.md: to be converted from ISO-8859-1\n\
         placemat: 6 files: 2 to change, 3 UTF-8 already, 1 binary and skipped\n"
    );
    assert!(!is_utf8(&dir, "a/latin.txt"));
    let run = convert(&["--in-place", "--glob", "*.txt", "."]);
    assert_eq!((run.status, summary(&run)), (Some(0), "placemat: 2 files: 1 changed, 1 UTF-8 already"));
    assert!(
        is_utf8(&dir, "a/latin.txt") && !is_utf8(&dir, "b/latin.md") && !is_utf8(&dir, "ignored/latin.txt")
    );
    let run = convert(&["--in-place", "--no-ignore", "."]);
    assert_eq!(summary(&run), "placemat: 7 files: 2 changed, 4 UTF-8 already, 1 binary and skipped");
    assert!(is_utf8(&dir, "b/latin.md") && is_utf8(&dir, "ignored/latin.txt"));
    assert_eq!(fs::read(dir.join("b/image")).unwrap(), b"\x89PNG\0\0\xFF\xFE\xFD");
    let again = convert(&["--check", "--no-ignore", "."]);
    assert_eq!((again.status, again.err.lines().count()), (Some(0), 1));
    let run = dir.run(["convert", "--from", "latin1", "--check", "a/utf8.txt"]);
    assert!(run.status == Some(1) && run.err.contains("already"), "as --in-place would answer: {run:?}");
    // To standard output, text in UTF-8 passes.
    assert_eq!(convert(&["a/utf8.txt"]).out, "Grüße\n");
    assert_eq!(convert(&["--in-place", "--quiet", "."]).err, "");
}

#[test]
fn an_encoding_is_guessed_only_if_that_is_certain() {
    let dir = tree();
    let russian = encoding_rs::KOI8_R.encode("Все счастливые семьи похожи друг на друга\n").0;
    dir.write("c/russian.txt", &russian);
    dir.write(
        "c/utf16.txt",
        "name,price\r\ntea,4\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>(),
    );
    dir.write("c/noise.txt", b"a \x81 b\n");
    let run = dir.run(["convert", "--from", "auto", "--in-place", "c", "a"]);
    assert_eq!(run.status, Some(1));
    let lines: Vec<&str> = run.err.lines().collect();
    assert_eq!(lines.len(), 5, "{}", run.err);
    assert!(lines[0].starts_with("placemat: c/noise.txt: its encoding is not certain"), "{}", lines[0]);
    assert_eq!(lines[1], "placemat: c/russian.txt: converted from KOI8-U");
    assert_eq!(lines[2], "placemat: c/utf16.txt: converted from UTF-16LE");
    assert!(lines[3].starts_with("placemat: a/latin.txt: converted from "), "{}", lines[3]);
    assert_eq!(lines[4], "placemat: 5 files: 3 changed, 1 UTF-8 already, 1 failed");
    assert_eq!(fs::read_to_string(dir.join("c/utf16.txt")).unwrap(), "name,price\r\ntea,4\r\n");
    assert!(fs::read_to_string(dir.join("c/russian.txt")).unwrap().starts_with("Все"));
    assert_eq!(fs::read(dir.join("c/noise.txt")).unwrap(), b"a \x81 b\n");
    assert!(is_utf8(&dir, "a/latin.txt"));
    // Standard input, and standard output.
    let run = common::run_on(["convert", "--from", "auto"], LATIN);
    assert!(run.status == Some(0) && run.out.starts_with("Grüße aus Köln"), "{run:?}");
    let run = common::run_on(["convert", "--from", "auto"], b"a \x81 b\n");
    assert_eq!((run.status, run.out.as_str()), (Some(1), ""));
}

#[test]
fn a_tree_is_repaired_without_its_binary_and_wide_files() {
    let dir = tree();
    dir.write("b/wide.txt", b"\xFF\xFEa\0");
    let run = dir.run(["repair", "--in-place", "."]);
    assert_eq!(summary(&run), "placemat: 7 files: 0 changed, 3 without need, 1 binary and skipped, 3 failed");
    let run = dir.run(["repair", "--force", "--in-place", "."]);
    assert_eq!(run.status, Some(1));
    assert!(run.err.contains("b/wide.txt: it is UTF-16 or UTF-32"), "{}", run.err);
    assert_eq!(summary(&run), "placemat: 7 files: 2 changed, 3 without need, 1 binary and skipped, 1 failed");
    assert_eq!(fs::read(dir.join("b/wide.txt")).unwrap(), b"\xFF\xFEa\0");
    assert!(fs::read_to_string(dir.join("a/latin.txt")).unwrap().starts_with("Gr\u{FFFD}\u{FFFD}e"));
}

#[test]
fn options_that_make_no_sense_together() {
    let dir = tree();
    for (args, message) in [
        (&["--unless-utf8", "a"][..], "--from <ENCODING>"),
        (&["--from", "latin1", "--check"], "<PATH>"),
        (&["--from", "latin1", "--check", "--in-place", "a"], "cannot be used with"),
        (&["--from", "utf-16le", "--unless-utf8", "a"], "can be valid UTF-8"),
        (&["--from", "iso-2022-jp", "--unless-utf8", "a"], "is valid UTF-8"),
        (&["--from", "latin1", "--to", "utf-16", "--unless-utf8", "a"], "the other files would be in UTF-16"),
        (&["--from", "latin1", "a"], "directory"),
        (&["--from", "latin1", "--in-place", "--glob", "[", "a"], "--glob"),
    ] {
        let run = dir.run([&["convert"], args].concat());
        assert!(run.status == Some(2) && run.err.contains(message), "{args:?}: {run:?}");
    }
}
