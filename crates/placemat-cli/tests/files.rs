//! The files that `convert` and `repair` write.

mod common;

use std::{
    fs::{self, File},
    path::Path,
    time::{Duration, SystemTime},
};

use common::{Run, placemat, write};

fn placemat_in(dir: &Path, args: &[&str]) -> Run {
    placemat().args(args).current_dir(dir).output().unwrap().into()
}

/// The names in a directory, sorted.
fn names(dir: &Path) -> Vec<String> {
    let names = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

#[test]
fn a_file_appears_when_it_is_complete_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    write(dir, "in", b"caf\xE9");
    assert_eq!(placemat_in(dir, &["convert", "in", "-o", "out"]).status, Some(1));
    assert_eq!(names(dir), ["in"]);
    assert_eq!(placemat_in(dir, &["convert", "-f", "latin1", "in", "-o", "out"]).status, Some(0));
    assert_eq!(fs::read_to_string(dir.join("out")).unwrap(), "café");
    // What was there before stays.
    assert_eq!(placemat_in(dir, &["convert", "in", "-o", "out"]).status, Some(1));
    assert_eq!(fs::read_to_string(dir.join("out")).unwrap(), "café");
    assert_eq!(placemat_in(dir, &["repair", "in", "-o", "out"]).status, Some(0));
    assert_eq!(fs::read_to_string(dir.join("out")).unwrap(), "caf\u{FFFD}");
    assert_eq!(names(dir), ["in", "out"]);

    assert_eq!(placemat_in(dir, &["repair", "in", "-o", "nowhere/out"]).status, Some(2));
    assert_eq!(placemat_in(dir, &["repair", "in", "-o", "."]).status, Some(2));
    assert_eq!(placemat_in(dir, &["repair", ".", "-o", "out"]).status, Some(2));
    assert_eq!(fs::read_to_string(dir.join("out")).unwrap(), "caf\u{FFFD}");
    let run = placemat_in(dir, &["repair", "in", "-o", "-"]);
    assert_eq!((run.status, run.out.as_str()), (Some(0), "caf\u{FFFD}"));
}

#[test]
fn the_input_is_never_the_output() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    write(dir, "in", b"caf\xE9");
    fs::hard_link(dir.join("in"), dir.join("hard")).unwrap();
    let mut aliases = vec!["in", "./in", "hard"];
    if cfg!(unix) {
        #[cfg(unix)]
        std::os::unix::fs::symlink("in", dir.join("soft")).unwrap();
        aliases.push("soft");
    }
    for output in aliases {
        for command in ["convert", "repair"] {
            let run = placemat_in(dir, &[command, "in", "-o", output]);
            assert_eq!(run.status, Some(2), "{output}");
            assert!(run.err.contains("it is the input as well"), "{}", run.err);
            // On standard input too.
            let stdin = File::open(dir.join("in")).unwrap();
            let output =
                placemat().args([command, "-o", output]).current_dir(dir).stdin(stdin).output().unwrap();
            assert_eq!(output.status.code(), Some(2));
        }
        // As standard output: it would grow for ever.
        let stdout = fs::OpenOptions::new().append(true).open(dir.join(output)).unwrap();
        let run = placemat().args(["repair", "in"]).current_dir(dir).stdout(stdout).output().unwrap();
        assert_eq!(run.status.code(), Some(2));
    }
    assert_eq!(fs::read(dir.join("in")).unwrap(), b"caf\xE9");
}

