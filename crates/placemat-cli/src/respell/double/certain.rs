//! Decides whether a sequence of characters shows by itself that text was encoded twice.
//!
//! In text that a person typed, a lead is a letter such as `É`, and what follows is punctuation after a word. So a
//! sequence is certain if no word is written like this, and what it decodes to is part of one.

/// What routinely follows a word.
const CLOSING: &str = "\u{A0}\u{AD}‘’“”«»‹›…–—·™®";

/// What may follow another letter than `Ã`.
const SIGNS: &str = "°ªº¹²³©†‡•´±§½";

/// What may stand between a word and the next.
const BETWEEN: &str = "\u{A0}\u{AD}’–—…·";

/// What a sequence decodes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Sign,
    Latin,
    /// A letter of another script, by a number.
    Other(u8),
    /// What no common language uses.
    Rare,
}

/// A sequence, and what stands before and after it.
#[derive(Clone, Copy)]
pub(super) struct Sequence<'a> {
    pub(super) before: char,
    pub(super) chars: &'a [char],
    pub(super) next: char,
    pub(super) decoded: char,
    /// Whether the sequence before or after it is a letter of the same script.
    pub(super) is_joined: bool,
}

/// How well a sequence shows by itself that text was encoded twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Grade {
    #[default]
    Possible,
    Likely,
    Certain,
}

impl Sequence<'_> {
    pub(super) fn grade(&self) -> Grade {
        match (self.is_certain(), self.is_likely()) {
            (true, _) => Grade::Certain,
            (_, true) => Grade::Likely,
            _ => Grade::Possible,
        }
    }

    fn is_certain(&self) -> bool {
        let Self { before, chars, next, decoded, is_joined } = *self;
        let (lead, rest) = (chars[0], &chars[1..]);
        let last = rest.last().copied().unwrap_or(next);
        let is_cyrillic = lead > '\u{400}' && lead < '\u{500}';
        let signs = if "ÃĂГ".contains(lead) { "" } else { SIGNS };
        let closes = rest.iter().all(|char| CLOSING.contains(*char) || signs.contains(*char));
        // As in `Ã–sterreich` and `ESPAÃ‘A`.
        let begins_word = next.is_ascii_lowercase() && !"\u{A0}\u{AD}·’".contains(last)
            || next.is_ascii_alphabetic() && !BETWEEN.contains(last);
        let in_word = before.is_ascii_lowercase() && lead.is_uppercase();
        match kind(decoded) {
            Kind::Rare => false,
            Kind::Other(_) => is_joined,
            // `вЂ™`, `â€™`, `ðŸ˜€`, but not Turkish `hâlâ…”`.
            Kind::Sign if rest.len() > 1 => !closes || !before.is_alphabetic(),
            _ if is_cyrillic => {
                in_word || !closes && (before.is_ascii_alphabetic() || next.is_ascii_alphabetic())
            }
            Kind::Sign if lead == 'Â' => {
                before.is_lowercase() || before.is_ascii_digit() || before == '.' || !closes || begins_word
            }
            Kind::Sign => in_word,
            Kind::Latin if rest.len() > 1 => !closes || before.is_ascii_alphabetic() && begins_word,
            Kind::Latin => in_word || !closes || begins_word,
        }
    }

    /// As in `KÃ–LN` and `Å\u{A0}koda`, unlike `MANHÃ–TARDE` in a text with other words of Portuguese.
    fn is_likely(&self) -> bool {
        let Self { before, chars, next, .. } = *self;
        match *chars {
            ['Ã' | 'Ă' | 'Г', '–' | '…' | '’'] => {
                before.is_ascii_uppercase() && next.is_ascii_uppercase()
            }
            ['Å' | 'Ĺ', '\u{A0}'] => !before.is_alphabetic() && next.is_ascii_lowercase(),
            _ => false,
        }
    }
}

/// The scripts and signs of the languages that programs are translated to.
#[expect(clippy::match_same_arms, reason = "one arm for the letters of a few blocks")]
pub(super) fn kind(char: char) -> Kind {
    match char {
        'ª' | 'º' => Kind::Sign,
        '\u{80}'..='\u{BF}' | '×' | '÷' | '\u{2000}'..='\u{206F}' | '\u{20A0}'..='\u{20BF}' => Kind::Sign,
        '\u{300}'..='\u{36F}' => Kind::Sign,
        '\u{2100}'..='\u{2BFF}' | '\u{FE0F}' | '\u{FEFF}' | '\u{FFFD}' | '\u{1F000}'..='\u{1FAFF}' => {
            Kind::Sign
        }
        '\u{C0}'..='\u{17F}' | 'Ơ' | 'ơ' | 'Ư' | 'ư' | '\u{1CD}'..='\u{1DC}' => Kind::Latin,
        'Ș'..='ț' | 'ə' | 'Ə' | '\u{1E00}'..='\u{1EFF}' => Kind::Latin,
        '\u{386}'..='\u{3CE}' => Kind::Other(0),
        '\u{401}'..='\u{45F}' | 'Ґ' | 'ґ' | '\u{492}'..='\u{4E9}' => Kind::Other(1),
        '\u{531}'..='\u{587}' => Kind::Other(2),
        '\u{5B0}'..='\u{5EA}' => Kind::Other(3),
        '\u{60C}'..='\u{6F9}' => Kind::Other(4),
        '\u{900}'..='\u{DFF}' => Kind::Other(5),
        '\u{E01}'..='\u{EFF}' => Kind::Other(6),
        '\u{10D0}'..='\u{10FF}' => Kind::Other(7),
        '\u{1780}'..='\u{17FF}' | '\u{1000}'..='\u{109F}' | '\u{1200}'..='\u{137F}' => Kind::Other(8),
        '\u{3001}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' => Kind::Other(9),
        '\u{3400}'..='\u{4DBF}' | '\u{FF01}'..='\u{FFEE}' | '\u{20000}'..='\u{3FFFF}' => Kind::Other(9),
        _ => Kind::Rare,
    }
}
