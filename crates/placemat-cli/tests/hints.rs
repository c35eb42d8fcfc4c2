//! Hints of inputs that no row of `cases.jsonl` can describe.

mod common;

use std::fs;

use common::{check_in, run_on};

const JAPANESE: &str = "日本語のテキストです。これはある文章です。\n";

#[test]
fn a_hint_rests_on_the_whole_input() {
    // A pipe that exceeds the sample, in an encoding in which some bytes are undefined.
    let (input, ..) = encoding_rs::SHIFT_JIS.encode(JAPANESE);
    let input = input.repeat(30_000);
    let pipe = run_on(["check"], &input);
    assert!(!pipe.out.contains("convert"), "{}", pipe.out);
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("file"), &input).unwrap();
    assert!(check_in(dir.path(), ["file"]).out.contains("try `placemat convert --from shift_jis file`"));
    // The last byte is not valid Shift_JIS.
    fs::write(dir.path().join("file"), [&input[..], b"\x81"].concat()).unwrap();
    assert!(!check_in(dir.path(), ["file"]).out.contains("convert"));
    // Words in UTF-8 far from the first error, before and after it.
    let far = "été ".repeat(10) + &"x".repeat(1000);
    for input in [
        [far.as_bytes(), b" caf\xE9"].concat(),
        [b"caf\xE9 ", &b"a \xE9 ".repeat(5000)[..], far.as_bytes()].concat(),
    ] {
        assert!(!run_on(["check"], &input).out.contains("convert"));
    }
}

#[cfg(unix)]
#[test]
fn the_command_of_a_hint_can_be_pasted() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["latin.txt", "it's $(here)", "-n", "café"] {
        fs::write(dir.path().join(name), b"caf\xE9 au lait\n").unwrap();
        let run = check_in(dir.path(), ["--", name]);
        let command = run.out.split('`').nth(1).unwrap_or_else(|| panic!("{}", run.out));
        let command = command.replacen("placemat", env!("CARGO_BIN_EXE_placemat"), 1);
        let run =
            std::process::Command::new("sh").args(["-c", &command]).current_dir(dir.path()).output().unwrap();
        assert_eq!(run.stdout, "café au lait\n".as_bytes(), "{command}");
    }
}
