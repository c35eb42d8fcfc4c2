//! The recogniser: what it decodes, and what it leaves alone.

use std::convert::Infallible;

use encoding_rs::{Encoding, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252};
use placemat_conformance::random::Random;

use super::*;

/// The decoded text, and the offset and text of each run, for a text in these pieces.
fn repaired<'a>(pieces: impl IntoIterator<Item = &'a str>) -> (String, Vec<(u64, String)>) {
    let (mut text, mut runs) = (String::new(), Vec::new());
    let mut take = |part: Part<'_>| -> Result<(), Infallible> {
        text.push_str(part.better.unwrap_or(part.text));
        runs.extend(part.better.map(|_| (part.offset, part.text.to_owned())));
        Ok(())
    };
    let mut finder = Finder::new(None);
    for piece in pieces {
        let Ok(()) = finder.text(piece, &mut take);
    }
    let Ok(()) = finder.end(0, &mut take);
    (text, runs)
}

/// Takes the bytes of a text for a code page or Latin-1, as the programs do that encode it again.
fn twice(text: &str, page: Option<&'static Encoding>) -> String {
    match page {
        Some(page) => page.decode_without_bom_handling(text.as_bytes()).0.into_owned(),
        None => text.bytes().map(char::from).collect(),
    }
}

/// Ordinary text that could be decoded.
const AMBIGUOUS: &[&str] = &[
    // Portuguese.
    "AMANH\u{C3}”",
    "«IRM\u{C3}»",
    "MANHÃ…",
    "MANHÃ–TARDE É",
    "IRMÃ\u{A0}DE",
    "“\u{C3}”",
    "«Ã»",
    "IRMÃ’S É",
    // Letters and signs by themselves.
    "«Â»",
    "“Â”",
    "la lettre Â\u{A0}:",
    "Â°",
    "3 Å²,",
    "100Å³",
    "1.5 Å\u{B1}0.2",
    "Ø\u{BD} Ø²a",
    "2×€5",
    "2×£3",
    "x×²",
    // French and Spanish.
    "«É»",
    "É…",
    "CAFÉ”",
    "CAFÉ—bar",
    "JOSÉ’S",
    "NESCAFÉ®",
    "NESCAFÉ™",
    "LIBERTÉ\u{A0}!",
    "DÉPUTÉ·E",
    "É²",
    "É©,",
    "QUÉ¡",
    "É\u{AD}E",
    "Ê…",
    "café\u{A0}»",
    "“café”…",
    "«está»…",
    "«está»¹",
    "“é’”",
    "à\u{A0}»",
    "naïveté’”",
    "«é»–",
    // German, Czech, Slovak, Estonian.
    "„Spaß“",
    "»Spaß«",
    "ß…",
    "„Ä“",
    "Ä…",
    "Ö”",
    "»Ü«",
    "Úžas",
    "ÍŽ",
    "PŘÍŽE",
    "VÝŠKA",
    "ÚŽÍŽ",
    "MÔŽE",
    "PLÜŠŠ",
    "KÔŠ",
    // Icelandic, Turkish, Romanian.
    "ÞA\u{D0}”",
    "ÞA\u{D0}»",
    "MEÐ…",
    "það”…»",
    "hâlâ…”",
    "hâlâ”…",
    "resmî”…",
    "“Î”",
    "COBOR\u{CE}”",
    "URÎ…",
    "orð með Ð… la letra Ñ… pues",
    // Lists of characters, names and words.
    "äöüß€",
    "ñÑ¿¡",
    "ÖÜ¢£¥",
    "Ð… ðÐ “Ð” ‘Þ’ Æ” Œ”",
    "[^\\w åäöÅÄÖ€$£¥]",
    "ABCDÆØÅæøå€µ",
    "ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŒÆ«»“”€ÄÖÜß„“”‚‘’–—…",
    "\"ÀÁÂÃÄÅÒÓÔÕÖØŒPQRSTUÙÚÛÜVWXYÝŸZ\"",
    "MAP YÝŸ",
    "MAP OÕŒ",
    "test-ßµ™/file.hpp",
    "evenášši.no",
    "jidášštější slovo",
    // Russian and Ukrainian.
    "В\u{A0}доме",
    "«В»",
    "Різдво",
    "СІРІ",
];