#[test]
fn in_place() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    for (before, after) in [
        (&b"caf\xE9"[..], "café"),
        // Shorter and longer than before, and equal for a while.
        (&b"abc"[..], "abc"),
        (&b""[..], ""),
        (&[&[b'a'; 200_000][..], b"\xE9"].concat(), &("a".repeat(200_000) + "é")),
    ] {
        write(dir, "file", before);
        let run = placemat_in(dir, &["convert", "-f", "latin1", "--in-place", "file"]);
        assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (Some(0), "", ""));
        assert!(fs::read_to_string(dir.join("file")).unwrap() == after);
        let run = placemat_in(dir, &["convert", "-t", "latin1", "-i", "file"]);
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
        assert!(fs::read(dir.join("file")).unwrap() == before);
        assert_eq!(names(dir), ["file"]);
    }
    // The output is the start of the input.
    write(dir, "file", b"cut\xFF");
    assert_eq!(placemat_in(dir, &["convert", "--on-error", "skip", "-i", "file"]).status, Some(0));
    assert_eq!(fs::read(dir.join("file")).unwrap(), b"cut");
    // A failure leaves it as it was.
    write(dir, "file", b"\xC3\xA9 \xFF");
    assert_eq!(placemat_in(dir, &["convert", "-t", "utf-16le", "-i", "file"]).status, Some(1));
    assert_eq!(fs::read(dir.join("file")).unwrap(), b"\xC3\xA9 \xFF");
    assert_eq!(names(dir), ["file"]);
    assert_eq!(placemat_in(dir, &["repair", "-i", "."]).status, Some(2));
    assert_eq!(placemat_in(dir, &["repair", "-i"]).status, Some(2), "it needs a name");
    assert_eq!(placemat_in(dir, &["repair", "-i", "file", "-o", "out"]).status, Some(2));
    assert_eq!(placemat_in(dir, &["repair", "file", "--keep-times"]).status, Some(2));
}

#[test]
fn what_is_utf8_already_is_not_converted_again() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let latin1 = ["convert", "-f", "latin1", "-i", "file"];
    write(dir, "file", b"caf\xE9");
    assert_eq!(placemat_in(dir, &latin1).status, Some(0));
    let again = placemat_in(dir, &latin1);
    assert_eq!(again.status, Some(1));
    assert_eq!(
        again.err,
        "placemat: file: it is UTF-8 already, and not only ASCII; --force converts it nevertheless\n"
    );
    assert_eq!(fs::read_to_string(dir.join("file")).unwrap(), "caf\u{E9}");
    assert_eq!(placemat_in(dir, &["convert", "-f", "latin1", "-i", "--force", "file"]).status, Some(0));
    assert_eq!(fs::read_to_string(dir.join("file")).unwrap(), "caf\u{C3}\u{A9}");
    // From UTF-8, or from ASCII, there is nothing to fear.
    assert_eq!(placemat_in(dir, &["convert", "-t", "utf-16le", "-i", "file"]).status, Some(0));
    write(dir, "file", "plain");
    assert_eq!(placemat_in(dir, &latin1).status, Some(0));
    assert_eq!(placemat_in(dir, &["convert", "-f", "latin1", "--force", "file"]).status, Some(2));
}

#[test]
fn times_are_kept_if_asked() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let modified = |name: &str| fs::metadata(dir.join(name)).unwrap().modified().unwrap();
    for (args, bytes, kept) in [
        (&["repair", "-i", "--keep-times", "file"][..], &b"\xFF"[..], true),
        (&["repair", "-i", "file"], b"\xFF", false),
        // It needs no change, so it is not touched.
        (&["repair", "-i", "file"], b"fine", true),
    ] {
        write(dir, "file", bytes);
        File::options().write(true).open(dir.join("file")).unwrap().set_modified(long_ago).unwrap();
        assert_eq!(placemat_in(dir, args).status, Some(0));
        assert_eq!(modified("file") == long_ago, kept, "{args:?}");
    }
}

#[cfg(unix)]
mod unix {
    use std::{
        io::Write as _,
        os::unix::{
            fs::{MetadataExt, PermissionsExt, symlink},
            process::ExitStatusExt,
        },
        process::{Command, Stdio},
        thread,
        time::Instant,
    };

    use super::*;

