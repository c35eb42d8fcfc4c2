//! Mutants that convert incorrectly.

use super::prelude::*;
use crate::convert::{Call, Done, Encoding, Stop, answer as right};

pub(super) fn mutants() -> Vec<Mutant> {
    Mutant::table(Family::Convert, &[Op::Convert], FAULTS, |spoil, question| {
        let Question::Convert(call) = *question else { return None };
        let mut done = right(call);
        spoil(call, &mut done);
        Some(Answer::Convert(done))
    })
}

type Spoil = fn(&Call<'_>, &mut Done);

/// The model, and bugs of converters.
#[rustfmt::skip]
const FAULTS: [(&str, Spoil); 35] = [
    ("the grammars", |_, _| {}),
    ("big endian for little endian", |call, done| if call.to == Encoding::Utf16Le {
        *done = right(&Call { to: Encoding::Utf16Be, ..*call });
    }),
    ("a pair is 400 too high", |_, done| for unit in &mut done.written {
        if *unit & 0xFC00 == 0xD800 && *unit < 0xDBFF { *unit += 1; }
    }),
    ("the high half of a pair is lost where the destination ends", |call, done| {
        let last = done.written.len().saturating_sub(2);
        let is_high = done.written.get(last).is_some_and(|unit| is_high(*unit));
        if call.to == Encoding::Utf16 && done.written.len() == call.dst && is_high { done.written.remove(last); }
    }),
    ("a pair is torn where the destination ends", |call, done| {
        let larger = right(&Call { dst: call.dst + 1, ..*call });
        if call.to == Encoding::Utf16 && larger.written.len() == done.written.len() + 2 {
            done.written.push(larger.written[done.written.len()]);
        }
    }),
    ("the destination is counted in units of the source", |call, done| {
        if done.stop == Stop::End && call.source.len() > call.dst {
            *done = Done { read: 0, written: Vec::new(), stop: Stop::OutputFull };
        }
    }),
    ("a signature is swallowed", |call, done| {
        if let Some(signature) = call.to.encode("\u{FEFF}") && done.written.starts_with(&signature) {
            done.written.drain(..signature.len());
        }
    }),
    ("a lone high surrogate takes the next unit with it", |_, done| {
        if let Stop::Malformed { len: Some(len), kind, .. } = &mut done.stop && kind == "LoneHigh" { *len *= 2; }
    }),
    ("an incomplete end is an error in every chunk", |call, done| if done.stop == Stop::Incomplete {
        *done = right(&Call { last: true, ..*call });
    }),
    ("half a unit at the end is ignored", |call, done| {
        let half = call.source.len().wrapping_sub(1);
        let is_half = matches!(done.stop, Stop::Malformed { at, len: None, .. } if at == half);
        if is_half && matches!(call.from, Encoding::Utf16Le | Encoding::Utf16Be) {
            (done.read, done.stop) = (call.source.len(), Stop::End);
        }
    }),
    ("Latin-1 is cut to eight bits", |call, done| match done.stop {
        Stop::Unmappable(character) if done.written.len() < call.dst => {
            done.written.push(u32::from(character) & 0xFF);
            (done.read, done.stop) = (done.read + character.len_utf8(), Stop::End);
        }
        _ => {}
    }),
    ("positions are those of the target", |_, done| if let Stop::Malformed { at, .. } = &mut done.stop {
        *at = done.written.len();
    }),
    ("a full destination is the end", |_, done| if done.stop == Stop::OutputFull { done.stop = Stop::End; }),
    ("the destination comes before the error", |call, done| {
        let is_full = done.written.len() == call.dst;
        if is_full && matches!(done.stop, Stop::Malformed { .. }) { done.stop = Stop::OutputFull; }
    }),
    ("a lane writes too much at the end of a block", |call, done| {
        if to_utf16(call) && is_continuation(call.source.get(BLOCK)) && done.read > BLOCK {
            done.written.insert(before(call, BLOCK).written.len(), 0xC3);
            done.written.truncate(call.dst);
        }
    }),
    ("a row of the table has two units in the wrong order", |call, done| {
        // Eight bytes that encode four characters.
        let row = call.source.get(..8).is_some_and(|bytes| {
            bytes.iter().enumerate().all(|(at, byte)| is_continuation(Some(byte)) == (at % 2 == 1))
        });
        if to_utf16(call) && row && done.written.len() >= 4 {
            done.written.swap(0, 1);
            done.written[0] ^= 1;
        }
    }),
    ("a block is ASCII if its first bytes are", |call, done| {
        let is_taken_for_ascii = |block: &[u32]| {
            block[..BLOCK / 4].iter().all(|byte| *byte < 0x80) && block.iter().any(|byte| *byte >= 0x80)
        };
        if to_utf16(call) && call.source.get(..BLOCK).is_some_and(is_taken_for_ascii) {
            done.written.iter_mut().zip(&call.source[..BLOCK]).for_each(|(unit, byte)| *unit = *byte);
        }
    }),
    ("an error at the start of a block is one further", |_, done| {
        if let Stop::Malformed { at, .. } = &mut done.stop && *at > 0 && at.is_multiple_of(BLOCK) { *at += 1; }
    }),
    ("what is before an error in a block is lost", |call, done| match done.stop {
        Stop::Malformed { at, .. } if at > BLOCK && !at.is_multiple_of(BLOCK) => {
            let before = before(call, at / BLOCK * BLOCK);
            (done.read, done.written) = (before.read, before.written);
        }
        _ => {}
    }),
    ("the high half of a pair is lost at the start of a block", |call, done| {
        if to_utf16(call) && call.source.get(BLOCK - 3).is_some_and(|byte| *byte >= 0xF0) {
            let before = before(call, BLOCK).written.len();
            if before < done.written.len() { done.written.remove(before); }
        }
    }),
    ("a full destination stops before the last character that fits", |call, done| {
        if done.stop == Stop::OutputFull && call.dst > 8 { *done = right(&Call { dst: call.dst - 1, ..*call }); }
    }),
    ("the source is read in the other order", |call, done| if call.from == Encoding::Utf16Be {
        *done = right(&Call { from: Encoding::Utf16Le, ..*call });
    }),
    ("UTF-32 in the other order", |call, done| if call.to == Encoding::Utf32Le {
        *done = right(&Call { to: Encoding::Utf32Be, ..*call });
    }),
    ("the high half of every pair is lost", |call, done| if to_utf16(call) {
        done.written.retain(|unit| !is_high(*unit));
    }),
    ("the halves of a pair are exchanged", |call, done| {
        let high = done.written.iter().position(|unit| is_high(*unit));
        if let Some(high) = high.filter(|_| to_utf16(call)) { done.written.swap(high, high + 1); }
    }),
    ("positions in UTF-16 count bytes", |call, done| {
        if let Stop::Malformed { at, .. } = &mut done.stop && call.from == Encoding::Utf16 { *at *= 2; }
    }),
    ("adjacent errors have one replacement", |call, done| replaced(call, done, |_, before| usize::from(!before))),
    ("a replacement for each unit of an error", |call, done| replaced(call, done, |len, _| len)),
    ("surrogates in UTF-32 are characters", |call, done| accepted(call, done, "Surrogate")),
    ("numbers above 10FFFF are characters", |call, done| accepted(call, done, "OutOfRange")),
    ("a part of a number at the end is ignored", |call, done| {
        let is_part = matches!(done.stop, Stop::Malformed { len: None, .. });
        if is_part && matches!(call.from, Encoding::Utf32Le | Encoding::Utf32Be) {
            (done.read, done.stop) = (call.source.len(), Stop::End);
        }
    }),
    ("Latin-1 ends at 7F", |call, done| match done.written.iter().position(|unit| *unit > 0x7F) {
        Some(at) if call.to == Encoding::Latin1 && call.replacement.is_none() => {
            let stop = Stop::Unmappable(char::from_u32(done.written[at]).unwrap_or_default());
            done.written.truncate(at);
            (done.read, done.stop) = (at, stop);
        }
        _ => {}
    }),
    ("Latin-1 is read as Windows-1252", |call, done| if call.from == Encoding::Latin1 {
        let euro = |unit: &u32| if *unit == 0x80 { 0x20AC } else { *unit };
        let source: Vec<u32> = call.source.iter().map(euro).collect();
        *done = right(&Call { from: Encoding::Utf32, source: &source, ..*call });
    }),
    ("what Latin-1 does not have is malformed", |_, done| if let Stop::Unmappable(character) = done.stop {
        let len = Some(character.len_utf8());
        done.stop = Stop::Malformed { at: done.read, len, kind: "OutOfRange".to_owned() };
    }),
    ("a question mark replaces what Latin-1 lacks, whatever the replacement is", |call, done| {
        if call.to == Encoding::Latin1 && call.replacement.is_some() {
            *done = right(&Call { replacement: Some('?'), ..*call });
        }
    }),
];

/// The block size of vector kernels, in bytes.
const BLOCK: usize = 64;

fn to_utf16(call: &Call<'_>) -> bool {
    (call.from, call.to) == (Encoding::Utf8, Encoding::Utf16)
}

fn is_continuation(byte: Option<&u32>) -> bool {
    byte.is_some_and(|byte| byte & 0xC0 == 0x80)
}

fn is_high(unit: u32) -> bool {
    unit & 0xFC00 == 0xD800
}

/// The answer about the first `len` units.
fn before(call: &Call<'_>, len: usize) -> Done {
    right(&Call { source: &call.source[..len], last: false, ..*call })
}

/// A conversion with a wrong number of replacement characters, which depends on the length of an error, and on
/// whether another error directly precedes it.
fn replaced(call: &Call<'_>, done: &mut Done, marks: fn(usize, bool) -> usize) {
    let Some(mark) = call.replacement.filter(|_| done.stop == Stop::End) else { return };
    let mark = call.to.encode(&mark.to_string()).unwrap_or_default();
    let (mut written, mut at, mut before) = (Vec::new(), 0, false);
    loop {
        let rest = &call.source[at..];
        let part = right(&Call { source: rest, replacement: None, ..*call });
        written.extend(&part.written);
        let len = match part.stop {
            Stop::Malformed { len, .. } => len.unwrap_or(rest.len() - part.read),
            Stop::Unmappable(character) => character.len_utf8(),
            _ => break,
        };
        let count = marks(len, before && part.read == 0);
        (0..count).for_each(|_| written.extend(&mark));
        (at, before) = (at + part.read + len, true);
    }
    done.written = written;
}

/// A strict conversion that accepts errors of one kind as U+FFFD.
fn accepted(call: &Call<'_>, done: &mut Done, wrong: &str) {
    let is_wrong = matches!(&done.stop, Stop::Malformed { kind, .. } if kind == wrong);
    if is_wrong && call.from != Encoding::Utf8 {
        *done = right(&Call { replacement: Some('\u{FFFD}'), ..*call });
    }
}
