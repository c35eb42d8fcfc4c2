//! `placemat check --editorconfig`.

mod common;

use common::{Dir, run_on};

const BOM: &str = "\u{FEFF}";

fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to_bytes).collect()
}

#[test]
fn standard_input_with_an_absolute_name() {
    let dir = Dir::new();
    dir.write(".editorconfig", "root = true\n[*.csv]\ncharset = utf-8-bom\n");
    for (name, status) in [("a.csv", 1), ("none/a.csv", 1), ("a.txt", 0)] {
        let name = dir.join(name);
        let run = run_on(["check", "--editorconfig", "--stdin-name", name.to_str().unwrap()], b"a");
        assert_eq!(run.status, Some(status), "{run:?}");
    }
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
