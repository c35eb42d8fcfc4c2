//! Runs the commands in `cmd/`, each in the directory of its transcript, and compares what they print, with slashes for
//! backslashes. `TRYCMD=overwrite` writes the present output into the transcripts.

use std::{fs, path::Path};

#[test]
fn transcripts() {
    let cases = trycmd::TestCases::new();
    cases.register_bin("placemat", Path::new(env!("CARGO_BIN_EXE_placemat")));
    cases.env("NO_COLOR", "1").env("COLUMNS", "100");
    cases.insert_var("[VERSION]", env!("CARGO_PKG_VERSION")).unwrap();
    cases.case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
    // Their file names or messages are those of Unix.
    if cfg!(unix) {
        cases.case("tests/cmd/unix/*.trycmd");
    }
}

/// trycmd leaves out a command whose program it does not know, and a transcript without commands passes.
#[test]
fn every_transcript_runs_placemat_alone() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd");
    let files = [dir.clone(), dir.join("unix")].map(|dir| fs::read_dir(dir).unwrap());
    let files = files.into_iter().flatten().map(|entry| entry.unwrap().path());
    for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "trycmd")) {
        let text = fs::read_to_string(&file).unwrap();
        let mut commands = text.lines().filter_map(|line| line.strip_prefix("$ ")).peekable();
        assert!(commands.peek().is_some(), "{}: no command", file.display());
        let is_ours = |command: &str| command.starts_with("placemat ") || command == "placemat";
        assert!(commands.all(is_ours), "{}: a command of another program", file.display());
    }
}
