//! Inputs of every kind, and how the command ends.

mod common;

use std::{
    fs,
    io::{Read, Write},
    path::Path,
    process::Stdio,
};

use common::{Run, check_in, placemat, run, run_on};

fn write(dir: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    let path = dir.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// The paths of all inputs in the JSON form, in order.
fn paths(run: &Run) -> Vec<&str> {
    let inputs = run.out.lines().filter(|line| line.starts_with(r#"{"type":"input""#));
    inputs.map(|line| line.split('"').nth(7).unwrap()).collect()
}

fn json<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&["--format", "json"], args].concat()
}

#[test]
fn exit_status() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    write(dir, "good", "good");
    write(dir, "empty", "");
    write(dir, "bad", b"\xFF");
    for (args, status) in [
        (&["good", "empty"][..], 0),
        (&["good", "bad"], 1),
        (&["bad", "good"], 1),
        (&["missing"], 2),
        (&["bad", "missing", "good"], 2),
        (&["missing", "bad"], 2),
        (&["--no-such-option"], 2),
        (&["--max-errors", "many", "good"], 2),
        (&["--jobs", "0", "good"], 2),
        (&["--format", "xml", "good"], 2),
        (&["--glob", "{", "."], 2),
        (&["--files-from", "missing"], 2),
        (&["--files-from", "."], 2),
        (&["--null", "good"], 2),
        (&["--backend", "warp", "good"], 2),
        (&["--", "good"], 0),
        (&[""], 2),
        (&["--max-errors", "18446744073709551615", "good"], 0),
        (&["--max-errors", "18446744073709551616", "good"], 2),
        (&["--jobs", "4294967295", "good"], 0),
        #[cfg(unix)]
        (&["good/"], 2),
    ] {
        let run = check_in(dir, args);
        assert_eq!(run.status, Some(status), "{args:?}: {run:?}");
        assert_eq!(run.err.is_empty(), status < 2, "{args:?}: {run:?}");
    }
    assert_eq!(run::<&str>([]).status, Some(2));
    assert_eq!(run(["--help"]).status, Some(0));
    assert_eq!(run(["check", "--help"]).status, Some(0));
    assert_eq!(run(["--version"]).out, format!("placemat {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn an_unknown_backend() {
    let run = run(["check", "--backend", "warp"]);
    assert!(run.err.contains("there is no backend \"warp\"; choose one of "), "{}", run.err);
    assert!(!run.err.contains("panicked"));
}

#[test]
fn a_directory_in_sorted_order() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    for name in
        ["b", "a.txt", "a/z", "a/.hidden", ".dot/x", ".git/config", "sub/.git/config", "sub/keep", "Z"]
    {
        write(dir, name, name);
    }
    for jobs in ["1", "3", "8", "1000"] {
        let run = check_in(dir, json(&["--jobs", jobs, "."]));
        let expected = ["./.dot/x", "./Z", "./a/.hidden", "./a/z", "./a.txt", "./b", "./sub/keep"];
        assert_eq!(paths(&run), expected);
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    }
    let run = check_in(dir, json(&["sub/.git", "b", "sub"]));
    assert_eq!(paths(&run), ["sub/.git/config", "b", "sub/keep"]);
}

#[test]
fn an_empty_directory_is_nothing_to_check() {
    let dir = tempfile::tempdir().unwrap();
    let run = check_in(dir.path(), ["."]);
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    assert!(run.out.contains("nothing to check"), "{}", run.out);
}

#[test]
fn gitignore_and_globs() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    write(dir, ".gitignore", "*.log\n/target/\n!keep.log\n");
    for name in ["a.log", "keep.log", "a.txt", "target/x", "sub/target/y", "sub/b.log", "sub/b.txt"] {
        write(dir, name, "text");
    }
    write(dir, "sub/.gitignore", "b.txt\n");
    // Only .gitignore speaks.
    write(dir, ".ignore", "a.txt\n");
    for (args, expected) in [
        (
            &["."][..],
            &["./.gitignore", "./.ignore", "./a.txt", "./keep.log", "./sub/.gitignore", "./sub/target/y"][..],
        ),
        (&["sub"], &["sub/.gitignore", "sub/target/y"]),
        (&["a.log", "target"], &["a.log", "target/x"]),
        (&["--glob", "*.txt", "."], &["./a.txt"]),
        (&["--no-ignore", "--glob", "*.txt", "."], &["./a.txt", "./sub/b.txt"]),
        (
            &["--no-ignore", "--glob", "!sub", "--glob", "!.*", "."],
            &["./a.log", "./a.txt", "./keep.log", "./target/x"],
        ),
        (&["--no-ignore", "--glob", "target/**", "."], &["./target/x"]),
        (&["--glob", "*.txt", "a.log", "sub"], &["a.log"]),
    ] {
        let run = check_in(dir, json(args));
        assert_eq!(paths(&run), expected, "{args:?}");
    }
    let absolute = dir.join("sub");
    let run = check_in(dir, json(&["--no-ignore", "--glob", "/target/y", absolute.to_str().unwrap()]));
    assert_eq!(paths(&run), [absolute.join("target/y").to_str().unwrap()]);
}

