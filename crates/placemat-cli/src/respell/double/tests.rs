//! The recogniser: what it decodes, and what it leaves alone.

use encoding_rs::{Encoding, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252};
use placemat_conformance::random::Random;
use serde::de::DeserializeOwned;

use super::*;
use crate::respell::tests::{respelled, respelled_in_three};

/// The decoded text, and the offset and text of each run, for a text in these pieces.
fn repaired<'a>(pieces: impl IntoIterator<Item = &'a str>) -> (String, Vec<(u64, String)>) {
    respelled(Finder::new(None), pieces)
}

/// Takes the bytes of a text for a code page or Latin-1, as the programs do that encode it again.
fn twice(text: &str, page: Option<&'static Encoding>) -> String {
    match page {
        Some(page) => page.decode_without_bom_handling(text.as_bytes()).0.into_owned(),
        None => text.bytes().map(char::from).collect(),
    }
}

/// Texts by their subject.
fn texts<T: DeserializeOwned>(json: &str) -> impl Iterator<Item = T> {
    let subjects: Vec<(String, Vec<T>)> = serde_json::from_str(json).unwrap();
    subjects.into_iter().flat_map(|(_, texts)| texts)
}

#[test]
fn ordinary_text_stays() {
    let ambiguous: Vec<String> = texts(include_str!("ordinary.json")).collect();
    for text in &ambiguous {
        let chars: Vec<char> = text.chars().collect();
        let is_ambiguous = (0..chars.len()).any(|at| pages::sequence(&chars[at..]).is_some());
        assert!(is_ambiguous, "{text} is not ambiguous");
        assert_eq!(repaired([&**text]), (text.clone(), Vec::new()));
    }
    let text = ambiguous.join(" ");
    assert_eq!(repaired([&*text]).0, text);
    for text in [
        "KÃ–LN, PÄIVÄ",
        "\t\u{86}\u{7F}\u{97}\u{8D}\u{8E} f\u{86}g\u{87}h\u{8F}",
        "SÃO PAULO, MANHÃ, CHÂTEAU, Â, n°, Việt, ô…",
        "ÇÖ ÄÖÜß ÆØÅ ðþ ½ © œ",
        "",
        "SFX \u{9F} 0 hető/ŢÔŘ",
    ] {
        assert_eq!(repaired([text]).0, text);
    }
}

#[test]
fn text_that_was_encoded_twice_is_decoded() {
    for (text, decoded) in texts::<(String, String)>(include_str!("twice.json")) {
        assert_eq!(repaired([&*text]).0, decoded);
        assert_eq!(repaired([&*decoded]).0, decoded);
    }
    let (_, runs) = repaired(["\u{FEFF}é cafÃ©” aâ€œ 5Â° Ã©Â°"]);
    let runs: Vec<_> = runs.iter().map(|(offset, run)| (*offset, &**run)).collect();
    assert_eq!(runs, [(9, "Ã©"), (18, "â€œ"), (27, "Â°"), (32, "Ã©Â°")]);
}

#[test]
fn pieces_cut_anywhere_give_the_same() {
    let text = "cafÃ©” É» ÃƒÂ© Ã¢â‚¬â„¢ ðŸ\u{8D}½ ïÃ Å²Å“";
    assert!(respelled_in_three(|| Finder::new(None), text).1.len() > 3);
}

/// Without ASCII, a text of any length is one run.
#[test]
fn long_runs_at_every_level() {
    let (text, mut random) = ("日本語の文章、。…中文字符한국어".repeat(200), Random(3629));
    for page in [None, Some(WINDOWS_1252), Some(WINDOWS_1250), Some(WINDOWS_1251)] {
        let mut encoded = text.clone();
        for level in 1..=3 {
            encoded = twice(&encoded, page);
            let (decoded, runs) = repaired([&*encoded]);
            assert!(decoded == text, "level {level}, {page:?}: {} bytes", decoded.len());
            assert!(runs.len() > 1 && runs.iter().all(|(_, run)| run.len() <= LONGEST + 4));
            let mut rest = &*encoded;
            let pieces = std::iter::from_fn(|| {
                let end = rest.char_indices().map(|(at, _)| at).nth(random.pick(&[1, 7, 4000]));
                let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
                rest = after;
                (!piece.is_empty()).then_some(piece)
            });
            assert!(repaired(pieces) == (decoded, runs));
        }
    }
}

#[test]
fn a_second_pass_changes_nothing() {
    let mut random = Random(8);
    let chars: Vec<char> = ('\u{80}'..='\u{FF}')
        .chain(twice("€", None).chars())
        .chain('‘'..='”')
        .chain("€™–Ššžœ".chars())
        .chain("ab AÉ.Я日".chars())
        .collect();
    let mut changed = 0;
    for _ in 0..20_000 {
        let text: String = (0..8).map(|_| random.pick(&chars)).collect();
        let once = repaired([&*text]).0;
        changed += usize::from(once != text);
        assert_eq!(repaired([&*once]).0, once, "{text:?}");
    }
    assert!(changed > 500, "{changed}");
}
