//! Short strings of shuffled lengths, as in parsers: field names, words, lines, table cells.

use super::{languages, words::Lexicon};
use crate::random::Random;

/// Strings with lengths from a range, in an order that no branch predictor learns.
#[derive(Clone, Debug)]
pub(crate) struct Mix {
    /// The name in tables: the content, and the range.
    pub(crate) name: String,
    lengths: (usize, usize),
    /// The texts from which the strings are cut, or the strings.
    sources: Vec<String>,
    /// Whether the sources are cut.
    cut: bool,
}

/// The ranges of lengths that are measured.
const LENGTHS: [(usize, usize); 7] = [(1, 16), (1, 32), (1, 64), (64, 256), (16, 256), (4, 64), (8, 32)];
/// Those of emoji.
const OF_EMOJI: [(usize, usize); 1] = [(4, 64)];
/// The size of the source in each language, in bytes.
const SOURCE: usize = 1 << 16;
/// The languages of words and lines.
const WHOLE: [&str; 4] = ["english", "french", "russian", "chinese"];
/// The number of words or lines from which strings are picked.
const PIECES: usize = 4096;

/// Each range of lengths, in ASCII and in a mixture of languages, two thirds of which have two- and three-byte
/// characters and one third four-byte characters; one range in emoji alone; and the words and lines of some languages.
pub(crate) fn mixes(seed: u64) -> Vec<Mix> {
    let mut ascii = source("english", seed);
    ascii.retain(|letter| letter.is_ascii());
    let mixed: Vec<_> = ["russian", "chinese", "emoji"].map(|name| source(name, seed)).into();
    let emoji = vec![source("emoji", seed)];
    [("ascii", vec![ascii], &LENGTHS[..]), ("mixed", mixed, &LENGTHS), ("emoji", emoji, &OF_EMOJI)]
        .iter()
        .flat_map(|(content, sources, lengths)| {
            lengths.iter().map(move |(least, most)| Mix {
                name: format!("{content}-{least}..{most}"),
                lengths: (*least, *most),
                sources: sources.clone(),
                cut: true,
            })
        })
        .chain(WHOLE.iter().flat_map(|name| ["words", "lines"].map(|pieces| whole(name, pieces, seed))))
        .collect()
}

/// The words of a language, as frequent as in its sentences; or sentences as lines.
fn whole(name: &str, pieces: &str, seed: u64) -> Mix {
    let mut random = Random::named(seed, pieces);
    let lexicon = Lexicon::new(languages::named(name), seed);
    let mut piece = || match pieces {
        "words" => lexicon.word(&mut random).to_owned(),
        _ => lexicon.sentence(&mut random),
    };
    let sources: Vec<_> = (0..PIECES).map(|_| piece()).collect();
    let lengths = || sources.iter().map(String::len);
    let lengths = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
    Mix { name: format!("{name}-{pieces}"), lengths, sources, cut: false }
}

impl Mix {
    /// The maximum length of a string, in bytes.
    pub(crate) fn longest(&self) -> usize {
        self.lengths.1
    }

    /// `count` strings. Every source is equally likely, and where they are cut, every length of the range.
    pub(crate) fn strings(&self, count: usize, seed: u64) -> Vec<String> {
        let mut random = Random(seed);
        if !self.cut {
            return (0..count).map(|_| random.pick(&self.sources).clone()).collect();
        }
        (0..count)
            .map(|_| {
                let length = random.between(self.lengths.0, self.lengths.1);
                let source = random.pick(&self.sources);
                let from = super::boundary(source, random.below(source.len() - length));
                let to = super::boundary(source, from + length);
                // If the next character is too long, letters fill the string up to the exact length.
                let mut string = source[from..to].to_owned();
                string.extend(std::iter::repeat_n('e', length - string.len()));
                string
            })
            .collect()
    }
}

/// Sentences of a language, without markup.
fn source(name: &str, seed: u64) -> String {
    let mut random = Random::named(seed, "mix");
    let lexicon = Lexicon::new(languages::named(name), seed);
    let mut text = String::new();
    while text.len() < SOURCE {
        text += &lexicon.sentence(&mut random);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_have_the_lengths_and_the_content_that_they_should() {
        let (cut, whole): (Vec<_>, Vec<_>) = mixes(1).into_iter().partition(|mix| mix.cut);
        assert_eq!(whole.len(), 2 * WHOLE.len());
        for mix in whole {
            assert!(mix.strings(2000, 5).iter().all(|string| mix.sources.contains(string)), "{}", mix.name);
        }
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