#[test]
fn gitignore_files_above_and_below() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    write(dir, ".gitignore", "*\n");
    write(dir, "home/.git/HEAD", "a repository, in which the file above has no say");
    write(dir, "home/.gitignore", "/a/b/*.tmp\n*.log\n/a/b/c/\n");
    write(dir, "home/a/.gitignore", "*.md\n!/b/good.md\n!/b/loud.log\n");
    for name in ["x.tmp", "bad.md", "good.md", "loud.log", "c/hidden", "y/x.tmp"] {
        write(dir, &format!("home/a/b/{name}"), "text");
    }
    // A repository in a repository has only its own.
    write(dir, "home/sub/.git", "elsewhere");
    write(dir, "home/sub/x.log", "text");
    let expected = [".gitignore", "a/.gitignore", "a/b/good.md", "a/b/loud.log", "a/b/y/x.tmp", "sub/x.log"];
    let whole = dir.join("home");
    for (named, from) in [
        (".", "./"),
        ("./", "./"),
        ("./.", "././"),
        ("../home", "../home/"),
        ("a", "a/"),
        ("a/b", "a/b/"),
        ("a/../a/b/", "a/../a/b/"),
        (whole.to_str().unwrap(), &format!("{}/", whole.display())),
    ] {
        let run = check_in(&whole, json(&[named]));
        let below = named.rsplit("../").next().unwrap().trim_matches('/');
        let below = if below.starts_with('a') { format!("{below}/") } else { String::new() };
        let below: Vec<_> =
            expected.iter().filter_map(|path| Some(from.to_owned() + path.strip_prefix(&below)?)).collect();
        assert_eq!(paths(&run), below, "{named}");
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    }
}

#[test]
fn gitignore_files_that_make_no_sense() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    write(dir, "a/.gitignore", "{\u{1b}[31m\n*.log\n{\n");
    write(dir, "a/x.log", "text");
    write(dir, "b/.gitignore/x", "a directory");
    write(dir, "c/.gitignore", "x\n".repeat(1 << 20));
    write(dir, "c/x", "text");
    let run = check_in(dir, json(&["."]));
    assert_eq!(paths(&run), ["./a/.gitignore", "./b/.gitignore/x", "./c/.gitignore", "./c/x"]);
    assert_eq!(run.status, Some(0));
    let lines: Vec<_> = run.err.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(
        lines[0].starts_with("placemat: ./a/.gitignore: some of its rules are not heeded: line 1: "),
        "{lines:?}"
    );
    assert!(lines[0].ends_with(" (and 1 more)") && !lines[0].contains('\u{1b}'), "{lines:?}");
    assert_eq!(lines[1], "placemat: ./c/.gitignore: its rules are not heeded: it is far too long");
    assert_eq!(check_in(dir, ["--quiet", "."]).err, "");
    assert_eq!(check_in(dir, ["--no-ignore", "."]).err, "");
}

