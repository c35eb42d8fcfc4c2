//! What happens when others write in the same tree: the rows of the table in `docs/src/security.md`.
//!
//! Nothing here depends on luck. The command stops at a named point, a test acts as the other program, and the command
//! continues. The points exist only in builds with debug assertions.

#![cfg(all(unix, debug_assertions))]

mod common;

use std::fs::{self, File, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::process::{Child, Command};

use common::{Dir, Run, piped};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};

const CHANGED: &str = "another program has changed it meanwhile; it is left as it is";

/// A command that stops at a point.
struct Stopped {
    child: Child,
    pid: Pid,
}

impl Stopped {
    fn new(command: &mut Command, point: &str) -> Self {
        let child = piped(command.env("PLACEMAT_PAUSE", point)).spawn().unwrap();
        let pid = Pid::from_child(&child);
        let stopped = Self { child, pid };
        assert!(stopped.waits(), "it does not stop at {point}");
        stopped
    }

    /// Waits until it stops again or ends. Returns whether it has stopped.
    fn waits(&self) -> bool {
        let wait = |options| waitid(WaitId::Pid(self.pid), options).unwrap().unwrap();
        // Its exit status is left for the standard library.
        let options = WaitIdOptions::STOPPED | WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        wait(options).stopped() && wait(WaitIdOptions::STOPPED).stopped()
    }

    /// Continues, through the other points of the same name, to the end.
    fn finish(self) -> Run {
        loop {
            kill_process(self.pid, Signal::CONT).unwrap();
            if !self.waits() {
                return self.child.wait_with_output().unwrap().into();
            }
        }
    }
}

/// Runs a command, and acts as another program when it stops for the first time.
fn during(dir: &Dir, args: &[&str], point: &str, act: impl FnOnce()) -> Run {
    let stopped = Stopped::new(&mut dir.placemat(args), point);
    act();
    stopped.finish()
}

fn append(dir: &Dir, name: &str) {
    File::options().append(true).open(dir.join(name)).unwrap().write_all(b"more").unwrap();
}

fn read(dir: &Dir, name: &str) -> String {
    fs::read(dir.join(name)).unwrap().escape_ascii().to_string()
}

/// The commands that replace `file` by other contents.
const REPLACING: [&[&str]; 3] = [
    &["repair", "--force", "--in-place", "file"],
    &["repair", "input", "-o", "file"],
    &["lines", "--rejects", "file", "input"],
];

fn to_replace() -> Dir {
    let dir = Dir::new();
    dir.write("file", b"old\xFF\n");
    dir.write("input", b"new\xFF\n");
    dir
}

#[test]
fn what_another_program_writes_or_permits_is_kept() {
    const WITH_BACKUP: &[&str] = &["repair", "--force", "--in-place", "--backup", ".old", "file"];
    for args in REPLACING.into_iter().chain([WITH_BACKUP]) {
        for point in ["synced", "compared", "exchanged"] {
            // Only by an exchange the last write can be found. When it is compared, there is a backup.
            let finds_last = cfg!(any(target_os = "linux", target_vendor = "apple")) && args != WITH_BACKUP;
            if point != "synced" && !finds_last {
                continue;
            }
            for writes in [true, false] {
                let dir = to_replace();
                // It has the file open, and may write to it even when it has lost its name.
                let mut file = File::options().append(true).open(dir.join("file")).unwrap();
                let private = Permissions::from_mode(0o600);
                let run = during(&dir, args, point, || match writes {
                    true => file.write_all(b"more").unwrap(),
                    false => file.set_permissions(private).unwrap(),
                });
                assert_eq!(run.status, Some(2), "{args:?} {point}");
                assert!(run.err.contains(CHANGED), "{}", run.err);
                let mode = fs::metadata(dir.join("file")).unwrap().mode() & 0o777;
                let expected = if writes { r"old\xff\nmore" } else { r"old\xff\n" };
                assert_eq!(
                    (read(&dir, "file").as_str(), mode == 0o600),
                    (expected, !writes),
                    "{args:?} {point}"
                );
                assert_eq!(dir.names(), ["file", "input"]);
            }
        }
    }
}

