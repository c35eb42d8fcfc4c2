//! Hints for inputs in other encodings.

mod common;

use std::fs;

use common::{check_in, run_on};
use encoding_rs::Encoding;
use serde_json::Value;

/// The sentence for people, and the records for programs.
fn hints(input: &[u8]) -> (String, Vec<Value>) {
    let human = run_on(["check", "--max-errors", "0"], input);
    let verdicts = human.out.lines().filter(|line| line.starts_with("-: ")).collect::<Vec<_>>();
    assert!(verdicts.len() <= 1, "{}", human.out);
    let machine = run_on(["check", "--format", "json", "--max-errors", "0"], input);
    let records: Vec<Value> = machine.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // The recommended command succeeds.
    let from = records[records.len() - 2]["convert_from"].as_str();
    assert_eq!(from.is_some(), verdicts.concat().contains("`placemat convert"), "{}", human.out);
    if let Some(from) = from {
        let run = run_on(["convert", "--from", from], input);
        assert_eq!(run.status, Some(0), "{}{}", human.out, run.err);
    }
    (verdicts.concat(), records)
}

/// Encodes text in the encoding with this label.
fn encoded(text: &str, label: &str) -> Vec<u8> {
    let (bytes, _, unmappable) = Encoding::for_label(label.as_bytes()).unwrap().encode(text);
    assert!(!unmappable, "{label}");
    bytes.into_owned()
}

const JAPANESE: &str = "\u{65E5}\u{672C}\u{8A9E}\u{306E}\u{30C6}\u{30AD}\u{30B9}\u{30C8}\u{3067}\u{3059}\u{3002}\
                        \u{3053}\u{308C}\u{306F}\u{3042}\u{308B}\u{6587}\u{7AE0}\u{3067}\u{3059}\u{3002}\n";
const CHINESE: &str = "\u{4E2D}\u{6587}\u{6587}\u{672C}\u{FF0C}\u{8FD9}\u{662F}\u{7528}\u{56FD}\u{6807}\u{7801}\
                       \u{5199}\u{7684}\u{3002}\u{6211}\u{4EEC}\u{6765}\u{6D4B}\u{8BD5}\u{4E00}\u{4E0B}\u{3002}\n";
const KOREAN: &str = "\u{D55C}\u{AD6D}\u{C5B4} \u{D14D}\u{C2A4}\u{D2B8}\u{C785}\u{B2C8}\u{B2E4}. \u{C774}\u{AC83}\
                      \u{C740} \u{C791}\u{C131}\u{B418}\u{C5C8}\u{C2B5}\u{B2C8}\u{B2E4}.\n";
const RUSSIAN: &str = "\u{41F}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{43C}\u{438}\u{440}. \u{42D}\u{442}\u{43E} \
                       \u{440}\u{443}\u{441}\u{441}\u{43A}\u{438}\u{439} \u{442}\u{435}\u{43A}\u{441}\u{442}.\n";

#[test]
fn text_in_other_encodings_is_named() {
    for (text, label) in [
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc-jp"),
        (CHINESE, "gbk"),
        (KOREAN, "euc-kr"),
        (RUSSIAN, "windows-1251"),
        ("caf\u{E9} au lait, tr\u{E8}s bien, d\u{E9}j\u{E0} vu, \u{E0} bient\u{F4}t\n", "latin1"),
        ("sch\u{F6}ne Gr\u{FC}\u{DF}e\n", "latin1"),
        ("\u{201C}quoted\u{201D} text \u{2013} and a dash\n", "windows-1252"),
    ] {
        for times in [1, 3, 40] {
            let input = encoded(&text.repeat(times), label);
            let (verdict, records) = hints(&input);
            let command = format!("; try `placemat convert --from {label} < FILE`");
            assert!(verdict.ends_with(&command), "{label}, {times}: {verdict}");
            let [errors @ .., input, _] = &records[..] else { panic!("{label}") };
            assert_eq!(input["convert_from"], label);
            // No single error is diagnosed as Latin-1 in text that is clearly in another encoding.
            let western = ["latin1", "windows-1252"].contains(&label);
            for error in errors.iter().filter(|_| !western) {
                let hint = error["hint"].as_str().unwrap_or_default();
                assert!(!["latin1", "windows1252"].contains(&hint), "{label}: {error}");
            }
        }
    }
}