#[test]
fn what_looks_binary() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    write(dir, "early", [&[b'a'; 8191][..], b"\0\xFF"].concat());
    write(dir, "late", [&[b'a'; 8192][..], b"\0\xFF"].concat());
    let human = check_in(dir, ["."]);
    assert_eq!(human.out.lines().filter(|line| line.contains("looks binary")).count(), 1);
    assert!(human.out.contains("./early: looks binary"), "{}", human.out);
    assert!(human.out.contains("./late:1:8194: byte 8193: FF never occurs"), "{}", human.out);
    assert_eq!(human.status, Some(1));
    let machine = check_in(dir, json(&["."]));
    let line = machine.out.lines().next().unwrap();
    assert!(
        line.starts_with(r#"{"type":"input","path":"./early","valid":null,"bytes":0,"error_count":0,"#),
        "{line}"
    );
    assert!(line.ends_with(r#","skipped":"binary"}"#), "{line}");
    assert!(
        check_in(dir, ["--binary", "check", "."]).out.contains("./early:1:8193: byte 8192: FF never occurs")
    );
    // Whoever names it wants it checked.
    assert!(check_in(dir, ["early"]).out.contains("early:1:8193: byte 8192: FF never occurs"));
    fs::remove_file(dir.join("late")).unwrap();
    assert_eq!(check_in(dir, ["."]).status, Some(0));
}

#[test]
fn lists_of_paths() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    for name in ["a", "b c", "sub/x"] {
        write(dir, name, "text");
    }
    write(dir, "lines", "b c\n\na\nsub\nmissing\n./a");
    write(dir, "nuls", "b c\0a\0");
    let run = check_in(dir, json(&["a", "--files-from", "lines"]));
    assert_eq!(paths(&run), ["a", "b c", "a", "sub/x", "missing", "./a"]);
    assert_eq!(run.status, Some(2));
    let run = check_in(dir, json(&["--null", "--files-from", "nuls"]));
    assert_eq!(paths(&run), ["b c", "a"]);
    write(dir, "none", "");
    assert_eq!(check_in(dir, json(&["--files-from", "none"])).out, "");
    let from = dir.join("a");
    let run = run_on(
        ["check", "--format", "json", "--files-from", "-"],
        format!("{}\n", from.display()).as_bytes(),
    );
    assert_eq!(paths(&run), [from.to_str().unwrap()]);
    write(dir, "endless", vec![b'x'; 1 << 20]);
    let run = check_in(dir, ["--files-from", "endless"]);
    assert_eq!(run.status, Some(2));
    assert!(run.err.starts_with("placemat: endless: "), "{}", run.err);
}

#[test]
fn lists_of_another_kind() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    write(dir, "a", "text");
    for (null, list, said) in [
        (false, &b"a\0a\0"[..], "end in NULs? Then use --null\n"),
        (true, b"a\na\n", "end in line feeds? Then leave --null out\n"),
        #[cfg(unix)]
        (
            false,
            b"a\r\n",
            "a\\r: No such file or directory (os error 2); do the lines of this list end in CR LF?",
        ),
        #[cfg(unix)]
        (false, b"a\xFF\n", "placemat: a\\xFF: No such file or directory (os error 2)\n"),
    ] {
        write(dir, "list", list);
        let null = null.then_some("--null");
        let run = check_in(dir, ["--files-from", "list"].into_iter().chain(null));
        assert!(run.err.contains(said) && run.err.lines().count() == 1, "{}", run.err);
        assert_eq!(run.status, Some(2));
    }
    // A name may well end in a CR.
    #[cfg(unix)]
    {
        write(dir, "a\r", "text");
        write(dir, "list", "a\r\n");
        assert_eq!(check_in(dir, ["--files-from", "list"]).status, Some(0));
    }
}

