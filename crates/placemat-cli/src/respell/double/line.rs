//! Decides a line as a whole.
//!
//! All characters beyond ASCII of a line that was encoded twice belong to sequences. If one of them is
//! [certain](super::certain), all are decoded. In a line with other characters, text that was encoded twice was inserted
//! in text that was not; there, a run of characters beyond ASCII is decoded if it has a certain sequence and no letter
//! outside of sequences.

use super::certain::{Grade, Kind, Sequence, kind};
use super::pages::{cut, is_control, sequence, windows_1252_of};

/// Characters beyond ASCII in a row.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) before: char,
    pub(super) text: Vec<char>,
    pub(super) next: char,
}

/// What a line shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Evidence {
    /// Sequences that show by themselves that they were encoded twice.
    certain: u32,
    /// The best grade of a sequence.
    best: Grade,
    /// Sequences of characters that no common language uses.
    rare: u32,
    /// Characters beyond ASCII outside of sequences.
    pub(super) others: u32,
}

impl Evidence {
    /// Whether the line shows that it was encoded twice.
    pub(super) fn is_encoded(self) -> bool {
        self.others == 0 && self.certain > 0 && self.rare <= self.certain / 4
    }
}

/// A part of a run.
struct Token<'a> {
    chars: &'a [char],
    is: Is,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Is {
    Sequence {
        decoded: char,
        grade: Grade,
    },
    /// `Ã` before a space that was U+00A0.
    NoBreak {
        decoded: char,
        grade: Grade,
    },
    /// A control of Latin-1 that may have been this character of Windows-1252.
    Mark {
        decoded: char,
        is_certain: bool,
    },
    /// A sequence that lost its last bytes.
    Cut,
    Other,
}

/// Decodes the runs of a line, level by level, until nothing changes. A line in which every character belongs to a
/// sequence is decoded if one is of the grade that is `enough`. Returns what the line shows.
pub(super) fn decode(runs: &mut [Run], enough: Grade) -> Evidence {
    let first = level(runs, enough);
    let mut last = first;
    while last.1 {
        last = level(runs, Grade::Certain);
    }
    first.0
}

/// Decodes all sequences of a run, level by level.
pub(super) fn decode_all(text: Vec<char>) -> Vec<char> {
    let mut run = Run { before: ' ', text, next: ' ' };
    loop {
        let decoded = text_of(&tokens(&run));
        if decoded == run.text {
            return decoded;
        }
        run.text = decoded;
    }
}

/// Whether a run of such a line may have been encoded twice.
pub(super) fn is_doubtful(run: &Run, evidence: Evidence) -> bool {
    let is_doubtful = |token: &Token<'_>| match token.is {
        Is::Sequence { decoded, grade } | Is::NoBreak { decoded, grade } => {
            grade == Grade::Certain
                || evidence.others == 0 && evidence.certain == 0 && kind(decoded) != Kind::Rare
        }
        Is::Mark { is_certain, .. } => is_certain,
        Is::Cut => true,
        _ => false,
    };
    tokens(run).iter().any(is_doubtful)
}

/// Decodes one level, and returns whether that changes something.
fn level(runs: &mut [Run], enough: Grade) -> (Evidence, bool) {
    let mut all: Vec<Vec<Token<'_>>> = runs.iter().map(tokens).collect();
    decide_marks(&mut all);
    let mut evidence = Evidence::default();
    for token in all.iter().flatten() {
        match token.is {
            Is::Sequence { decoded, grade } | Is::NoBreak { decoded, grade } => {
                evidence.rare += u32::from(kind(decoded) == Kind::Rare);
                evidence.certain += u32::from(grade == Grade::Certain);
                evidence.best = evidence.best.max(grade);
            }
            Is::Other => evidence.others += u32::from(token.chars[0] != '\u{FFFD}'),
            Is::Mark { .. } | Is::Cut => {}
        }
    }
    let is_enough = match enough {
        Grade::Possible => true,
        Grade::Likely => evidence.best == Grade::Likely && evidence.rare == 0,
        Grade::Certain => false,
    };
    let is_encoded = evidence.is_encoded() || is_enough && evidence.others == 0;
    let decoded: Vec<Option<Vec<char>>> =
        all.iter().map(|tokens| (is_encoded || is_inserted(tokens)).then(|| text_of(tokens))).collect();
    let mut changes = false;
    for (run, text) in runs.iter_mut().zip(decoded) {
        if let Some(text) = text.filter(|text| *text != run.text) {
            run.text = text;
            changes = true;
        }
    }
    (evidence, changes)
}

