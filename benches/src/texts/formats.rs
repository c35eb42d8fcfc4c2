//! JSON and source code.

use std::fmt::Write as _;

use interleave::Random;

use super::{article::percent_encoded, languages, words::Lexicon};

/// Records as a web service returns them; the language of each is drawn from `names`.
pub(super) fn json(names: &[&str], size: usize, seed: u64) -> String {
    let mut random = Random::named(seed, "json");
    let lexicons: Vec<_> = names.iter().map(|name| Lexicon::new(languages::named(name), seed)).collect();
    let mut text = String::from("[\n");
    while text.len() < size {
        let own = random.pick(&lexicons);
        let (user, place) = (own.title(&mut random), own.title(&mut random));
        let message: String = (0..random.between(1, 3)).map(|_| own.sentence(&mut random)).collect();
        // The maximum length of such a message. Messages in emoji are short.
        let longest = if own.language.name == "emoji" { 40 } else { 280 };
        let message: String = message.trim_end().chars().take(longest).collect();
        let _ = writeln!(
            text,
            "{{\"id\":{id},\"id_str\":\"{id}\",\"created_at\":\"{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:07Z\",\
             \"text\":\"{message}\",\"truncated\":{truncated},\"user\":{{\"id\":{user_id},\"name\":\"{user}\",\
             \"location\":\"{place}\",\"url\":\"https://example.org/u/{address}\",\"followers_count\":{followers},\
             \"verified\":false,\"profile_image\":\"https://example.org/images/{user_id}/normal.png\"}},\
             \"coordinates\":[{latitude}.{fraction:04},-{longitude}.{fraction:04}],\"retweet_count\":{followers},\
             \"entities\":{{\"hashtags\":[\"{tag}\"],\"urls\":[]}},\"lang\":\"{lang}\"}},\n",
            id = random.between(1 << 40, 1 << 50),
            year = random.between(2006, 2026),
            month = random.between(1, 12),
            day = random.between(1, 28),
            hour = random.below(24),
            minute = random.below(60),
            truncated = random.permille(100),
            user_id = random.between(1 << 20, 1 << 30),
            address = percent_encoded(&user),
            followers = random.below(5000),
            latitude = random.below(90),
            longitude = random.below(180),
            fraction = random.below(10_000),
            tag = own.word(&mut random),
            lang = &own.language.name[..2],
        );
    }
    text
}

/// Source code, with occasional comments in another language.
pub(super) fn code(size: usize, seed: u64) -> String {
    let mut random = Random::named(seed, "code");
    let english = Lexicon::new(languages::named("english"), seed);
    let french = Lexicon::new(languages::named("french"), seed);
    let chinese = Lexicon::new(languages::named("chinese"), seed);
    let name = |random: &mut Random| -> String {
        let words =
            (0..random.between(1, 2)).map(|_| english.word(random).to_lowercase()).collect::<Vec<_>>();
        words.join("_").chars().filter(char::is_ascii).collect()
    };
    let mut text = String::new();
    while text.len() < size {
        let lexicon = match random.below(60) {
            0 => &chinese,
            1..6 => &french,
            _ => &english,
        };
        let _ = writeln!(text, "/// {}", lexicon.sentence(&mut random).trim_end());
        let (function, argument) = (name(&mut random), name(&mut random));
        let _ = writeln!(text, "pub fn {function}({argument}: &[u32], limit: usize) -> Option<u32> {{");
        let mut depth = 1;
        for _ in 0..random.between(3, 14) {
            let indent = "    ".repeat(depth);
            let (left, right) = (name(&mut random), name(&mut random));
            let _ = match random.below(6) {
                0 if depth < 4 => {
                    depth += 1;
                    writeln!(
                        text,
                        "{indent}if {left} < {argument}.len() && {right} != {} {{",
                        random.below(256)
                    )
                }
                1 if depth > 1 => {
                    depth -= 1;
                    writeln!(text, "{}}}", "    ".repeat(depth))
                }
                2 => writeln!(text, "{indent}// {}", english.sentence(&mut random).trim_end()),
                3 => writeln!(
                    text,
                    "{indent}let mut {left} = {right}.{}({argument}[{}]);",
                    name(&mut random),
                    random.below(64)
                ),
                4 => writeln!(text, "{indent}println!(\"{{}}: {}\", {left});", english.title(&mut random)),
                _ => writeln!(text, "{indent}{left} += {right} * {:#06x};", random.below(65_536)),
            };
        }
        for depth in (0..depth).rev() {
            let _ = writeln!(text, "{}}}", "    ".repeat(depth));
        }
        text.push('\n');
    }
    text
}
