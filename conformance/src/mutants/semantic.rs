//! Mutants that accept or reject the wrong bytes.

use placemat_core::ErrorKind;

use super::mutant::{Family, Mutant};
use crate::{
    contract::{self, Answer, Fault, Op, Question, Verdict},
    text::{is_pair, value},
};

pub(super) fn models() -> Vec<Mutant> {
    vec![mutant("a table decoder", Decoder::right())]
}

pub(super) fn mutants() -> Vec<Mutant> {
    let changed = FAULTS.iter().map(|&(name, change)| {
        let mut decoder = Decoder::right();
        change(&mut decoder);
        mutant(name, decoder)
    });
    changed.collect()
}

fn mutant(name: &str, decoder: Decoder) -> Mutant {
    Mutant::new(Family::Semantic, name, Box::new(decoder))
}

/// The bytes permitted in one position.
type Set = [bool; 256];

/// A table decoder: for each lead, the bytes permitted in each position after it.
struct Decoder {
    tails: Vec<Option<Vec<Set>>>,
    /// Values that are rejected although their bytes are valid.
    refuse: fn(u32) -> bool,
    /// How many bytes may be missing at the end of the input.
    missing: usize,
    /// Whether everything after a NUL is accepted.
    stop_at_nul: bool,
    /// Whether positions do not count a byte order mark at the start.
    strip_mark: bool,
    /// Whether a surrogate pair counts as one character.
    pairs: bool,
    replacement: Replacement,
}

/// How errors are replaced.
#[derive(Clone, Copy, PartialEq)]
enum Replacement {
    MaximalSubpart,
    PerByte,
    /// One for all bytes that the lead promises.
    Structural,
    /// One for adjacent errors together.
    Collapsed,
    /// The byte after the error is lost.
    Swallows,
}

fn set(ranges: &[(u8, u8)]) -> Set {
    let mut set = [false; 256];
    for &(first, last) in ranges {
        set[usize::from(first)..=usize::from(last)].fill(true);
    }
    set
}

impl Decoder {
    fn right() -> Self {
        let tail = || set(&[(0x80, 0xBF)]);
        let mut decoder = Self {
            tails: vec![None; 256],
            refuse: |_| false,
            missing: 0,
            stop_at_nul: false,
            strip_mark: false,
            pairs: false,
            replacement: Replacement::MaximalSubpart,
        };
        decoder.lead(0x00, 0x7F, vec![]);
        decoder.lead(0xC2, 0xDF, vec![tail()]);
        decoder.lead(0xE0, 0xEF, vec![tail(), tail()]);
        decoder.lead(0xF0, 0xF4, vec![tail(), tail(), tail()]);
        decoder.second(0xE0, 0x80, 0x9F, false);
        decoder.second(0xED, 0xA0, 0xBF, false);
        decoder.second(0xF0, 0x80, 0x8F, false);
        decoder.second(0xF4, 0x90, 0xBF, false);
        decoder
    }

    /// Makes these bytes leads of sequences with this tail.
    fn lead(&mut self, first: u8, last: u8, tail: Vec<Set>) {
        self.tails[usize::from(first)..=usize::from(last)].fill(Some(tail));
    }

    /// Makes these bytes invalid as leads.
    fn no_lead(&mut self, first: u8, last: u8) {
        self.tails[usize::from(first)..=usize::from(last)].fill(None);
    }

    /// Sets whether these bytes may follow `lead`.
    fn second(&mut self, lead: u8, first: u8, last: u8, permitted: bool) {
        self.tail(lead, lead, 0, first, last, permitted);
    }

    /// Sets whether these bytes may be in position `nth` after these leads.
    fn tail(&mut self, lead: u8, to: u8, nth: usize, first: u8, last: u8, permitted: bool) {
        for tail in self.tails[usize::from(lead)..=usize::from(to)].iter_mut().flatten() {
            if let Some(set) = tail.get_mut(nth) {
                set[usize::from(first)..=usize::from(last)].fill(permitted);
            }
        }
    }

