//! `placemat lines`.

mod common;

use std::{
    fs::{self, OpenOptions},
    io::{Read, Write},
    process::{Output, Stdio},
    thread,
};

use placemat_conformance::{
    cases::{EDGES, SEQUENCES},
    random::Random,
};

use common::{Dir, piped, placemat, run_on, through};

/// Lines of all kinds: two are invalid.
const MIXED: &[u8] = b"caf\xC3\xA9\r\ncaf\xE9\r\n\n\xE2\x82\nlast";

/// The lines that are valid and those that are not, each by itself.
fn reference(bytes: &[u8], end: u8) -> [Vec<u8>; 2] {
    let (valid, invalid): (Vec<_>, Vec<_>) =
        bytes.split_inclusive(|byte| *byte == end).partition(|line| std::str::from_utf8(line).is_ok());
    [valid.concat(), invalid.concat()]
}

fn lines(args: &[&str], input: &[u8]) -> Output {
    through(placemat().arg("lines").args(args), input).unwrap()
}

#[test]
fn invalid_lines_have_their_place_and_valid_ones_nothing() {
    let dir = Dir::new();
    dir.write("mixed", MIXED);
    dir.write("good", "good");
    for (args, expected) in [
        (&["mixed", "good"][..], &b"mixed:2:caf\xE9\r\nmixed:4:\xE2\x82\n"[..]),
        (&["--invalid", "mixed"], b"mixed:2:caf\xE9\r\nmixed:4:\xE2\x82\n"),
        (&["--no-filename", "mixed"], b"2:caf\xE9\r\n4:\xE2\x82\n"),
        (&["--no-line-number", "mixed"], b"mixed:caf\xE9\r\nmixed:\xE2\x82\n"),
        (&["-IN", "mixed"], b"caf\xE9\r\n\xE2\x82\n"),
        (&["--valid", "mixed"], b"caf\xC3\xA9\r\n\nlast"),
        // A line without an end stays a line.
        (&["--valid", "mixed", "good"], b"caf\xC3\xA9\r\n\nlast\ngood"),
        (&["--count", "mixed", "good"], b"mixed:2\ngood:0\n"),
        (&["-c", "--valid", "mixed", "good"], b"mixed:3\ngood:1\n"),
        (&["-c", "--no-filename", "mixed"], b"2\n"),
    ] {
        let output = dir.placemat(["lines"]).args(args).output().unwrap();
        assert_eq!(output.stdout, expected, "{args:?}: {}", String::from_utf8_lossy(&output.stdout));
        assert_eq!((output.status.code(), output.stderr), (Some(1), Vec::new()), "{args:?}");
    }
    let good = dir.run(["lines", "good"]);
    assert_eq!((good.status, good.out, good.err), (Some(0), String::new(), String::new()));
    // A line of a report is complete, unlike one of the data.
    assert_eq!(lines(&[], b"\xFF").stdout, b"-:1:\xFF\n");
    assert_eq!(lines(&["-IN"], b"\xFF").stdout, b"\xFF");
    for args in [["--valid", "--invalid"], ["--rejects=r", "--invalid"], ["--rejects=r", "--count"]] {
        assert_eq!(lines(&args, b"").status.code(), Some(2), "{args:?}");
    }
    assert_eq!(lines(&["--check"], b"").status.code(), Some(2));
}

#[test]
fn records_that_end_in_a_nul() {
    let input = b"a\nb\0\xFF\n\0c";
    assert_eq!(lines(&["-z"], input).stdout, b"-:2:\xFF\n\0");
    assert_eq!(lines(&["--null-data", "--valid"], input).stdout, b"a\nb\0c");
}

#[test]
fn all_lines_through_a_pipe_in_pieces() {
    let dir = Dir::new();
    let mut random = Random(16);
    for round in 0..60 {
        let (end, option) = if round % 4 == 0 { (0, "--null-data") } else { (b'\n', "--valid") };
        let mut input = Vec::new();
        for _ in 0..random.below(3000) {
            match random.below(12) {
                0 => input.extend_from_slice(SEQUENCES[random.below(SEQUENCES.len())].bytes),
                1 => input.push(random.pick(&EDGES)),
                2 => input.resize(input.len() + random.below(3000), b'x'),
                3..6 => input.push(end),
                _ => input.extend_from_slice("grüße \u{1F37D}\r".as_bytes()),
            }
        }
        let mut command = dir.placemat(["lines", option, "--rejects", "rejects"]);
        let mut child = piped(command.stdin(Stdio::piped())).spawn().unwrap();
        let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut valid = Vec::new();
        thread::scope(|scope| {
            scope.spawn(|| stdout.read_to_end(&mut valid).unwrap());
            let mut rest = input.as_slice();
            while !rest.is_empty() {
                let (now, later) = rest.split_at(rest.len().min(1 + random.below(20_000)));
                stdin.write_all(now).unwrap();
                rest = later;
            }
            drop(stdin);
        });
        let expected = reference(&input, end);
        let status = if expected[1].is_empty() { 0 } else { 1 };
        assert_eq!(child.wait().unwrap().code(), Some(status));
        assert!([valid, fs::read(dir.join("rejects")).unwrap()] == expected, "round {round}");
    }
}

