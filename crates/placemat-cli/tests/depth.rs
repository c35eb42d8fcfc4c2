//! A directory tree beyond the limit on path length.

#![cfg(unix)]

mod common;

use std::{env, fs, os::unix::fs::symlink};

use common::{Dir, as_json, paths};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Exceeds `PATH_MAX`, which is at most 4096 bytes, at two bytes per directory.
const DEPTH: usize = 3_200;

/// Nested directories, all named `d`. This process is in the innermost one.
struct Tree(Dir);

impl Tree {
    /// [`DEPTH`] directories, with the contents that `fill` adds to each.
    fn new(mut fill: impl FnMut(usize)) -> Self {
        let dir = Dir::new();
        env::set_current_dir(&dir).unwrap();
        for depth in 1..=DEPTH {
            fs::create_dir("d").unwrap();
            env::set_current_dir("d").unwrap();
            fill(depth);
        }
        Self(dir)
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        // From the bottom up. The standard library would keep more directories open than a process may.
        for _ in 0..DEPTH {
            for entry in fs::read_dir(".").unwrap() {
                fs::remove_file(entry.unwrap().path()).unwrap();
            }
            env::set_current_dir("..").unwrap();
            fs::remove_dir("d").unwrap();
        }
    }
}

fn path(depth: usize, name: &str) -> String {
    "./".to_owned() + &"d/".repeat(depth) + name
}

#[test]
fn files_rules_and_links_deeper_than_a_path_may_be_long() {
    // No process may keep a directory open for each level.
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: Some(256), ..limit }).unwrap();
    let (mut first, mut last) = (Vec::new(), Vec::new());
    let tree = Tree::new(|depth| {
        if depth % 100 == 0 {
            fs::write("a", "good").unwrap();
            fs::write("z", "good").unwrap();
            first.push(path(depth, "a"));
            last.insert(0, path(depth, "z"));
        }
    });
    for (name, bytes) in [(".gitignore", &b"*.log\n"[..]), ("bad", b"\xFF"), ("left-out.log", b"\xFF")] {
        fs::write(name, bytes).unwrap();
    }
    symlink("../..", "to-above").unwrap();
    // `.gitignore` sorts before `a`.
    let a = first.pop().unwrap();
    let bottom = [path(DEPTH, ".gitignore"), a, path(DEPTH, "bad")];
    let expected: Vec<_> = first.into_iter().chain(bottom).chain(last).collect();
    for jobs in ["1", "8"] {
        let run = tree.0.check(as_json(&["--jobs", jobs, "."]));
        assert_eq!((run.status, paths(&run)), (Some(1), expected.iter().map(String::as_str).collect()));
        assert!(run.err.ends_with("/to-above: a link back to a directory above it, not followed\n"));
    }
    let run = tree.0.check(["--follow", "."]);
    let above = path(DEPTH - 2, "");
    let above = above.trim_end_matches('/');
    assert_eq!(run.status, Some(2));
    assert!(run.err.contains(&format!("/to-above: a link back to {above}, which it lies in\n")));

    assert_eq!(tree.0.run(["repair", "--force", "--in-place", "."]).status, Some(0));
    assert_eq!(fs::read_to_string("bad").unwrap(), "\u{FFFD}");
}
