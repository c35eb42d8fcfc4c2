//! Mutants with a correct verdict whose raw answer breaks its contract, which matters once a caller relies on it.

use placemat_core::Scan;

use super::prelude::*;

pub(super) fn mutants() -> Vec<Mutant> {
    // The reference decoder's verdict, with any raw answer.
    Mutant::table(Family::Scan, &[Op::Verdict, Op::Scan], FAULTS, |raw, question| {
        let (Question::Verdict(bytes) | Question::Scan(bytes)) = *question else { return None };
        let verdict = reference::read(bytes);
        let scan = raw(bytes, verdict.err().map(|fault| fault.valid_up_to));
        Some(match question {
            Question::Scan(_) => Answer::Scan(verdict, Some(scan)),
            _ => Answer::Verdict(verdict, Some(scan)),
        })
    })
}

/// From the input and the position of its first fault.
type Raw = fn(&[u8], Option<usize>) -> Scan;

fn suspect(from: usize) -> Scan {
    Scan::Suspect { from }
}

/// `Suspect` if there is a fault.
fn at(fault: Option<usize>, from: impl Fn(usize) -> usize) -> Scan {
    fault.map_or(Scan::Clean, |fault| suspect(from(fault)))
}

/// The maximum that the contract permits: after the lead and its continuation bytes.
fn latest(bytes: &[u8], fault: usize) -> usize {
    let lead = usize::from(bytes[fault] >= 0xC0);
    let tail = bytes[fault + lead..].iter().take(2).take_while(|byte| (0x80..0xC0).contains(*byte)).count();
    fault + lead + tail * lead
}

#[rustfmt::skip]
const FAULTS: [(&str, Raw); 22] = [
    // Four models.
    ("the exact position", |_, f| at(f, |at| at)),
    ("the block", |_, f| at(f, |at| at & !63)),
    ("the start", |_, f| at(f, |_| 0)),
    ("the last that is permitted", |b, f| at(f, |at| latest(b, at))),
    // And their bugs.
    ("always clean", |_, _| Scan::Clean),
    ("clean where the input is short", |b, f| if b.len() < 8 { Scan::Clean } else { at(f, |at| at) }),
    ("always suspect", |_, f| suspect(f.unwrap_or(0))),
    ("one too far", |b, f| at(f, |at| (at + 1).min(b.len()))),
    ("one after the last that is permitted", |b, f| at(f, |at| (latest(b, at) + 1).min(b.len()))),
    ("four too far", |b, f| at(f, |at| (at + 4).min(b.len()))),
    ("the next block", |b, f| at(f, |at| ((at | 63) + 1).min(b.len()))),
    ("one too far, where an error ends a block", |b, f| at(f, |at| if at % 64 == 63 { (at + 2).min(b.len()) } else { at })),
    ("one too far, where an error ends a chunk", |b, f| at(f, |at| if at % 4096 == 4095 { (at + 2).min(b.len()) } else { at })),
    ("the end", |b, f| at(f, |_| b.len())),
    ("beyond the end", |b, f| at(f, |_| b.len() + 1)),
    ("far beyond the end", |_, f| at(f, |_| usize::MAX)),
    ("beyond the end, where the input is cut off", |b, f| at(f, |at| if latest(b, at) == b.len() { b.len() + 1 } else { at })),
    ("a false alarm at U+10FFFF", |b, f| match f {
        None if b.windows(4).any(|w| w == b"\xF4\x8F\xBF\xBF") => suspect(0),
        fault => at(fault, |at| at),
    }),
    ("a false alarm where a character crosses a block", |b, f| match f {
        None if b.get(64).is_some_and(|byte| byte & 0xC0 == 0x80) => suspect(60),
        fault => at(fault, |at| at),
    }),
    ("a false alarm where four bytes follow a chunk of three", |b, f| match f {
        None if b.len() > 4200 && b[4000] >= 0x80 && b[4000..4003].iter().any(|o| (0xE0..0xF0).contains(o))
            && b[4096..4200].iter().any(|o| *o >= 0xF0) => suspect(4096),
        fault => at(fault, |at| at),
    }),
    ("a false alarm on nothing", |b, f| if b.is_empty() { suspect(0) } else { at(f, |at| at) }),
    ("a false alarm on 1021 bytes", |b, f| match f {
        None if b.len() == 1021 => suspect(0),
        fault => at(fault, |at| at),
    }),
];
