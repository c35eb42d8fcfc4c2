//! Mutants that guess wrongly what ill-formed octets are.

use super::mutant::{Family, Mutant};
use crate::{
    reading::{
        self, Rule, Rules, cut_end, cut_short, cut_start, double, form, signature, single, surrogate, utf16,
    },
    subject::{Diagnoses, Form, Hint, Subject},
};

pub(super) fn models() -> Vec<Mutant> {
    vec![mutant("the reading's rules", Rules::RIGHT, |_, hints| hints)]
}

pub(super) fn mutants() -> Vec<Mutant> {
    let orders = ORDERS.iter().map(|&(name, order)| (name, Rules { order, ..Rules::RIGHT }));
    let rules =
        orders.chain(NUMBERS.iter().copied()).map(|(name, rules)| mutant(name, rules, |_, hints| hints));
    rules.chain(ANSWERS.iter().map(|&(name, change)| mutant(name, Rules::RIGHT, change))).collect()
}

fn mutant(name: &str, rules: Rules, change: Change) -> Mutant {
    let subject = Box::new(Guesses { rules, change });
    Mutant { family: Family::Diagnose, name: name.to_owned(), seen_by: None, subject }
}

type Hints = Vec<(usize, Option<Hint>)>;
type Change = fn(&[u8], Hints) -> Hints;

struct Guesses {
    rules: Rules,
    change: Change,
}

impl Subject for Guesses {
    fn name(&self) -> &str {
        "guesses"
    }

    crate::claims!(diagnose: Diagnoses);
}

impl Diagnoses for Guesses {
    fn hints(&self, bytes: &[u8]) -> Hints {
        (self.change)(bytes, reading::hints_by(bytes, &self.rules))
    }
}

/// Other hints in place of some.
fn renamed(hints: Hints, rename: impl Fn(Hint) -> Option<Hint>) -> Hints {
    hints.into_iter().map(|(at, hint)| (at, hint.and_then(&rename))).collect()
}

/// One rule is missing, or two are swapped.
#[rustfmt::skip]
const ORDERS: &[(&str, &[Rule])] = &[
    ("no signatures", &[form, surrogate, utf16, cut_end, cut_short, cut_start, double, single]),
    ("no forms", &[signature, surrogate, utf16, cut_end, cut_short, cut_start, double, single]),
    ("no halves of pairs", &[signature, form, utf16, cut_end, cut_short, cut_start, double, single]),
    ("no UTF-16", &[signature, form, surrogate, cut_end, cut_short, cut_start, double, single]),
    ("no cut at the end", &[signature, form, surrogate, utf16, cut_short, cut_start, double, single]),
    ("no cut before text", &[signature, form, surrogate, utf16, cut_end, cut_start, double, single]),
    ("no cut at the start", &[signature, form, surrogate, utf16, cut_end, cut_short, double, single]),
    ("no double encoding", &[signature, form, surrogate, utf16, cut_end, cut_short, cut_start, single]),
    ("no encodings of one octet", &[signature, form, surrogate, utf16, cut_end, cut_short, cut_start, double]),
    ("UTF-16 before signatures", &[utf16, signature, form, surrogate, cut_end, cut_short, cut_start, double, single]),
    ("UTF-16 before forms", &[signature, utf16, form, surrogate, cut_end, cut_short, cut_start, double, single]),
    ("halves before forms", &[signature, surrogate, form, utf16, cut_end, cut_short, cut_start, double, single]),
    ("a cut at the end before UTF-16", &[signature, form, surrogate, cut_end, utf16, cut_short, cut_start, double, single]),
    ("a cut at the start before forms and UTF-16", &[signature, cut_start, form, surrogate, utf16, cut_end, cut_short, double, single]),
    ("double encoding before cuts", &[signature, form, surrogate, utf16, double, cut_end, cut_short, cut_start, single]),
    ("one octet before double encoding", &[signature, form, surrogate, utf16, cut_end, cut_short, cut_start, single, double]),
    ("one octet before cuts", &[signature, form, surrogate, utf16, single, cut_end, cut_short, cut_start, double]),
    ("one octet first of all", &[single, signature, form, surrogate, utf16, cut_end, cut_short, cut_start, double]),
];