    #[test]
    fn permissions_are_kept() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        write(dir, "file", b"\xFF");
        for mode in [0o600, 0o644, 0o751] {
            write(dir, "file", b"\xFF");
            write(dir, "out", b"");
            fs::set_permissions(dir.join("file"), fs::Permissions::from_mode(mode)).unwrap();
            fs::set_permissions(dir.join("out"), fs::Permissions::from_mode(mode)).unwrap();
            let found = |name: &str| fs::metadata(dir.join(name)).unwrap().mode() & 0o7777;
            assert_eq!(placemat_in(dir, &["repair", "file", "-o", "out"]).status, Some(0));
            assert_eq!(placemat_in(dir, &["repair", "-i", "file"]).status, Some(0));
            assert_eq!((found("file"), found("out")), (mode, mode), "{mode:o}");
        }
        // A new file has those that any other new file has.
        write(dir, "plain", "");
        assert_eq!(placemat_in(dir, &["repair", "file", "-o", "new"]).status, Some(0));
        let mode = |name: &str| fs::metadata(dir.join(name)).unwrap().mode();
        assert_eq!(mode("new"), mode("plain"));

        // What may not be written may not be replaced either.
        write(dir, "file", b"\xFF");
        fs::set_permissions(dir.join("file"), fs::Permissions::from_mode(0o444)).unwrap();
        if File::options().write(true).open(dir.join("file")).is_ok() {
            eprintln!("not run: this user may write everything");
            return;
        }
        assert_eq!(placemat_in(dir, &["repair", "-i", "file"]).status, Some(2));
        write(dir, "in", b"\xFF");
        assert_eq!(placemat_in(dir, &["repair", "in", "-o", "file"]).status, Some(2));
        assert_eq!(fs::read(dir.join("file")).unwrap(), b"\xFF");
    }

    #[test]
    fn of_a_symbolic_link_the_file_is_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        write(dir, "d/file", b"\xFF");
        symlink("d/file", dir.join("link")).unwrap();
        assert_eq!(placemat_in(dir, &["repair", "--in-place", "link"]).status, Some(0));
        assert_eq!(fs::read_link(dir.join("link")).unwrap(), Path::new("d/file"));
        assert_eq!(fs::read(dir.join("d/file")).unwrap(), "\u{FFFD}".as_bytes());
        write(dir, "in", b"\xFE");
        assert_eq!(placemat_in(dir, &["repair", "in", "-o", "link"]).status, Some(0));
        assert_eq!(fs::read_link(dir.join("link")).unwrap(), Path::new("d/file"));
        symlink("nowhere", dir.join("dangling")).unwrap();
        assert_eq!(placemat_in(dir, &["repair", "-i", "dangling"]).status, Some(2));
        assert_eq!(placemat_in(dir, &["repair", "in", "-o", "dangling"]).status, Some(2));
        assert_eq!(names(dir), ["d", "dangling", "in", "link"]);
        assert_eq!(names(&dir.join("d")), ["file"]);
    }

    #[test]
    fn devices_and_pipes_are_written_as_they_are() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        write(dir, "in", b"\xFF");
        assert_eq!(placemat_in(dir, &["repair", "in", "-o", "/dev/null"]).status, Some(0));
        assert_eq!(placemat_in(dir, &["repair", "-i", "/dev/null"]).status, Some(2));
        let made = Command::new("mkfifo").arg(dir.join("fifo")).status();
        if made.is_ok_and(|status| status.success()) {
            let fifo = dir.join("fifo");
            let reader = thread::spawn(move || fs::read(fifo).unwrap());
            assert_eq!(placemat_in(dir, &["repair", "in", "-o", "fifo"]).status, Some(0));
            assert_eq!(reader.join().unwrap(), "\u{FFFD}".as_bytes());
            assert_eq!(placemat_in(dir, &["repair", "-i", "fifo"]).status, Some(2));
        }
        if cfg!(target_os = "linux") {
            let run = placemat_in(dir, &["repair", "in", "-o", "/dev/full"]);
            assert_eq!(run.status, Some(2));
            assert!(run.err.starts_with("placemat: /dev/full: "), "{}", run.err);
        }
    }

    /// Kills the command again and again, at other moments. What it was to replace is whole at each of them:
    /// as it was, or as it was to be.
    #[test]
    fn a_crash_loses_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        // Its first byte differs, so that all of it is written.
        let before = [&b"\xFF"[..], &b"0123456789abcde\n".repeat(1 << 20)].concat();
        let after = [&b"\xEF\xBF\xBD"[..], &before[1..]].concat();
        let (mut killed, mut done) = (0, 0);
        for round in 0..30 {
            fs::write(dir.join("file"), &before).unwrap();
            let mut child = placemat()
                .args(["repair", "--in-place", "file"])
                .current_dir(dir)
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            // Until the temporary file is there, and then a little longer each time.
            let start = Instant::now();
            while names(dir).len() < 2 && start.elapsed() < Duration::from_secs(20) {
                thread::yield_now();
            }
            thread::sleep(Duration::from_micros(300 * round));
            child.kill().unwrap();
            child.wait().unwrap();
            let found = fs::read(dir.join("file")).unwrap();
            if found == before {
                killed += 1;
            } else {
                assert!(found == after, "round {round}: the file is neither old nor new");
                done += 1;
            }
            for name in names(dir).iter().filter(|&name| name != "file") {
                assert!(name.starts_with(".placemat-"), "{name}");
                fs::remove_file(dir.join(name)).unwrap();
            }
        }
        assert!(killed > 0, "it was never killed in between; it ended {done} times");
    }

    /// What Ctrl-C, `kill` and a closed terminal leave behind: nothing.
    #[test]
    fn a_signal_leaves_no_temporary_file() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        fs::write(dir.join("file"), [&b"\xFF"[..], &[b'a'; 32 << 20]].concat()).unwrap();
        let stopped = |mut command: Command, signal: &str| {
            let mut child = command.current_dir(dir).stdin(Stdio::piped()).spawn().unwrap();
            let start = Instant::now();
            while names(dir).len() < 2 && start.elapsed() < Duration::from_secs(20) {
                thread::yield_now();
            }
            let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
            assert!(sent.unwrap().success());
            child.wait().unwrap()
        };
        for args in [&["repair", "-o", "out"][..], &["repair", "--in-place", "file"]] {
            for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
                let mut command = placemat();
                command.args(args);
                assert_eq!(stopped(command, signal).signal(), Some(number), "{args:?}");
                assert_eq!(names(dir), ["file"], "{signal} {args:?}");
            }
        }
        // As `nohup` does it: the end of the terminal is none of the command.
        let mut nohup = Command::new("sh");
        let script = "trap '' HUP; exec \"$0\" repair --quiet --in-place file";
        nohup.args(["-c", script, env!("CARGO_BIN_EXE_placemat")]);
        assert!(stopped(nohup, "HUP").success());
        assert_eq!(names(dir), ["file"]);
    }

    #[test]
    fn what_another_program_writes_meanwhile_is_not_lost() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        let before = [&b"\xFF"[..], &b"0123456789abcde\n".repeat(1 << 20)].concat();
        let noticed = (0..10).any(|_| {
            fs::write(dir.join("log"), &before).unwrap();
            let mut log = File::options().append(true).open(dir.join("log")).unwrap();
            let child = placemat()
                .args(["repair", "--in-place", "log"])
                .current_dir(dir)
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let start = Instant::now();
            while names(dir).len() < 2 && start.elapsed() < Duration::from_secs(20) {
                thread::yield_now();
            }
            log.write_all(b"more").unwrap();
            let run = Run::from(child.wait_with_output().unwrap());
            // On a busy machine this may have come too late.
            if run.status == Some(0) {
                return false;
            }
            assert!(run.err.contains("another program has changed it meanwhile"), "{}", run.err);
            assert!(fs::read(dir.join("log")).unwrap() == [&before[..], b"more"].concat());
            assert_eq!(names(dir), ["log"]);
            true
        });
        assert!(noticed);
    }
}
