//! The report for people, where its inputs are long, or not possible everywhere.

mod common;

use std::fs;

use common::{Dir, run_on};

#[test]
fn continuations_across_many_buffers_are_one_report() {
    let mut bytes = vec![0x80; 300_000];
    bytes[0] = 0xFF;
    let run = run_on(["check"], &bytes);
    assert!(run.out.contains("; 299,999 stray continuations follow"), "{}", run.out);
    assert!(run.out.contains("(300,000 errors)"), "{}", run.out);
}

#[test]
fn no_name_can_hurt_the_terminal() {
    let dir = Dir::new();
    let name = "a\u{1b}[2J\u{202E}";
    if fs::write(dir.join(name), b"\xFF").is_ok() {
        let run = dir.check([name, "missing\u{1b}"]);
        assert!(run.out.starts_with("a\\u{1b}[2J\\u{202e}:1:1: byte 0: "), "{}", run.out);
        assert!(run.err.starts_with("placemat: missing\\u{1b}: "), "{}", run.err);
    }
}

#[cfg(unix)]
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