#[test]
fn ordinary_text_stays() {
    for &text in AMBIGUOUS {
        let chars: Vec<char> = text.chars().collect();
        let is_ambiguous = (0..chars.len()).any(|at| pages::sequence(&chars[at..]).is_some());
        assert!(is_ambiguous, "{text} is not ambiguous");
        assert_eq!(repaired([text]), (text.to_owned(), Vec::new()));
    }
    let text = AMBIGUOUS.join(" ");
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
    for (text, decoded) in [
        ("cafÃ© au lait", "café au lait"),
        ("Ã\u{A0} la carte, Ã€ la carte", "à la carte, À la carte"),
        ("cÅ“ur, Å“uvre", "cœur, œuvre"),
        (
            "itâ€™s â€œfineâ€\u{9D} â€” 3Â°, 25 Â°C, 5 Â± 2, Â© 2024, Â£5",
            "it’s “fine” — 3°, 25 °C, 5 ± 2, © 2024, £5",
        ),
        ("ï»¿text ðŸ\u{8D}½ â†’", "\u{FEFF}text 🍽 →"),
        ("ÃœberprÃ¼fung, StraÃŸe, Î¼m, Ï€", "Überprüfung, Straße, μm, π"),
        ("ÐŸÑ€Ð¸Ð²ÐµÑ‚ Ð² Ð¼Ð¸Ñ€Ðµ", "Привет в мире"),
        ("å¹´ ä½\u{A0}å¥½ ê°€ æ—¥æœ¬èªž", "年 你好 가 日本語"),
        ("25Ã‚Â° â€œÃ©â€¦ Ã©â€", "25° “é… éâ€"),
        // More levels, and next to ordinary text.
        ("ÃƒÂ© Ã¢â‚¬â„¢ Ã¢\u{82}¬", "é ’ €"),
        ("É» Ã© É»", "É» é É»"),
        // U+FFFD, and the controls of Latin-1 that are characters of Windows-1252.
        ("ï¿½ aÂ\u{92}", "\u{FFFD} a’"),
        ("it\u{92}s \u{93}so\u{94} \u{96} c\u{9C}ur", "it’s “so” – cœur"),
        // Capitals, and what only the line or the text shows.
        ("ESPAÃ‘A, Ã–sterreich, KÃ–LN, Å\u{A0}koda", "ESPAÑA, Österreich, KÖLN, Škoda"),
        ("MUÃ‘OZ\nÃ”", "MUÑOZ\nÔ"),
        ("KÃ–LN", "KÖLN"),
        ("Å\u{A0}koda", "Škoda"),
        // Windows-1251 and Windows-1250.
        ("Р’Р»РѕР¶РµРЅРёРµ СЃРґРµР»Р°РЅРѕ вЂ” cafГ©", "Вложение сделано — café"),
        ("ĹľlutĂ˝ kĹŻĹ\u{FFFD} v mÄ›stÄ›", "žlutý kůĹ\u{FFFD} v městě"),
        ("voilГ\u{A0} la", "voilà la"),
        // Letters with combining marks.
        ("PhÃ¢Ì\u{81}n viÃªÌ£c vaÌ€ coÌ\u{81}", "Phâ\u{301}n viê\u{323}c va\u{300} co\u{301}"),
        // Without the byte A0, and without the last byte.
        ("voilÃ  la route Ã  suivre, dÃ©jÃ ", "voilà la route à suivre, déjà"),
        ("â€œx â€ â€\u{FFFD}", "“x â€ â€\u{FFFD}"),
    ] {
        assert_eq!(repaired([text]).0, decoded);
        assert_eq!(repaired([decoded]).0, decoded);
    }
    let (_, runs) = repaired(["\u{FEFF}é cafÃ©” aâ€œ 5Â° Ã©Â°"]);
    let runs: Vec<_> = runs.iter().map(|(offset, run)| (*offset, &**run)).collect();
    assert_eq!(runs, [(9, "Ã©"), (18, "â€œ"), (27, "Â°"), (32, "Ã©Â°")]);
}

#[test]
fn pieces_cut_anywhere_give_the_same() {
    let text = "cafÃ©” É» ÃƒÂ© Ã¢â‚¬â„¢ ðŸ\u{8D}½ ïÃ Å²Å“";
    let whole = repaired([text]);
    assert!(whole.1.len() > 3);
    for (at, _) in text.char_indices() {
        for (to, _) in text.char_indices().filter(|(to, _)| *to >= at) {
            assert_eq!(repaired([&text[..at], &text[at..to], &text[to..]]), whole, "{at}, {to}");
        }
    }
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
