//! Runs the commands in `cmd/`, each in the directory of its transcript, and compares what they print, with slashes for
//! backslashes. `TRYCMD=overwrite` writes the present output into the transcripts.

use std::path::Path;

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