#[test]
fn standard_input_is_read_once() {
    let run = run_on(["check", "--format", "json", "-", "-"], b"once");
    assert_eq!(run.status, Some(2));
    assert_eq!(run.err, "placemat: -: standard input can be read only once\n");
    assert!(run.out.contains(r#""path":"-","valid":true,"bytes":4,"#), "{}", run.out);
    let run = run_on(["check", "--files-from", "-", "-"], b"");
    assert_eq!(run.status, Some(2));
}

#[test]
fn files_that_grow_and_shrink_meanwhile() {
    use std::sync::atomic::{AtomicBool, Ordering};
    let dir = tempfile::tempdir().unwrap();
    let file = fs::File::create(dir.path().join("restless")).unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                for size in [1 << 20, 0, 3 << 20, 100] {
                    file.set_len(size).unwrap();
                }
            }
        });
        let run = check_in(dir.path(), json(&["restless"; 100]));
        done.store(true, Ordering::Relaxed);
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
        assert_eq!(paths(&run), ["restless"; 100]);
    });
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), "bad", vec![0xFF; 1 << 20]);
    for format in ["human", "json"] {
        for jobs in ["1", "8"] {
            let args = [
                "check",
                "--max-errors",
                "0",
                "--format",
                format,
                "--jobs",
                jobs,
                "bad",
                "bad",
                "bad",
                "bad",
            ];
            let mut child = placemat()
                .args(args)
                .current_dir(dir.path())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let mut start = [0; 100];
            child.stdout.take().unwrap().read_exact(&mut start).unwrap();
            let output = child.wait_with_output().unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stderr), "");
            assert_eq!(output.status.code(), Some(1));
        }
    }
    for args in [&["--help"][..], &["check", "--help"], &["backends"], &["completions", "bash"], &["man"]] {
        let mut child = placemat().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

#[test]
fn errors_are_told_while_the_input_goes_on() {
    // Octets behind an error are told with it, so it waits for these; not for the end of the input.
    for (format, input) in [("json", &b"\xFFx"[..]), ("human", b"\xFF and twelve octets more")] {
        let mut child = placemat()
            .args(["check", "--format", format])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(input).unwrap();
        let mut start = [0; 16];
        child.stdout.as_mut().unwrap().read_exact(&mut start).unwrap();
        drop(pipe);
        child.wait_with_output().unwrap();
    }
}

#[test]
fn backends_and_pages() {
    let human = run(["backends"]);
    assert!(human.out.lines().any(|line| line.starts_with("* ")), "{}", human.out);
    let json = run(["backends", "--format", "json"]);
    assert_eq!(json.out.lines().count(), human.out.lines().count());
    assert_eq!(json.out.lines().filter(|line| line.contains(r#""active":true,"why":""#)).count(), 1);
    for line in json.out.lines() {
        let keys = ["name", "compiled", "available", "missing", "active", "why", "summary"];
        let places: Vec<_> = keys.iter().map(|key| line.find(&format!("\"{key}\":"))).collect();
        assert!(places.is_sorted() && places[0] == Some(1), "{line}");
    }
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(run(["completions", shell]).out.contains("max-errors"), "{shell}");
    }
    assert!(run(["man"]).out.contains(".TH placemat 1"));
    assert!(run(["man", "check"]).out.contains(".TH placemat-check 1"));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_and_loops() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        write(dir, "d/sub/x", "text");
        symlink(".", dir.join("d/loop")).unwrap();
        symlink("self", dir.join("d/self")).unwrap();
        symlink("nowhere", dir.join("d/broken")).unwrap();
        symlink("sub/x", dir.join("d/to-x")).unwrap();
        let run = check_in(dir, json(&["d"]));
        assert_eq!(paths(&run), ["d/sub/x"]);
        assert_eq!(run.status, Some(0));
        assert_eq!(run.err, "placemat: d/loop: a link back to a directory above it, not followed\n");
        let run = check_in(dir, json(&["--follow", "d"]));
        assert_eq!(paths(&run), ["d/broken", "d/loop", "d/self", "d/sub/x", "d/to-x"]);
        assert_eq!(run.status, Some(2));
        assert!(run.err.contains("placemat: d/loop: a link back to d, which it lies in\n"), "{}", run.err);
        // To what lies above the directory that is named; and a circle of two that lie side by side.
        symlink("../..", dir.join("d/sub/up")).unwrap();
        let run = check_in(dir, json(&["--follow", "d/sub"]));
        assert_eq!((paths(&run), run.status), (vec!["d/sub/up", "d/sub/x"], Some(2)));
        fs::create_dir_all(dir.join("e")).unwrap();
        fs::create_dir_all(dir.join("f")).unwrap();
        symlink("../f", dir.join("e/to-f")).unwrap();
        symlink("../e", dir.join("f/to-e")).unwrap();
        let run = check_in(dir, json(&["--follow", "e"]));
        assert_eq!((paths(&run), run.status), (vec!["e/to-f/to-e"], Some(2)));
        assert!(run.err.contains("e/to-f/to-e: a link back to e, which it lies in\n"), "{}", run.err);
        let run = check_in(dir, json(&["d/to-x", "d/loop/sub", "d/self", "d/broken"]));
        assert_eq!(paths(&run), ["d/to-x", "d/loop/sub/x", "d/self", "d/broken"]);
        assert_eq!(run.status, Some(2));
    }

    #[test]
    fn devices_and_pipes() {
        let run = run(["check", "/dev/null"]);
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        write(dir, "d/x", "text");
        let made = std::process::Command::new("mkfifo").arg(dir.join("d/fifo")).status();
        if !made.is_ok_and(|status| status.success()) {
            return;
        }
        // One that is found is no regular file; one that is named is read.
        assert_eq!(paths(&check_in(dir, json(&["d"]))), ["d/x"]);
        let fifo = dir.join("d/fifo");
        let writer = std::thread::spawn(move || fs::write(fifo, b"through\xFFthe pipe"));
        let run = check_in(dir, ["d/fifo"]);
        writer.join().unwrap().unwrap();
        assert!(run.out.starts_with("d/fifo:1:8: byte 7: FF never occurs"), "{}", run.out);
    }

    #[test]
    fn what_may_not_be_read() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        for name in ["d/a", "d/b/x", "d/c"] {
            write(dir, name, b"\xFF");
        }
        let permit = |name: &str, mode| {
            fs::set_permissions(dir.join(name), fs::Permissions::from_mode(mode)).unwrap();
        };
        permit("d/a", 0o000);
        permit("d/b", 0o000);
        if fs::File::open(dir.join("d/a")).is_ok() {
            eprintln!("not run: who runs this may read everything");
        } else {
            let run = check_in(dir, json(&["d", "d/b/x", "d/b"]));
            assert_eq!(paths(&run), ["d/a", "d/b", "d/c", "d/b/x", "d/b"]);
            assert_eq!(run.status, Some(2));
        }
        permit("d/b", 0o755);
    }

    #[test]
    fn a_file_that_vanishes_while_it_waits() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        let made = std::process::Command::new("mkfifo").arg(dir.join("slow")).status();
        if !made.is_ok_and(|status| status.success()) {
            return;
        }
        write(dir, "gone", "text");
        write(dir, "d/gone too", "text");
        write(dir, "there", "text");
        let child = placemat()
            .args(["check", "--jobs", "1", "--format", "json", "slow", "gone", "d", "there"])
            .current_dir(dir)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // This waits until the command has opened its end.
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

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_no_closed_pipe() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), "good", "good");
        write(dir.path(), "bad", b"\xFF");
        for args in [
            &["check", "good"][..],
            &["check", "bad"],
            &["check", "--format", "json", "good"],
            &["backends"],
            &["completions", "fish"],
            &["man"],
            &["--help"],
            &["check", "-h"],
            &["--version"],
        ] {
            let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
            let output = placemat().args(args).current_dir(dir.path()).stdout(full).output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{args:?}");
            assert!(err.starts_with("placemat: standard output: ") && err.lines().count() == 1, "{err}");
        }
        // Nothing was to be written.
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = placemat().args(["check", "-q", "bad"]).current_dir(dir.path()).stdout(full).output();
        assert_eq!(output.unwrap().status.code(), Some(1));
    }
}
