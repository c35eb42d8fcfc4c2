//! Inputs that change, input that comes slowly, and a reader that goes away.

mod common;

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;

use common::{Dir, Run, as_json, paths, piped, placemat};

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

/// What comes out before more goes in.
#[test]
fn a_stream_is_passed_on_as_it_comes() {
    // An error is reported with the bytes after it, so the report waits for these, but not for the end of the input.
    // Guessing the encoding needs 64 bytes.
    let error = [&b"\xFF"[..], &[b' '; 64]].concat();
    let twice = "cafÃ© e\u{301} x\n".as_bytes();
    for (args, times, input, expected, status) in [
        ("check --format json", 1, &error[..], r#"{"type":"error","#, 1),
        ("check", 1, b"\xFF and twelve bytes more", "-:1:1: byte 0: FF never", 1),
        ("convert --from latin1", 3, b"caf\xE9\n", "café\n", 0),
        // All but the line feed, which could combine with what follows.
        ("repair --quiet --double-encoded", 1, twice, "café e\u{301} x", 0),
        ("lines --valid", 1, b"one\ntw", "one\n", 0),
    ] {
        let mut child = piped(placemat().args(args.split(' ')).stdin(Stdio::piped())).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        for _ in 0..times {
            pipe.write_all(input).unwrap();
            let mut output = vec![0; expected.len()];
            child.stdout.as_mut().unwrap().read_exact(&mut output).unwrap();
            assert_eq!(output, expected.as_bytes(), "{args}");
        }
        drop(pipe);
        assert_eq!(child.wait_with_output().unwrap().status.code(), Some(status), "{args}");
    }
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
