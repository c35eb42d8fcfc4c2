//! The command on a terminal: colours, and the progress bar.
//!
//! `script` from util-linux runs it on a pseudo-terminal, and `vt100` renders the final screen.

#![cfg(target_os = "linux")]

mod common;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{borrow::Cow, io::Read};

use bstr::ByteSlice as _;
use common::Dir;

/// The output on a terminal.
struct Session {
    status: Option<i32>,
    bytes: Vec<u8>,
    /// The time until the first byte.
    first: Option<Duration>,
}

/// A directory for commands on a terminal. `None` if there is no `script`.
fn dir() -> Option<Dir> {
    let version = Command::new("script").arg("--version").output();
    let has_script = version.is_ok_and(|output| output.stdout.contains_str("util-linux"));
    if !has_script {
        eprintln!("not run: there is no `script` of util-linux here");
    }
    has_script.then(Dir::new)
}

/// Runs a shell command on a terminal, with the command as `$placemat`.
fn on_a_terminal(line: &str, dir: &Dir, environment: &[(&str, &str)]) -> Session {
    let mut script = Command::new("script");
    script
        .args(["--quiet", "--return", "--command", line, "/dev/null"])
        .current_dir(dir)
        .stdin(Stdio::null());
    script.env("placemat", env!("CARGO_BIN_EXE_placemat")).env("SHELL", "/bin/sh").env("TERM", "xterm");
    // In continuous integration, a dumb terminal has colours as well.
    for name in ["CI", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        script.env_remove(name);
    }
    let start = Instant::now();
    let mut child = script.envs(environment.iter().copied()).stdout(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdout.take().unwrap();
    let mut bytes = Vec::new();
    let first = pipe.by_ref().take(1).read_to_end(&mut bytes).unwrap();
    let first = (first > 0).then(|| start.elapsed());
    pipe.read_to_end(&mut bytes).unwrap();
    Session { status: child.wait().unwrap().code(), bytes, first }
}

/// As [`on_a_terminal`], for commands that finish within the second after which there is a bar.
///
/// On a busy machine they may not: such a run is repeated.
fn quickly(line: &str, dir: &Dir, environment: &[(&str, &str)]) -> Session {
    for _ in 0..20 {
        let start = Instant::now();
        let session = on_a_terminal(line, dir, environment);
        if start.elapsed() < Duration::from_secs(1) {
            return session;
        }
    }
    panic!("{line} took longer than a second, 20 times")
}

impl Session {
    fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }

    /// The final screen.
    fn screen(&self) -> String {
        let mut terminal = vt100::Parser::new(100, 1000, 0);
        terminal.process(&self.bytes);
        visible(&terminal.screen().contents())
    }
}

/// The visible text, without U+FFFD, which `vt100` omits.
fn visible(text: &str) -> String {
    let text = text.replace('\u{FFFD}', "");
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned()
}

#[test]
fn colours_on_a_terminal_and_nowhere_else() {
    let Some(dir) = dir() else { return };
    dir.write("bad", b"x\xFFy");
    let plain = dir.check(["bad"]);
    for (line, environment, coloured) in [
        ("\"$placemat\" check bad", &[][..], true),
        ("\"$placemat\" check bad", &[("NO_COLOR", "1")], false),
        // An empty value does not count: https://no-color.org.
        ("\"$placemat\" check bad", &[("NO_COLOR", "")], true),
        ("\"$placemat\" check bad", &[("CLICOLOR", "0")], false),
        ("\"$placemat\" check bad", &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false),
        ("\"$placemat\" check bad", &[("TERM", "dumb")], false),
        // Standard error is still the terminal.
        ("\"$placemat\" check bad | cat", &[], false),
        ("\"$placemat\" check bad | cat", &[("CLICOLOR_FORCE", "1")], true),
        ("\"$placemat\" check bad >out; cat out", &[], false),
        ("\"$placemat\" check --color never bad", &[("CLICOLOR_FORCE", "1")], false),
        ("\"$placemat\" --color always bad | cat", &[("NO_COLOR", "1")], true),
    ] {
        let session = quickly(line, &dir, environment);
        let case = (line, environment, session.text());
        assert_eq!(session.bytes.contains(&0x1B), coloured, "{case:?}");
        // Invalid bytes are red, and the marks are below them.
        assert_eq!(session.text().contains("\u{1b}[31m"), coloured, "{case:?}");
        assert_eq!(session.screen(), visible(&plain.out));
        if !line.contains(['|', ';']) {
            assert_eq!(session.status, Some(1));
        }
    }
    let session = quickly("\"$placemat\" check --format json bad", &dir, &[]);
    assert!(!session.bytes.contains(&0x1B), "{:?}", session.text());
}

