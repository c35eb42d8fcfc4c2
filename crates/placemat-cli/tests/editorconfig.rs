//! `placemat check --editorconfig`.

mod common;

use common::{Dir, Run, placemat, run_on};
use serde_json::Value;

const BOM: &str = "\u{FEFF}";

fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to_bytes).collect()
}

/// The inputs with a finding of the rule `charset`, and its message.
fn findings(run: &Run) -> Vec<(String, String)> {
    let records = run.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let records = records.filter(|record| record["type"] == "lint");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    records
        .map(|record| {
            assert_eq!(record["rule"], "charset");
            (text(&record["path"]), text(&record["message"]))
        })
        .collect()
}

#[test]
fn the_innermost_section_that_matches_decides() {
    let dir = Dir::new();
    dir.write("above/.editorconfig", "root = true\n[*]\ncharset = utf-8-bom\n");
    dir.write("above/.editorconfig.unused", "");
    dir.write(
        "above/repo/.editorconfig",
        "root = true\n\n[*]\ncharset = utf-8\n[*.{csv,tsv}]\nCharset = UTF-8-BOM\n[docs/**.txt]\ncharset = utf-8-bom\n\
         [lib/[a-c]?.c]\ncharset = utf-8-bom\n",
    );
    dir.write("above/repo/free/.editorconfig", "[*.txt]\ncharset = unset\n[*.csv]\nindent_size = 2\n");
    for (file, wants_bom) in [
        ("out.txt", Some(true)),
        ("repo/a.txt", Some(false)),
        ("repo/a.csv", Some(true)),
        ("repo/deep/er/a.tsv", Some(true)),
        ("repo/docs/a.txt", Some(true)),
        ("repo/docs/deep/a.txt", Some(true)),
        ("repo/more/docs/a.txt", Some(false)),
        ("repo/lib/b1.c", Some(true)),
        ("repo/lib/d1.c", Some(false)),
        ("repo/free/a.txt", None),
        ("repo/free/a.md", Some(false)),
        ("repo/free/deep/a.csv", Some(true)),
    ] {
        let file = format!("above/{file}");
        for (text, has_bom) in [("\u{FEFF}a", true), ("a", false)] {
            dir.write(&file, text);
            let run = dir.check(["--editorconfig", &file]);
            let is_fine = wants_bom.is_none_or(|wanted| wanted == has_bom);
            assert_eq!(run.status, Some(i32::from(!is_fine)), "{file}: {run:?}");
            assert_eq!(dir.check([&file]).status, Some(0));
        }
    }
    // All at once, with `..`, from another directory, and for the name of standard input.
    let all = dir.check(["--editorconfig", "--format", "json", "--jobs", "4", "--glob", "!.*", "above"]);
    let wrong: Vec<_> = findings(&all).into_iter().map(|(path, _)| path).collect();
    let expected = ["out.txt", "repo/a.csv", "repo/deep/er/a.tsv", "repo/docs/a.txt", "repo/docs/deep/a.txt"];
    let more = ["repo/free/deep/a.csv", "repo/lib/b1.c"];
    let expected: Vec<_> = expected.iter().chain(&more).map(|path| format!("above/{path}")).collect();
    assert_eq!(wrong, expected);
    let inside = dir.join("above/repo/free");
    let named = ["check", "--editorconfig", "../docs/a.txt", "../a.txt"];
    let run: Run = placemat().args(named).current_dir(&inside).output().unwrap().into();
    let setting =
        format!("but {} sets charset = utf-8-bom", dir.join("above/repo/.editorconfig:8").display());
    assert!(
        run.status == Some(1) && run.out.starts_with("../docs/a.txt:1:1: ") && run.out.contains(&setting),
        "{run:?}"
    );
    let of = |name: &str| {
        let name = dir.join(name);
        run_on(["check", "--editorconfig", "--stdin-name", name.to_str().unwrap()], b"a").status
    };
    assert_eq!(
        (of("above/repo/a.csv"), of("above/repo/a.txt"), of("above/none/a.txt")),
        (Some(1), Some(0), Some(1))
    );
    assert_eq!(run_on(["check", "--editorconfig"], BOM.as_bytes()).status, Some(0));
}

