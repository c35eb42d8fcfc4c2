//! `placemat lines`: long lines, and files that others change.

mod common;

use std::fs;

use common::{Dir, run_on};

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
        common::piped(command.stdin(Stdio::piped())).spawn().unwrap()
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
