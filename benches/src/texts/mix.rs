//! Short strings, as in parsers: field names, words, lines, table cells. Their lengths are shuffled, but for those in the
//! order of a text.

use fastrand::Rng;

use super::{Text, lines};

/// Strings with lengths from a range.
#[derive(Clone, Debug)]
pub(crate) struct Mix {
    /// The name in tables: the content, and the range.
    pub(crate) name: String,
    lengths: (usize, usize),
    /// The texts from which the strings are cut, or the strings.
    sources: Vec<String>,
    pick: Pick,
}

/// How strings are taken from the sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pick {
    /// Cut from any of them, with any length of the range.
    Cut,
    /// Whole, any of them.
    Whole,
    /// Whole, in their order from any of them on.
    InOrder,
}

/// The ranges of lengths that are measured. The last four are keys of a database, rows of a column, frames of a WebSocket,
/// and strings of JSON.
#[rustfmt::skip]
const LENGTHS: [(usize, usize); 11] = [
    (1, 16), (1, 32), (1, 64), (64, 256), (16, 256), (4, 64), (8, 32), (2, 24), (5, 40), (20, 200), (2, 280),
];
/// Those of emoji.
const OF_EMOJI: [(usize, usize); 1] = [(4, 64)];
/// The languages of words and lines.
const WHOLE: [&str; 4] = ["english", "french", "russian", "chinese"];
/// Longer words and lines of files are left out, in bytes: a turn takes some hundred of them.
const LONGEST: usize = 1 << 10;

/// Each range of lengths, in ASCII and in a mixture of languages, two thirds of which have two- and three-byte
/// characters and one third four-byte characters; one range in emoji alone; and the words and lines of some languages.
pub(crate) fn mixes() -> Vec<Mix> {
    let mut ascii = joined("lines/english");
    ascii.retain(|letter| letter.is_ascii());
    let mixed: Vec<_> = ["lines/russian", "lines/chinese", "emoji"].map(joined).into();
    let emoji = vec![joined("emoji")];
    [("ascii", vec![ascii], &LENGTHS[..]), ("mixed", mixed, &LENGTHS), ("emoji", emoji, &OF_EMOJI)]
        .iter()
        .flat_map(|(content, sources, lengths)| {
            lengths.iter().map(move |(least, most)| Mix {
                name: format!("{content}-{least}..{most}"),
                lengths: (*least, *most),
                sources: sources.clone(),
                pick: Pick::Cut,
            })
        })
        .chain(WHOLE.iter().flat_map(|language| ["words", "lines"].map(|pieces| whole(language, pieces))))
        .collect()
}

/// The lines of a file as one string.
fn joined(file: &str) -> String {
    lines(file).collect()
}

/// The words of a language, as frequent as in its sentences; or sentences as lines.
fn whole(language: &str, pieces: &str) -> Mix {
    let sources = lines(&format!("{pieces}/{language}")).map(str::to_owned).collect();
    Mix::whole(format!("{language}-{pieces}"), sources, Pick::Whole)
}

/// The words and lines of texts, shuffled and in their order.
pub(crate) fn pieces_of(texts: &[Text]) -> Vec<Mix> {
    let mut mixes = Vec::new();
    for text in texts {
        let all = text.paragraphs.concat();
        let (words, lines): (Vec<_>, Vec<_>) = (all.split_whitespace().collect(), all.lines().collect());
        for (name, mut pieces) in [("words", words), ("lines", lines)] {
            pieces.retain(|piece| (1..=LONGEST).contains(&piece.len()));
            let pieces: Vec<_> = pieces.into_iter().map(str::to_owned).collect();
            if !pieces.is_empty() {
                let in_order = format!("{}-in-order-{name}", text.name);
                mixes.push(Mix::whole(format!("{}-{name}", text.name), pieces.clone(), Pick::Whole));
                mixes.push(Mix::whole(in_order, pieces, Pick::InOrder));
            }
        }
    }
    mixes
}

impl Mix {
    fn whole(name: String, sources: Vec<String>, pick: Pick) -> Self {
        let lengths = || sources.iter().map(String::len);
        let lengths = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
        Self { name, lengths, sources, pick }
    }

    /// Whether these are words or lines.
    pub(crate) fn is_whole(&self) -> bool {
        self.pick != Pick::Cut
    }

    /// The maximum length of a string, in bytes.
    pub(crate) fn longest(&self) -> usize {
        self.lengths.1
    }

    /// `count` strings. Every source is equally likely, and where they are cut, every length of the range.
    pub(crate) fn strings(&self, count: usize, seed: u64) -> Vec<String> {
        let (mut random, sources) = (Rng::with_seed(seed), &self.sources);
        match self.pick {
            Pick::Cut => (0..count).map(|_| self.cut(&mut random)).collect(),
            Pick::Whole => (0..count).map(|_| sources[random.usize(..sources.len())].clone()).collect(),
            Pick::InOrder => {
                sources.iter().cycle().skip(random.usize(..sources.len())).take(count).cloned().collect()
            }
        }
    }

    fn cut(&self, random: &mut Rng) -> String {
        let length = random.usize(self.lengths.0..=self.lengths.1);
        let source = &self.sources[random.usize(..self.sources.len())];
        let from = super::boundary(source, random.usize(..source.len() - length));
        let to = super::boundary(source, from + length);
        // If the next character is too long, letters fill the string up to the exact length.
        let mut string = source[from..to].to_owned();
        string.extend(std::iter::repeat_n('e', length - string.len()));
        string
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_have_the_lengths_and_the_content_that_they_should() {
        let (cut, whole): (Vec<_>, Vec<_>) = mixes().into_iter().partition(|mix| !mix.is_whole());
        assert_eq!(whole.len(), 2 * WHOLE.len());
        for mix in whole {
            assert!(mix.strings(2000, 5).iter().all(|string| mix.sources.contains(string)), "{}", mix.name);
        }
        let (text, long) = (["a", "b c", "d"].join("\n"), "e".repeat(LONGEST + 1));
        let [words, words_in_order, lines, _] = &pieces_of(&[Text::new("t", &format!("{text}\n{long}"))])[..]
        else {
            panic!("not as many mixes");
        };
        assert_eq!(words_in_order.name, "t-in-order-words");
        assert_eq!((words.longest(), lines.longest()), (1, 3));
        let in_order = words_in_order.strings(9, 5).concat();
        assert!(
            "abcd".repeat(3).contains(&in_order) && words.strings(9, 5).concat() != in_order,
            "{in_order}"
        );
        for mix in cut {
            let strings = mix.strings(2000, 5);
            let lengths = || strings.iter().map(String::len);
            assert_eq!(
                (lengths().min(), lengths().max()),
                (Some(mix.lengths.0), Some(mix.lengths.1)),
                "{}",
                mix.name
            );
            assert_eq!(strings.iter().all(|string| string.is_ascii()), mix.name.starts_with("ascii"));
        }
    }
}