#[test]
fn forms_of_bytes_are_named() {
    for (input, words, hint, from) in [
        (
            &b"a \xED\xA0\xBC\xED\xBD\xBD b"[..],
            "a surrogate pair, which is U+1F37D in CESU-8",
            "cesu8",
            Some("cesu-8"),
        ),
        (b"a\xC0\x80b", "C0 80 is U+0000 in Java's modified UTF-8", "java_nul", Some("mutf-8")),
        (b"a \xF8\x88\x80\x80\x80 b", "a sequence of 5 bytes as in RFC 2279", "rfc2279", None),
        (b"\xFF\xFEh\0i\0", "UTF-16LE with a byte order mark", "bom", Some("utf-16")),
        (b"\xFE\xFF\0h\0i", "UTF-16BE with a byte order mark", "bom", Some("utf-16")),
        (b"\xFF\xFE\0\0h\0\0\0", "UTF-32LE with a byte order mark", "bom", Some("utf-32")),
        (b"gr\xC3\xBC\xC3", "the input ends inside a character", "cut_end", None),
        (b"\xA9 gr\xC3\xBC\xC3\x9Fe", "the input begins inside a character", "cut_start", None),
        (
            b"caf\xC3\x83\xC2\xA9 \xC3\x83\x9D",
            "the text here seems to have been encoded twice",
            "double_encoding",
            None,
        ),
        (
            "\u{65E5}\u{672C}\u{8A9E} gr\u{FC}n caf\u{1} au lait".as_bytes(),
            "mostly UTF-8, with characters in Latin-1 among it",
            "latin1",
            None,
        ),
    ] {
        let input: Vec<u8> = input.iter().map(|byte| if *byte == 1 { 0xE9 } else { *byte }).collect();
        let (verdict, records) = hints(&input);
        assert!(verdict.contains(words), "{hint}: {verdict}");
        let [first, .., input, _] = &records[..] else { panic!("{hint}") };
        assert_eq!((&first["hint"], &input["hint"]), (&hint.into(), &hint.into()), "{hint}");
        assert_eq!(input["convert_from"], from.map_or(Value::Null, Value::from), "{hint}");
    }
}

#[test]
fn nothing_is_guessed_without_a_reason() {
    for input in [&b"a \xC0\xAF b"[..], b"\x80\x80\x80\x80\x80", &b"\xC0\xAF,".repeat(30)] {
        let (_, records) = hints(input);
        let [.., input, _] = &records[..] else { panic!() };
        assert!(input["hint"].is_null(), "{input}");
    }
    // Random bytes are no text.
    let mut random = placemat_conformance::random::Random(63);
    for len in [100, 1000, 20_000] {
        let bytes: Vec<u8> = (0..len).map(|_| u8::try_from(random.below(256)).unwrap()).collect();
        let (verdict, _) = hints(&bytes);
        assert!(!verdict.contains("looks like"), "{verdict}");
    }
}