    /// The end of the sequence at `at`.
    fn sequence(&self, bytes: &[u8], at: usize) -> Result<usize, Fault> {
        let lead = bytes[at];
        let fault = |error_len, kind| Fault { valid_up_to: at, error_len, kind: Some(kind) };
        let Some(tail) = &self.tails[usize::from(lead)] else {
            return Err(fault(Some(1), Self::bad_lead(lead)));
        };
        for (nth, set) in tail.iter().enumerate() {
            let Some(&byte) = bytes.get(at + 1 + nth) else {
                if tail.len() - nth <= self.missing {
                    return Ok(bytes.len());
                }
                return Err(fault(None, ErrorKind::Truncated));
            };
            if !set[usize::from(byte)] {
                if self.pairs && lead == 0xED && is_pair(&bytes[at..]) {
                    return Ok(at + 6);
                }
                return Err(fault(Some(1 + nth), Self::bad_tail(lead, byte)));
            }
        }
        let end = at + 1 + tail.len();
        if (self.refuse)(value(&bytes[at..end])) {
            return Err(fault(Some(1), ErrorKind::InvalidByte));
        }
        Ok(end)
    }

    fn bad_lead(lead: u8) -> ErrorKind {
        match lead {
            ..0xC0 => ErrorKind::UnexpectedContinuation,
            0xC0..=0xC1 => ErrorKind::Overlong,
            0xFE.. => ErrorKind::InvalidByte,
            _ => ErrorKind::OutOfRange,
        }
    }

    fn bad_tail(lead: u8, byte: u8) -> ErrorKind {
        match (lead, byte) {
            (0xE0, 0x80..0xA0) | (0xF0, 0x80..0x90) => ErrorKind::Overlong,
            (0xED, 0xA0..0xC0) => ErrorKind::Surrogate,
            (0xF4, 0x90..0xC0) => ErrorKind::OutOfRange,
            _ => ErrorKind::MissingContinuation,
        }
    }
}

impl contract::Decoder for Decoder {
    fn name(&self) -> &str {
        "table decoder"
    }

    fn has(&self, op: Op) -> bool {
        matches!(op, Op::Verdict | Op::Replacement)
    }

    fn answer(&self, question: &Question<'_>) -> Option<Answer> {
        Some(match *question {
            Question::Verdict(bytes) => Answer::Verdict(self.validate(bytes), None),
            Question::Replacement(bytes) => Answer::Replacement(self.replaced(bytes)),
            _ => return None,
        })
    }
}

impl Decoder {
    fn validate(&self, bytes: &[u8]) -> Verdict {
        let mark = if self.strip_mark && bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        let bytes = &bytes[mark..];
        let mut at = 0;
        while at < bytes.len() {
            if self.stop_at_nul && bytes[at] == 0 {
                return Ok(());
            }
            at = self.sequence(bytes, at)?;
        }
        Ok(())
    }

    fn replaced(&self, bytes: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        let (mut at, mut after_error) = (0, false);
        while at < bytes.len() {
            match self.sequence(bytes, at) {
                Ok(end) => {
                    text.extend_from_slice(&bytes[at..end]);
                    (at, after_error) = (end, false);
                }
                Err(fault) => {
                    let len = fault.error_len.unwrap_or(bytes.len() - at);
                    let (count, skipped) = match self.replacement {
                        Replacement::MaximalSubpart => (1, len),
                        Replacement::PerByte => (len, len),
                        Replacement::Structural => (1, structure(&bytes[at..])),
                        Replacement::Collapsed => (usize::from(!after_error), len),
                        Replacement::Swallows => (1, len + 1),
                    };
                    text.extend("\u{FFFD}".repeat(count).bytes());
                    (at, after_error) = (at + skipped, true);
                }
            }
        }
        text
    }
}

/// The length of a lead and the continuation bytes that its bits promise, as far as they are present.
fn structure(bytes: &[u8]) -> usize {
    let promised = (bytes[0].leading_ones() as usize).saturating_sub(1);
    1 + bytes[1..].iter().take(promised).take_while(|byte| (0x80..0xC0).contains(*byte)).count()
}

type Change = fn(&mut Decoder);

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
    // Replacement.
    ("one U+FFFD a byte", |d| d.replacement = Replacement::PerByte),
    ("one U+FFFD for what the lead promises", |d| d.replacement = Replacement::Structural),
    ("one U+FFFD for adjacent errors", |d| d.replacement = Replacement::Collapsed),
    ("replacement swallows the next byte", |d| d.replacement = Replacement::Swallows),
];
