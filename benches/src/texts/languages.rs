//! The model of each language, from `languages.toml`.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

/// A language.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Language {
    /// The name in tables.
    pub(super) name: String,
    /// The pools from which its syllables are drawn.
    pub(super) letters: Vec<Pool>,
    /// The minimum and maximum number of draws per word.
    pub(super) word: (usize, usize),
    /// The minimum and maximum number of words per sentence.
    pub(super) sentence: (usize, usize),
    /// Whether words are separated by spaces, and sentences begin with capitals.
    pub(super) blanks: bool,
    /// The separator in a sentence, and its end mark, each with the space after it.
    pub(super) marks: (String, String),
    /// How many of a thousand words are numbers, or Latin within another script.
    pub(super) foreign: usize,
    /// How many of a thousand words are links, whose address has the title in percent-encoding.
    pub(super) links: usize,
    /// How many of a thousand paragraphs are almost entirely ASCII: references to other works, tables of numbers.
    pub(super) plain: usize,
    /// How many of a thousand paragraphs list the article in other languages.
    pub(super) elsewhere: usize,
}

/// Letters of one kind.
#[derive(Deserialize)]
pub(super) struct Pool {
    /// The relative probability of drawing a letter from this pool.
    pub(super) weight: usize,
    #[serde(flatten)]
    pub(super) letters: Letters,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Letters {
    /// These letters, the most frequent first.
    Listed(String),
    /// This many code points from a range, in an order determined by the seed.
    Range(u32, u32, usize),
    /// A letter of the first list, usually with a mark of the second.
    Marked(String, String),
}

/// All languages.
pub(super) static ALL: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let mut file: HashMap<String, Vec<Language>> =
        toml::from_str(include_str!("languages.toml")).expect("the file is of this form");
    file.remove("language").unwrap_or_default()
});

/// Their names.
pub(super) fn names() -> Vec<&'static str> {
    ALL.iter().map(|language| language.name.as_str()).collect()
}

/// The language with this name; English if it is unknown.
pub(super) fn named(name: &str) -> &'static Language {
    ALL.iter().find(|language| language.name == name).unwrap_or(&ALL[0])
}
