//! Checks that hints never corrupt data: runs the command from each hint, for texts in many encodings and lengths.
//! The output must be the text, otherwise the hint was wrong.

mod common;

use std::collections::BTreeMap;

use common::Dir;
use encoding_rs::Encoding;
use oem_cp::code_table::ENCODING_TABLE_CP_MAP;
use placemat_conformance::{in_parallel, random::Random};
use serde_json::Value;

/// For each language, its encodings and a few sentences.
const SENTENCES: &str = include_str!("advice/sentences.txt");

/// The bytes of 20..7E in EBCDIC (code page 37).
const EBCDIC: &str = "405A7F7B5B6C507D4D5D5C4E6B604B61F0F1F2F3F4F5F6F7F8F97A5E4C7E6E6F7CC1C2C3C4C5C6C7C8C9D1D2D3D4D5D6\
                      D7D8D9E2E3E4E5E6E7E8E9BAE0BBB06D79818283848586878889919293949596979899A2A3A4A5A6A7A8A9C04FD0A1";

/// Encodes text; `None` if the encoding lacks a character.
fn encode(text: &str, encoding: &str) -> Option<Vec<u8>> {
    let byte = |at: usize| u8::try_from(at).ok();
    if let Some(page) = encoding.strip_prefix("cp") {
        let table = ENCODING_TABLE_CP_MAP.get(&page.parse().unwrap()).unwrap();
        return text.chars().map(|c| oem_cp::encode_char_checked(c, table)).collect();
    }
    if encoding == "ebcdic" {
        let of = |c: char| match c {
            '\n' => Some(0x25),
            _ => u8::from_str_radix(EBCDIC.get((c as usize - 0x20) * 2..)?.get(..2)?, 16).ok(),
        };
        return text.chars().map(of).collect();
    }
    if encoding == "latin1" {
        return text.chars().map(|c| byte(c as usize)).collect();
    }
    let (bytes, _, unmappable) = Encoding::for_label(encoding.as_bytes()).unwrap().encode(text);
    (!unmappable).then(|| bytes.into_owned())
}

/// Replaces typographic punctuation.
fn plain(text: &str) -> String {
    text.replace(['\u{201C}', '\u{201D}', '\u{201E}'], "\"")
        .replace(['\u{2018}', '\u{2019}'], "'")
        .replace(['\u{2013}', '\u{2014}'], "-")
        .replace('\u{2026}', "...")
        .replace('\u{153}', "oe")
}

/// Sentences in random order, in at most `len` bytes, and their text in UTF-8.
fn text(sentences: &[&str], encoding: &str, len: usize, random: &mut Random) -> (Vec<u8>, String) {
    let (mut bytes, mut text) = (Vec::new(), String::new());
    loop {
        let sentence = format!("{}\n", random.pick(sentences));
        let sentence = if encode(&sentence, encoding).is_none() { plain(&sentence) } else { sentence };
        let encoded = encode(&sentence, encoding).unwrap_or_else(|| panic!("{encoding}: {sentence}"));
        if bytes.len() + encoded.len() > len {
            // A part of a sentence, if there is nothing else.
            let fits = |end: &usize| {
                sentence.is_char_boundary(*end) && encode(&sentence[..*end], encoding).unwrap().len() < len
            };
            if bytes.is_empty() {
                let end = (0..sentence.len()).rev().find(fits).unwrap();
                text = format!("{}\n", &sentence[..end]);
                bytes = encode(&text, encoding).unwrap();
            }
            return (bytes, text);
        }
        bytes.extend(encoded);
        text.push_str(&sentence);
    }
}

/// The records of `check` for the files of a directory.
fn hints(dir: &Dir) -> Vec<Value> {
    let run = dir.check(["--format", "json", "--max-errors", "1", "--binary", "check", "."]);
    let records = run.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    records.filter(|record| record["type"] == "input").collect()
}

/// The output of the recommended command.
fn converted(dir: &Dir, hint: &Value) -> Option<Vec<u8>> {
    let from = hint["convert_from"].as_str()?;
    let path = hint["path"].as_str().unwrap();
    let run = dir.placemat(["convert", "--from", from, path]).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "the command must succeed: {hint}");
    Some(run.stdout)
}

#[test]
fn advice_is_right_or_there_is_none() {
    let dir = Dir::new();
    let mut random = Random(9);
    let mut texts = BTreeMap::new();
    for group in SENTENCES.split("= ").skip(1) {
        let (head, sentences) = group.split_once('\n').unwrap();
        let (language, encodings) = head.split_once(": ").unwrap();
        let sentences: Vec<&str> = sentences.lines().collect();
        for encoding in encodings.split(' ') {
            for len in [40, 300, 5_000, 100_000] {
                let (mut bytes, mut text) = text(&sentences, encoding, len, &mut random);
                for end in ["with LF", "without LF"] {
                    let name = format!("{language}, {encoding}, {len} {end}");
                    dir.write(&name, &bytes);
                    texts.insert(format!("./{name}"), text.clone());
                    bytes.pop();
                    text.pop();
                }
            }
        }
    }
    let (mut right, mut silent, mut wrong) = (0, 0, Vec::new());
    let mut silence: BTreeMap<String, usize> = BTreeMap::new();
    let hints = hints(&dir);
    let outputs = in_parallel(hints.len(), |nth| converted(&dir, &hints[nth]));
    for (hint, output) in hints.iter().zip(outputs) {
        let path = hint["path"].as_str().unwrap();
        let text = &texts[path];
        match output {
            Some(output) if output == text.as_bytes() => right += 1,
            None if hint["hint"].is_null() => {
                silent += 1;
                let kind = path.rsplit_once(',').unwrap().0;
                *silence.entry(kind.to_owned()).or_default() += 1;
            }
            _ => wrong.push(format!("{path}: {}", hint["hint"])),
        }
    }
    let all = right + silent + wrong.len();
    println!("{right} right, {silent} silent, {} wrong of {all}: {wrong:#?}\n{silence:?}", wrong.len());
    assert!(all > 700, "{all}");
    assert!(wrong.len() * 50 <= all, "more than 2% are wrong: {wrong:#?}");
    assert!(right * 2 >= all, "silence is no advice: {silence:#?}");
}
