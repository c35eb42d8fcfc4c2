//! Compares `check --statistics` with counts by the standard library.

mod common;

use common::{model, run_on};
use serde_json::Value;

/// The records, without the summary.
fn records(out: &str) -> Vec<Value> {
    let mut records: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.pop().unwrap()["type"], "summary");
    records
}

#[test]
fn every_count_is_that_of_the_standard_library() {
    let edge = 128 << 10;
    let hostile = model::hostile().concat();
    let crlf_on_the_edge = ["x".repeat(edge - 1).as_bytes(), b"\r\n\r", &hostile, b"\n\r\n"].concat();
    for bytes in [
        &b""[..],
        b"\n",
        b"one\r\ntwo\rthree\nfour",
        "\u{FEFF}\u{E9}\u{E000}\u{FFFE}\u{10FFFF}\u{FDD0}\n".as_bytes(),
        b"\xE2\x82\n\xFF\r\n\xED\xA0\x80 \xF0\x9F",
        &hostile,
        &crlf_on_the_edge,
    ] {
        let run = run_on(["check", "--statistics", "--format", "json"], bytes);
        let [row, total] = &records(&run.out)[..] else { panic!("{}", run.out) };
        assert_eq!((&row["type"], &total["type"]), (&"statistics".into(), &"total".into()));
        let errors = model::errors(bytes);
        assert_eq!(run.status, Some(i32::from(!errors.is_empty())));
        let text: String = bytes.utf8_chunks().map(|chunk| chunk.valid()).collect();
        // Each invalid sequence counts as one character.
        let lossy = String::from_utf8_lossy(bytes);
        let count = |is: fn(char) -> bool| text.chars().filter(|char| is(*char)).count();
        let crlf = lossy.matches("\r\n").count();
        let mut bad_lines: Vec<_> = errors.iter().map(|error| error.line).collect();
        bad_lines.dedup();
        for (name, expected) in [
            ("inputs", 1),
            ("bytes", bytes.len()),
            ("characters", text.chars().count()),
            ("lines", lossy.split_inclusive('\n').count()),
            ("longest_line", lossy.split('\n').map(|line| line.chars().count()).max().unwrap()),
            ("ascii_bytes", bytes.iter().filter(|byte| byte.is_ascii()).count()),
            ("crlf", crlf),
            ("lf", count(|char| char == '\n') - crlf),
            ("cr", count(|char| char == '\r') - crlf),
            (
                "byte_order_marks",
                usize::from(text.starts_with('\u{FEFF}') && bytes.starts_with(b"\xEF\xBB\xBF")),
            ),
            (
                "private_use",
                count(
                    |char| matches!(u32::from(char), 0xE000..=0xF8FF | 0xF0000..=0xFFFFD | 0x100000..=0x10FFFD),
                ),
            ),
            (
                "noncharacters",
                count(|char| {
                    matches!(u32::from(char) & 0xFFFF, 0xFFFE | 0xFFFF)
                        || ('\u{FDD0}'..='\u{FDEF}').contains(&char)
                }),
            ),
            ("error_count", errors.len()),
            ("bad_lines", bad_lines.len()),
        ] {
            assert_eq!(row[name], expected, "{name}: {row}");
            assert_eq!(total[name], expected, "{name}: {total}");
        }
        let invalid: usize = errors.iter().map(|error| error.bytes.len()).sum();
        let high = bytes.iter().filter(|byte| !byte.is_ascii()).count();
        let share = (high > 0).then(|| ((high - invalid) * 10_000 / high) as f64 / 10_000.0);
        assert_eq!(row["utf8_share"].as_f64(), share, "{row}");
        for (kind, number) in row["errors"].as_object().unwrap() {
            assert_eq!(*number, errors.iter().filter(|error| error.kind == kind).count(), "{kind}");
        }
    }
}