#[test]
fn a_line_may_be_longer_than_memory_would_allow() {
    let dir = Dir::new();
    // The first error at the end of the line, none, at the start, and behind a part that is held in a file.
    let long = "grüße ".repeat(500_000).into_bytes();
    let input = [&long[..], b"\xFF\n", &long, b"\n\xFF", &long, b"\n", &long, b"\xE2\x82"].concat();
    dir.write("input", &input);
    let output = dir.placemat(["lines", "--rejects", "rejects", "input"]).output().unwrap();
    assert!([output.stdout, fs::read(dir.join("rejects")).unwrap()] == reference(&input, b'\n'));
    assert_eq!(lines(&["--count", "--no-filename"], &input).stdout, b"3\n");
}

#[test]
fn a_large_file_is_validated_in_pieces() {
    let dir = Dir::new();
    let mut input = vec![b'\n'; 33 << 20];
    dir.write("input", &input);
    let count = || dir.run(["lines", "--count", "input"]);
    assert_eq!((count().status, count().out.as_str()), (Some(0), "input:0\n"));
    let valid = dir.run(["lines", "--count", "--valid", "input"]);
    assert_eq!((valid.status, valid.out), (Some(0), format!("input:{}\n", input.len())));
    input.extend(b"\xC3");
    dir.write("input", &input);
    let place = dir.run(["lines", "--rejects", "rejects", "--check", "input"]);
    assert_eq!(place.err, format!("placemat: 1 line to reject; the first: input:{}\n", input.len()));
    assert_eq!((count().status, count().out.as_str()), (Some(1), "input:1\n"));
}

#[test]
fn rejects_replace_a_file_when_everything_is_done() {
    let dir = Dir::new();
    dir.write("mixed", MIXED);
    let sort = |args: &[&str]| dir.run([&["lines", "--rejects", "rejects"], args].concat());
    // Nothing is written, and nothing is left of a try.
    for (args, status, message) in [
        (&["--check", "mixed"][..], 1, "placemat: 2 lines to reject; the first: mixed:2\n"),
        (&["--check", "--max-rejects", "2", "mixed"], 0, "placemat: 2 lines to reject; the first: mixed:2\n"),
        (&["--max-rejects", "1", "mixed"], 1, "placemat: more than 1 invalid line; stopped at mixed:4\n"),
        (
            &["mixed", "missing"],
            2,
            "placemat: missing: No such file or directory (os error 2)\n\
            placemat: rejects: not written, because an input could not be read\n",
        ),
        (
            &["mixed", "rejects/"],
            2,
            "placemat: rejects/: No such file or directory (os error 2)\n\
            placemat: rejects: not written, because an input could not be read\n",
        ),
    ] {
        let run = sort(args);
        assert_eq!((run.status, run.err.as_str()), (Some(status), message), "{args:?}");
        assert_eq!(run.out.is_empty(), args[0] == "--check");
        assert_eq!(dir.names(), ["mixed"]);
    }
    for _ in 0..2 {
        let run = sort(&["mixed"]);
        assert_eq!((run.status, run.out.as_str()), (Some(1), "café\r\n\nlast"));
        assert_eq!(run.err, "placemat: 2 lines rejected; the first: mixed:2\n");
        assert_eq!(fs::read(dir.join("rejects")).unwrap(), b"caf\xE9\r\n\xE2\x82\n");
    }
    // The last line of one file, and the first of another.
    let run = sort(&["--max-rejects", "9", "mixed", "rejects"]);
    assert_eq!((run.status, run.err.as_str()), (Some(2), "placemat: rejects: it is an input as well\n"));
    assert_eq!(fs::read(dir.join("rejects")).unwrap(), b"caf\xE9\r\n\xE2\x82\n");
    assert_eq!(sort(&["--max-rejects", "2", "mixed"]).status, Some(0));
    dir.write("good", "good");
    assert_eq!(sort(&["good"]).status, Some(0));
    assert_eq!(fs::read(dir.join("rejects")).unwrap(), b"");

    let output = OpenOptions::new().append(true).open(dir.join("rejects")).unwrap();
    let status = dir.placemat(["lines", "--rejects", "rejects", "good"]).stdout(output).status().unwrap();
    assert_eq!(status.code(), Some(2), "standard output is that file");
    for (path, why) in
        [("-", "standard output has the other lines"), (".", "is a directory"), ("no/file", "No such")]
    {
        let run = dir.run(["lines", "--rejects", path, "good"]);
        assert_eq!(run.status, Some(2));
        assert!(run.err.contains(why), "{}", run.err);
    }
    assert_eq!(dir.names(), ["good", "mixed", "rejects"]);
}

