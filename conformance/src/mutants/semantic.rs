//! Mutants that accept or reject the wrong bytes, or replace them incorrectly.

use super::prelude::*;
use crate::lenient::{Replacement, Table, set};

pub(super) fn models() -> Vec<Mutant> {
    vec![mutant(Family::Semantic, "a table decoder", |_| {})]
}

pub(super) fn mutants() -> Vec<Mutant> {
    FAULTS.iter().map(|&(name, change)| mutant(Family::Semantic, name, change)).collect()
}

pub(super) fn replacing() -> Vec<Mutant> {
    REPLACING.iter().map(|&(name, change)| mutant(Family::Replacement, name, change)).collect()
}

fn mutant(family: Family, name: &str, change: Change) -> Mutant {
    let mut decoder = Table::right();
    change(&mut decoder);
    Mutant::of(Fields::ALL, family, name, &[Op::Verdict, Op::Replacement], move |question| match *question {
        Question::Verdict(bytes) => Some(Answer::Verdict(decoder.validate(bytes), None)),
        Question::Replacement(bytes) => Some(Answer::Replacement(decoder.replaced(bytes))),
        _ => None,
    })
}

type Change = fn(&mut Table);

const TAIL: [(u8, u8); 1] = [(0x80, 0xBF)];
const ANY: [(u8, u8); 1] = [(0x00, 0xFF)];

