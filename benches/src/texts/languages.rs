//! The model of each language, as far as a validator can see it: which code points, how often, in words and
//! sentences of which lengths, and how they alternate with ASCII.

/// A language.
pub(super) struct Language {
    /// The name in tables.
    pub(super) name: &'static str,
    /// What its syllables are made of.
    pub(super) letters: &'static [Pool],
    /// How many draws from the pools make a word, at least and at most.
    pub(super) word: (usize, usize),
    /// How many words make a sentence, at least and at most.
    pub(super) sentence: (usize, usize),
    /// Whether blanks stand between words, and capitals at the beginning.
    pub(super) blanks: bool,
    /// What divides a sentence, and what ends it, each with the blank after it.
    pub(super) marks: (&'static str, &'static str),
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
pub(super) struct Pool {
    /// How often a letter is drawn from here, relative to the other pools.
    pub(super) weight: usize,
    pub(super) letters: Letters,
}

pub(super) enum Letters {
    /// These, the first the most frequent.
    Listed(&'static str),
    /// This many code points from a range, in an order that the seed decides.
    Range(u32, u32, usize),
    /// A letter of the first, usually with a mark of the second.
    Marked(&'static str, &'static str),
}

use Letters::{Listed, Marked, Range};

const fn pool(weight: usize, letters: Letters) -> Pool {
    Pool { weight, letters }
}

const CONSONANTS: Letters = Listed("tnsrlhdcmpgbfvwkyxzjq");
const VOWELS: Letters = Listed("eaoiu");

/// A language with blanks and capitals.
const ALPHABETIC: Language = Language {
    name: "",
    letters: &[pool(10, CONSONANTS), pool(8, VOWELS)],
    word: (1, 10),
    sentence: (6, 26),
    blanks: true,
    marks: (", ", ". "),
    foreign: 30,
    links: 90,
    plain: 250,
    elsewhere: 0,
};

/// A language with neither.
const IDEOGRAPHIC: Language = Language {
    word: (1, 4),
    sentence: (8, 30),
    blanks: false,
    marks: ("\u{ff0c}", "\u{3002}"),
    foreign: 45,
    links: 110,
    plain: 260,
    ..ALPHABETIC
};

/// All of them.
pub(super) static ALL: [Language; 12] = [
    Language {
        name: "english",
        letters: &[
            pool(1000, CONSONANTS),
            pool(800, VOWELS),
            pool(1, Listed("\u{2013}\u{2019}\u{e9}\u{201c}\u{201d}")),
        ],
        elsewhere: 5,
        ..ALPHABETIC
    },
    Language {
        name: "french",
        letters: &[
            pool(1000, CONSONANTS),
            pool(780, VOWELS),
            pool(100, Listed("\u{e9}\u{e8}\u{e0}\u{ea}\u{e7}\u{ee}\u{f4}\u{e2}\u{fb}\u{f9}\u{ef}\u{153}")),
            pool(6, Listed("\u{2019}\u{a0}\u{ab}\u{bb}")),
        ],
        elsewhere: 8,
        ..ALPHABETIC
    },
    Language {
        name: "german",
        letters: &[
            pool(1000, CONSONANTS),
            pool(740, VOWELS),
            pool(34, Listed("\u{fc}\u{e4}\u{f6}\u{df}")),
            pool(3, Listed("\u{201e}\u{201c}\u{2013}")),
        ],
        word: (2, 12),
        elsewhere: 8,
        ..ALPHABETIC
    },
    Language {
        name: "vietnamese",
        letters: &[
            pool(100, Listed("nthcgmlvbrkpsdxq")),
            pool(48, Listed("aiouyeo")),
            pool(
                16,
                Listed("\u{111}\u{1b0}\u{e0}\u{e1}\u{f4}\u{1a1}\u{e2}\u{ea}\u{103}\u{f3}\u{ec}\u{ed}\u{fa}"),
            ),
            pool(
                18,
                Listed(
                    "\u{1ea1}\u{1ebf}\u{1ed9}\u{1ee7}\u{1ea3}\u{1ec7}\u{1ea5}\u{1edd}\u{1edb}\u{1ed1}\u{1ec3}",
                ),
            ),
        ],
        word: (2, 5),
        plain: 350,
        ..ALPHABETIC
    },
    Language {
        name: "russian",
        letters: &[
            pool(
                10,
                Listed(
                    "\u{442}\u{43d}\u{441}\u{440}\u{432}\u{43b}\u{43a}\u{43c}\u{434}\u{43f}\u{433}\u{437}\u{431}\u{447}\u{439}\u{445}\u{436}\u{448}\u{446}\u{449}\u{444}",
                ),
            ),
            pool(9, Listed("\u{43e}\u{435}\u{430}\u{438}\u{443}\u{44f}\u{44b}\u{44c}\u{44e}\u{44d}\u{451}")),
        ],
        word: (1, 11),
        plain: 500,
        ..ALPHABETIC
    },
    Language {
        name: "arabic",
        letters: &[pool(
            10,
            Listed(
                "\u{627}\u{644}\u{64a}\u{645}\u{648}\u{646}\u{631}\u{62a}\u{628}\u{629}\u{639}\u{62f}\u{633}\u{641}\u{647}\u{643}\u{642}\u{623}\u{62d}\u{62c}\u{634}\u{637}\u{635}\u{649}\u{62e}\u{625}\u{630}\u{62b}\u{636}\u{626}\u{632}\u{621}\u{63a}\u{638}\u{624}",
            ),
        )],
        word: (2, 8),
        marks: ("\u{60c} ", ". "),
        plain: 560,
        ..ALPHABETIC
    },
    Language {
        name: "hindi",
        letters: &[
            pool(
                10,
                Marked(
                    "\u{915}\u{930}\u{938}\u{928}\u{939}\u{924}\u{92e}\u{92a}\u{932}\u{92f}\u{935}\u{926}\u{917}\u{91c}\u{936}\u{92c}\u{92d}\u{927}\u{921}\u{91f}\u{916}\u{91a}\u{923}",
                    "\u{93e}\u{947}\u{940}\u{93f}\u{94d}\u{902}\u{94b}\u{941}\u{948}\u{942}\u{94c}\u{943}",
                ),
            ),
            pool(1, Listed("\u{905}\u{907}\u{909}\u{90f}\u{914}\u{906}")),
        ],
        word: (1, 5),
        marks: (", ", "\u{964} "),
        plain: 620,
        ..ALPHABETIC
    },
    Language {
        name: "thai",
        letters: &[
            pool(
                8,
                Marked(
                    "\u{e19}\u{e23}\u{e01}\u{e2d}\u{e07}\u{e21}\u{e22}\u{e25}\u{e27}\u{e14}\u{e15}\u{e17}\u{e2a}\u{e1a}\u{e1b}\u{e04}\u{e2b}\u{e08}\u{e02}\u{e1e}",
                    "\u{e32}\u{e35}\u{e31}\u{e48}\u{e34}\u{e49}\u{e30}\u{e37}\u{e38}\u{e39}\u{e4c}",
                ),
            ),
            pool(2, Listed("\u{e40}\u{e41}\u{e42}\u{e44}\u{e43}")),
        ],
        word: (1, 5),
        sentence: (5, 16),
        blanks: false,
        marks: (" ", " "),
        foreign: 40,
        links: 50,
        plain: 600,
        elsewhere: 0,
    },
    Language { name: "chinese", letters: &[pool(1, Range(0x4E00, 0x9FA0, 2500))], plain: 540, ..IDEOGRAPHIC },
    Language {
        name: "japanese",
        letters: &[
            pool(11, Range(0x3041, 0x3094, 75)),
            pool(7, Range(0x4E00, 0x9FA0, 1500)),
            pool(4, Range(0x30A1, 0x30F7, 75)),
        ],
        word: (1, 6),
        marks: ("\u{3001}", "\u{3002}"),
        plain: 560,
        ..IDEOGRAPHIC
    },
    Language {
        name: "korean",
        letters: &[pool(1, Range(0xAC00, 0xD7A4, 1200))],
        word: (1, 5),
        sentence: (5, 18),
        links: 100,
        plain: 480,
        ..ALPHABETIC
    },
    Language {
        name: "emoji",
        letters: &[
            pool(300, Range(0x1F300, 0x1F650, 600)),
            pool(80, Range(0x1F680, 0x1F700, 110)),
            pool(80, Range(0x1F900, 0x1F9FF, 200)),
            // Variation selector and joiner.
            pool(1, Listed("\u{fe0f}\u{200d}")),
        ],
        word: (1, 1),
        sentence: (200, 400),
        blanks: false,
        marks: ("", "\n"),
        foreign: 0,
        links: 0,
        plain: 0,
        elsewhere: 0,
    },
];

/// Their names.
pub(super) fn names() -> Vec<&'static str> {
    ALL.iter().map(|language| language.name).collect()
}

/// The language of this name; English for another.
pub(super) fn named(name: &str) -> &'static Language {
    ALL.iter().find(|language| language.name == name).unwrap_or(&ALL[0])
}