/// Whether a run in other text was encoded twice.
fn is_inserted(tokens: &[Token<'_>]) -> bool {
    let certain = |token: &Token<'_>| match token.is {
        Is::Sequence { grade, .. } | Is::NoBreak { grade, .. } => grade == Grade::Certain,
        _ => false,
    };
    let letter = |token: &Token<'_>| token.is == Is::Other && token.chars[0].is_alphabetic();
    tokens.iter().any(certain) && !tokens.iter().any(letter)
}

fn text_of(tokens: &[Token<'_>]) -> Vec<char> {
    let mut text = Vec::new();
    for Token { chars, is } in tokens {
        match is {
            Is::Sequence { decoded, .. } | Is::NoBreak { decoded, .. } | Is::Mark { decoded, .. } => {
                text.push(*decoded);
            }
            Is::Cut | Is::Other => text.extend_from_slice(chars),
        }
    }
    text
}

fn tokens(run: &Run) -> Vec<Token<'_>> {
    let Run { before, text, next } = run;
    let (mut tokens, mut rest): (Vec<Token<'_>>, _) = (Vec::new(), &**text);
    while let Some(first) = rest.first() {
        let before = text[..text.len() - rest.len()].last().unwrap_or(before);
        let (is, len) = match (sequence(rest), cut(rest), windows_1252_of(*first)) {
            (Some((decoded, len)), ..) => (Is::Sequence { decoded, grade: Grade::Possible }, len),
            (_, Some(len), _) => (Is::Cut, len),
            (.., Some(decoded)) => {
                let is_certain = is_in_text(decoded, [*before, *rest.get(1).unwrap_or(next)]);
                (Is::Mark { decoded, is_certain }, 1)
            }
            _ => match no_break(rest, *next) {
                Some(decoded) if before.is_ascii_lowercase() => {
                    (Is::NoBreak { decoded, grade: Grade::Certain }, 1)
                }
                Some(decoded) => (Is::NoBreak { decoded, grade: Grade::Possible }, 1),
                None => (Is::Other, 1),
            },
        };
        tokens.push(Token { chars: &rest[..len], is });
        rest = &rest[len..];
    }
    grade(run, &mut tokens);
    tokens
}

/// Whether a control of Latin-1 was this character, by what stands on both sides: letters and spaces around a letter, a
/// letter or digit beside punctuation, and no other control.
fn is_in_text(decoded: char, [before, next]: [char; 2]) -> bool {
    if decoded.is_alphabetic() {
        return next.is_alphabetic() && (before.is_alphabetic() || before.is_whitespace());
    }
    (before.is_alphanumeric() || next.is_alphanumeric()) && !is_control(before) && !is_control(next)
}

/// One control in text decides on those of the whole line, unless one of them is in no code page, as in a table.
fn decide_marks(line: &mut [Vec<Token<'_>>]) {
    let tokens = || line.iter().flatten();
    let is_text = tokens().any(|token| matches!(token.is, Is::Mark { is_certain: true, .. }))
        && !tokens().any(|token| token.is == Is::Other && is_control(token.chars[0]));
    for token in line.iter_mut().flatten() {
        if let Is::Mark { decoded, .. } = token.is {
            token.is = if is_text { Is::Sequence { decoded, grade: Grade::Certain } } else { Is::Other };
        }
    }
}

/// The letter whose second byte was U+00A0, which became a space.
fn no_break(rest: &[char], next: char) -> Option<char> {
    match rest {
        ['Ã'] if next == ' ' => Some('à'),
        ['Å'] if next == ' ' => Some('Š'),
        _ => None,
    }
}

/// Grades the sequences.
fn grade(run: &Run, tokens: &mut [Token<'_>]) {
    let script = |token: Option<&Token<'_>>| match token?.is {
        Is::Sequence { decoded, .. } => Some(kind(decoded)),
        _ => None,
    };
    for at in 0..tokens.len() {
        let Is::Sequence { decoded, .. } = tokens[at].is else { continue };
        let chars = tokens[at].chars;
        let neighbours = [at.checked_sub(1).and_then(|at| tokens.get(at)), tokens.get(at + 1)];
        let is_joined = neighbours.iter().any(|token| script(*token) == Some(kind(decoded)));
        let before = neighbours[0].map_or(run.before, |token| token.chars[token.chars.len() - 1]);
        let next = neighbours[1].map_or(run.next, |token| token.chars[0]);
        let grade = Sequence { before, chars, next, decoded, is_joined }.grade();
        tokens[at].is = Is::Sequence { decoded, grade };
    }
}
