//! Decides a line as a whole.
//!
//! All characters beyond ASCII of a line that was encoded twice belong to sequences. If one of them is
//! [certain](super::certain), all are decoded. In a line with other characters, text that was encoded twice was inserted
//! in text that was not; there, a run of characters beyond ASCII is decoded if it has a certain sequence and no letter
//! outside of sequences.

use super::{
    certain::{Kind, Sequence, kind},
    pages::{cut, is_control, of_control, sequence},
};

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
        is_certain: bool,
    },
    /// `Ã` before a space that was U+00A0.
    NoBreak {
        decoded: char,
        is_certain: bool,
    },
    /// A sequence that lost its last bytes.
    Cut,
    Other,
}

/// Decodes the runs of a line, level by level, until nothing changes. Returns what the line shows.
pub(super) fn decode(runs: &mut [Run], is_encoded: bool) -> Evidence {
    let first = level(runs, is_encoded);
    let mut last = first;
    while last.1 {
        last = level(runs, false);
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
        Is::Sequence { decoded, is_certain } => {
            is_certain || evidence.others == 0 && evidence.certain == 0 && kind(decoded) != Kind::Rare
        }
        Is::Cut => true,
        _ => false,
    };
    tokens(run).iter().any(is_doubtful)
}

/// Decodes one level, and returns whether that changes something.
fn level(runs: &mut [Run], is_encoded: bool) -> (Evidence, bool) {
    let all: Vec<Vec<Token<'_>>> = runs.iter().map(tokens).collect();
    let mut evidence = Evidence::default();
    for token in all.iter().flatten() {
        match token.is {
            Is::Sequence { decoded, is_certain } => {
                evidence.rare += u32::from(kind(decoded) == Kind::Rare);
                evidence.certain += u32::from(is_certain);
            }
            Is::Other => evidence.others += 1,
            Is::NoBreak { is_certain, .. } => evidence.certain += u32::from(is_certain),
            Is::Cut => {}
        }
    }
    let is_encoded = evidence.is_encoded() || is_encoded && evidence.others == 0;
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
    let certain = |token: &Token<'_>| matches!(token.is, Is::Sequence { is_certain: true, .. });
    let letter = |token: &Token<'_>| token.is == Is::Other && token.chars[0].is_alphabetic();
    tokens.iter().any(certain) && !tokens.iter().any(letter)
}

fn text_of(tokens: &[Token<'_>]) -> Vec<char> {
    let mut text = Vec::new();
    for Token { chars, is } in tokens {
        match is {
            Is::Sequence { decoded, .. } | Is::NoBreak { decoded, .. } => text.push(*decoded),
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
        let (is, len) = match (sequence(rest), cut(rest), of_control(*first)) {
            (Some((decoded, len)), ..) => (Is::Sequence { decoded, is_certain: false }, len),
            (_, Some(len), _) => (Is::Cut, len),
            (.., Some(decoded)) if is_mark(decoded, [*before, *rest.get(1).unwrap_or(next)]) => {
                (Is::Sequence { decoded, is_certain: true }, 1)
            }
            _ => match no_break(rest, *next) {
                Some(decoded) => (Is::NoBreak { decoded, is_certain: before.is_ascii_lowercase() }, 1),
                None => (Is::Other, 1),
            },
        };
        tokens.push(Token { chars: &rest[..len], is });
        rest = &rest[len..];
    }
    find_certain(run, &mut tokens);
    tokens
}

/// Whether a control of Latin-1 was this punctuation: it stands beside a letter or digit, and beside no other control.
fn is_mark(decoded: char, sides: [char; 2]) -> bool {
    !decoded.is_alphabetic()
        && sides.iter().any(|side| side.is_alphanumeric())
        && !sides.iter().any(|side| is_control(*side))
}

/// The letter whose second byte was U+00A0, which became a space.
fn no_break(rest: &[char], next: char) -> Option<char> {
    match rest {
        ['Ã'] if next == ' ' => Some('à'),
        ['Å'] if next == ' ' => Some('Š'),
        _ => None,
    }
}

/// Finds the certain sequences.
fn find_certain(run: &Run, tokens: &mut [Token<'_>]) {
    let script = |token: Option<&Token<'_>>| match token?.is {
        Is::Sequence { decoded, .. } => Some(kind(decoded)),
        _ => None,
    };
    for at in 0..tokens.len() {
        let Is::Sequence { decoded, is_certain: false } = tokens[at].is else { continue };
        let chars = tokens[at].chars;
        if chars.len() == 1 {
            continue;
        }
        let neighbours = [at.checked_sub(1).and_then(|at| tokens.get(at)), tokens.get(at + 1)];
        let is_joined = neighbours.iter().any(|token| script(*token) == Some(kind(decoded)));
        let before = neighbours[0].map_or(run.before, |token| token.chars[token.chars.len() - 1]);
        let next = neighbours[1].map_or(run.next, |token| token.chars[0]);
        let is_certain = Sequence { before, chars, next, decoded, is_joined }.is_certain();
        tokens[at].is = Is::Sequence { decoded, is_certain };
    }
}
