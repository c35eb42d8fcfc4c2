//! `placemat check --forbid` at every end of the buffer.

mod common;

use common::run_on;
use serde_json::Value;

/// The size of the command's reads, in bytes.
const READ: usize = 128 << 10;

#[test]
fn across_the_ends_of_the_buffer() {
    let all = "nul,control,bidi,invisible,tag,replacement,noncharacter,private-use,bom,double-encoded";
    let odd = "\0\u{92}\u{202E}\u{200B}\u{1F3F4}\u{E0067}\u{E0062}\u{FFFD}\u{FFFFF}\u{C3}\u{A9} \u{1F468}\u{200D}\u{1F469}\n";
    for lead in READ - 48..READ + 2 {
        let text = "x".repeat(lead) + odd;
        let run = run_on(["check", "--format", "json", "--forbid", all], text.as_bytes());
        let mut found = Vec::new();
        for record in run.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
            if record["type"] == "lint" {
                let offset = record["offset"].as_u64().unwrap();
                assert!(record["line"] == 1 && record["column"].as_u64().unwrap() <= offset + 1, "{record}");
                found.push(offset - lead as u64);
            }
        }
        found.sort_unstable();
        assert_eq!(found, [0, 1, 3, 6, 13, 17, 21, 24, 28], "{lead}");
    }
}