#[cfg(unix)]
#[test]
fn rejects_keep_permissions_and_changes_by_others() {
    use std::os::unix::fs::PermissionsExt;

    let dir = Dir::new();
    dir.write("rejects", "old");
    fs::set_permissions(dir.join("rejects"), fs::Permissions::from_mode(0o640)).unwrap();
    let start = || {
        let mut command = dir.placemat(["lines", "--rejects", "rejects"]);
        piped(command.stdin(Stdio::piped())).spawn().unwrap()
    };
    let finish = |mut child: std::process::Child| {
        child.stdin.take().unwrap().write_all(b"\n\xFF").unwrap();
        common::Run::from(child.wait_with_output().unwrap())
    };
    assert_eq!(finish(start()).status, Some(1));
    assert_eq!(fs::read(dir.join("rejects")).unwrap(), b"\xFF");
    assert_eq!(fs::metadata(dir.join("rejects")).unwrap().permissions().mode() & 0o777, 0o640);

    for (why, is_new) in [("another program has changed it", false), ("File exists", true)] {
        if is_new {
            fs::remove_file(dir.join("rejects")).unwrap();
        }
        let mut child = start();
        child.stdin.as_mut().unwrap().write_all(b"ok\n").unwrap();
        // Once this line has come, the program runs.
        child.stdout.as_mut().unwrap().read_exact(&mut [0; 3]).unwrap();
        dir.write("rejects", "by another program");
        let run = finish(child);
        assert_eq!(run.status, Some(2));
        assert!(run.err.contains(why), "{}", run.err);
        assert_eq!(fs::read(dir.join("rejects")).unwrap(), b"by another program");
        assert_eq!(dir.names(), ["rejects"]);
    }
}

#[test]
fn at_most_so_many_in_all_inputs() {
    let dir = Dir::new();
    dir.write("a", b"\xE2\x82\n\xE2\x82\nok\n");
    dir.write("b", b"ok\nok\n\xE2\x82\n");
    for (most, status, out, err) in [
        ("3", 0, "ok\nok\nok\n", ""),
        ("2", 1, "ok\nok\nok\n", "placemat: more than 2 invalid lines; stopped at b:3\n"),
        ("0", 1, "", "placemat: more than 0 invalid lines; stopped at a:1\n"),
    ] {
        let run = dir.run(["lines", "--valid", "--max-rejects", most, "a", "b"]);
        assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (Some(status), out, err));
    }
}

#[test]
fn directories_and_other_encodings() {
    let dir = Dir::new();
    dir.write("tree/a.txt", b"\xE2\x82\n");
    dir.write("tree/b.bin", b"\0\xFF\n");
    dir.write("tree/c.md", b"\xE2\x82\n");
    let run = dir.placemat(["lines", "-N", "tree"]).output().unwrap();
    assert_eq!(run.stdout, b"tree/a.txt:\xE2\x82\ntree/c.md:\xE2\x82\n");
    assert_eq!(run.stderr, b"placemat: 1 binary file skipped\n");
    let run = dir.placemat(["lines", "-c", "-z", "--glob", "*.bin", "tree"]).output().unwrap();
    assert_eq!((run.stdout.as_slice(), run.stderr.as_slice()), (&b"tree/b.bin:1\n"[..], &b""[..]));

    // A file that is being written in a directory that is read.
    dir.write("all/+", b"\xE2\x82\n");
    let run = dir.run(["lines", "--rejects", "all/rejects", "--max-rejects", "3", "all"]);
    assert_eq!((run.status, run.err.as_str()), (Some(0), "placemat: 1 line rejected; the first: all/+:1\n"));
    let run = dir.run(["lines", "--rejects", "all/rejects", "--max-rejects", "3", "all"]);
    assert_eq!(run.err, "placemat: all/rejects: it is an input as well\n");

    // Line feeds in UTF-16 do not end lines of bytes.
    dir.write("utf16", b"\xFF\xFEa\0\n\0");
    let run = dir.run(["lines", "--count", "utf16"]);
    assert_eq!((run.status, run.out.as_str()), (Some(1), "utf16:1\n"));
    assert!(run.err.contains("try `placemat convert --from utf-16 --bom strip utf16`"), "{}", run.err);
}

#[test]
fn the_output_is_no_input_and_may_be_closed() {
    let dir = Dir::new();
    dir.write("file", b"\xFF\n");
    let output = OpenOptions::new().append(true).open(dir.join("file")).unwrap();
    assert_eq!(dir.placemat(["lines", "file"]).stdout(output).status().unwrap().code(), Some(2));
    assert_eq!(fs::read(dir.join("file")).unwrap(), b"\xFF\n");
    if let Ok(full) = OpenOptions::new().write(true).open("/dev/full") {
        assert_eq!(dir.placemat(["lines", "file"]).stdout(full).status().unwrap().code(), Some(2));
    }

    dir.write("many", b"\xFF\n".repeat(1 << 20));
    let mut command = dir.placemat(["lines", "many"]);
    let mut child = piped(&mut command).spawn().unwrap();
    drop(child.stdout.take());
    let run = child.wait_with_output().unwrap();
    assert_eq!((run.status.code(), run.stderr), (Some(1), Vec::new()));
    assert_eq!(run_on(["lines", "-", "-"], b"").status, Some(2));
}
