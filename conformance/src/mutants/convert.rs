//! Mutants that convert incorrectly.

use super::mutant::{Family, Mutant};
use crate::{
    contract::{Answer, Call, Done, Encoding, Op, Question, Stop},
    convert::answer as right,
};

pub(super) fn models() -> Vec<Mutant> {
    vec![mutant("the grammars", |_, done| done)]
}

pub(super) fn mutants() -> Vec<Mutant> {
    FAULTS.iter().map(|&(name, spoil)| mutant(name, spoil)).collect()
}

/// Adds a bug to the correct answer.
type Spoil = fn(&Call<'_>, Done) -> Done;

fn mutant(name: &str, spoil: Spoil) -> Mutant {
    Mutant::of(Family::Convert, name, &[Op::Convert], move |question| {
        let Question::Convert(call) = *question else { return None };
        Some(Answer::Convert(spoil(call, right(call))))
    })
}

/// Bugs of converters.
const FAULTS: &[(&str, Spoil)] = &[
    ("big endian for little endian", |call, answer| match call.to {
        Encoding::Utf16Le => right(&Call { to: Encoding::Utf16Be, ..*call }),
        _ => answer,
    }),
    ("a pair is 400 too high", |_, mut answer| {
        for unit in &mut answer.written {
            if *unit & 0xFC00 == 0xD800 && *unit < 0xDBFF {
                *unit += 1;
            }
        }
        answer
    }),
    ("the high half of a pair is lost where the destination ends", |call, mut answer| {
        if call.to == Encoding::Utf16 && answer.written.len() == call.dst {
            let last = answer.written.len().saturating_sub(2);
            if answer.written.get(last).is_some_and(|unit| unit & 0xFC00 == 0xD800) {
                answer.written.remove(last);
            }
        }
        answer
    }),
    ("a pair is torn where the destination ends", |call, mut answer| {
        let larger = right(&Call { dst: call.dst + 1, ..*call });
        if call.to == Encoding::Utf16 && larger.written.len() == answer.written.len() + 2 {
            answer.written.push(larger.written[answer.written.len()]);
        }
        answer
    }),
    ("the destination is counted in units of the source", |call, answer| {
        if answer.stop == Stop::End && call.source.len() > call.dst {
            Done { read: 0, written: Vec::new(), stop: Stop::OutputFull }
        } else {
            answer
        }
    }),
    ("a signature is swallowed", |call, mut answer| {
        if call.to.encode("\u{FEFF}").is_some_and(|signature| answer.written.starts_with(&signature)) {
            let signature = call.to.encode("\u{FEFF}").unwrap_or_default().len();
            answer.written.drain(..signature);
        }
        answer
    }),
    ("a lone high surrogate takes the next unit with it", |_, answer| match answer.stop {
        Stop::Malformed { at, len: Some(len), kind } if kind == "LoneHigh" => {
            Done { stop: Stop::Malformed { at, len: Some(2 * len), kind }, ..answer }
        }
        _ => answer,
    }),
    ("an incomplete end is an error in every chunk", |call, answer| match answer.stop {
        Stop::Incomplete => right(&Call { last: true, ..*call }),
        _ => answer,
    }),
    ("half a unit at the end is ignored", |call, answer| match (&answer.stop, call.from) {
        (Stop::Malformed { at, len: None, .. }, Encoding::Utf16Le | Encoding::Utf16Be)
            if call.source.len() - at == 1 =>
        {
            Done { read: call.source.len(), stop: Stop::End, ..answer }
        }
        _ => answer,
    }),
    ("Latin-1 is cut to eight bits", |call, answer| match answer.stop {
        Stop::Unmappable(character) if answer.written.len() < call.dst => {
            let mut written = answer.written;
            written.push(u32::from(character) & 0xFF);
            Done { read: answer.read + character.len_utf8(), written, stop: Stop::End }
        }
        _ => answer,
    }),
    ("positions are those of the target", |_, answer| match answer.stop {
        Stop::Malformed { len, kind, .. } => {
            let at = answer.written.len();
            Done { stop: Stop::Malformed { at, len, kind }, ..answer }
        }
        _ => answer,
    }),
    ("a full destination is the end", |_, answer| match answer.stop {
        Stop::OutputFull => Done { stop: Stop::End, ..answer },
        _ => answer,
    }),
    ("the destination comes before the error", |call, answer| match answer.stop {
        Stop::Malformed { .. } if answer.written.len() == call.dst => {
            Done { stop: Stop::OutputFull, ..answer }
        }
        _ => answer,
    }),
    ("a lane writes too much at the end of a block", |call, mut answer| {
        if to_utf16(call) && is_continuation(call.source.get(BLOCK)) && answer.read > BLOCK {
            let before = right(&Call { source: &call.source[..BLOCK], last: false, ..*call });
            answer.written.insert(before.written.len(), 0xC3);
            answer.written.truncate(call.dst);
        }
        answer
    }),
    ("a row of the table has two units in the wrong order", |call, mut answer| {
        // Eight bytes that encode four characters.
        let row = call.source.get(..8).is_some_and(|bytes| {
            bytes.iter().enumerate().all(|(at, byte)| is_continuation(Some(byte)) == (at % 2 == 1))
        });
        if to_utf16(call) && row && answer.written.len() >= 4 {
            answer.written.swap(0, 1);
            answer.written[0] ^= 1;
        }
        answer
    }),
    ("a block is ASCII if its first bytes are", |call, mut answer| {
        let is_taken_for_ascii = |block: &[u32]| {
            block[..BLOCK / 4].iter().all(|byte| *byte < 0x80) && block.iter().any(|byte| *byte >= 0x80)
        };
        if to_utf16(call) && call.source.get(..BLOCK).is_some_and(is_taken_for_ascii) {
            for (unit, byte) in answer.written.iter_mut().zip(&call.source[..BLOCK]) {
                *unit = *byte;
            }
        }
        answer
    }),
    ("an error at the start of a block is one further", |_, answer| match answer.stop {
        Stop::Malformed { at, len, kind } if at > 0 && at.is_multiple_of(BLOCK) => {
            Done { stop: Stop::Malformed { at: at + 1, len, kind }, ..answer }
        }
        _ => answer,
    }),
    ("what is before an error in a block is lost", |call, answer| match answer.stop {
        Stop::Malformed { at, .. } if at > BLOCK && !at.is_multiple_of(BLOCK) => {
            let start = at / BLOCK * BLOCK;
            let before = right(&Call { source: &call.source[..start], last: false, ..*call });
            Done { read: before.read, written: before.written, ..answer }
        }
        _ => answer,
    }),
    ("the high half of a pair is lost at the start of a block", |call, mut answer| {
        if to_utf16(call) && call.source.get(BLOCK - 3).is_some_and(|byte| *byte >= 0xF0) {
            let before = right(&Call { source: &call.source[..BLOCK], last: false, ..*call });
            if before.written.len() < answer.written.len() {
                answer.written.remove(before.written.len());
            }
        }
        answer
    }),
    ("a full destination stops before the last character that fits", |call, answer| match answer.stop {
        Stop::OutputFull if call.dst > 8 => right(&Call { dst: call.dst - 1, ..*call }),
        _ => answer,
    }),
    ("the source is read in the other order", |call, answer| match call.from {
        Encoding::Utf16Be => right(&Call { from: Encoding::Utf16Le, ..*call }),
        _ => answer,
    }),
    ("UTF-32 in the other order", |call, answer| match call.to {
        Encoding::Utf32Le => right(&Call { to: Encoding::Utf32Be, ..*call }),
        _ => answer,
    }),
    ("the high half of every pair is lost", |call, mut answer| {
        if to_utf16(call) {
            answer.written.retain(|unit| unit & 0xFC00 != 0xD800);
        }
        answer
    }),
    ("the halves of a pair are exchanged", |call, mut answer| {
        if to_utf16(call)
            && let Some(high) = answer.written.iter().position(|unit| unit & 0xFC00 == 0xD800)
        {
            answer.written.swap(high, high + 1);
        }
        answer
    }),
    ("positions in UTF-16 count bytes", |call, answer| match answer.stop {
        Stop::Malformed { at, len, kind } if call.from == Encoding::Utf16 => {
            Done { stop: Stop::Malformed { at: 2 * at, len, kind }, ..answer }
        }
        _ => answer,
    }),
    ("adjacent errors have one replacement", |call, answer| {
        replaced(call, answer, |_, before| usize::from(!before))
    }),
    ("a replacement for each unit of an error", |call, answer| replaced(call, answer, |len, _| len)),
    ("surrogates in UTF-32 are characters", |call, answer| accepted(call, answer, "Surrogate")),
    ("numbers above 10FFFF are characters", |call, answer| accepted(call, answer, "OutOfRange")),
    ("a part of a number at the end is ignored", |call, answer| match (&answer.stop, call.from) {
        (Stop::Malformed { len: None, .. }, Encoding::Utf32Le | Encoding::Utf32Be) => {
            Done { read: call.source.len(), stop: Stop::End, ..answer }
        }
        _ => answer,
    }),
    ("Latin-1 ends at 7F", |call, answer| match answer.written.iter().position(|unit| *unit > 0x7F) {
        Some(at) if call.to == Encoding::Latin1 && call.replacement.is_none() => {
            let character = answer.written[at];
            let stop = Stop::Unmappable(char::from_u32(character).unwrap_or_default());
            Done { read: at, written: answer.written[..at].to_vec(), stop }
        }
        _ => answer,
    }),
    ("Latin-1 is read as Windows-1252", |call, answer| {
        let source: Vec<u32> =
            call.source.iter().map(|unit| if *unit == 0x80 { 0x20AC } else { *unit }).collect();
        match call.from {
            Encoding::Latin1 => right(&Call { from: Encoding::Utf32, source: &source, ..*call }),
            _ => answer,
        }
    }),
    ("what Latin-1 does not have is malformed", |_, answer| match answer.stop {
        Stop::Unmappable(character) => {
            let len = Some(character.len_utf8());
            let stop = Stop::Malformed { at: answer.read, len, kind: "OutOfRange".to_owned() };
            Done { stop, ..answer }
        }
        _ => answer,
    }),
    ("what Latin-1 does not have becomes a question mark, whatever was asked for", |call, answer| match call
        .replacement
    {
        Some(_) if call.to == Encoding::Latin1 => right(&Call { replacement: Some('?'), ..*call }),
        _ => answer,
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

/// A conversion with a wrong number of replacement characters, which depends on the length of an error, and on
/// whether another error directly precedes it.
fn replaced(call: &Call<'_>, answer: Done, marks: fn(usize, bool) -> usize) -> Done {
    let Some(mark) = call.replacement.filter(|_| answer.stop == Stop::End) else { return answer };
    let mark = call.to.encode(&mark.to_string()).unwrap_or_default();
    let (mut written, mut at, mut before) = (Vec::new(), 0, false);
    loop {
        let rest = &call.source[at..];
        let done = right(&Call { source: rest, replacement: None, ..*call });
        written.extend(&done.written);
        let len = match done.stop {
            Stop::Malformed { len, .. } => len.unwrap_or(rest.len() - done.read),
            Stop::Unmappable(character) => character.len_utf8(),
            _ => return Done { written, ..answer },
        };
        let count = marks(len, before && done.read == 0);
        (0..count).for_each(|_| written.extend(&mark));
        (at, before) = (at + done.read + len, true);
    }
}

/// A strict conversion that accepts errors of one kind as U+FFFD.
fn accepted(call: &Call<'_>, answer: Done, wrong: &str) -> Done {
    match &answer.stop {
        Stop::Malformed { kind, .. } if kind == wrong && call.from != Encoding::Utf8 => {
            right(&Call { replacement: Some('\u{FFFD}'), ..*call })
        }
        _ => answer,
    }
}