#[test]
fn a_file_that_takes_the_name_is_kept() {
    for args in REPLACING {
        for point in ["synced", "compared", "exchanged"] {
            let dir = to_replace();
            let run = during(&dir, args, point, || {
                dir.write("saved", "saved");
                fs::rename(dir.join("saved"), dir.join("file")).unwrap();
            });
            assert_eq!(run.status, Some(2), "{args:?} {point}");
            assert_eq!(read(&dir, "file"), "saved");
            if point == "exchanged" {
                // The file was replaced, and then another one took its name.
                assert_eq!(read(&dir, &dir.names()[0]), r"old\xff\n");
            }
        }
    }
}

#[test]
fn the_file_that_is_compared_is_the_one_that_is_read() {
    let dir = Dir::new();
    dir.write("file", "a\u{FFFD}");
    let run = during(&dir, REPLACING[0], "reading", || {
        dir.write("saved", b"a\xFF");
        fs::rename(dir.join("saved"), dir.join("file")).unwrap();
    });
    // Its output would equal the old file, so nothing would be replaced.
    assert!(run.status == Some(2) && run.err.contains(CHANGED), "{}", run.err);
}

#[test]
fn no_version_is_lost_if_there_are_two_writes() {
    let dir = to_replace();
    let mut old = File::options().append(true).open(dir.join("file")).unwrap();
    let run = during(&dir, REPLACING[0], "exchanged", || {
        old.write_all(b"more").unwrap();
        append(&dir, "file");
    });
    assert_eq!(run.status, Some(2));
    let [temporary, ..] = &dir.names()[..] else { panic!("no file") };
    assert!(run.err.contains(&format!("{temporary} has another version")), "{}", run.err);
    assert_eq!(read(&dir, temporary), r"old\xff\nmore");
    assert_eq!(read(&dir, "file"), r"old\xef\xbf\xbd\nmore");
}

#[test]
fn a_new_file_replaces_none_that_appeared() {
    let dir = Dir::new();
    dir.write("input", b"new\xFF\n");
    let run = during(&dir, &["repair", "input", "-o", "file"], "synced", || dir.write("file", "saved"));
    assert_eq!(run.status, Some(2));
    assert_eq!(read(&dir, "file"), "saved");
    assert_eq!(dir.names(), ["file", "input"]);
}

#[test]
fn a_temporary_file_is_no_input_of_another_run() {
    let dir = Dir::new();
    dir.write("a", b"a\xFF");
    let first = Stopped::new(&mut dir.placemat(["repair", "--force", "--in-place", "."]), "synced");
    let temporary = dir.names()[0].clone();
    assert!(temporary.starts_with(".placemat-"));
    // Named or found, checked or replaced.
    assert_eq!(dir.run(["check", "-q", "."]).status, Some(1));
    fs::remove_file(dir.join("a")).unwrap();
    let (before, run) = (read(&dir, &temporary), dir.check(["."]));
    assert!(run.status == Some(0) && run.out.contains("nothing to check"), "{}", run.out);
    for args in
        [&["repair", "--force", "--in-place"][..], &["check"], &["convert", "-t", "utf-16", "--in-place"]]
    {
        let run = dir.run([args, &[&temporary]].concat());
        assert_eq!(run.status, Some(2));
        assert!(run.err.contains("the temporary file of a command that is running"), "{}", run.err);
    }
    assert_eq!(read(&dir, &temporary), before);
    assert_eq!(first.finish().status, Some(2));
    assert_eq!(dir.names(), [""; 0]);
    // What a killed command has left is an input like others.
    dir.write(".placemat-left", b"\xFF");
    assert_eq!(dir.run(["check", "-q", "."]).status, Some(1));
}

#[test]
fn two_runs_lose_nothing() {
    let dir = Dir::new();
    dir.write("a", b"a\xFF");
    let first = Stopped::new(&mut dir.placemat(["repair", "--force", "--in-place", "."]), "synced");
    assert_eq!(dir.run(["repair", "--force", "--in-place", "."]).status, Some(0));
    let run = first.finish();
    assert!(run.err.contains(CHANGED), "{}", run.err);
    assert_eq!(read(&dir, "a"), r"a\xef\xbf\xbd");
    assert_eq!(dir.names(), ["a"]);
}