/// Inputs from public bug reports; the hint, its message, and the encoding to convert from.
#[test]
fn what_others_met() {
    let torn = "a character that is cut short";
    for (input, hint, words, from) in [
        (&b"caf\xC3\xA9 M\xFCller\n"[..], "latin1", "mostly UTF-8, with characters in Latin-1 among it", ""),
        (b"Jos\xC3\xA9\nJohn and others, John and others, John and others, John and others, John and others\nM\xFCller", "latin1", "mostly UTF-8", ""),
        (&["\u{65E5}".repeat(22).as_bytes(), b"\xE9 b.\n"].concat(), "damaged", "mostly UTF-8, but damaged", ""),
        (b"{\"t\":\"m\"}\n{\"t\":\"\xE6\x87\n{\"t\":\"ok\"}\n", "cut_short", torn, ""),
        (b"id,price\n1,\"5 \xE2\x82\"\n2,\"6\"\n", "cut_short", torn, ""),
        (b"hi \xF0\x9F\x98\nnext", "cut_short", torn, ""),
        (b"\x82\xAC and more text after it\n", "cut_start", "begins inside a character", ""),
        (b"\xF0\x9F\x98\x80 \xED\xA0\xBE\xED\xB4\x94\n", "cesu8", "a surrogate pair", ""),
        (b"a\xC0\x80b\xED\xA0\x81\xED\xB0\x80\n", "java_nul", "Java's modified UTF-8", "mutf-8"),
        (b"a\xC0\x80\xED\xA0\x81\xED\xB0\x80\xED\xA0\x81\xED\xB0\x80", "java_nul", "Java's", "mutf-8"),
        (b"\xFF\xFEh\0i\0\n", "bom", "UTF-16LE with a byte order mark, but not a valid one", ""),
        (b"\xFF\xFE\xE9\0t\0\xE9\0,\0 \0v\0o\0i\0l\0\xE0\0\n\0", "bom", "with a byte order mark; try", "utf-16"),
        (b"\xED\xA0\xBD", "lone_surrogate", "`placemat repair < FILE` replaces it", ""),
        (b"b\xED\xA0\xBD caf\xE9", "", "", ""),
        (b"Pr\x82nom;Nom;Ville\nRen\x82;Lef\x8Avre;Orl\x82ans\nZo\x89;M\x81ller;K\x94ln\n", "", "", ""),
        (b"R\x8Esum\x8E, na\x95ve, d\x8Ej\x88 vu\n", "", "", ""),
        (b"\xC8\xC5\xD3\xD3\xD6\x40\xE6\xD6\xD9\xD3\xC4\x40\xC6\xD9\xD6\xD4\x40\xE3\xC8\xC5\x40\xD4\xC1\xC9\xD5\x25", "", "", ""),
        (b"\x83\x65\x83\x58", "", "", ""),
        (b"\xC3\x28\xFF", "", "", ""),
        (b"a\x9Db, caf\xE9 \x93x\x94", "", "", ""),
        (b"\xBF\xB7\xA4\xB7\xA4\xA4\xA5\xF4\xA5\xA1\xA1\xBC\xA5\xB8\xA5\xE7\xA5\xF3\xA4\xCE\xA4\xAA\xC3\xCE\xA4\xE9\xA4\xBB\xA4\xC7\xA4\xB9\xA1\xA3\n", "euc-jp", "looks like EUC-JP", "euc-jp"),
        (b"\xC4\xFA\xBA\xC3\xA3\xAC\xBB\xB6\xD3\xAD\xCA\xB9\xD3\xC3", "gbk", "looks like GBK", "gbk"),
        (b"\x1B$B%F%9%H\x1B(B text\n", "iso-2022-jp", "valid UTF-8, but looks like ISO-2022-JP", "iso-2022-jp"),
        (b"~{VPNDND1>~}\n", "hz", "valid UTF-8, but looks like HZ", ""),
        (b"\x1B[32mgreen\x1B[0m ~{}~ $B\n", "", "", ""),
        (b"\x1F\x8B\x08\0\0\0\0\0\0\x03\x4B\xD4\x49\xE2\x32", "binary", "looks like gzip, not text", ""),
        (b"PK\x03\x04\x14\0\x06\0\x08\0\xE9", "binary", "ZIP archive (or xlsx, docx, jar), not text", ""),
    ] {
        let (verdict, records) = hints(input);
        let record = &records[records.len() - 2];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        assert_eq!((text(&record["hint"]), text(&record["convert_from"])), (hint.into(), from.into()), "{verdict}");
        assert!(verdict.contains(words), "{words}: {verdict}");
    }
}

#[test]
fn a_few_foreign_bytes_far_from_the_start_change_nothing() {
    // Outside the sample: valid words before it, and more bytes after it than it can hold.
    let far = "\u{E9}t\u{E9} ".repeat(10) + &"x".repeat(1000);
    for input in [
        [far.as_bytes(), b" caf\xE9"].concat(),
        [b"caf\xE9 ", &b"a \xE9 ".repeat(5000)[..], far.as_bytes()].concat(),
    ] {
        let (_, records) = hints(&input);
        let record = &records[records.len() - 2];
        assert!(record["convert_from"].is_null(), "{record}");
    }
    // A pipe that exceeds the sample, in an encoding in which some bytes are undefined.
    let input = encoded(JAPANESE, "shift_jis").repeat(30_000);
    let pipe = run_on(["check"], &input);
    assert!(!pipe.out.contains("convert"), "{}", pipe.out);
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("file"), &input).unwrap();
    assert!(check_in(dir.path(), ["file"]).out.contains("try `placemat convert --from shift_jis file`"));
    // The bytes after the sample are not valid Shift_JIS.
    fs::write(dir.path().join("file"), [&input[..], b"\x81"].concat()).unwrap();
    assert!(!check_in(dir.path(), ["file"]).out.contains("convert"));
}

