//! `placemat repair --double-encoded` and `--nfc`.

mod common;

use std::{
    fs,
    io::{Read as _, Write as _},
    process::Stdio,
};

use common::{Dir, placemat, run_on};

#[test]
fn text_that_was_encoded_twice() {
    let run = run_on(["repair", "--double-encoded"], "\u{FEFF}cafÃ© É»\nitâ€™s ÃƒÂ© SÃO\n".as_bytes());
    assert_eq!((run.status, run.out.as_str()), (Some(0), "\u{FEFF}café É»\nit’s é SÃO\n"));
    assert_eq!(
        run.err,
        "placemat: -: 3 runs of text encoded twice decoded\n\
         placemat: -:1:5: byte 6: \"Ã©\" became \"é\"\n\
         placemat: -:2:3: byte 18: \"â€™\" became \"’\"\n\
         placemat: -:2:8: byte 28: \"ÃƒÂ©\" became \"é\"\n"
    );
    let again = run_on(["repair", "--double-encoded"], run.out.as_bytes());
    assert_eq!((again.out, again.err), (run.out, String::new()));
    let run = run_on(["repair", "--double-encoded"], b"caf\xC3\x83\xC2\xA9 \xE9.");
    assert_eq!(run.status, Some(1));
    assert!(
        run.out == "café " && run.err.contains("-:1:7: byte 8: E9: missing continuation byte"),
        "{run:?}"
    );
}

#[test]
fn text_that_is_not_in_nfc() {
    let run = run_on(["repair", "--nfc"], "cafe\u{301} é\nA\u{30A}".as_bytes());
    assert_eq!((run.status, run.out.as_str()), (Some(0), "café é\nÅ"));
    assert_eq!(
        run.err,
        "placemat: -: 2 places composed\n\
         placemat: -:1:4: byte 3: U+0065 U+0301 became U+00E9\n\
         placemat: -:2:1: byte 10: U+0041 U+030A became U+00C5\n"
    );
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
