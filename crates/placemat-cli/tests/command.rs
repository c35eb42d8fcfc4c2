//! The command line, and the exit status.

mod common;

use std::{
    io::{Read, Write},
    process::Stdio,
};

use common::{Dir, piped, placemat, run, run_on};

#[test]
fn exit_status() {
    let dir = Dir::new();
    dir.write("good", "good");
    dir.write("empty", "");
    dir.write("bad", b"\xFF");
    for (args, status) in [
        (&["good", "empty"][..], 0),
        (&["good", "bad"], 1),
        (&["bad", "good"], 1),
        (&["missing"], 2),
        (&["bad", "missing", "good"], 2),
        (&["missing", "bad"], 2),
        (&["--no-such-option"], 2),
        (&["--null-output", "good"], 2),
        (&["--list", "--quiet", "good"], 2),
        (&["--list", "--format", "json", "good"], 2),
        (&["--bom", "strip", "good"], 2),
        (&["--binary", "guess", "good"], 2),
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
        let run = dir.check(args);
        assert_eq!(run.status, Some(status), "{args:?}: {run:?}");
        assert_eq!(run.err.is_empty(), status < 2, "{args:?}: {run:?}");
    }
    assert_eq!(run(["--help"]).status, Some(0));
    assert_eq!(run(["check", "--help"]).status, Some(0));
    assert_eq!(run(["--version"]).out, format!("placemat {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn without_a_command_files_are_checked() {
    let dir = Dir::new();
    dir.write("checks", "");
    dir.write("bad", b"\xFF");
    let run = |args: &[&str]| dir.run(args);
    for (args, status) in [
        (&["checks"][..], 0),
        (&["bad"], 1),
        (&["checks", "bad"], 1),
        (&["."], 1),
        (&["-"], 0),
        (&["--quiet", "bad"], 1),
        (&["-q", "checks"], 0),
        (&["--format", "json", "bad"], 1),
        (&["--", "bad"], 1),
        (&["nowhere.txt"], 2),
    ] {
        let with: Vec<_> = [&["check"], args].concat();
        let (short, long) = (run(args), run(&with));
        assert_eq!(short.status, Some(status), "{args:?}: {short:?}");
        assert_eq!((short.out, short.err), (long.out, long.err), "{args:?}");
    }
    // No arguments, as in `xargs placemat` without names; and with piped input.
    let empty = run(&[]);
    assert_eq!((empty.status, empty.out), (Some(0), run(&["-"]).out));
    assert_eq!(run_on::<&str>([], b"\xFF").status, Some(1));
    // A misspelt command, and other errors in the command line.
    for args in [&["chekc"][..], &["help", "nowhere.txt"], &["--no-such-option"]] {
        let run = run(args);
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(run.err.contains("--help"), "{args:?}: {}", run.err);
    }
    assert!(run(&["chekc"]).err.contains("a similar subcommand exists: 'check'"));
    assert!(run(&["check", "--quite"]).err.contains("a similar argument exists: '--quiet'"));
    assert!(run(&["--quite", "bad"]).err.contains("a similar argument exists: '--quiet'"));
}

#[test]
fn errors_are_reported_before_the_input_ends() {
    // An error is reported with the bytes after it, so the report waits for these, but not for the end of the input.
    // Guessing the encoding needs 64 bytes.
    let input = [&b"\xFF"[..], &[b' '; 64]].concat();
    for (format, input) in [("json", &input[..]), ("human", b"\xFF and twelve bytes more")] {
        let mut command = placemat();
        command.args(["check", "--format", format]).stdin(Stdio::piped());
        let mut child = piped(&mut command).spawn().unwrap();
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

#[test]
fn all_pages_at_once() {
    let dir = Dir::new();
    let out = dir.join("share");
    assert_eq!(dir.run(["pages", "--out", "share"]).status, Some(0));
    let read = |name: &str| std::fs::read_to_string(out.join(name)).unwrap();
    assert_eq!(read("bash-completion/completions/placemat"), run(["completions", "bash"]).out);
    assert_eq!(read("fish/vendor_completions.d/placemat.fish"), run(["completions", "fish"]).out);
    assert_eq!(read("zsh/site-functions/_placemat"), run(["completions", "zsh"]).out);
    assert_eq!(read("man/man1/placemat.1"), run(["man"]).out);
    for page in ["check", "convert", "repair", "inspect"] {
        assert_eq!(read(&format!("man/man1/placemat-{page}.1")), run(["man", page]).out);
    }
    dir.write("file", "");
    assert_eq!(dir.run(["pages", "--out", "file"]).status, Some(2));
}
