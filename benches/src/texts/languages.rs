//! The model of each language, which `languages.toml` has.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

/// A language.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Language {
    /// The name in tables.
    pub(super) name: String,
    /// What its syllables are made of.
    pub(super) letters: Vec<Pool>,
    /// How many draws from the pools make a word, at least and at most.
    pub(super) word: (usize, usize),
    /// How many words make a sentence, at least and at most.
    pub(super) sentence: (usize, usize),
    /// Whether blanks stand between words, and capitals at the beginning.
    pub(super) blanks: bool,
    /// What divides a sentence, and what ends it, each with the blank after it.
    pub(super) marks: (String, String),
    /// Of a thousand words, how many are Latin within another script, or numbers.
    pub(super) foreign: usize,
    /// Of a thousand words, how many are links, whose address has the title in percent-encoding.
    pub(super) links: usize,
    /// Of a thousand paragraphs, how many are ASCII almost entirely: references to other works, tables of
    /// numbers.
    pub(super) plain: usize,
    /// Of a thousand paragraphs, how many list the article in other languages.
    pub(super) elsewhere: usize,
}

/// Letters of one kind.
#[derive(Deserialize)]
pub(super) struct Pool {
    /// How often a letter is drawn from here, relative to the other pools.
    pub(super) weight: usize,
    #[serde(flatten)]
    pub(super) letters: Letters,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Letters {
    /// These, the first the most frequent.
    Listed(String),
    /// This many code points from a range, in an order that the seed decides.
    Range(u32, u32, usize),
    /// A letter of the first, usually with a mark of the second.
    Marked(String, String),
}

/// All of them.
pub(super) static ALL: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let mut file: HashMap<String, Vec<Language>> =
        toml::from_str(include_str!("languages.toml")).expect("the file is of this form");
    file.remove("language").unwrap_or_default()
});

/// Their names.
pub(super) fn names() -> Vec<&'static str> {
    ALL.iter().map(|language| language.name.as_str()).collect()
}

/// The language of this name; English for another.
pub(super) fn named(name: &str) -> &'static Language {
    ALL.iter().find(|language| language.name == name).unwrap_or(&ALL[0])
}
