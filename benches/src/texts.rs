//! The input texts: files in `benches/texts`, whose README.md describes them, or those of a user's folder.

mod mix;

use std::{fs, io, path::Path};

use fastrand::Rng;

use crate::saved::{self, about};
pub(crate) use mix::{Mix, mixes, pieces_of};

/// A text, as paragraphs, from which samples of any size are made.
#[derive(Clone, Debug)]
pub struct Text {
    /// The name in tables.
    pub name: String,
    paragraphs: Vec<String>,
}

macro_rules! files {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../texts/", $name, ".txt")))),*] };
}

/// The files, by their names without `.txt`. Those in folders are the sentences and words of a language, one a line.
const FILES: [(&str, &str); 23] = files!(
    "english" "french" "german" "vietnamese" "russian" "arabic" "hindi" "thai" "chinese" "japanese" "korean" "emoji"
    "json" "json-mixed" "code"
    "lines/english" "lines/french" "lines/russian" "lines/chinese"
    "words/english" "words/french" "words/russian" "words/chinese"
);

/// The number of bytes of a text that is made of one of the files.
const MADE: usize = if cfg!(test) { 1 << 18 } else { 1 << 20 };

impl Text {
    /// The text of a file. A paragraph ends at an empty line, or after some two thousand bytes at most.
    pub(crate) fn new(name: &str, text: &str) -> Self {
        let mut paragraphs = vec![];
        for paragraph in text.split_inclusive("\n\n") {
            let mut rest = paragraph;
            while rest.len() > 2048 {
                let (head, tail) = rest.split_at(boundary(rest, 2048));
                paragraphs.push(head.to_owned());
                rest = tail;
            }
            paragraphs.push(rest.to_owned());
        }
        Self { name: name.to_owned(), paragraphs }
    }

    /// `size` bytes or up to three fewer: the paragraphs, repeated, in an order determined by the seed, cut at a
    /// character boundary.
    #[must_use]
    pub fn sample(&self, size: usize, seed: u64) -> String {
        let mut random = Rng::with_seed(seed);
        let mut order: Vec<_> = (0..self.paragraphs.len()).collect();
        let mut text = String::with_capacity(size + 4096);
        while text.len() < size {
            random.shuffle(&mut order);
            for &paragraph in &order {
                text.push_str(&self.paragraphs[paragraph]);
                if text.len() >= size {
                    break;
                }
            }
        }
        text.truncate(boundary(&text, size));
        text
    }
}

/// Prose without markup in a two- or three-byte script with occasional four-byte characters: the script, and the
/// distance between these in bytes.
const SWITCHING: [(&str, &str, usize); 5] = [
    ("switching-1k", "russian", 1 << 10),
    ("switching-4k", "chinese", 4 << 10),
    ("switching-17k", "chinese", 17 << 10),
    // Everywhere, for comparison.
    ("full-russian", "russian", 48),
    ("full-chinese", "chinese", 48),
];

/// For a text that switches, the text of the same script with four-byte characters everywhere.
pub(crate) fn full_of(switching: &str) -> Option<&'static str> {
    let (_, script, _) =
        SWITCHING.iter().find(|(name, ..)| *name == switching && name.starts_with("switching"))?;
    SWITCHING.iter().map(|(name, ..)| *name).find(|name| name.strip_prefix("full-") == Some(script))
}

/// The texts, by script and by format.
#[must_use]
pub fn all() -> Vec<Text> {
    let files = FILES.iter().filter(|(name, _)| !name.contains('/'));
    let files = files.map(|(name, text)| Text::new(name, text));
    let made = SWITCHING.map(|(name, script, every)| switching(name, script, every));
    files.chain([Text::new("ascii", &ascii())]).chain(made).collect()
}

/// The lines of one of the files.
fn lines(file: &str) -> impl Iterator<Item = &'static str> {
    FILES.iter().filter(move |(name, _)| *name == file).flat_map(|(_, text)| text.lines())
}

/// English without what is not ASCII.
fn ascii() -> String {
    let mut text = FILES[0].1.to_owned();
    text.retain(|letter| letter.is_ascii());
    text
}

/// Sentences with a four-byte character in every `every` bytes.
fn switching(name: &str, script: &str, every: usize) -> Text {
    let sentences = lines(&format!("lines/{script}")).map(str::to_owned).collect();
    let prose = Text { name: String::new(), paragraphs: sentences }.sample(MADE, 1);
    let (mut paragraphs, mut rest) = (vec![String::new()], &*prose);
    while rest.len() >= every {
        // A paragraph is as long as the distance, so that shuffling preserves it. Short distances are grouped, to
        // limit the number of paragraphs to shuffle.
        if paragraphs.last().is_some_and(|last| !last.is_empty() && last.len() + every > 1024) {
            paragraphs.push(String::new());
        }
        let (piece, after) = rest.split_at(boundary(rest, every - '\u{1f37d}'.len_utf8()));
        paragraphs.last_mut().expect("there is one").extend(["\u{1f37d}", piece]);
        rest = after;
    }
    Text { name: name.to_owned(), paragraphs }
}

/// ASCII texts in which 1, 5, 20 and 50 % of all blocks of 64 bytes, at any alignment, have a two-byte character.
pub(crate) fn shares() -> Vec<Text> {
    let ascii = ascii();
    SHARES.map(|percent| share(&ascii, percent)).into()
}

