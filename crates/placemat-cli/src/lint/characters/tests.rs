use clap::ValueEnum as _;
use placemat_conformance::random::Random;

use super::*;
use crate::text::count;

/// The findings in pieces, each with the offset, the line, the column and the name of the rule.
fn found(forbidden: &[Forbidden], pieces: &[&str]) -> Vec<(u64, u64, u64, &'static str)> {
    let scanner = Scanner::new(forbidden).unwrap();
    let mut characters = Characters::new(Cow::Borrowed(&scanner));
    let mut found = Vec::new();
    let mut out = |Lint { place, rule }: Lint| {
        found.push((place.offset, place.position.line, place.position.column, rule.name()));
    };
    let mut place = Place::START;
    for piece in pieces.iter().filter(|piece| !piece.is_empty()) {
        characters.text(place, piece, &mut out);
        place.pass(piece);
    }
    characters.end(&mut out);
    found.sort_unstable();
    found
}

/// What forbids a character, wherever it is.
fn kind_of(forbidden: &[Forbidden], char: char) -> Option<Forbidden> {
    let of = |what: Forbidden| forbidden.contains(&what).then_some(what);
    match u32::from(char) {
        0 => of(Forbidden::Nul).or(of(Forbidden::Control)),
        0x09 | 0x0A | 0x0C | 0x0D => None,
        0..=0x1F | 0x7F..=0x9F => of(Forbidden::Control),
        0x202A..=0x202E | 0x2066..=0x2069 => of(Forbidden::Bidi),
        0xE000..=0xF8FF | 0xF0000..=0xFFFFD | 0x10_0000..=0x10_FFFD => of(Forbidden::PrivateUse),
        0xFFFD => of(Forbidden::Replacement),
        0xFDD0..=0xFDEF => of(Forbidden::Noncharacter),
        value if value % 0x1_0000 >= 0xFFFE => of(Forbidden::Noncharacter),
        0xE_0000..=0xE_007F => of(Forbidden::Tag),
        0xFEFF => of(Forbidden::Bom).or(of(Forbidden::Invisible)),
        _ if is_invisible(char) => of(Forbidden::Invisible),
        _ => None,
    }
}

/// Whether there is a letter from right to left before, or not far behind on the same line.
fn is_in_right_to_left(chars: &[char], at: usize) -> bool {
    let is_letter = |char: &char| right_to_left(char.encode_utf8(&mut [0; 4])).is_some();
    let line: String = chars[at..].iter().take_while(|char| **char != '\n').collect();
    chars[..at].iter().any(is_letter) || right_to_left(&line).is_some_and(|at| count(at) <= LOOKAHEAD)
}

/// The same as `found`, character by character.
fn expected(forbidden: &[Forbidden], text: &str) -> Vec<(u64, u64, u64, &'static str)> {
    let chars: Vec<char> = text.chars().collect();
    let (mut found, mut offset, mut line, mut column, mut flag_end) = (Vec::new(), 0, 1, 1, 0);
    for (at, char) in chars.iter().enumerate() {
        let before = at.checked_sub(1).map_or('\n', |at| chars[at]);
        let next = chars.get(at + 1).copied().unwrap_or('\n');
        let mut is_fine = |what: &Forbidden| match what {
            Forbidden::Tag => {
                let tags: String = chars[at..].iter().collect();
                if let Flag::Yes { len } = flag(before, &tags) {
                    flag_end = at + len / 4;
                }
                at < flag_end
            }
            Forbidden::Bom => at == 0,
            Forbidden::Invisible => {
                is_needed(before, *char, next)
                    || at == 0 && *char == '\u{FEFF}'
                    || is_needed_among_words(before, *char, next) && is_in_right_to_left(&chars, at)
            }
            _ => false,
        };
        let what = kind_of(forbidden, *char).filter(|what| !is_fine(what));
        found.extend(what.map(|what| (offset, line, column, what.name())));
        offset += count(char.len_utf8());
        (line, column) = if *char == '\n' { (line + 1, 1) } else { (line, column + 1) };
    }
    found
}

#[test]
fn every_character_has_the_kind_and_the_lead_that_it_should() {
    let all: Vec<Forbidden> = Forbidden::value_variants().to_vec();
    let scanner = Scanner::new(&all).unwrap();
    let mut numbers = [0; 10];
    for char in '\0'..=char::MAX {
        let what = kind_of(&all, char);
        assert_eq!(scanner.of(char), what, "{char:?}");
        if let Some(what) = what {
            let alone = Scanner::new(&[what]).unwrap();
            let text = format!("{}{char}", "x".repeat(BLOCK - char.len_utf8()));
            assert_eq!(alone.next(&text, 0), Some((BLOCK - char.len_utf8(), char, what)));
            numbers[all.iter().position(|known| *known == what).unwrap()] += 1;
        }
    }
    let [nul, control, bidi, _, tag, replacement, noncharacter, private_use, ..] = numbers;
    assert_eq!((nul, control, bidi, tag, replacement), (1, 27 + 1 + 32, 9, 128, 1));
    assert_eq!((noncharacter, private_use), (66, 6400 + 2 * 65_534));
}

#[test]
fn pieces_cut_anywhere_give_what_the_whole_gives() {
    let mut random = Random(42574);
    let all: Vec<Forbidden> = Forbidden::value_variants().to_vec();
    let words = "plain ASCII of some length, longer than a block of the scanner, it is |x|\n|\t\r\n\u{C}|\0|\
                 \u{1B}[0m|\u{7F}|\u{92}|\u{E9}|\u{AB}|\u{202E}|\u{2066}|\u{2019}|\u{200B}|\u{200C}|\u{200D}|\
                 \u{200F}|\u{61C}|\u{AD}|\u{6CC}|\u{E01}|\u{1F468}|\u{1F3F4}|\u{FE0F}|\u{E0101}|\u{845B}|\u{E0067}|\
                 \u{E0062}|\u{E0065}\u{E006E}|\u{E007F}|\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}|\u{FFFD}|\u{FFFE}|\
                 \u{FDD0}|\u{1FFFF}|\u{E000}|\u{10FFFD}|\u{FEFF}|\u{3164}|\u{65E5}";
    let words: Vec<_> = words.split('|').collect();
    let mut all_found = 0;
    for round in 0..4000 {
        let text: String = (0..1 + round % 40).map(|_| random.pick(&words)).collect();
        let forbidden: Vec<Forbidden> =
            all.iter().filter(|_| round % 2 == 0 || random.pick(&[true, false])).copied().collect();
        if Scanner::new(&forbidden).is_none() {
            continue;
        }
        let expected = expected(&forbidden, &text);
        let mut pieces = Vec::new();
        let mut rest = text.as_str();
        while let Some((at, _)) = rest.char_indices().nth(random.pick(&[1, 2, 3, 5, 100])) {
            let (piece, after) = rest.split_at(at);
            pieces.push(piece);
            rest = after;
        }
        pieces.push(rest);
        assert_eq!(found(&forbidden, &[&text]), expected, "{text:?}");
        assert_eq!(found(&forbidden, &pieces), expected, "{pieces:?}");
        all_found += expected.len();
    }
    assert!(all_found > 20_000, "{all_found}");
}
