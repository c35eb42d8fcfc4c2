//! Inputs that are longer than a read.

mod common;

use common::{placemat, through};

/// Reads of 64 KiB cut runs of invalid bytes and sequences.
#[test]
fn a_fallback_decodes_runs_across_reads() {
    let repair = |fallback: &str, input: &[u8]| {
        through(placemat().args(["repair", "--fallback", fallback]), input).unwrap()
    };
    for shift in 0..4 {
        let unit = [&b"x"[..], "日本語 ".as_bytes(), b" \xE9\xE8\xE0\xF9\x93 \xF0\x9F\x8D\xBD "].concat();
        let input = [&b"    "[..shift], &unit.repeat(8_000)].concat();
        let expected = " ".repeat(shift) + &"x日本語  éèàù“ 🍽 ".repeat(8_000);
        let run = repair("windows-1252", &input);
        let err = String::from_utf8(run.stderr).unwrap();
        assert!(
            run.status.success() && run.stdout == expected.as_bytes() && err.contains("8,000 runs"),
            "{err}"
        );
    }
    let run = b"\xE9".repeat(200_000);
    assert!(repair("latin1", &run).stdout == "é".repeat(200_000).as_bytes());
}
