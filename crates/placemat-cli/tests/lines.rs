//! `placemat lines`: long lines, and files that others change.

mod common;

use std::fs::{self, OpenOptions};

use common::{Dir, piped, run_on};

/// The lines that are valid and those that are not, each by itself.
fn reference(bytes: &[u8]) -> [Vec<u8>; 2] {
    let (valid, invalid): (Vec<_>, Vec<_>) =
        bytes.split_inclusive(|byte| *byte == b'\n').partition(|line| std::str::from_utf8(line).is_ok());
    [valid.concat(), invalid.concat()]
}

#[test]
fn a_line_may_be_longer_than_memory_would_allow() {
    let dir = Dir::new();
    // The first error at the end of the line, none, at the start, and behind a part that is held in a file.
    let long = "grüße ".repeat(500_000).into_bytes();
    let input = [&long[..], b"\xFF\n", &long, b"\n\xFF", &long, b"\n", &long, b"\xE2\x82"].concat();
    dir.write("input", &input);
    let output = dir.placemat(["lines", "--rejects", "rejects", "input"]).output().unwrap();
    assert!([output.stdout, fs::read(dir.join("rejects")).unwrap()] == reference(&input));
    assert_eq!(run_on(["lines", "--count", "--no-filename"], &input).out, "3\n");
}

#[cfg(unix)]
#[test]
fn rejects_keep_permissions_and_changes_by_others() {
    use std::io::{Read, Write};
    use std::{os::unix::fs::PermissionsExt, process::Stdio};

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
fn the_output_is_no_input_and_may_be_closed() {
    let dir = Dir::new();
    dir.write("file", b"\xFF\n");
    dir.write("good", "good");
    for args in [&["file"][..], &["--rejects", "file", "good"]] {
        let output = OpenOptions::new().append(true).open(dir.join("file")).unwrap();
        assert_eq!(dir.placemat(["lines"]).args(args).stdout(output).status().unwrap().code(), Some(2));
        assert_eq!(fs::read(dir.join("file")).unwrap(), b"\xFF\n");
    }
    if let Ok(full) = OpenOptions::new().write(true).open("/dev/full") {
        assert_eq!(dir.placemat(["lines", "file"]).stdout(full).status().unwrap().code(), Some(2));
    }

    dir.write("many", b"\xFF\n".repeat(1 << 20));
    let mut command = dir.placemat(["lines", "many"]);
    let mut child = piped(&mut command).spawn().unwrap();
    drop(child.stdout.take());
    let run = child.wait_with_output().unwrap();
    assert_eq!((run.status.code(), run.stderr), (Some(1), Vec::new()));
}
