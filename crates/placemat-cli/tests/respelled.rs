//! `placemat repair --double-encoded` and `--nfc`.

mod common;

use std::{
    fs,
    io::{Read as _, Write as _},
    process::Stdio,
};

use common::{Dir, placemat};

#[test]
fn a_file_is_composed_in_place() {
    let dir = Dir::new();
    dir.write("a", "e\u{301}");
    assert_eq!(dir.check(["--nfc", "a"]).status, Some(1));
    let check = dir.run(["repair", "--nfc", "--check", "a"]);
    assert!(check.status == Some(1) && check.err.contains("1 place to compose"), "{check:?}");
    assert_eq!(dir.run(["repair", "--nfc", "--in-place", "."]).status, Some(0));
    assert_eq!(fs::read_to_string(dir.join("a")).unwrap(), "é");
    assert_eq!(dir.check(["--nfc", "a"]).status, Some(0));
    assert_eq!(dir.run(["repair", "--nfc", "--double-encoded", "a"]).status, Some(2));
}

/// A pipe is passed on at once, up to what may combine with the next bytes.
#[test]
fn a_stream_is_repaired_as_it_comes() {
    for (option, expected) in [("--double-encoded", "café e\u{301} x"), ("--nfc", "cafÃ© é x")] {
        let mut command = placemat();
        let command = command.args(["repair", "--quiet", option]).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all("cafÃ© e\u{301} x\n".as_bytes()).unwrap();
        let mut line = vec![0; expected.len()];
        child.stdout.as_mut().unwrap().read_exact(&mut line).unwrap();
        assert_eq!(line, expected.as_bytes());
        drop(pipe);
        assert!(child.wait().unwrap().success());
    }
}
