//! The files that `convert` and `repair` write.

mod common;

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use common::Dir;

#[test]
fn the_input_is_never_the_output() {
    let dir = Dir::new();
    dir.write("in", b"caf\xE9");
    dir.write("good", "good");
    fs::hard_link(dir.join("in"), dir.join("hard")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("in", dir.join("soft")).unwrap();
    for output in ["in", "./in", "hard", if cfg!(unix) { "soft" } else { "in" }] {
        for command in ["convert", "repair"] {
            let run = dir.run([command, "in", "-o", output]);
            assert_eq!(run.status, Some(2), "{output}");
            assert!(run.err.contains("it is the input as well"), "{}", run.err);
            // On standard input as well.
            let stdin = File::open(dir.join("in")).unwrap();
            let output = dir.placemat([command, "-o", output]).stdin(stdin).output().unwrap();
            assert_eq!(output.status.code(), Some(2));
        }
        // As standard output, it would grow forever.
        for args in [&["repair", "in"][..], &["lines", "in"], &["lines", "--rejects", "in", "good"]] {
            let stdout = File::options().append(true).open(dir.join(output)).unwrap();
            assert_eq!(dir.placemat(args).stdout(stdout).status().unwrap().code(), Some(2), "{args:?}");
        }
    }
    assert_eq!(fs::read(dir.join("in")).unwrap(), b"caf\xE9");
}

#[test]
fn in_place_with_a_long_equal_prefix() {
    let dir = Dir::new();
    let (before, after) = ([&[b'a'; 200_000][..], b"\xE9"].concat(), "a".repeat(200_000) + "é");
    dir.write("file", &before);
    for (args, expected) in [(["-f", "latin1"], after.as_bytes()), (["-t", "latin1"], &before)] {
        let run = dir.run(["convert", "--in-place", "file"].iter().chain(&args));
        assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (Some(0), "", ""));
        assert!(fs::read(dir.join("file")).unwrap() == expected);
    }
}

