//! A directory tree beyond the limit on path length.

#![cfg(unix)]

mod common;

use std::{fs::File, io::Write, path::Path};

use common::{Run, as_json, check_in, paths, placemat};
use rustix::{
    fd::OwnedFd,
    fs::{AtFlags, CWD, Dir, Mode, OFlags, mkdirat, openat, symlinkat, unlinkat},
};
use tempfile::TempDir;

/// Nested directories, all named `d`.
struct Tree {
    dir: TempDir,
    /// The innermost one.
    bottom: OwnedFd,
}

fn open(at: &OwnedFd, name: &str, flags: OFlags) -> OwnedFd {
    openat(at, name, flags | OFlags::CLOEXEC, Mode::from(0o700)).unwrap()
}

fn write_at(at: &OwnedFd, name: &str, bytes: &[u8]) {
    File::from(open(at, name, OFlags::CREATE | OFlags::WRONLY)).write_all(bytes).unwrap();
}

impl Tree {
    /// [`DEPTH`] directories, with the contents that `fill` adds to each.
    fn new(mut fill: impl FnMut(usize, &OwnedFd)) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let mut bottom = openat(CWD, dir.path(), OFlags::DIRECTORY, Mode::empty()).unwrap();
        for depth in 1..=DEPTH {
            mkdirat(&bottom, "d", Mode::from(0o700)).unwrap();
            bottom = open(&bottom, "d", OFlags::DIRECTORY);
            fill(depth, &bottom);
        }
        Self { dir, bottom }
    }

    fn path(&self) -> &Path {
        self.dir.path()
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        // From the bottom up. The standard library would keep more directories open than a process may.
        for _ in 0..DEPTH {
            for entry in Dir::read_from(&self.bottom).unwrap() {
                // Fails for `.` and `..`.
                let _ = unlinkat(&self.bottom, entry.unwrap().file_name(), AtFlags::empty());
            }
            self.bottom = open(&self.bottom, "..", OFlags::DIRECTORY);
            unlinkat(&self.bottom, "d", AtFlags::REMOVEDIR).unwrap();
        }
    }
}

/// Exceeds `PATH_MAX`, which is at most 4096 bytes, at two bytes per directory.
const DEPTH: usize = 3_200;

fn path(depth: usize, name: &str) -> String {
    "./".to_owned() + &"d/".repeat(depth) + name
}

#[test]
fn files_rules_and_links_deeper_than_a_path_may_be_long() {
    let (mut first, mut last) = (Vec::new(), Vec::new());
    let tree = Tree::new(|depth, dir| {
        if depth % 100 == 0 {
            write_at(dir, "a", b"good");
            write_at(dir, "z", b"good");
            first.push(path(depth, "a"));
            last.insert(0, path(depth, "z"));
        }
    });
    for (name, bytes) in
        [(".gitignore", &b"*.log\n"[..]), ("bad", b"\xFF"), ("binary", b"\0"), ("left-out.log", b"\xFF")]
    {
        write_at(&tree.bottom, name, bytes);
    }
    for (target, name) in
        [("../..", "to-above"), (tree.path().to_str().unwrap(), "to-root"), ("bad", "to-bad")]
    {
        symlinkat(target, &tree.bottom, name).unwrap();
    }
    // `.gitignore` sorts before `a`.
    let a = first.pop().unwrap();
    let expect = |run: &Run, status, names: &[&str]| {
        let bottom = names.iter().map(|name| path(DEPTH, name));
        let bottom = [path(DEPTH, ".gitignore"), a.clone()].into_iter().chain(bottom);
        let expected: Vec<_> = first.iter().cloned().chain(bottom).chain(last.iter().cloned()).collect();
        assert!(paths(run).iter().eq(&expected), "{}", run.err);
        assert_eq!(run.status, Some(status));
    };
    for jobs in ["1", "8"] {
        let run = check_in(tree.path(), as_json(&["--binary", "list", "--jobs", jobs, "."]));
        expect(&run, 1, &["bad", "binary"]);
        assert_eq!(run.out.matches(r#""valid":true,"#).count(), 2 * DEPTH / 100 + 1);
        assert_eq!(run.err.matches(": a link back to a directory above it, not followed\n").count(), 2);
    }
    let run = check_in(tree.path(), as_json(&["--binary", "list", "--follow", "."]));
    expect(&run, 2, &["bad", "binary", "to-above", "to-bad", "to-root"]);
    let above = path(DEPTH - 2, "");
    let above = above.trim_end_matches('/');
    assert!(run.err.contains(&format!("/to-above: a link back to {above}, which it lies in\n")));
    assert!(run.err.contains("/to-root: a link back to ., which it lies in\n"));

    let contents = || std::io::read_to_string(File::from(open(&tree.bottom, "bad", OFlags::RDONLY)));
    for (args, expected) in [
        (&["repair", "--force", "--in-place"][..], "\u{FFFD}"),
        (&["convert", "--in-place", "--bom", "add", "--glob", "bad"], "\u{FEFF}\u{FFFD}"),
    ] {
        let run: Run = placemat().args(args).arg(".").current_dir(tree.path()).output().unwrap().into();
        assert_eq!(run.status, Some(0), "{}", run.err);
        assert_eq!(contents().unwrap(), expected);
    }
}
