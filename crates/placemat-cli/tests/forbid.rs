//! `placemat check --forbid`.

mod common;

use common::{Dir, Run, run_on};
use serde_json::Value;

/// The size of the command's reads, in bytes.
const READ: usize = 128 << 10;

const ALL: &str = "nul,control,bidi,invisible,tag,replacement,noncharacter,private-use,bom,double-encoded";

/// One finding of each kind, and what the report says about it.
const EACH: [(&str, &str, &str); 9] = [
    ("nul", "\0", "U+0000 NULL is forbidden (nul)"),
    ("control", "\u{1B}", "U+001B is forbidden (control)"),
    ("bidi", "\u{202E}", "U+202E RIGHT-TO-LEFT OVERRIDE is forbidden (bidi)"),
    ("invisible", "\u{200B}", "U+200B ZERO WIDTH SPACE is forbidden (invisible)"),
    ("tag", "\u{E0041}", "U+E0041 is forbidden (tag)"),
    ("replacement", "\u{FFFD}", "U+FFFD REPLACEMENT CHARACTER is forbidden (replacement)"),
    ("noncharacter", "\u{FDD0}", "U+FDD0 is forbidden (noncharacter)"),
    ("private-use", "\u{E000}", "U+E000 is forbidden (private-use)"),
    ("double-encoded", "\u{C3}\u{A9}", "encoded twice: U+00C3 U+00A9 would be U+00E9"),
];

/// The places and rules of the findings.
fn lints(run: &Run) -> Vec<(u64, u64, u64, u64, String)> {
    let records = run.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let number = |record: &Value, key: &str| record[key].as_u64().unwrap();
    records
        .filter(|record| record["type"] == "lint")
        .map(|record| {
            let [offset, len, line, column] =
                ["offset", "len", "line", "column"].map(|key| number(&record, key));
            (offset, len, line, column, record["rule"].as_str().unwrap().to_owned())
        })
        .collect()
}

