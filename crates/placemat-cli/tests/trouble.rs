//! Unreadable inputs, and output that cannot be written.

mod common;

use std::{fs, io::Read};

use common::{Dir, Run, as_json, paths, piped};

#[test]
fn files_that_grow_and_shrink_meanwhile() {
    use std::sync::atomic::{AtomicBool, Ordering};
    let dir = Dir::new();
    let file = fs::File::create(dir.join("restless")).unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                for size in [1 << 20, 0, 3 << 20, 100] {
                    file.set_len(size).unwrap();
                }
            }
        });
        let run = dir.check(as_json(&["restless"; 100]));
        done.store(true, Ordering::Relaxed);
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
        assert_eq!(paths(&run), ["restless"; 100]);
    });
}

/// The reader goes away after some bytes.
#[test]
fn a_closed_pipe_ends_it_quietly() {
    let dir = Dir::new();
    dir.write("bad", vec![0xFF; 1 << 20]);
    dir.write("good", vec![b'a'; 1 << 20]);
    dir.write("many", b"\xFF\n".repeat(1 << 20));
    for (args, bytes, status) in [
        ("check --max-errors 0 --jobs 1 bad bad bad bad", 100, 1),
        ("check --max-errors 0 --jobs 8 bad bad bad bad", 100, 1),
        ("check --max-errors 0 --jobs 1 --format json bad bad bad bad", 100, 1),
        ("check --max-errors 0 --jobs 8 --format json bad bad bad bad", 100, 1),
        ("lines many", 0, 1),
        ("convert --to utf-32le good", 0, 0),
        ("--help", 0, 0),
        ("check --help", 0, 0),
        ("backends", 0, 0),
        ("completions bash", 0, 0),
        ("man", 0, 0),
    ] {
        let mut child = piped(&mut dir.placemat(args.split(' '))).spawn().unwrap();
        child.stdout.take().unwrap().read_exact(&mut vec![0; bytes]).unwrap();
        let run = Run::from(child.wait_with_output().unwrap());
        assert_eq!((run.status, run.err.as_str()), (Some(status), ""), "{args}");
    }
}

#[cfg(unix)]
mod unix {
    use std::{io::Write, path::Path, process::Command};

    use super::*;
    use common::run;

    #[test]
    fn a_named_pipe_is_read() {
        let dir = Dir::new();
        dir.write("d/x", "text");
        if !dir.fifo("d/fifo") {
            return;
        }
        // A pipe found in a directory is skipped, a named one is read.
        assert_eq!(paths(&dir.check(as_json(&["d"]))), ["d/x"]);
        let fifo = dir.join("d/fifo");
        let writer = std::thread::spawn(move || fs::write(fifo, b"through\xFFthe pipe"));
        let run = dir.check(["d/fifo"]);
        writer.join().unwrap().unwrap();
        assert!(run.out.starts_with("d/fifo:1:8: byte 7: FF never occurs"), "{}", run.out);
    }

    #[test]
    fn quiet_waits_for_nothing_that_comes_later() {
        let dir = Dir::new();
        dir.write("bad", b"\xFF");
        if !dir.fifo("pipe") {
            return;
        }
        // Reading the pipe would block forever, since it has no writer.
        for jobs in ["1", "8"] {
            let run = dir.check(["--quiet", "--jobs", jobs, "bad", "pipe", "pipe"]);
            assert_eq!(run.status, Some(1));
        }
    }

    #[test]
    fn what_may_not_be_read() {
        use std::os::unix::fs::PermissionsExt;
        let dir = Dir::new();
        for name in ["d/a", "d/b/x", "d/c"] {
            dir.write(name, b"\xFF");
        }
        let permit = |name: &str, mode| {
            fs::set_permissions(dir.join(name), fs::Permissions::from_mode(mode)).unwrap();
        };
        permit("d/a", 0o000);
        permit("d/b", 0o000);
        if fs::File::open(dir.join("d/a")).is_ok() {
            eprintln!("not run: this user may read everything");
        } else {
            let run = dir.check(as_json(&["d", "d/b/x", "d/b"]));
            assert_eq!(paths(&run), ["d/a", "d/b", "d/c", "d/b/x", "d/b"]);
            assert_eq!(run.status, Some(2));
        }
        permit("d/b", 0o755);
    }

