//! Mutants with correct verdicts and wrong reports, or with intermittent bugs; and those whose raw answer breaks its
//! contract, which matters once a caller relies on it.

use std::sync::atomic::{AtomicUsize, Ordering};

use placemat_core::Scan;
use placemat_core::Utf8ErrorKind::{
    self, InvalidByte, MissingContinuation, OutOfRange, Overlong, Surrogate, Truncated,
    UnexpectedContinuation,
};

use super::prelude::*;
use reference::practices::tail;

pub(super) fn mutants() -> Vec<Mutant> {
    let counted = AtomicUsize::new(0);
    let now_and_then = AtomicUsize::new(0);
    let mut mutants: Vec<Mutant> = DISTORTIONS.iter().map(|&(name, distort)| mutant(name, distort)).collect();
    mutants.push(mutant("wrong after 20,000 calls (node 54521)", move |_, verdict| {
        if counted.fetch_add(1, Ordering::Relaxed) < 20_000 { verdict } else { Ok(()) }
    }));
    mutants.push(mutant("wrong in every 9,973rd call", move |bytes, verdict| {
        let call = now_and_then.fetch_add(1, Ordering::Relaxed);
        if call % 9_973 == 9_972 { fault(bytes.len(), None, Truncated) } else { verdict }
    }));
    mutants
}

/// The reference decoder, and a function that distorts its result.
fn mutant(name: &str, distort: impl Fn(&[u8], Verdict) -> Verdict + Sync + 'static) -> Mutant {
    Mutant::of(Family::Report, name, &[Op::Verdict], move |question| {
        let Question::Verdict(bytes) = *question else { return None };
        Some(Answer::Verdict(distort(bytes, reference::read(bytes)), None))
    })
}

fn fault(valid_up_to: usize, error_len: Option<usize>, kind: Utf8ErrorKind) -> Verdict {
    Err(Fault { valid_up_to, error_len, kind: Some(kind) })
}

/// Changes the position.
fn moved(verdict: Verdict, to: impl Fn(usize) -> usize) -> Verdict {
    verdict.map_err(|fault| Fault { valid_up_to: to(fault.valid_up_to), ..fault })
}

/// Changes the length.
fn resized(verdict: Verdict, to: impl Fn(Fault) -> Option<usize>) -> Verdict {
    verdict.map_err(|fault| Fault { error_len: to(fault), ..fault })
}

/// The full length that the lead promises, limited to the input.
fn whole(bytes: &[u8], verdict: Verdict, kind: Utf8ErrorKind) -> Verdict {
    verdict.map_err(|fault| {
        let rest = &bytes[fault.valid_up_to..];
        let len = if fault.kind == Some(kind) { Some(1 + tail(rest, 3)) } else { fault.error_len };
        Fault { error_len: len, ..fault }
    })
}

/// Changes the kind, if the rest from the fault on satisfies a condition.
fn renamed(
    bytes: &[u8], verdict: Verdict, from: Utf8ErrorKind, to: Utf8ErrorKind, which: fn(&[u8]) -> bool,
) -> Verdict {
    verdict.map_err(|fault| {
        let hit = fault.kind == Some(from) && which(&bytes[fault.valid_up_to..]);
        Fault { kind: if hit { Some(to) } else { fault.kind }, ..fault }
    })
}

/// `verdict`, or its opposite if the condition holds.
fn unless(verdict: Verdict, condition: bool) -> Verdict {
    match verdict {
        verdict if !condition => verdict,
        Ok(()) => fault(0, Some(1), InvalidByte),
        Err(_) => Ok(()),
    }
}

fn address(bytes: &[u8]) -> usize {
    bytes.as_ptr().addr()
}

fn next_error(bytes: &[u8], verdict: Verdict) -> Verdict {
    verdict.map_err(|first| {
        let from = first.valid_up_to + first.error_len.unwrap_or(bytes.len() - first.valid_up_to);
        reference::read_between(bytes, from, bytes.len()).err().unwrap_or(first)
    })
}

/// An unchecked index.
fn careless(bytes: &[u8], at: usize) -> u8 {
    bytes[at]
}

type Plain = fn(&[u8], Verdict) -> Verdict;

