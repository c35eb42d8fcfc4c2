//! Decides whether sequences of characters are bytes of UTF-8, or ordinary text.
//!
//! In ordinary text, a lead is a letter such as `É`, and the continuations are punctuation and signs that may follow a
//! word. So it matters how plausible they are together, and what stands before and after. Every rule leans to ordinary
//! text; the languages named are those that the rule protects.

/// What routinely follows a word.
const PUNCTUATION: &str = "\u{A0}\u{AD}‘’“”«»‹›…–—·™®";

/// What may follow a letter.
const SIGNS: &str = "°ªº¹²³©†‡•´§¡¿±¼½¾";

/// The signs that do not follow a lower-case letter and other punctuation.
const RARE_SIGNS: &str = "´§¡¿±¼½¾";

/// The letters that follow `É`, `Ú`, `Ü` or `Ý` in Czech, Slovak and Estonian.
const LETTERS: &str = "ŠšŽž";

/// What may stand between a word and the next.
const BETWEEN: &str = "\u{A0}\u{AD}‘’–—…·";

/// Characters that decode to one.
#[derive(Clone, Copy)]
pub(super) struct Sequence<'a> {
    pub(super) before: char,
    pub(super) lead: char,
    pub(super) rest: &'a [char],
    pub(super) next: char,
    pub(super) is_bom: bool,
}

/// Whether a run with these sequences was encoded twice.
pub(super) fn is_certain(sequences: &[Sequence<'_>]) -> bool {
    let signs =
        |sequence: &Sequence<'_>| !sequence.rest.iter().all(|char| is_in(*char, &[PUNCTUATION, LETTERS]));
    let western = |sequence: &Sequence<'_>| matches!(sequence.lead, 'Â' | 'Ã');
    sequences.iter().any(Sequence::is_certain)
        || sequences.len() > 1 && (sequences.iter().any(signs) || sequences.iter().all(western))
}

impl Sequence<'_> {
    /// Whether it shows by itself that the run was encoded twice.
    fn is_certain(&self) -> bool {
        let Self { before, lead, rest, next, is_bom } = *self;
        let is_in = |char: char, sets: &[&str]| is_in(char, sets);
        // As in `cÅ“ur`; in `25Â°`, too.
        let changes_case =
            lead.is_uppercase() && (before.is_lowercase() || lead == 'Â' && before.is_ascii_digit());
        // As in `Å“uvre`, unlike `CAFÉ—bar` or a soft hyphen in capitals.
        let begins_word = |between: &str| {
            let last = rest.last().copied().unwrap_or(next);
            next.is_ascii_alphabetic() && !between.contains(last)
                || next.is_ascii_lowercase() && last == '\u{AD}'
        };
        let is_alone = before.is_ascii() && !before.is_ascii_alphabetic();
        match (lead, rest) {
            _ if is_bom => true,
            // `2×€5`.
            ('×', _) => false,
            (_, [_]) if changes_case => true,
            // No language ends words in this letter, so it is mojibake before most signs.
            ('Â', ['°' | 'ª' | 'º']) => begins_word(BETWEEN),
            ('Â', ['\u{A0}']) => !":;!?»".contains(next),
            ('Â', ['«' | '»']) => before.is_ascii(),
            ('Â', [last]) => is_control(*last) || *last >= '\u{A0}' && *last <= '\u{BF}',
            // `MANHÃ”`, `AÎ…`, `ÞAÐ»`, `ESPAÑ…`.
            ('Ã' | 'Î' | 'Ï' | 'Ð' | 'Ñ', [last]) => {
                !PUNCTUATION.contains(*last)
                    || begins_word(BETWEEN)
                    || is_alone && (matches!(lead, 'Ð' | 'Ñ') || lead == 'Ã' && "\u{A0}—".contains(*last))
            }
            // `3 Å²`, `1.5 ű0.2`.
            ('Ä' | 'Å', [last]) => {
                !is_in(*last, &[PUNCTUATION, SIGNS])
                    || begins_word(BETWEEN)
                    || lead == 'Ä' && *last == '‘' && next.is_ascii_alphabetic()
            }
            // `«É»`, `„Spaß“`, `Ø\u{BD}`, `PŘÍŽE`, `Úžas`.
            (_, [last]) => !is_in(*last, &[PUNCTUATION, SIGNS, LETTERS]) && !is_control(*last),
            // Turkish has `hâlâ…”`, but no word of this letter alone.
            ('â', _) if !before.is_alphabetic() => true,
            ('ð', [second, ..]) => matches!(second, 'Ÿ' | '\u{90}' | '\u{9D}' | '\u{9F}'),
            // `«está»…`, `café\u{A0}»`.
            _ => {
                begins_word("\u{A0}\u{AD}‘’–—")
                    || !rest.iter().all(|char| {
                        is_in(*char, &[PUNCTUATION, SIGNS, LETTERS]) && !RARE_SIGNS.contains(*char)
                    })
                    || rest.iter().all(|char| SIGNS.contains(*char))
            }
        }
    }
}

pub(super) fn is_control(char: char) -> bool {
    matches!(char, '\u{80}'..='\u{9F}')
}

fn is_in(char: char, sets: &[&str]) -> bool {
    sets.iter().any(|set| set.contains(char))
}
