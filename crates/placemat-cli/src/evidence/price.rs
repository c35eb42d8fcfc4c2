//! What a character costs in a text, in sixteenths of a bit: the less likely it is there, the more.
//!
//! | character | bits |
//! | --- | ---: |
//! | a letter of the language, the commonest to the thirtieth | 1 to 5 |
//! | a letter of another language in the same encoding; of Chinese, Japanese or Korean; of none | 9; 12; 14 |
//! | an apostrophe as in `l’a`, `n’t` and `it’s`; a euro sign next to a digit | 2 |
//! | an opening quotation mark before a word, a closing one after it, a no-break space | 3 |
//! | a quotation mark elsewhere; an apostrophe between other letters | 6; 8 |
//! | another common sign | 6 |
//! | another sign; `¤` next to a digit | 12; 18 |
//! | a control character | 40 |
//! | in addition: a capital that is not after another one; one that is, up to six times | 2; 1 |
//! | a capital right after a small letter, a sign between two letters, the same sign again | 12 |
//! | a Latin letter above U+007F next to another one; next to no letter; after the same vowel | 2; 3; 6 |
//! | a letter of another script next to an ASCII letter; next to no letter; between two of the same | 14; 4; 8 |

use std::collections::HashMap;

use super::language::Language;

/// One bit.
pub(crate) const BIT: u64 = 16;

/// The price of a byte that is in no character, in bits.
pub(super) const ERROR: u64 = 40;

/// The most that a habit costs: whoever begins with capitals, or with apostrophes inside words, goes on.
const MAX_HABIT: u64 = 6;

/// Signs that are common in text.
const COMMON: &str = "«»…—–\u{AD}‚‹›°§·•©®™€£¿¡ªº²³";

/// Signs that may stand between two letters.
const JOINING: &str = "\u{A0}\u{AD}·’";

/// A character with its neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) before: char,
    pub(crate) char: char,
    pub(crate) after: char,
    /// Whether an apostrophe or a euro sign is where it usually is.
    pub(crate) is_in_place: bool,
}

/// Languages, with what their letters cost.
#[derive(Debug)]
pub(crate) struct Languages {
    names: Vec<&'static str>,
    /// The price of a letter in each language: 9 bits in those that lack it.
    prices: HashMap<char, Vec<u64>>,
}

impl Languages {
    pub(super) fn new(all: &[Language]) -> Self {
        let names: Vec<_> = all.iter().map(|language| language.0).collect();
        let mut prices = HashMap::new();
        for (at, language) in all.iter().enumerate() {
            for (letter, price) in of_letters(language) {
                prices.entry(letter).or_insert_with(|| vec![BIT * 9; names.len()])[at] = price;
            }
        }
        Self { names, prices }
    }
}

/// The characters of a text.
#[derive(Debug, Default)]
pub(crate) struct Text {
    /// The price without that of the letters in their language, and of habits.
    price: u64,
    /// Capitals after others.
    capitals: u64,
    /// Apostrophes between letters.
    apostrophes: u64,
    /// The small letters above U+007F, with their numbers.
    letters: Vec<(char, u64)>,
}

impl Text {
    pub(crate) fn add(&mut self, place: Place, times: u64) {
        if is_east_asian(place.char) {
            self.price += BIT * 12 * times;
            return;
        }
        if !is_letter(place.char) {
            self.price += BIT * sign(place) * times;
            self.apostrophes +=
                if place.char == '’' && is_between(place) && !place.is_in_place { times } else { 0 };
            return;
        }
        let (small, price) = letter(place);
        self.price += BIT * price * times;
        self.capitals += if small != place.char && place.before.is_uppercase() { times } else { 0 };
        match self.letters.iter_mut().find(|(known, _)| *known == small) {
            Some((_, sum)) => *sum += times,
            None => self.letters.push((small, times)),
        }
    }

    /// The price in the likeliest of these languages.
    pub(crate) fn price(&self, languages: &Languages) -> (u64, &'static str) {
        let mut letters = vec![0; languages.names.len()];
        for (letter, times) in &self.letters {
            let prices = languages.prices.get(letter);
            for (at, sum) in letters.iter_mut().enumerate() {
                *sum += times * prices.map_or(BIT * 14, |prices| prices[at]);
            }
        }
        let (price, name) =
            letters.into_iter().zip(&languages.names).min_by_key(|best| best.0).unwrap_or((0, &""));
        let habits = self.capitals.min(MAX_HABIT) + self.apostrophes.min(MAX_HABIT / 6) * 6;
        (self.price + BIT * habits + price, name)
    }
}

/// The price of a sign.
fn sign(place: Place) -> u64 {
    let Place { before, char, after, is_in_place } = place;
    let between = is_between(place);
    let price = match char {
        '’' | '€' if is_in_place => 2,
        '¤' if is_in_place => 18,
        '’' if between => 2,
        '–' | '—' if !is_letter(before) && !is_letter(after) => 3,
        '‘' | '“' | '„' if !is_letter(before) && is_letter(after) => 3,
        '’' | '”' if is_letter(before) || !is_letter(after) => 3,
        '‘' | '“' | '„' | '’' | '”' => 6,
        '\u{A0}' => 3,
        _ if COMMON.contains(char) => 6,
        '\u{80}'..='\u{9F}' | '\u{FFFD}' => 40,
        _ => 12,
    };
    let is_out_of_place =
        between && !JOINING.contains(char) || is_letter(before) && "¿¡".contains(char) || before == char;
    price + if is_out_of_place { 12 } else { 0 }
}

fn is_between(place: Place) -> bool {
    is_letter(place.before) && is_letter(place.after)
}

/// The small letter, and what a letter costs in its place.
fn letter(Place { before, char, after, .. }: Place) -> (char, u64) {
    let small = char.to_lowercase().next().unwrap_or(char);
    let rises = |first: char, second: char| first.is_lowercase() && second.is_uppercase();
    let capital = if small != char && !before.is_uppercase() { 2 } else { 0 };
    let case = if rises(before, char) || rises(char, after) { 12 } else { 0 };
    let ascii = before.is_ascii_alphabetic() || after.is_ascii_alphabetic();
    let place = if is_latin(char) {
        let beyond = !before.is_ascii() && is_letter(before);
        let again = matches!((before, char), ('a', 'à'..='å') | ('i', 'ì'..='í') | ('u', 'ù'..='ü'));
        u64::from(beyond) * 2 + u64::from(!ascii) * 3 + u64::from(again) * 6
    } else if ascii {
        14
    } else if !is_letter(before) && !is_letter(after) {
        4
    } else if before == char && after == char {
        8
    } else {
        0
    };
    (small, capital + case + place)
}

/// The prices of the small letters of a language.
fn of_letters((_, letters): &Language) -> impl Iterator<Item = (char, u64)> {
    letters.chars().zip((2..).map(log2))
}

/// The logarithm to base 2, between its whole values along a straight line.
fn log2(number: u64) -> u64 {
    let whole = u64::from(number.ilog2());
    BIT * whole + ((BIT * (number - (1 << whole))) >> whole)
}

fn is_latin(char: char) -> bool {
    matches!(char, '\0'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}')
}

/// Kana, ideographs and Hangul.
fn is_east_asian(char: char) -> bool {
    matches!(char, '\u{3040}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}')
}

fn is_letter(char: char) -> bool {
    // Marks of Hebrew, Arabic and Thai.
    char.is_alphabetic() && !"ªº".contains(char)
        || matches!(char, '\u{5B0}'..='\u{5C7}' | '\u{64B}'..='\u{65F}' | '\u{E31}'..='\u{E4E}')
}