#[test]
fn times_are_kept_if_asked() {
    let dir = Dir::new();
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let modified = |name: &str| fs::metadata(dir.join(name)).unwrap().modified().unwrap();
    for (args, bytes, kept) in [
        (&["repair", "--force", "-i", "--keep-times", "file"][..], &b"\xFF"[..], true),
        (&["repair", "--force", "-i", "file"], b"\xFF", false),
        // An unchanged file is not touched.
        (&["repair", "-i", "file"], b"fine", true),
    ] {
        dir.write("file", bytes);
        File::options().write(true).open(dir.join("file")).unwrap().set_modified(long_ago).unwrap();
        assert_eq!(dir.run(args).status, Some(0));
        assert_eq!(modified("file") == long_ago, kept, "{args:?}");
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio};
    use std::sync::{Arc, atomic::AtomicBool};
    use std::{thread, time::Instant};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag::register_conditional_default;

    use super::common::placemat;
    use super::*;

    /// `system.posix_acl_access` with the rights of the owner, a user, the group, the mask and others.
    #[cfg(target_os = "linux")]
    fn access_control_list(rights: [u16; 5]) -> Vec<u8> {
        const NONE: u32 = u32::MAX;
        let entries = [(1, NONE), (2, 12_345), (4, NONE), (16, NONE), (32, NONE)].into_iter().zip(rights);
        let entries = entries.flat_map(|((tag, id), rights)| {
            let (tag, rights) = (u16::to_le_bytes(tag), rights.to_le_bytes());
            [&tag[..], &rights, &u32::to_le_bytes(id)].concat()
        });
        2_u32.to_le_bytes().into_iter().chain(entries).collect()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn access_control_lists_and_attributes_are_kept() {
        use rustix::fs::{XattrFlags, getxattr, setxattr};

        const ACL: &str = "system.posix_acl_access";
        let dir = Dir::new();
        let set = |name: &str, attribute: &str, value: &[u8]| {
            setxattr(dir.join(name), attribute, value, XattrFlags::empty()).is_ok()
        };
        let get = |name: &str, attribute: &str| {
            let mut value = [0; 100];
            getxattr(dir.join(name), attribute, &mut value).map(|len| value[..len].to_vec()).ok()
        };
        // The group may read less than the user 12345, whose rights are the mask.
        let list = access_control_list([6, 6, 0, 6, 0]);
        dir.write("d/acl", b"\xFF");
        dir.write("d/plain", b"\xFF");
        if !set("d/acl", ACL, &list) || !set("d/acl", "user.origin", b"here") {
            eprintln!("not run: no access control lists or attributes here");
            return;
        }
        let mode = |name: &str| fs::metadata(dir.join(name)).unwrap().mode();
        let modes = (mode("d/acl"), mode("d/plain"));
        // New files would inherit a list from the directory.
        assert!(set("d", "system.posix_acl_default", &access_control_list([7, 7, 7, 7, 7])));
        assert_eq!(dir.run(["repair", "-q", "--force", "--in-place", "d"]).status, Some(0));
        assert_eq!((get("d/acl", ACL), get("d/plain", ACL)), (Some(list), None));
        assert_eq!(get("d/acl", "user.origin").unwrap(), b"here");
        assert_eq!((mode("d/acl"), mode("d/plain")), modes);
    }

    /// Waits until there is a second file in the directory.
    fn wait_for_the_temporary_file(dir: &Dir) {
        let start = Instant::now();
        while dir.names().len() < 2 && start.elapsed() < Duration::from_secs(20) {
            thread::yield_now();
        }
    }

    /// Kills the command repeatedly, at different times. The file to replace always has either its old or its new
    /// contents.
    #[test]
    fn a_crash_loses_nothing() {
        let dir = Dir::new();
        // The first byte differs, so that everything is written.
        let before = [&b"\xFF"[..], &b"0123456789abcde\n".repeat(1 << 20)].concat();
        let after = [&b"\xEF\xBF\xBD"[..], &before[1..]].concat();
        let (mut killed, mut done) = (0, 0);
        for round in 0..30 {
            dir.write("file", &before);
            let mut child = dir
                .placemat(["repair", "--force", "--in-place", "file"])
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            // Waits for the temporary file, and then a little longer each time.
            wait_for_the_temporary_file(&dir);
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
            for name in dir.names().iter().filter(|&name| name != "file") {
                assert!(name.starts_with(".placemat-"), "{name}");
                fs::remove_file(dir.join(name)).unwrap();
            }
        }
        assert!(killed > 0, "it was never killed in between; it ended {done} times");
    }

    /// After Ctrl-C, `kill` or a closed terminal nothing is left.
    #[test]
    fn a_signal_leaves_no_temporary_file() {
        let dir = Dir::new();
        let before = [&b"\xFF"[..], &[b'a'; 32 << 20]].concat();
        let stopped = |mut command: Command, signal: &str| {
            let mut child = command.current_dir(&dir).stdin(Stdio::piped()).spawn().unwrap();
            wait_for_the_temporary_file(&dir);
            // `wait` closes standard input; with the end of its input, the command would complete its output.
            let stdin = child.stdin.take();
            let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
            assert!(sent.unwrap().success());
            let status = child.wait().unwrap();
            drop(stdin);
            status
        };
        for (signal, number) in [("INT", SIGINT), ("TERM", SIGTERM), ("HUP", SIGHUP)] {
            // A shell lets its background processes ignore SIGINT, which children inherit. This handler restores the
            // default in them.
            register_conditional_default(number, Arc::new(AtomicBool::new(true))).unwrap();
            for args in [&["repair", "-o", "out"][..], &["repair", "--force", "--in-place", "file"]] {
                let noticed = (0..10).any(|_| {
                    dir.write("file", &before);
                    let mut command = placemat();
                    command.args(args);
                    let status = stopped(command, signal);
                    assert_eq!(dir.names(), ["file"], "{signal} {args:?}");
                    // On a busy machine the signal may come too late.
                    assert!(status.success() || status.signal() == Some(number), "{status} {args:?}");
                    !status.success()
                });
                assert!(noticed, "{signal} {args:?}");
            }
        }
        dir.write("file", &before);
        // As with `nohup`: closing the terminal does not affect the command.
        let mut nohup = Command::new("sh");
        let script = "trap '' HUP; exec \"$0\" repair --quiet --force --in-place file";
        nohup.args(["-c", script, env!("CARGO_BIN_EXE_placemat")]);
        assert!(stopped(nohup, "HUP").success());
        assert_eq!(dir.names(), ["file"]);
    }
}