#[test]
fn places_of_lines_stand_out_and_their_names_are_harmless() {
    let Some(dir) = dir() else { return };
    dir.write("a\u{202E}b", b"x\xFFy\n");
    let session = quickly("\"$placemat\" lines *b", &dir, &[]);
    assert!(session.bytes.starts_with(b"\x1B[1ma\\u{202e}b:1:\x1B[0mx\xFFy\r\n"), "{:?}", session.text());
    let session = quickly("\"$placemat\" lines *b 2>/dev/null | cat", &dir, &[]);
    assert!(session.bytes.starts_with("a\u{202E}b:1:x".as_bytes()), "{:?}", session.text());
}

/// A slow input, with an immediate error and another after two seconds.
const SLOW: &str = "{ printf 'x\\377 and what comes after it\\n'; sleep 2.2; printf 'late\\377 and what comes after'; sleep 0.4; }";

#[test]
fn without_arguments_and_without_an_input_there_is_help() {
    let Some(dir) = dir() else { return };
    let session = quickly("$placemat", &dir, &[]);
    assert_eq!(session.status, Some(2));
    assert!(session.text().contains("Usage:"), "{}", session.text());
}

#[test]
fn a_bar_after_a_second_and_nothing_of_it_at_the_end() {
    let Some(dir) = dir() else { return };
    let expected = common::run_on(["check"], b"x\xFF and what comes after it\nlate\xFF and what comes after");

    for (command, screen) in [
        // The results and the bar on one terminal.
        ("check", Some(visible(&expected.out))),
        ("repair >out", None),
        ("convert --from latin1 -o out", None),
        // Only the bar.
        ("check >out", Some(String::new())),
    ] {
        let session = on_a_terminal(&format!("{SLOW} | \"$placemat\" {command}"), &dir, &[]);
        assert!(session.text().contains("inputs done"), "there was a bar: {:?}", session.text());
        assert!(!session.screen().contains("inputs done"), "{:?}", session.text());
        assert!(command == "check" || session.first.is_some_and(|first| first >= Duration::from_secs(1)));
        if let Some(screen) = screen {
            assert_eq!((session.screen(), session.status), (screen, Some(1)), "{:?}", session.text());
        }
    }
}

#[test]
fn a_bar_while_a_file_is_examined() {
    let Some(dir) = dir() else { return };
    // More than half of it is UTF-8, so the conversion never begins. Large enough to take more than a second; nearly all
    // ASCII, because a debug build weighs a megabyte of other text in ten.
    for mebibytes in [32, 128, 512] {
        let line = b"a line of plain text, which is examined quickly, in a caf\xC3\xA9.\n";
        dir.write("mixed", [&line.repeat(mebibytes << 14)[..], b"\xE9\n"].concat());
        let line = "\"$placemat\" convert --from latin1 mixed >out";
        let session = on_a_terminal(line, &dir, &[]);
        assert_eq!(session.status, Some(1), "{:?}", session.text());
        assert!(!session.screen().contains("MiB/s"), "{:?}", session.text());
        if session.text().contains("MiB/s") {
            return;
        }
    }
    panic!("there was no bar");
}

#[test]
fn no_bar_when_quiet_or_quick_or_without_a_terminal() {
    let Some(dir) = dir() else { return };
    let session = quickly("printf good | \"$placemat\" check >out", &dir, &[]);
    assert_eq!(session.text(), "");
    for line in [
        format!("{SLOW} | \"$placemat\" check --quiet"),
        // Standard error is no terminal.
        format!("{SLOW} | \"$placemat\" check >out 2>err; cat err"),
    ] {
        let session = on_a_terminal(&line, &dir, &[]);
        assert_eq!(session.text(), "", "{line}");
    }
}
