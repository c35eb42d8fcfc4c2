//! Invented words: a lexicon for each language, made by its model, from which words are drawn by rank.

use super::languages::{Language, Letters};
use crate::random::Random;

/// The words of a language, the most frequent first.
pub(super) struct Lexicon {
    words: Vec<String>,
    pub(super) language: &'static Language,
}

/// How many words a lexicon has.
const WORDS: usize = 4000;

impl Lexicon {
    pub(super) fn new(language: &'static Language, seed: u64) -> Self {
        let mut random = Random::named(seed, &language.name);
        let pools: Vec<_> =
            language.letters.iter().map(|pool| (pool.weight, letters(&pool.letters, &mut random))).collect();
        let words = (0..WORDS).map(|rank| word(language, &pools, rank, &mut random)).collect();
        Self { words, language }
    }

    /// A word.
    pub(super) fn word(&self, random: &mut Random) -> &str {
        &self.words[random.rank(self.words.len())]
    }

    /// A few words, as in a title or a name.
    pub(super) fn title(&self, random: &mut Random) -> String {
        let words: Vec<_> = (0..random.between(1, 3)).map(|_| capital(self.word(random))).collect();
        words.join(if self.language.blanks { " " } else { "" })
    }

    /// A sentence, with its full stop.
    pub(super) fn sentence(&self, random: &mut Random) -> String {
        self.sentence_of(random, |_, word| word.to_owned())
    }

    /// A sentence whose words `word` may change.
    pub(super) fn sentence_of(
        &self,
        random: &mut Random,
        mut word: impl FnMut(&mut Random, &str) -> String,
    ) -> String {
        let Language { sentence: (least, most), blanks, marks: (comma, stop), .. } = self.language;
        let count = random.between(*least, *most);
        let mut sentence = String::new();
        for i in 0..count {
            let drawn = self.word(random);
            let drawn = if i == 0 { capital(drawn) } else { drawn.to_owned() };
            sentence += &word(random, &drawn);
            if i + 1 == count {
                sentence += stop;
            } else if random.permille(90) {
                sentence += comma;
            } else if *blanks {
                sentence.push(' ');
            }
        }
        sentence
    }
}

/// With a capital in front, where the script has capitals.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// The letters of a pool, the most frequent first; each as what it looks like to a reader, so one or two code
/// points.
fn letters(letters: &Letters, random: &mut Random) -> Vec<Vec<char>> {
    match letters {
        Letters::Listed(listed) => listed.chars().map(|letter| vec![letter]).collect(),
        Letters::Range(from, to, count) => {
            let mut all: Vec<_> = (*from..*to).filter_map(char::from_u32).collect();
            random.shuffle(&mut all);
            all.into_iter().take(*count).map(|letter| vec![letter]).collect()
        }
        Letters::Marked(bases, marks) => {
            let marks: Vec<_> = marks.chars().collect();
            let mut all: Vec<_> = bases
                .chars()
                .flat_map(|base| {
                    let marked =
                        (0..5).map(|_| vec![base, marks[random.rank(marks.len())]]).collect::<Vec<_>>();
                    marked.into_iter().chain([vec![base], vec![base], vec![base]])
                })
                .collect();
            random.shuffle(&mut all);
            all
        }
    }
}

/// A word; the frequent ones are the shorter ones.
fn word(language: &Language, pools: &[(usize, Vec<Vec<char>>)], rank: usize, random: &mut Random) -> String {
    let (least, most) = language.word;
    let longest = if rank < 40 { least + (most - least) / 4 } else { most };
    let total = pools.iter().map(|(weight, _)| weight).sum();
    let mut word = String::new();
    for _ in 0..random.between(least, longest) {
        let mut at = random.below(total);
        for (weight, letters) in pools {
            if at < *weight {
                word.extend(&letters[random.rank(letters.len())]);
                break;
            }
            at -= weight;
        }
    }
    word
}