#[test]
fn a_file_with_the_name_of_the_temporary_file_is_left() {
    let dir = Dir::new();
    dir.write("a", b"a\xFF");
    let run = during(&dir, &["repair", "--force", "--in-place", "a"], "synced", || {
        fs::rename(dir.join("a"), dir.join("kept")).unwrap();
        dir.write("b", "b");
        fs::rename(dir.join("b"), dir.join(&dir.names()[0])).unwrap();
        fs::rename(dir.join("kept"), dir.join("a")).unwrap();
    });
    assert!(run.err.contains("another program has replaced the temporary file"), "{}", run.err);
    assert_eq!((read(&dir, "a"), read(&dir, &dir.names()[0])), (r"a\xff".into(), "b".into()));
}

#[test]
fn no_link_leads_out_of_the_tree() {
    for command in ["repair", "check"] {
        for point in ["listed", "opening"] {
            for replaced in ["tree/d/a", "tree/d"] {
                let dir = Dir::new();
                dir.write("out/a", b"secret\xFF");
                dir.write("tree/d/a", b"fine");
                let target = if replaced == "tree/d" { "../out" } else { "../../out/a" };
                let args = if command == "repair" {
                    &["repair", "--force", "--in-place", "tree"][..]
                } else {
                    &["check", "tree"]
                };
                let run = during(&dir, args, point, || {
                    fs::rename(dir.join(replaced), dir.join("away")).unwrap();
                    symlink(target, dir.join(replaced)).unwrap();
                });
                assert_eq!(read(&dir, "out/a"), r"secret\xff", "{command} {point} {replaced}: {}", run.err);
                assert!(!run.out.contains("byte 6"), "{}", run.out);
                assert_eq!(fs::read_dir(dir.join("out")).unwrap().count(), 1);
            }
        }
    }
}

#[test]
fn only_regular_files_are_opened_and_without_waiting() {
    for (replaced, make) in [
        ("a pipe", &|dir: &Dir| assert!(dir.fifo("tree/a"))),
        ("a directory", &|dir: &Dir| fs::create_dir(dir.join("tree/a")).unwrap()),
        ("a device", &|dir: &Dir| symlink("/dev/null", dir.join("tree/a")).unwrap()),
    ] as [(&str, &dyn Fn(&Dir)); 3]
    {
        let dir = Dir::new();
        dir.write("tree/a", "fine");
        let run = during(&dir, &["check", "--follow", "tree"], "opening", || {
            fs::remove_file(dir.join("tree/a")).unwrap();
            make(&dir);
        });
        assert_eq!(run.status, Some(2), "{replaced}");
        assert!(run.err.contains("it is no longer a regular file"), "{replaced}: {}", run.err);
    }
}

#[test]
fn the_file_that_was_read_is_the_one_that_is_replaced() {
    // A link there and back again.
    let dir = Dir::new();
    dir.write("tree/a", b"a\xFF");
    dir.write("out/victim", "victim");
    let (away, a) = (dir.join("tree/away"), dir.join("tree/a"));
    let run = during(&dir, &["repair", "--force", "--in-place", "tree"], "opening", || {
        fs::rename(&a, &away).unwrap();
        symlink("../out/victim", &a).unwrap();
    });
    assert!(run.err.contains("only a regular file can be replaced"), "{}", run.err);
    // A directory that was renamed is the same directory still.
    fs::remove_file(&a).unwrap();
    fs::rename(&away, &a).unwrap();
    let run = during(&dir, &["repair", "--force", "--in-place", "tree"], "opening", || {
        fs::rename(dir.join("tree"), dir.join("moved")).unwrap();
        symlink("out", dir.join("tree")).unwrap();
    });
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert_eq!((read(&dir, "moved/a"), read(&dir, "out/victim")), (r"a\xef\xbf\xbd".into(), "victim".into()));
}
