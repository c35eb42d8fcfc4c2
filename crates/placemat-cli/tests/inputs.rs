//! Inputs that are named by absolute paths, or have names that are not UTF-8.

mod common;

use std::{ffi::OsStr, path::Path};

use common::{Dir, Run, as_json, paths, run_on};

/// `placemat check` in a directory, with slashes in the paths of its output on every system.
fn check_in<S: AsRef<OsStr>>(dir: &Path, args: impl IntoIterator<Item = S>) -> Run {
    let mut run = common::check_in(dir, args);
    run.out = slashes(&run.out);
    run.err = slashes(&run.err);
    run
}

/// Replaces the system's path separators, which JSON escapes, by slashes.
fn slashes(text: &str) -> String {
    if cfg!(windows) { text.replace(r"\\", "/").replace('\\', "/") } else { text.to_owned() }
}

#[test]
fn an_absolute_path() {
    let dir = Dir::new();
    dir.write(".gitignore", "*\n");
    dir.write("home/.git/HEAD", "a repository, in which the file above does not apply");
    dir.write("home/.gitignore", "*.log\n");
    for name in ["sub/target/x.log", "sub/target/y", "sub/y"] {
        dir.write(&format!("home/{name}"), "text");
    }
    let home = dir.join("home");
    let absolute = |name| slashes(home.join(name).to_str().unwrap());
    let run = check_in(&home, as_json(&[home.join("sub").to_str().unwrap()]));
    assert_eq!(paths(&run), [absolute("sub/target/y"), absolute("sub/y")]);
    let run = check_in(&home, as_json(&["--glob", "/target/y", home.join("sub").to_str().unwrap()]));
    assert_eq!(paths(&run), [absolute("sub/target/y")]);
    dir.write("home/.editorconfig", "root = true\n[*.csv]\ncharset = utf-8-bom\n");
    for (name, status) in [("a.csv", 1), ("none/a.csv", 1), ("a.txt", 0)] {
        let run = run_on(["check", "--editorconfig", "--stdin-name", &absolute(name)], b"a");
        assert_eq!(run.status, Some(status), "{run:?}");
    }
}

/// Git compares bytes.
#[cfg(unix)]
#[test]
fn gitignore_files_that_are_not_utf8() {
    use std::{fs, os::unix::ffi::OsStrExt};
    let dir = Dir::new();
    let rules =
        b"\xEF\xBB\xBF*.bom\n# caf\xE9\r\n*.bin\r\ncaf\xE9.*\nna\xC3\xAFve\nvoil\xC3\xA0\n/d/*\n!/d/b\xFC\n";
    dir.write(".gitignore", rules);
    fs::create_dir(dir.join("d")).unwrap();
    for name in [
        &b"a.bom"[..],
        b"a.bin",
        b"caf\xE9.txt",
        b"caf\xC3\xA9.txt",
        b"caf\xE8.txt",
        b"na\xC3\xAFve",
        b"voil\xC3\xA0",
        b"d/a",
        b"d/b\xFC",
        b"d/b\xFD",
    ] {
        fs::write(dir.join(OsStr::from_bytes(name)), b"\xFF").unwrap();
    }
    let run = dir.placemat(["check", "--list", "-Z", "."]).output().unwrap();
    let found: Vec<_> = run.stdout.split_inclusive(|byte| *byte == 0).collect();
    assert_eq!(found, [&b"./.gitignore\0"[..], b"./caf\xC3\xA9.txt\0", b"./caf\xE8.txt\0", b"./d/b\xFC\0"]);
    assert_eq!(run.stderr, b"");
    // A line of a list may end in CR.
    dir.write("a\r", "text");
    dir.write("list", "a\r\n");
    assert_eq!(check_in(&dir, ["--files-from", "list"]).status, Some(0));
}
