//! A directory tree beyond the limit on path length.

#![cfg(unix)]

mod common;

use std::{fs::File, io::Write, path::Path};

use common::{as_json, check_in, paths, placemat};
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, mkdirat, openat, symlinkat, unlinkat};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
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
    // No process may keep a directory open for each level.
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: Some(256), ..limit }).unwrap();
    let (mut first, mut last) = (Vec::new(), Vec::new());
    let tree = Tree::new(|depth, dir| {
        if depth % 100 == 0 {
            write_at(dir, "a", b"good");
            write_at(dir, "z", b"good");
            first.push(path(depth, "a"));
            last.insert(0, path(depth, "z"));
        }
    });
    for (name, bytes) in [(".gitignore", &b"*.log\n"[..]), ("bad", b"\xFF"), ("left-out.log", b"\xFF")] {
        write_at(&tree.bottom, name, bytes);
    }
    symlinkat("../..", &tree.bottom, "to-above").unwrap();
    // `.gitignore` sorts before `a`.
    let a = first.pop().unwrap();
    let bottom = [path(DEPTH, ".gitignore"), a, path(DEPTH, "bad")];
    let expected: Vec<_> = first.into_iter().chain(bottom).chain(last).collect();
    for jobs in ["1", "8"] {
        let run = check_in(tree.path(), as_json(&["--jobs", jobs, "."]));
        assert_eq!((run.status, paths(&run)), (Some(1), expected.iter().map(String::as_str).collect()));
        assert!(run.err.ends_with("/to-above: a link back to a directory above it, not followed\n"));
    }
    let run = check_in(tree.path(), ["--follow", "."]);
    let above = path(DEPTH - 2, "");
    let above = above.trim_end_matches('/');
    assert_eq!(run.status, Some(2));
    assert!(run.err.contains(&format!("/to-above: a link back to {above}, which it lies in\n")));

    let mut repair = placemat();
    let repair = repair.args(["repair", "--force", "--in-place", "."]).current_dir(tree.path());
    assert_eq!(repair.output().unwrap().status.code(), Some(0));
    let bad = File::from(open(&tree.bottom, "bad", OFlags::RDONLY));
    assert_eq!(std::io::read_to_string(bad).unwrap(), "\u{FFFD}");
}
