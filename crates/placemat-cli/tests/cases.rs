//! Runs the command on every row of `cases.jsonl`, and compares what it writes.

mod common;

use std::fs;

use common::{Dir, through};
use encoding_rs::Encoding;
use serde::Deserialize;

/// One run. What a row does not mention is not compared.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// What the case shows.
    name: String,
    args: Vec<String>,
    /// The input, repeated `times`; either text, in the encoding `encoded` (Latin-1 and UTF-8 need no other name), or
    /// hexadecimal digits.
    #[serde(default)]
    text: String,
    encoded: Option<String>,
    times: Option<usize>,
    hex: Option<String>,
    /// The file that has the input; otherwise standard input has it.
    file: Option<String>,
    status: Option<i32>,
    /// Standard output, as text or as hexadecimal digits.
    out: Option<String>,
    out_hex: Option<String>,
    /// Whether standard output is `text` in UTF-8.
    #[serde(default)]
    restored: bool,
    /// Whether it is that, or the status is 1 and there is no output.
    #[serde(default)]
    restored_or_refused: bool,
    /// The contents of the file afterwards, as hexadecimal digits.
    after: Option<String>,
    /// What the output or the messages contain, and what they do not.
    #[serde(default)]
    has: Vec<String>,
    #[serde(default)]
    lacks: Vec<String>,
}

impl Case {
    fn input(&self) -> Vec<u8> {
        let text = match (&self.hex, self.encoded.as_deref()) {
            (Some(hex), _) => bytes(hex),
            (None, None) => self.text.clone().into_bytes(),
            (None, Some("latin1")) => self.text.chars().map(|c| u8::try_from(c).unwrap()).collect(),
            (None, Some(label)) => {
                let (bytes, _, unmappable) =
                    Encoding::for_label(label.as_bytes()).unwrap().encode(&self.text);
                assert!(!unmappable, "{}: {label}", self.name);
                bytes.into_owned()
            }
        };
        text.repeat(self.times.unwrap_or(1))
    }

    /// What differs from the row.
    fn differences(&self) -> Vec<String> {
        let dir = Dir::new();
        let input = self.input();
        let stdin = match &self.file {
            Some(name) => {
                dir.write(name, &input);
                &[]
            }
            None => &input[..],
        };
        let run = through(&mut dir.placemat(&self.args), stdin).unwrap();
        let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        let mut wrong = Vec::new();
        let mut expect = |holds: bool, what: String| wrong.extend((!holds).then_some(what));
        if let Some(status) = self.status {
            expect(run.status.code() == Some(status), format!("status {:?}", run.status.code()));
        }
        let text = self.text.repeat(self.times.unwrap_or(1));
        let is_restored = run.status.success() && out == text;
        let is_refused = run.status.code() == Some(1) && out.is_empty();
        expect(!self.restored || is_restored, "not restored".into());
        expect(!self.restored_or_refused || is_restored || is_refused, "other text".into());
        expect(self.out.as_ref().is_none_or(|expected| out == *expected), "output".into());
        expect(self.out_hex.as_ref().is_none_or(|hex| run.stdout == bytes(hex)), "output".into());
        if let (Some(after), Some(name)) = (&self.after, &self.file) {
            expect(fs::read(dir.join(name)).unwrap() == bytes(after), format!("{name} afterwards"));
        }
        let has = |words: &String| out.contains(words.as_str()) || err.contains(words.as_str());
        for words in &self.has {
            expect(has(words), format!("lacks {words:?}"));
        }
        for words in &self.lacks {
            expect(!has(words), format!("has {words:?}"));
        }
        if !wrong.is_empty() {
            wrong.push(format!("{out:.400}\n{err:.400}"));
        }
        wrong
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    digits.chunks(2).map(|two| u8::from_str_radix(str::from_utf8(two).unwrap(), 16).unwrap()).collect()
}

#[test]
fn every_row_of_the_cases() {
    let cases = include_str!("cases.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<Case>(line).unwrap_or_else(|error| panic!("{error}: {line}")));
    let mut failures = Vec::new();
    for case in cases {
        let differences = case.differences();
        if !differences.is_empty() {
            failures.push(format!("{}: {}", case.name, differences.join("; ")));
        }
    }
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures.join("\n"));
}
