//! Articles with markup, like documents of an encyclopedia saved as text. In any script, at least half of the bytes
//! are ASCII, in addresses, tables and references. This alternation determines the speed of validators.

use std::fmt::Write as _;

use interleave::Random;

use super::languages::{self, Language};
use super::words::Lexicon;

/// At least `size` bytes in `language`.
pub(super) fn article(language: &'static Language, size: usize, seed: u64) -> String {
    let mut random = Random::named(seed, &format!("article in {}", language.name));
    let own = Lexicon::new(language, seed);
    let english = Lexicon::new(languages::named("english"), seed);
    let spoken = languages::ALL.iter().filter(|other| other.name != "emoji");
    let others: Vec<_> = spoken.map(|other| Lexicon::new(other, seed)).collect();
    let mut text = String::with_capacity(size + 8192);
    while text.len() < size {
        let kind = random.below(1000);
        if kind < language.elsewhere {
            elsewhere(&mut text, &others, &mut random);
        } else if kind < language.elsewhere + language.plain {
            plain(&mut text, &own, &english, &mut random);
        } else {
            if random.permille(120) && language.links > 0 {
                let _ = write!(text, "## {}\n\n", own.title(&mut random));
            }
            prose(&mut text, &own, &english, &mut random);
        }
        text.push_str("\n\n");
    }
    text
}

/// At least `size` bytes of pure ASCII.
pub(super) fn ascii(size: usize, seed: u64) -> String {
    let mut text = article(languages::named("english"), size + size / 8, seed);
    text.retain(|letter| letter.is_ascii());
    text
}

/// Paragraphs of prose, each with one four-byte character and `every` bytes.
pub(super) fn switching(script: &str, every: usize, size: usize, seed: u64) -> Vec<String> {
    let mut random = Random::named(seed, "switching");
    let own = Lexicon::new(languages::named(script), seed);
    let mut paragraphs = Vec::new();
    // Short distances are grouped, to limit the number of paragraphs to shuffle.
    let groups = (1024 / every).max(1);
    while paragraphs.len() * every * groups < size {
        let mut text = String::new();
        for _ in 0..groups {
            text += &switched(&own, every, &mut random);
        }
        paragraphs.push(text);
    }
    paragraphs
}

fn switched(own: &Lexicon, every: usize, random: &mut Random) -> String {
    let mut paragraph = String::with_capacity(every + 1024);
    paragraph.push('\u{1f37d}');
    while paragraph.len() < every {
        paragraph += &own.sentence(random);
    }
    paragraph.truncate(super::boundary(&paragraph, every));
    paragraph
}

/// As in a URL: every non-ASCII byte becomes `%` and two digits.
pub(super) fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut address, byte| {
        match byte {
            b' ' => address.push('_'),
            0x21..=0x7E => address.push(char::from(byte)),
            _ => {
                let _ = write!(address, "%{byte:02X}");
            }
        }
        address
    })
}

fn prose(text: &mut String, own: &Lexicon, english: &Lexicon, random: &mut Random) {
    let language = own.language;
    if language.name == "emoji" {
        *text += &own.sentence(random);
        return;
    }
    for _ in 0..random.between(1, 6) {
        *text += &own.sentence_of(random, |random, word| {
            if random.permille(language.links) {
                let title = if random.permille(500) { own.title(random) } else { word.to_owned() };
                return format!("[{word}](/wiki/{} \"{title}\")", percent_encoded(&title));
            }
            if random.permille(language.foreign) {
                return match random.below(4) {
                    0 => english.title(random),
                    1 => format!(" {} km ", random.below(10_000)),
                    2 => format!(" {},{} ", random.below(100), random.below(1000)),
                    _ => random.between(1600, 2030).to_string(),
                };
            }
            if random.permille(15) { format!("**{word}**") } else { word.to_owned() }
        });
        if random.permille(300) {
            let note = random.between(1, 400);
            let _ = write!(text, "[\\[{note}\\]](#cite_note-{note}) ");
        }
    }
}

/// References, pictures and tables.
fn plain(text: &mut String, own: &Lexicon, english: &Lexicon, random: &mut Random) {
    match random.below(3) {
        0 => {
            for _ in 0..random.between(2, 6) {
                let note = random.between(1, 400);
                let (host, page) = (ascii_word(english, random), ascii_word(english, random));
                let _ = writeln!(
                    text,
                    "{note}. **[^](#cite_ref-{note})** {} [\"{}\"](http://www.{host}.org/{page}/{}.html). {} {}. pp. {}.",
                    english.title(random),
                    english.sentence(random),
                    random.below(1_000_000),
                    own.title(random),
                    random.between(1890, 2030),
                    random.between(1, 900),
                );
            }
        }
        1 => {
            let file = percent_encoded(&english.title(random));
            let _ = write!(
                text,
                "[![{}](//upload.example.org/commons/thumb/{:x}/{:02x}/{file}.jpg/280px-{file}.jpg)](/wiki/{}:{file}.jpg)",
                own.title(random),
                random.below(16),
                random.below(256),
                percent_encoded(own.word(random)),
            );
        }
        _ => {
            for _ in 0..random.between(3, 12) {
                let title = own.title(random);
                let _ = writeln!(
                    text,
                    "[{title}](/wiki/{} \"{title}\") | {}.{} | {} km/s | {}-{:02}-{:02}  ",
                    percent_encoded(&title),
                    random.below(1000),
                    random.below(100),
                    random.below(100),
                    random.between(1890, 2030),
                    random.between(1, 12),
                    random.between(1, 28),
                );
            }
        }
    }
}

/// A list of the article in other languages, each by its own name.
fn elsewhere(text: &mut String, others: &[Lexicon], random: &mut Random) {
    for _ in 0..random.between(30, 90) {
        let other = random.pick(others);
        let (name, title) = (other.title(random), other.title(random));
        let _ = writeln!(
            text,
            "  * [{name}](https://{}.example.org/wiki/{} \"{title} - {name}\")",
            &other.language.name[..2],
            percent_encoded(&title),
        );
    }
}

fn ascii_word(english: &Lexicon, random: &mut Random) -> String {
    english.word(random).chars().filter(char::is_ascii).collect()
}