    #[test]
    fn a_file_that_vanishes_while_it_waits() {
        let dir = Dir::new();
        if !dir.fifo("slow") {
            return;
        }
        dir.write("gone", "text");
        dir.write("d/gone too", "text");
        dir.write("there", "text");
        let args = ["check", "--jobs", "1", "--format", "json", "slow", "gone", "d", "there"];
        let child = piped(&mut dir.placemat(args)).spawn().unwrap();
        // Blocks until the command has opened its end.
        let mut slow = fs::OpenOptions::new().write(true).open(dir.join("slow")).unwrap();
        fs::remove_file(dir.join("gone")).unwrap();
        fs::remove_dir_all(dir.join("d")).unwrap();
        slow.write_all(b"at last").unwrap();
        drop(slow);
        let run = Run::from(child.wait_with_output().unwrap());
        assert_eq!(paths(&run), ["slow", "gone", "d", "there"]);
        assert_eq!(run.status, Some(2));
        assert!(run.err.starts_with("placemat: gone: ") && run.err.lines().count() == 2, "{}", run.err);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_fails_when_it_is_read() {
        let run = run(["check", "--format", "json", "/proc/self/mem", "/dev/null"]);
        assert_eq!(run.status, Some(2));
        assert!(run.err.starts_with("placemat: /proc/self/mem: "), "{}", run.err);
        assert_eq!(paths(&run), ["/proc/self/mem", "/dev/null"]);
    }

    /// The result of a shell command in `dir`, in which `$0` is the command under test.
    fn shell(dir: &Path, line: &str) -> Run {
        let mut shell = Command::new("sh");
        shell.args(["-c", line, env!("CARGO_BIN_EXE_placemat")]).current_dir(dir);
        shell.output().unwrap().into()
    }

    #[test]
    fn standard_input_that_cannot_be_read() {
        let dir = Dir::new();
        dir.write("good", "good");
        for closed in ["<&-", "0>written", "0>>written"] {
            for args in ["check", "check -", "check --files-from -", "check --quiet good -"] {
                let run = shell(&dir, &format!("\"$0\" {args} {closed}"));
                assert_eq!(run.status, Some(2), "{args} {closed}: {run:?}");
                assert_eq!(run.err, "placemat: -: Bad file descriptor (os error 9)\n", "{args} {closed}");
            }
            let run = shell(&dir, &format!("\"$0\" check --format json {closed}"));
            assert!(run.out.contains(r#""valid":null,"bytes":0,"#), "{}", run.out);
            // Standard input is not needed here.
            assert_eq!(shell(&dir, &format!("\"$0\" check good {closed}")).status, Some(0));
        }
        // An empty input is valid, regardless of how it was opened.
        for empty in ["</dev/null", "0<>/dev/null", "0<>empty"] {
            let run = shell(&dir, &format!("\"$0\" check {empty}"));
            assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{empty}");
        }
    }

    #[test]
    fn standard_output_that_cannot_be_written() {
        let dir = Dir::new();
        dir.write("good", "good");
        dir.write("bad", b"\xFF");
        for (closed, why) in [
            (">&-", "Bad file descriptor (os error 9)"),
            ("1<good", "Bad file descriptor (os error 9)"),
            ("<&- >&-", "Bad file descriptor (os error 9)"),
            #[cfg(target_os = "linux")]
            (">/dev/full", "No space left on device (os error 28)"),
        ] {
            for args in [
                "check good", "check bad", "check --format json good bad", "lines bad", "backends",
                "completions fish", "man", "man check", "--help", "check -h", "--version",
            ] {
                let run = shell(&dir, &format!("\"$0\" {args} {closed}"));
                assert_eq!(run.status, Some(2), "{args} {closed}: {run:?}");
                assert_eq!(run.err, format!("placemat: standard output: {why}\n"), "{args} {closed}");
            }
            // There is nothing to write.
            for (args, status) in [("check -q good", 0), ("check -q bad", 1)] {
                let run = shell(&dir, &format!("\"$0\" {args} {closed}"));
                assert_eq!((run.status, run.err.as_str()), (Some(status), ""), "{args} {closed}");
            }
        }
        // Without standard error the messages are lost, but not the status.
        for (args, status) in [("good", 0), ("bad", 1), ("missing", 2)] {
            assert_eq!(shell(&dir, &format!("\"$0\" check {args} 2>&-")).status, Some(status), "{args}");
            assert_eq!(shell(&dir, &format!("\"$0\" check {args} >/dev/null 2>&1")).status, Some(status));
            assert_eq!(shell(&dir, &format!("\"$0\" check {args} 1<>/dev/null")).status, Some(status));
        }
    }
}