#[cfg(unix)]
#[test]
fn the_command_of_a_hint_can_be_pasted() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["latin.txt", "it's $(here)", "-n", "caf\u{E9}"] {
        fs::write(dir.path().join(name), b"caf\xE9 au lait\n").unwrap();
        let run = check_in(dir.path(), ["--", name]);
        let command = run.out.split('`').nth(1).unwrap_or_else(|| panic!("{}", run.out));
        let command = command.replacen("placemat", env!("CARGO_BIN_EXE_placemat"), 1);
        let run =
            std::process::Command::new("sh").args(["-c", &command]).current_dir(dir.path()).output().unwrap();
        assert_eq!(run.stdout, "caf\u{E9} au lait\n".as_bytes(), "{command}");
    }
}

#[test]
fn errors_of_a_sort_are_summed_up() {
    let input = encoded(&"caf\u{E9} au lait\n".repeat(2346), "latin1");
    let run = run_on(["check"], &input);
    assert_eq!(run.out.lines().filter(|line| line.contains(": byte ")).count(), 3);
    let verdict = "\n-: 2,346 errors, the first at 1:4; looks like Latin-1; try \
                   `placemat convert --from latin1 < FILE` (--max-errors 0 lists all)\n";
    assert!(run.out.contains(verdict), "{}", run.out);
    assert_eq!(run.out.matches("looks like Latin-1").count(), 1);
}

#[test]
fn rules_of_ours() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("bom"), "\u{FEFF}text").unwrap();
    fs::write(dir.path().join("nfd"), "one\ntw\u{F6} o\u{308}").unwrap();
    fs::write(dir.path().join("nfc"), "caf\u{E9} \u{D55C}").unwrap();
    let all = ["bom", "nfd", "nfc"];
    assert_eq!(check_in(dir.path(), all).status, Some(0));
    let run = check_in(dir.path(), ["--bom", "forbid", "--nfc"].iter().chain(&all));
    assert_eq!(run.status, Some(1));
    let lines: Vec<_> = run.out.lines().collect();
    assert_eq!(
        lines[..2],
        [
            "bom:1:1: byte 0: EF BB BF is a byte order mark (U+FEFF); `placemat convert --bom strip bom` removes it",
            "nfd:2:5: byte 9: not in NFC: U+006F U+0308 would be U+00F6; `placemat repair --nfc nfd` composes it",
        ]
    );
    assert!(lines[2].ends_with(": valid UTF-8, 2 rules broken"), "{}", run.out);
    let run = check_in(dir.path(), ["--format", "json", "--bom", "forbid", "--nfc"].iter().chain(&all));
    let first =
        r#"{"type":"lint","path":"bom","offset":0,"len":3,"line":1,"column":1,"rule":"bom","message":""#;
    assert!(run.out.starts_with(first), "{}", run.out);
    assert!(run.out.contains(r#""valid":true,"bytes":7,"error_count":0,"lint_count":1,"#), "{}", run.out);
    assert!(run.out.contains(r#""error_count":0,"lint_count":2,"backend""#), "{}", run.out);
    for option in [&["--bom", "forbid"][..], &["--nfc"]] {
        assert_eq!(check_in(dir.path(), option.iter().chain(&["--quiet"]).chain(&all)).status, Some(1));
        assert_eq!(check_in(dir.path(), option.iter().chain(&["nfc"])).status, Some(0));
    }
    // Across the ends of the buffer, and in pieces from a pipe.
    for lead in (128 << 10) - 8..(128 << 10) + 8 {
        let text = "x".repeat(lead) + "\u{1112}\u{1161}";
        let run = run_on(["check", "--nfc"], text.as_bytes());
        let place = format!("-:1:{}: byte {lead}: not in NFC", lead + 1);
        assert!(run.out.starts_with(&place), "{}", run.out);
    }
}