#[test]
fn each_kind_alone_and_with_the_others() {
    let dir = Dir::new();
    let mut text = "é plain\n".to_owned();
    let mut expected = Vec::new();
    for (rule, what, words) in EACH {
        let (offset, line) = (text.len() as u64 + 3, expected.len() as u64 + 2);
        expected.push((offset, what.len() as u64, line, 3, rule.to_owned()));
        text += &format!("é {what} x\n");
        dir.write(rule, format!("a {what}."));
        for other in ALL.split(',') {
            let run = dir.check(["--forbid", other, rule]);
            // U+0000 is also a control.
            let is_found = other == rule || (other, rule) == ("control", "nul");
            assert_eq!(run.status, Some(i32::from(is_found)), "{rule}: {other}");
            assert_eq!(run.out.contains(words), other == rule, "{run:?}");
        }
    }
    dir.write("all", &text);
    let run = dir.check(["--format", "json", "--forbid", ALL, "all"]);
    let mut found = lints(&run);
    found.sort();
    assert_eq!((found, run.status), (expected, Some(1)));
    assert!(run.out.contains(r#""valid":true,"bytes":88,"error_count":0,"lint_count":9"#), "{}", run.out);
    // Nothing is forbidden unless it is named.
    assert_eq!(dir.check(["all"]).status, Some(0));
    assert_eq!(dir.check(["--forbid", "nul", "--forbid", "bidi", "nul", "bidi", "tag"]).status, Some(1));
    let run = dir.check(["--forbid", "nil", "all"]);
    assert!(run.status == Some(2) && run.err.contains(&ALL.replace(',', ", ")), "{run:?}");
}

#[test]
fn across_the_ends_of_the_buffer() {
    let odd = "\0\u{92}\u{202E}\u{200B}\u{1F3F4}\u{E0067}\u{E0062}\u{FFFD}\u{FFFFF}\u{C3}\u{A9} \u{1F468}\u{200D}\u{1F469}\n";
    for lead in READ - 48..READ + 2 {
        let text = "x".repeat(lead) + odd;
        let run = run_on(["check", "--format", "json", "--forbid", ALL], text.as_bytes());
        let mut found: Vec<u64> = lints(&run).iter().map(|(offset, ..)| offset - lead as u64).collect();
        found.sort_unstable();
        assert_eq!(found, [0, 1, 3, 6, 13, 17, 21, 24, 28], "{lead}");
        assert!(lints(&run).iter().all(|(offset, _, line, column, _)| *line == 1 && column <= &(offset + 1)));
    }
}

#[test]
fn some_are_listed_and_all_are_counted() {
    let text = "\u{FEFF}\0\u{202E}\n".repeat(1000) + "\u{202C}";
    let run = run_on(["check", "--forbid", "nul,bidi"], text.as_bytes());
    assert_eq!(run.out.lines().count(), 3 + 3 + 2, "{}", run.out);
    assert!(
        run.out.contains("\n-: 2,001 rules broken: 1,000 nul, 1,001 bidi (--max-errors 0 lists all)\n"),
        "{}",
        run.out
    );
    assert!(run.out.ends_with(": valid UTF-8, 2,001 rules broken\n"), "{}", run.out);
    for format in ["human", "json", "github", "sarif", "junit"] {
        let options = ["check", "--format", format, "--max-errors", "0", "--forbid", "nul"];
        let times = run_on(options, text.as_bytes()).out.matches("U+0000 NULL is forbidden").count();
        // JUnit's failure begins with the first message.
        assert_eq!(times, 1000 + usize::from(format == "junit"), "{format}");
    }
    // With errors, too; the report stays in order.
    let run = run_on(["check", "--forbid", "nul"], b"\0\xC0\xAF\x80a\0b\xFF\0\0\n\0");
    let places: Vec<_> =
        run.out.lines().filter_map(|line| line.strip_prefix("-:1:")?.split(':').next()).collect();
    assert_eq!(places, ["1", "2", "6", "8", "9"], "{}", run.out);
    let verdict = "\n-: 5 rules broken: 5 nul (--max-errors 0 lists all)\n";
    assert!(run.out.contains(verdict), "{}", run.out);
}

#[test]
fn quiet_and_list_end_at_the_first() {
    let dir = Dir::new();
    dir.write("a", "\u{202E}");
    dir.write("b", "b");
    for (options, out) in [(&["--quiet"][..], ""), (&["--list"], "a\n")] {
        let run = dir.check(["--forbid", "bidi"].iter().chain(options).chain(&["a", "b"]));
        assert_eq!((run.status, run.out.as_str()), (Some(1), out));
    }
    let run = dir.check(["--forbid", "bidi", "--statistics", "--format", "json", "a"]);
    assert!(run.status == Some(1) && run.out.contains(r#""lint_count":1"#), "{run:?}");
}

#[test]
fn bom_forbid_is_an_alias() {
    let dir = Dir::new();
    dir.write("bom", "\u{FEFF}a\u{FEFF}");
    dir.write("none", "a");
    for format in ["human", "json", "github", "sarif", "junit"] {
        let run =
            |options: [&str; 2]| dir.check(options.into_iter().chain(["--format", format, "bom", "none"]));
        let (one, other) = (run(["--bom", "forbid"]), run(["--forbid", "bom"]));
        assert_eq!((one.status, &one.out), (Some(1), &other.out));
    }
    let invisible = dir.check(["--format", "json", "--forbid", "invisible", "bom"]);
    assert_eq!(lints(&invisible), [(4, 3, 1, 3, "invisible".to_owned())]);
}

#[test]
fn the_commands_that_a_report_names_work() {
    let dir = Dir::new();
    dir.write("it's odd", "\u{FEFF}caf\u{C3}\u{A9} e\u{301} \0\n");
    let run = dir.check(["--forbid", "bom,nul,double-encoded", "--nfc", "it's odd"]);
    let commands: Vec<&str> = run.out.split('`').skip(1).step_by(2).collect();
    assert_eq!(commands.len(), 5, "{}", run.out);
    for command in commands {
        let (words, name) = command.strip_prefix("placemat ").unwrap().split_once(" '").unwrap();
        assert_eq!(name, r"it'\''s odd'");
        let run = dir.run(words.split(' ').chain(["it's odd"]));
        assert_eq!(run.status, Some(0), "{command}: {run:?}");
        let fixes = [
            ("strip", "caf\u{C3}"),
            ("double", "caf\u{E9}"),
            ("nfc", "\u{E9} \0"),
            ("inspect", "NULL"),
            ("remove nul", "e\u{301} \n"),
        ];
        assert!(fixes.iter().any(|(word, text)| words.contains(word) && run.out.contains(text)), "{run:?}");
    }
}