#[test]
fn what_each_charset_requires() {
    let dir = Dir::new();
    let (le, be) = (u16::to_le_bytes as fn(u16) -> _, u16::to_be_bytes as fn(u16) -> _);
    let text = "caf\u{E9} \u{1F37D} au lait\n";
    let latin1: Vec<u8> = "caf\u{E9}\n".chars().map(|char| char as u8).collect();
    let texts = [
        ("ascii", b"cafe\n".to_vec()),
        ("utf-8", text.into()),
        ("with-bom", format!("{BOM}{text}").into_bytes()),
        ("latin1", latin1),
        ("le", utf16(text, le)),
        ("be", utf16(text, be)),
        ("le-bom", utf16(&format!("{BOM}{text}"), le)),
        ("be-bom", utf16(&format!("{BOM}{text}"), be)),
        ("le-lone", [utf16(text, le), vec![0, 0xD8, 0x20, 0]].concat()),
        ("be-odd", [utf16(text, be), vec![0]].concat()),
        ("empty", Vec::new()),
    ];
    for (name, bytes) in &texts {
        dir.write(name, bytes);
    }
    for (charset, fine) in [
        ("utf-8", &["ascii", "utf-8", "empty"][..]),
        ("utf-8-bom", &["with-bom", "empty"]),
        // Any bytes that are neither UTF-8 nor UTF-16 may be Latin-1.
        ("latin1", &["ascii", "latin1", "le-lone", "empty"]),
        ("utf-16le", &["le", "le-bom", "empty"]),
        ("utf-16be", &["be", "be-bom", "empty"]),
    ] {
        dir.write(".editorconfig", format!("root=true\n[*]\ncharset={charset}\n"));
        for (name, bytes) in &texts {
            // In the other order it has no lone surrogate, by chance.
            let is_by_chance = (charset, *name) == ("utf-16be", "le-lone");
            let run = dir.check(["--editorconfig", "--binary", "check", name]);
            assert_eq!(
                run.status,
                Some(i32::from(!fine.contains(name) && !is_by_chance)),
                "{charset}, {name}: {run:?}"
            );
            let Some(at) = run.out.find(", but .editorconfig:3 sets charset = ") else { continue };
            // The command in the message makes it right, if nothing else is wrong.
            let command = run.out[at..].split('`').nth(1);
            if let Some(command) = command.filter(|_| std::str::from_utf8(bytes).is_ok()) {
                let words = command.strip_prefix("placemat ").unwrap().split(' ');
                let fixed = dir.run(words.chain(["-o", "fixed"]));
                assert_eq!(fixed.status, Some(0), "{charset}, {name}: {command}: {fixed:?}");
                assert_eq!(
                    dir.check(["--editorconfig", "fixed"]).status,
                    Some(0),
                    "{charset}, {name}: {command}"
                );
            }
        }
    }
}

#[test]
fn other_encodings_are_counted_as_such() {
    let dir = Dir::new();
    dir.write(".editorconfig", "root = true\n[*.rc]\ncharset = utf-16le\n[*.txt]\ncharset = latin1\n");
    dir.write("good.rc", utf16("one\n", u16::to_le_bytes));
    dir.write("bad.rc", [utf16("one\n", u16::to_le_bytes), vec![0, 0xDC, 0x0A, 0]].concat());
    dir.write("l.txt", b"caf\xE9");
    dir.write("u.txt", "caf\u{E9} \u{20AC}");
    dir.write("x.c", "x");
    let run = dir.check(["--editorconfig", "--glob", "!.*", "."]);
    assert_eq!(
        run.out.lines().collect::<Vec<_>>()[..2],
        [
            "./bad.rc:2:1: byte 8: 00 DC: lone surrogate, but .editorconfig:3 sets charset = utf-16le",
            "./u.txt:1:1: byte 0: the input is UTF-8, but .editorconfig:5 sets charset = latin1",
        ]
    );
    assert!(run.out.contains("5 inputs, 34 bytes, by "), "{}", run.out);
    assert!(run.out.ends_with(": 1 valid, 4 in other encodings, 2 rules broken\n"), "{}", run.out);
    let run = dir.check(["--editorconfig", "--format", "json", "good.rc", "x.c"]);
    assert!(
        run.out.contains(r#""path":"good.rc","valid":null,"bytes":8,"#) && run.status == Some(0),
        "{run:?}"
    );
    assert!(
        run.out.contains(r#""charset":"utf-16le"}"#) && run.out.contains(r#""other_charset":1"#),
        "{run:?}"
    );
    for format in ["github", "sarif", "junit"] {
        let run = dir.check(["--editorconfig", "--format", format, "bad.rc"]);
        assert!(run.status == Some(1) && run.out.contains("sets charset = utf-16le"), "{run:?}");
    }
    // Only one of two rules for one byte order mark is reported.
    dir.write(".editorconfig", "root = true\n[*]\ncharset = utf-8\n");
    dir.write("bom", BOM);
    let run = dir.check(["--editorconfig", "--forbid", "bom", "bom"]);
    assert!(run.out.ends_with("1 rule broken\n"), "{}", run.out);
}

#[test]
fn a_file_that_cannot_be_followed_is_an_error() {
    let dir = Dir::new();
    dir.write("a.txt", "a");
    for (config, message) in [
        (
            "[*]\ncharset = utf8\n",
            ".editorconfig:2: charset = utf8 is not one of latin1, utf-8, utf-8-bom, utf-16be, utf-16le, unset",
        ),
        ("[[z-a]]\ncharset = utf-8\n", ".editorconfig:3: the pattern of [[z-a]] is invalid"),
        ("[*]\nindent_size = 2\nwhat is this\n", ".editorconfig:3: no section, comment or `key = value`"),
        ("what is this\n", ".editorconfig:1: no section, comment or `key = value`"),
    ] {
        dir.write(".editorconfig", format!("root = true\n{config}").replace("root = true\nwhat", "what"));
        let run = dir.check(["--editorconfig", "a.txt"]);
        let message = message.replace(":2:", ":3:").replace(":3: no section", ":4: no section");
        assert!(run.status == Some(2) && run.err.contains(&format!("placemat: a.txt: {message}")), "{run:?}");
    }
    // Nothing that is below a file with `root = true` matters, nor what no section applies to.
    dir.write(".editorconfig", b"[*]\ncharset = \xFF\n");
    dir.write("sub/.editorconfig", "root = true\n[*.md]\ncharset = utf8\n");
    dir.write("sub/a.txt", "a");
    assert_eq!(dir.check(["--editorconfig", "sub/a.txt"]).status, Some(0));
    assert_eq!(dir.check(["--editorconfig", "sub/a.txt", "a.txt", "sub/a.txt"]).status, Some(2));
    assert_eq!(dir.check(["--editorconfig", "--statistics", "sub/a.txt"]).status, Some(2));
}