const SHARES: [u32; 4] = [1, 5, 20, 50];
/// The number of bytes of such a text: enough that chance changes its share by a few percent at most.
const SHARED: usize = 1 << 22;

fn share(ascii: &str, percent: u32) -> Text {
    let mut random = Rng::with_seed(u64::from(percent));
    // The probability per byte that gives this probability per 64 bytes.
    let chance = 1.0 - (1.0 - f64::from(percent) / 100.0).powf(1.0 / 64.0);
    let text: String = ascii
        .chars()
        .cycle()
        .take(SHARED)
        .map(|letter| if random.f64() < chance { '\u{E9}' } else { letter })
        .collect();
    Text::new(&format!("{percent}% not ASCII"), &text)
}

/// The last character boundary up to `limit`.
pub(crate) fn boundary(text: &str, limit: usize) -> usize {
    let limit = limit.min(text.len());
    (0..=limit).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Every file of a folder, ordered by name, without hidden files and folders. An empty file, one that is not UTF-8,
/// or a folder without files is an error.
pub(crate) fn read_folder(folder: &Path) -> io::Result<Vec<Text>> {
    let mut paths = saved::entries(folder)?;
    paths.retain(|path| path.is_file() && !name_of(path).starts_with('.'));
    if paths.is_empty() {
        return Err(about(folder, &"there is no file in it"));
    }
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> io::Result<Text> {
    let text = fs::read_to_string(path).map_err(|error| about(path, &error))?;
    if text.is_empty() {
        return Err(about(path, &"there is nothing in it"));
    }
    let name = name_of(path);
    Ok(Text::new(name.strip_suffix(".txt").unwrap_or(&name), &text))
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_have_their_size_and_depend_on_the_seed() {
        let text = Text::new("t", "\u{e9}\u{20ac}\u{1f37d}\n\nplain\n\n");
        for size in [1, 2, 3, 100, 5000] {
            let sample = text.sample(size, 1);
            assert!(sample.len() <= size && sample.len() + 3 >= size, "{size}: {}", sample.len());
        }
        assert_eq!(text.sample(500, 1), text.sample(500, 1));
        assert_ne!(text.sample(500, 1), text.sample(500, 2));
    }

    #[test]
    fn every_file_is_a_text_or_part_of_one() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("texts");
        let mut files = Vec::new();
        for part in ["", "lines/", "words/"] {
            let texts = read_folder(&folder.join(part)).unwrap();
            files.extend(texts.into_iter().map(|text| format!("{part}{}", text.name)));
        }
        files.retain(|name| name != "README.md");
        let mut listed = FILES.map(|(name, _)| name);
        listed.sort_unstable();
        files.sort_unstable();
        assert_eq!(files, listed);
        for Text { name, paragraphs } in all() {
            let (size, most) =
                (paragraphs.iter().map(String::len).sum::<usize>(), paragraphs.iter().map(String::len).max());
            assert!(size > 64_000 && most < Some(18 << 10), "{name}: {size}, {most:?}");
            let is_ascii = paragraphs.iter().all(|paragraph| paragraph.is_ascii());
            assert_eq!(is_ascii, name == "ascii", "{name}");
        }
    }

    #[test]
    fn texts_switch_as_often_as_they_say() {
        for (name, script, every) in SWITCHING {
            let sample = switching(name, script, every).sample(MADE, 7);
            let places: Vec<_> = sample.match_indices('\u{1f37d}').map(|(at, _)| at).collect();
            let distances = places.windows(2).map(|pair| pair[1] - pair[0]);
            assert!(distances.clone().all(|distance| (every - 2..=every).contains(&distance)), "{name}");
            assert!(distances.count() > 10, "{name}");
        }
    }

    #[test]
    fn shares_are_what_they_are_called() {
        for (percent, text) in SHARES.into_iter().zip(shares()) {
            let sample = text.sample(SHARED, 7);
            for from in [0, 31] {
                let blocks: Vec<_> = sample.as_bytes()[from..].chunks_exact(64).collect();
                let others = blocks.iter().filter(|block| !block.is_ascii()).count();
                let found = others as f64 * 100.0 / blocks.len() as f64;
                assert!((found / f64::from(percent) - 1.0).abs() < 0.1, "{percent}: {found}");
            }
        }
    }

    #[test]
    fn a_folder_gives_its_files_or_names_the_bad_one() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("texts");
        let put = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
        let error = || read_folder(&folder).unwrap_err().to_string();
        assert!(error().contains("texts: "), "{}", error());
        fs::create_dir_all(folder.join("folder")).unwrap();
        put(".hidden", b"\xFF");
        assert!(error().ends_with("there is no file in it"), "{}", error());
        put("b.txt", b"text");
        put("a.md", b"text");
        let texts = read_folder(&folder).unwrap();
        assert_eq!(texts.iter().map(|text| text.name.as_str()).collect::<Vec<_>>(), ["a.md", "b"]);
        put("latin", b"caf\xE9 au lait");
        assert!(error().contains("latin: "), "{}", error());
        put("latin", b"");
        assert!(error().ends_with("latin: there is nothing in it"), "{}", error());
    }
}