#[rustfmt::skip]
const DISTORTIONS: &[(&str, Plain)] = &[
    ("the reference", |_, v| v),
    ("everything is valid", |_, _| Ok(())),
    ("nothing is valid", |_, v| if v.is_err() { v } else { fault(0, None, Truncated) }),
    // Positions.
    ("position of the block", |_, v| moved(v, |at| at & !63)),
    ("position of the block of sixteen", |_, v| moved(v, |at| at & !15)),
    ("position within the block", |_, v| moved(v, |at| at & 63)),
    ("position within the chunk", |_, v| moved(v, |at| at & 4095)),
    ("position of the byte that is wrong", |_, v| v.map_err(|f| Fault {
        valid_up_to: f.valid_up_to + f.error_len.unwrap_or(1) - 1, ..f
    })),
    ("position of the byte after", |_, v| v.map_err(|f| Fault {
        valid_up_to: f.valid_up_to + f.error_len.unwrap_or(1), ..f
    })),
    ("position one too small", |_, v| moved(v, |at| at.saturating_sub(1))),
    ("position in eight bits", |_, v| moved(v, |at| at & 0xFF)),
    ("position in sixteen bits", |_, v| moved(v, |at| at & 0xFFFF)),
    ("position of a truncated sequence is the end", |b, v| v.map_err(|f| if f.error_len.is_none() {
        Fault { valid_up_to: b.len(), ..f }
    } else { f })),
    ("second error", next_error),
    ("last error", |b, v| v.map_err(|f| {
        let (at, len) = reference::subparts(b).pop().unwrap_or((0, 0));
        if at + len == b.len() { f } else { Fault { valid_up_to: at, ..f } }
    })),
    ("position counts from an aligned address", |b, v| moved(v, |at| at + address(b) % 64)),
    // Lengths.
    ("length always 1", |_, v| resized(v, |f| f.error_len.map(|_| 1))),
    ("length one too long", |_, v| resized(v, |f| f.error_len.map(|len| len + 1))),
    ("length one too long, from 2", |_, v| resized(v, |f| f.error_len.map(|len| len + usize::from(len > 1)))),
    ("length at most 2", |_, v| resized(v, |f| f.error_len.map(|len| len.min(2)))),
    ("length not null at the end", |b, v| {
        let len = b.len();
        resized(v, move |f| f.error_len.or(Some(len - f.valid_up_to)))
    }),
    ("length 1 at the end", |_, v| resized(v, |f| f.error_len.or(Some(1)))),
    ("length null for what is broken off", |_, v| resized(v, |f| f.error_len.filter(|_| f.kind != Some(MissingContinuation)))),
    ("length null whenever the last byte is at fault", |b, v| {
        let end = b.len();
        resized(v, move |f| f.error_len.filter(|len| f.valid_up_to + len < end))
    }),
    ("length null for C0 and C1 at the end", |b, v| v.map_err(|f| {
        let last = f.valid_up_to + 1 == b.len() && f.kind == Some(Overlong);
        if last { Fault { error_len: None, kind: Some(Truncated), ..f } } else { f }
    })),
    ("length null for F5 and up at the end", |b, v| v.map_err(|f| {
        let last = f.valid_up_to + 1 == b.len() && f.kind == Some(OutOfRange) && b[f.valid_up_to] >= 0xF5;
        if last { Fault { error_len: None, kind: Some(Truncated), ..f } } else { f }
    })),
    ("an overlong E0 80 at the end counts as truncated", |b, v| v.map_err(|f| {
        let cut = b[f.valid_up_to..] == *b"\xE0\x80";
        if cut { Fault { error_len: None, kind: Some(Truncated), ..f } } else { f }
    })),
    ("half a surrogate at the end counts as truncated", |b, v| v.map_err(|f| {
        let cut = b.len() == f.valid_up_to + 2 && f.kind == Some(Surrogate);
        if cut { Fault { error_len: None, kind: Some(Truncated), ..f } } else { f }
    })),
    ("an overlong form is one error", |b, v| whole(b, v, Overlong)),
    ("a surrogate is one error", |b, v| whole(b, v, Surrogate)),
    ("what is too large is one error", |b, v| whole(b, v, OutOfRange)),
    // Kinds.
    ("C0 is an invalid byte", |b, v| renamed(b, v, Overlong, InvalidByte, |at| at[0] == 0xC0)),
    ("C1 is an invalid byte", |b, v| renamed(b, v, Overlong, InvalidByte, |at| at[0] == 0xC1)),
    ("E0 80 is broken off", |b, v| renamed(b, v, Overlong, MissingContinuation, |at| at[0] == 0xE0)),
    ("F0 80 is broken off", |b, v| renamed(b, v, Overlong, MissingContinuation, |at| at[0] == 0xF0)),
    ("F0 8F is too large", |b, v| renamed(b, v, Overlong, OutOfRange, |at| at[0] == 0xF0)),
    ("a surrogate is broken off", |b, v| renamed(b, v, Surrogate, MissingContinuation, |_| true)),
    ("a low surrogate is too large", |b, v| renamed(b, v, Surrogate, OutOfRange, |at| at[1] >= 0xB0)),
    ("F4 90 is broken off", |b, v| renamed(b, v, OutOfRange, MissingContinuation, |at| at[0] == 0xF4)),
    ("F5 is an invalid byte", |b, v| renamed(b, v, OutOfRange, InvalidByte, |at| at[0] == 0xF5)),
    ("F8 and up are invalid bytes", |b, v| renamed(b, v, OutOfRange, InvalidByte, |at| at[0] >= 0xF8)),
    ("FD is an invalid byte", |b, v| renamed(b, v, OutOfRange, InvalidByte, |at| at[0] == 0xFD)),
    ("FE is too large", |b, v| renamed(b, v, InvalidByte, OutOfRange, |at| at[0] == 0xFE)),
    ("a lead after a lead is unexpected", |b, v| renamed(b, v, MissingContinuation, InvalidByte, |at| at[1] >= 0xC0)),
    ("a lead and FF is an invalid byte", |b, v| renamed(b, v, MissingContinuation, InvalidByte, |at| at[1] == 0xFF)),
    ("what is broken off is truncated", |b, v| renamed(b, v, MissingContinuation, Truncated, |_| true)),
    ("truncated is broken off", |b, v| renamed(b, v, Truncated, MissingContinuation, |_| true)),
    ("a continuation at the start is broken off", |b, v| renamed(b, v, UnexpectedContinuation, MissingContinuation, |_| true)),
    ("the kind is not reported", |_, v| v.map_err(|f| Fault { kind: None, ..f })),
    // Wrong at particular lengths and addresses.
    ("wrong at length 0", |b, v| unless(v, b.is_empty())),
    ("wrong at length 4097", |b, v| unless(v, b.len() == 4097)),
    ("wrong at lengths of 63 and 64n", |b, v| unless(v, b.len() % 64 == 63)),
    ("errors in byte 4095 are not seen", |_, v| v.or_else(|f| if f.valid_up_to == 4095 { Ok(()) } else { Err(f) })),
    ("errors beyond 64 KiB are not seen", |_, v| v.or_else(|f| if f.valid_up_to > 0xFFFF { Ok(()) } else { Err(f) })),
    ("errors in the first byte are not seen", |b, v| v.or_else(|f| if f.valid_up_to == 0 && b.len() > 64 { Ok(()) } else { Err(f) })),
    ("errors in the last byte are not seen", |b, v| v.or_else(|f| if f.valid_up_to + 1 == b.len() { Ok(()) } else { Err(f) })),
    ("wrong at the last address of a cache line", |b, v| unless(v, address(b) % 64 == 63 && b.len() > 16)),
    ("wrong where the input ends at a page", |b, v| unless(v, (address(b) + b.len()).is_multiple_of(4096) && b.len() > 32)),
    ("errors that begin a page are not seen", |b, v| v.or_else(|f| {
        if (address(b) + f.valid_up_to).is_multiple_of(4096) && f.valid_up_to > 0 { Ok(()) } else { Err(f) }
    })),
    ("a gap between vectors that overlap in ASCII of 254 to 256 bytes", |b, v| {
        let gap = |at: usize| (254..257).contains(&b.len()) && (128..b.len() - 125).contains(&at);
        let seen = b.iter().enumerate().any(|(at, byte)| *byte >= 0x80 && !gap(at));
        if seen { v } else { Ok(()) }
    }),
    ("errors in the first half of a dense chunk are not seen", |b, v| v.or_else(|f| {
        let chunk = f.valid_up_to / 4096 * 4096;
        let dense = b.get(chunk..chunk + 4096).is_some_and(|c| c.iter().filter(|byte| **byte >= 0x80).count() > 3000);
        if dense && (8..2040).contains(&(f.valid_up_to % 4096)) { Ok(()) } else { Err(f) }
    })),
    // Panics.
    ("panics on nothing", |b, v| { careless(b, b.len().wrapping_sub(1)); v }),
    ("panics on a length", |b, v| { assert_ne!(b.len() % 64, 33, "a length that was never tried"); v }),
    ("panics on a truncated end", |b, v| {
        if let Err(f) = v && f.error_len.is_none() { careless(b, f.valid_up_to + 4); }
        v
    }),
    ("panics rewinding before the start (simdutf, pull 975)", |b, v| {
        if let Err(f) = v && f.valid_up_to < 2 && b.len() > 64 { careless(b, f.valid_up_to.wrapping_sub(3)); }
        v
    }),
];

pub(super) fn scan() -> Vec<Mutant> {
    // The reference decoder's verdict, with any raw answer.
    Mutant::table(Family::Scan, &[Op::Verdict, Op::Scan], SCANS, |raw, question| {
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
const SCANS: [(&str, Raw); 22] = [
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