const NUMBERS: &[(&str, Rules)] = &[
    ("63 octets are near", Rules { near: 63, ..Rules::RIGHT }),
    ("65 octets are near", Rules { near: 65, ..Rules::RIGHT }),
    ("128 octets are near", Rules { near: 128, ..Rules::RIGHT }),
    ("everything is near", Rules { near: usize::MAX / 2, ..Rules::RIGHT }),
    ("forms have five octets", Rules { longest_form: 5, ..Rules::RIGHT }),
    ("three units are UTF-16", Rules { fewest_units: 3, ..Rules::RIGHT }),
    ("four units are not UTF-16", Rules { fewest_units: 5, ..Rules::RIGHT }),
    ("the upper half of a unit is 00", Rules { upper: 0x01, ..Rules::RIGHT }),
    ("letters are upper halves", Rules { upper: 0x7F, ..Rules::RIGHT }),
    ("two octets at most are the rest of a character", Rules { longest_rest: 2, ..Rules::RIGHT }),
    ("four octets can be the rest of a character", Rules { longest_rest: 4, ..Rules::RIGHT }),
    ("one byte before ASCII is the rest of a character", Rules { rest_needs_text: 0, ..Rules::RIGHT }),
    ("two bytes before ASCII are no rest", Rules { rest_needs_text: 2, ..Rules::RIGHT }),
    ("a lead alone is cut short", Rules { shortest_cut: 1, ..Rules::RIGHT }),
    ("two of four bytes are not cut short", Rules { shortest_cut: 3, ..Rules::RIGHT }),
    ("signs may be inside words", Rules { mind_words: false, ..Rules::RIGHT }),
    ("one pair is double encoding", Rules { any_pair: true, ..Rules::RIGHT }),
    ("two octets in a row are the most", Rules { longest_run: 2, ..Rules::RIGHT }),
    ("four octets in a row are not too many", Rules { longest_run: 4, ..Rules::RIGHT }),
    ("a NUL may be beside", Rules { nul_beside: false, ..Rules::RIGHT }),
    ("a sequence may be within", Rules { sequence_within: false, ..Rules::RIGHT }),
];

#[rustfmt::skip]
const ANSWERS: &[(&str, Change)] = &[
    ("a hint for text without an error", |_, hints| {
        if hints.is_empty() { vec![(0, Some(Hint::CutEnd))] } else { hints }
    }),
    ("a hint for a signature of UTF-8", |bytes, mut hints| {
        if bytes.starts_with(b"\xEF\xBB\xBF") { hints.push((0, Some(Hint::Signature(Form::Utf8)))) }
        hints
    }),
    ("a hint for text that was encoded twice", |bytes, hints| {
        if bytes.ends_with(b"\xC3\x83\xC2\xA9") { vec![(0, Some(Hint::DoubleEncoding))] } else { hints }
    }),
    ("nothing is said", |_, hints| renamed(hints, |_| None)),
    ("something is always said", |_, hints| {
        hints.into_iter().map(|(at, hint)| (at, hint.or(Some(Hint::Latin1('?'))))).collect()
    }),
    ("only the first error has a hint", |_, hints| {
        hints.into_iter().enumerate().map(|(nth, (at, hint))| (at, hint.filter(|_| nth == 0))).collect()
    }),
    ("all errors have the hint of the first", |_, hints| {
        let first = hints.first().and_then(|(_, hint)| *hint);
        hints.into_iter().map(|(at, _)| (at, first)).collect()
    }),
    ("the offsets are one too large", |_, hints| hints.into_iter().map(|(at, hint)| (at + 1, hint)).collect()),
    ("the byte orders are swapped", |_, hints| renamed(hints, |hint| Some(match hint {
        Hint::Utf16Le => Hint::Utf16Be,
        Hint::Utf16Be => Hint::Utf16Le,
        hint => hint,
    }))),
    ("UTF-32LE is UTF-16LE", |_, hints| renamed(hints, |hint| Some(match hint {
        Hint::Signature(Form::Utf32Le) => Hint::Signature(Form::Utf16Le),
        hint => hint,
    }))),
    ("forms of four octets are not of RFC 2279", |_, hints| {
        renamed(hints, |hint| Some(hint).filter(|hint| *hint != Hint::Rfc2279(4)))
    }),
    ("forms of six octets have five", |_, hints| renamed(hints, |hint| Some(match hint {
        Hint::Rfc2279(6) => Hint::Rfc2279(5),
        hint => hint,
    }))),
    ("C0 and any continuation are Java's NUL", |bytes, hints| {
        let is_java = |at: usize| matches!(bytes.get(at..at + 2), Some([0xC0, 0x80..=0xBF]));
        hints.into_iter().map(|(at, hint)| (at, if is_java(at) { Some(Hint::JavaNul) } else { hint })).collect()
    }),
    ("a pair is 10000 too low", |_, hints| renamed(hints, |hint| Some(match hint {
        Hint::Cesu8(character) => Hint::Cesu8(char::from_u32(u32::from(character) - 0x1_0000).unwrap_or('?')),
        hint => hint,
    }))),
    ("half a pair is one", |_, hints| renamed(hints, |hint| Some(match hint {
        Hint::LoneSurrogate => Hint::Cesu8('?'),
        hint => hint,
    }))),
    ("Windows-1252 is Latin-1", |bytes, hints| {
        let latin = |at: usize, hint| match hint {
            Some(Hint::Windows1252(_)) => Some(Hint::Latin1(bytes[at].into())),
            hint => hint,
        };
        hints.into_iter().map(|(at, hint)| (at, latin(at, hint))).collect()
    }),
    ("what Windows-1252 does not define is a control", |bytes, hints| {
        let control = |at: usize| (bytes[at] == 0x81).then_some(Hint::Windows1252('\u{81}'));
        hints.into_iter().map(|(at, hint)| (at, hint.or_else(|| control(at)))).collect()
    }),
];