#[rustfmt::skip]
const FAULTS: &[(&str, Change)] = &[
    // Overlong forms, individually.
    ("C0 leads", |d| d.lead(0xC0, 0xC0, vec![set(&TAIL)])),
    ("C1 leads", |d| d.lead(0xC1, 0xC1, vec![set(&TAIL)])),
    ("C0 80 accepted, as Java writes it", |d| d.lead(0xC0, 0xC0, vec![set(&[(0x80, 0x80)])])),
    ("C0 AF accepted", |d| d.lead(0xC0, 0xC0, vec![set(&[(0xAF, 0xAF)])])),
    ("E0 80..9F accepted", |d| d.second(0xE0, 0x80, 0x9F, true)),
    ("E0 80 accepted", |d| d.second(0xE0, 0x80, 0x80, true)),
    ("E0 9F accepted", |d| d.second(0xE0, 0x9F, 0x9F, true)),
    ("F0 80..8F accepted", |d| d.second(0xF0, 0x80, 0x8F, true)),
    ("F0 80 accepted", |d| d.second(0xF0, 0x80, 0x80, true)),
    ("F0 8F accepted", |d| d.second(0xF0, 0x8F, 0x8F, true)),
    // Surrogates.
    ("surrogates accepted", |d| d.second(0xED, 0xA0, 0xBF, true)),
    ("high surrogates accepted", |d| d.second(0xED, 0xA0, 0xAF, true)),
    ("low surrogates accepted", |d| d.second(0xED, 0xB0, 0xBF, true)),
    ("ED A0 accepted", |d| d.second(0xED, 0xA0, 0xA0, true)),
    ("ED BF accepted", |d| d.second(0xED, 0xBF, 0xBF, true)),
    ("surrogate pairs accepted, as in CESU-8", |d| d.pairs = true),
    // Values above U+10FFFF.
    ("F4 90 accepted", |d| d.second(0xF4, 0x90, 0x90, true)),
    ("F4 90..BF accepted", |d| d.second(0xF4, 0x90, 0xBF, true)),
    ("F4 BF accepted", |d| d.second(0xF4, 0xBF, 0xBF, true)),
    ("F5 leads", |d| d.lead(0xF5, 0xF5, vec![set(&TAIL); 3])),
    ("F6 leads", |d| d.lead(0xF6, 0xF6, vec![set(&TAIL); 3])),
    ("F7 leads", |d| d.lead(0xF7, 0xF7, vec![set(&TAIL); 3])),
    ("F5..F7 lead", |d| d.lead(0xF5, 0xF7, vec![set(&TAIL); 3])),
    ("five bytes accepted", |d| d.lead(0xF8, 0xFB, vec![set(&TAIL); 4])),
    ("five bytes accepted, if not overlong", |d| {
        d.lead(0xF8, 0xFB, vec![set(&TAIL); 4]);
        d.second(0xF8, 0x80, 0x87, false);
    }),
    ("six bytes accepted", |d| d.lead(0xFC, 0xFD, vec![set(&TAIL); 5])),
    ("FC 84 accepted", |d| {
        d.lead(0xFC, 0xFC, vec![set(&TAIL); 5]);
        d.second(0xFC, 0x80, 0xBF, false);
        d.second(0xFC, 0x84, 0x84, true);
    }),
    ("FE accepted", |d| d.lead(0xFE, 0xFE, vec![])),
    ("FF accepted", |d| d.lead(0xFF, 0xFF, vec![])),
    // Single bytes.
    ("a lone continuation accepted", |d| d.lead(0x80, 0xBF, vec![])),
    ("80 accepted alone", |d| d.lead(0x80, 0x80, vec![])),
    ("BF accepted alone", |d| d.lead(0xBF, 0xBF, vec![])),
    ("7F refused", |d| d.no_lead(0x7F, 0x7F)),
    ("00 refused", |d| d.no_lead(0x00, 0x00)),
    ("C0 controls refused", |d| d.no_lead(0x01, 0x08)),
    // Continuations.
    ("continuations tested by their high bit only", |d| {
        for nth in 0..3 {
            d.tail(0xC2, 0xF4, nth, 0xC0, 0xFF, true);
        }
    }),
    ("continuations tested by 40 only", |d| {
        for nth in 0..3 {
            d.tail(0xC2, 0xF4, nth, 0x00, 0x3F, true);
        }
    }),
    ("second of two bytes unchecked", |d| d.lead(0xC2, 0xDF, vec![set(&ANY)])),
    ("second byte C0 accepted", |d| d.tail(0xC2, 0xF4, 0, 0xC0, 0xC0, true)),
    ("second byte 7F accepted", |d| d.tail(0xC2, 0xF4, 0, 0x7F, 0x7F, true)),
    ("third byte unchecked", |d| d.tail(0xE0, 0xF4, 1, 0x00, 0xFF, true)),
    ("E1 80 1x accepted", |d| d.tail(0xE1, 0xE1, 1, 0x10, 0x1F, true)),
    ("E1 80 5x accepted", |d| d.tail(0xE1, 0xE1, 1, 0x50, 0x5F, true)),
    ("F1 80 80 1x accepted", |d| d.tail(0xF1, 0xF1, 2, 0x10, 0x1F, true)),
    ("third byte of four unchecked", |d| d.tail(0xF0, 0xF4, 1, 0x00, 0xFF, true)),
    ("third byte C0 accepted", |d| d.tail(0xE0, 0xF4, 1, 0xC0, 0xC0, true)),
    ("fourth byte unchecked", |d| d.tail(0xF0, 0xF4, 2, 0x00, 0xFF, true)),
    ("fourth byte C0 accepted", |d| d.tail(0xF0, 0xF4, 2, 0xC0, 0xC0, true)),
    ("fourth byte 7F accepted", |d| d.tail(0xF0, 0xF4, 2, 0x7F, 0x7F, true)),
    ("second byte BF refused", |d| d.tail(0xC2, 0xF4, 0, 0xBF, 0xBF, false)),
    ("second byte 80 refused", |d| d.tail(0xC2, 0xF4, 0, 0x80, 0x80, false)),
    ("third byte BF refused", |d| d.tail(0xE0, 0xF4, 1, 0xBF, 0xBF, false)),
    ("fourth byte 80 refused", |d| d.tail(0xF0, 0xF4, 2, 0x80, 0x80, false)),
    // Leads.
    ("leads masked with F1", |d| {
        for lead in [0xF0, 0xF2, 0xF4, 0xF6, 0xF8, 0xFA, 0xFC, 0xFE] {
            d.lead(lead, lead, vec![set(&TAIL); 3]);
        }
        d.no_lead(0xF1, 0xF1);
        d.no_lead(0xF3, 0xF3);
    }),
    ("C2 refused", |d| d.no_lead(0xC2, 0xC2)),
    ("DF refused", |d| d.no_lead(0xDF, 0xDF)),
    ("EF refused", |d| d.no_lead(0xEF, 0xEF)),
    ("F4 refused", |d| d.no_lead(0xF4, 0xF4)),
    ("F1 takes F0's second byte", |d| d.second(0xF1, 0x80, 0x8F, false)),
    ("E1 takes E0's second byte", |d| d.second(0xE1, 0x80, 0x9F, false)),
    ("EE takes ED's second byte", |d| d.second(0xEE, 0xA0, 0xBF, false)),
    ("F3 takes F4's second byte", |d| d.second(0xF3, 0x90, 0xBF, false)),
    ("the Basic Multilingual Plane only", |d| d.no_lead(0xF0, 0xF4)),
    // Characters that some decoders reject.
    ("noncharacters refused", |d| d.refuse = |c| (0xFDD0..0xFDF0).contains(&c) || c & 0xFFFE == 0xFFFE),
    ("U+FFFF refused", |d| d.refuse = |c| c == 0xFFFF),
    ("U+FDD0 to U+FDEF refused", |d| d.refuse = |c| (0xFDD0..0xFDF0).contains(&c)),
    ("U+10FFFF refused", |d| d.refuse = |c| c == 0x10_FFFF),
    ("U+1FFFE refused", |d| d.refuse = |c| c == 0x1_FFFE),
    ("U+FFFD refused", |d| d.refuse = |c| c == 0xFFFD),
    ("C1 controls refused", |d| d.refuse = |c| (0x80..0xA0).contains(&c)),
    ("U+FEFF refused", |d| d.refuse = |c| c == 0xFEFF),
    ("private use refused", |d| d.refuse = |c| (0xE000..0xF900).contains(&c)),
    ("tags and selectors refused (shaka-player 10515)", |d| d.refuse = |c| c >= 0xE_0000),
    ("a byte order mark is stripped", |d| d.strip_mark = true),
    ("NUL ends the text", |d| d.stop_at_nul = true),
    // The end.
    ("truncation accepted", |d| d.missing = 3),
    ("truncation by one byte accepted", |d| d.missing = 1),
    ("truncation by two bytes accepted", |d| d.missing = 2),
];

const REPLACING: &[(&str, Change)] = &[
    ("one U+FFFD a byte", |d| d.replacement = Replacement::PerByte),
    ("one U+FFFD for what the lead promises", |d| d.replacement = Replacement::Structural),
    ("one U+FFFD for adjacent errors", |d| d.replacement = Replacement::Collapsed),
    ("replacement swallows the next byte", |d| d.replacement = Replacement::Swallows),
];
