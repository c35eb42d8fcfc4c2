//! Mutants that judge a stream wrongly: late, at the wrong place, or with what is left of another stream.

use placemat_core::ErrorKind;

use super::mutant::{Family, Mutant};
use crate::{
    reading,
    subject::{DecodesStrictly, Fault, JudgesStreams, Step, Subject, Verdict},
};

pub(super) fn models() -> Vec<Mutant> {
    vec![mutant("the reading's answers", reading::answers)]
}

pub(super) fn mutants() -> Vec<Mutant> {
    FAULTS.iter().map(|&(name, answer)| mutant(name, answer)).collect()
}

fn mutant(name: &str, answer: Answer) -> Mutant {
    Mutant {
        family: Family::StreamVerdict,
        name: name.to_owned(),
        seen_by: None,
        subject: Box::new(Judge { answer }),
    }
}

type Answers = Vec<(Vec<u8>, Verdict)>;
type Answer = fn(&[Step<'_>]) -> Answers;

struct Judge {
    answer: Answer,
}

impl Subject for Judge {
    fn name(&self) -> &str {
        "stream validator"
    }

    crate::claims!(stream_verdict: JudgesStreams, strict_stream: DecodesStrictly);
}

impl JudgesStreams for Judge {
    fn answers(&self, steps: &[Step<'_>]) -> Vec<Verdict> {
        (self.answer)(steps).into_iter().map(|(_, verdict)| verdict).collect()
    }
}

impl DecodesStrictly for Judge {
    fn answers(&self, steps: &[Step<'_>]) -> Answers {
        (self.answer)(steps)
    }
}

/// The answers, changed one by one: with the step, whether this is the first answer that is an error, and how
/// many octets of the stream were before the step.
fn changed(steps: &[Step<'_>], change: impl Fn(Step<'_>, bool, usize, &mut (Vec<u8>, Verdict))) -> Answers {
    let mut answers = reading::answers(steps);
    let (mut before, mut failed) = (0, false);
    for (step, answer) in steps.iter().zip(&mut answers) {
        let first = answer.1.is_err() && !failed;
        failed |= first;
        change(*step, first, before, answer);
        match step {
            Step::Chunk(chunk) => before += chunk.len(),
            Step::End => (before, failed) = (0, false),
        }
    }
    answers
}

/// The right answers to other octets: what was carried to a step, and the chunk, are changed. The answers are
/// as many as the steps.
fn carried(steps: &[Step<'_>], change: impl Fn(&[u8], &[u8]) -> usize) -> Answers {
    let mut chunks: Vec<Option<Vec<u8>>> = Vec::new();
    let mut stream: Vec<u8> = Vec::new();
    for step in steps {
        let Step::Chunk(chunk) = step else {
            stream.clear();
            chunks.push(None);
            continue;
        };
        let pending = match reading::read(&stream) {
            Err(Fault { error_len: None, valid_up_to, .. }) => stream.len() - valid_up_to,
            _ => 0,
        };
        let lost = change(&stream[stream.len() - pending..], chunk);
        // Taken back from the chunks before, as if they had never been.
        stream.truncate(stream.len() - lost);
        let mut left = lost;
        for earlier in chunks.iter_mut().rev().map_while(Option::as_mut) {
            let here = left.min(earlier.len());
            earlier.truncate(earlier.len() - here);
            left -= here;
        }
        stream.extend_from_slice(chunk);
        chunks.push(Some(chunk.to_vec()));
    }
    let steps: Vec<Step<'_>> =
        chunks.iter().map(|chunk| chunk.as_ref().map_or(Step::End, |chunk| Step::Chunk(chunk))).collect();
    reading::answers(&steps)
}

/// Another fault, where one is reported for the first time.
fn first_fault(steps: &[Step<'_>], change: impl Fn(Step<'_>, usize, Fault) -> Fault) -> Answers {
    changed(steps, |step, first, before, answer| {
        if first {
            answer.1 = answer.1.map_err(|fault| change(step, before, fault));
        }
    })
}

#[rustfmt::skip]
const FAULTS: &[(&str, Answer)] = &[
    ("what is carried is lost at each chunk", |steps| carried(steps, |pending, _| pending.len())),
    ("an empty chunk clears what is carried", |steps| carried(steps, |pending, chunk| if chunk.is_empty() { pending.len() } else { 0 })),
    ("three octets carried are lost", |steps| carried(steps, |pending, _| if pending.len() == 3 { 3 } else { 0 })),
    ("two octets carried are lost", |steps| carried(steps, |pending, _| if pending.len() == 2 { 2 } else { 0 })),
    ("one octet carried is lost", |steps| carried(steps, |pending, _| if pending.len() == 1 { 1 } else { 0 })),
    ("what is carried is lost before ASCII", |steps| carried(steps, |pending, chunk| if chunk.first().is_some_and(u8::is_ascii) { pending.len() } else { 0 })),
    ("what is carried is lost before 16 octets of ASCII", |steps| carried(steps, |pending, chunk| if chunk.len() > 15 && chunk[..16].is_ascii() { pending.len() } else { 0 })),
    ("the error is reported at the end only", |steps| changed(steps, |step, _, _, answer| if step != Step::End { answer.1 = Ok(()) })),
    ("the error is reported one call late", |steps| changed(steps, |_, first, _, answer| if first { answer.1 = Ok(()) })),
    ("fine again after an error", |steps| changed(steps, |_, first, _, answer| if !first { answer.1 = Ok(()) })),
    ("fine at the end after an error", |steps| changed(steps, |step, first, _, answer| if step == Step::End && !first { answer.1 = Ok(()) })),
    ("a stream may end inside a sequence", |steps| changed(steps, |step, first, _, answer| if step == Step::End && first { answer.1 = Ok(()) })),
    ("a chunk may not end inside a sequence", |steps| {
        let mut stream = Vec::new();
        let mut answers = reading::answers(steps);
        for (step, answer) in steps.iter().zip(&mut answers) {
            match step {
                Step::Chunk(chunk) => {
                    stream.extend_from_slice(chunk);
                    answer.1 = reading::read(&stream).map_err(|fault| Fault {
                        error_len: fault.error_len.or(Some(stream.len() - fault.valid_up_to)), ..fault
                    });
                }
                Step::End => stream.clear(),
            }
        }
        answers
    }),
    ("offsets count from the start of the chunk", |steps| first_fault(steps, |_, before, fault| Fault { valid_up_to: fault.valid_up_to.saturating_sub(before), ..fault })),
    ("an error that began in another chunk is at the start of this one", |steps| first_fault(steps, |_, before, fault| Fault { valid_up_to: fault.valid_up_to.max(before), ..fault })),
    ("the length is that in this chunk", |steps| first_fault(steps, |step, before, fault| {
        let carried = before.saturating_sub(fault.valid_up_to);
        let len = fault.error_len.map(|len| if step == Step::End { len } else { len.saturating_sub(carried).max(1) });
        Fault { error_len: len, ..fault }
    })),
    ("what is cut off has no length", |steps| first_fault(steps, |step, _, fault| if step == Step::End { Fault { error_len: None, ..fault } } else { fault })),
    ("what is cut off lacks a continuation", |steps| first_fault(steps, |step, _, fault| if step == Step::End { Fault { kind: Some(ErrorKind::MissingContinuation), ..fault } } else { fault })),
    ("what is broken by a later chunk is cut off", |steps| first_fault(steps, |_, before, fault| if fault.valid_up_to < before { Fault { kind: Some(ErrorKind::Truncated), ..fault } } else { fault })),
    ("the error changes after it was reported", |steps| changed(steps, |_, first, before, answer| if !first {
        answer.1 = answer.1.map_err(|fault| Fault { valid_up_to: fault.valid_up_to.max(before), ..fault });
    })),
    ("an error stays after the end", |steps| {
        let mut failed = None;
        changed(steps, |_, _, _, answer| { let _ = answer; }).into_iter().map(|(text, verdict)| {
            failed = failed.or(verdict.err());
            (text, failed.map_or(Ok(()), Err))
        }).collect()
    }),
    ("offsets go on after the end", |steps| {
        let (mut streams, mut len) = (0, 0);
        let mut answers = reading::answers(steps);
        for (step, answer) in steps.iter().zip(&mut answers) {
            answer.1 = answer.1.map_err(|fault| Fault { valid_up_to: fault.valid_up_to + streams, ..fault });
            match step {
                Step::Chunk(chunk) => len += chunk.len(),
                Step::End => streams += std::mem::take(&mut len),
            }
        }
        answers
    }),
    ("what was unfinished goes into the next stream", |steps| {
        let joined: Vec<Step<'_>> = steps.iter().map(|step| if *step == Step::End { Step::Chunk(b"") } else { *step }).collect();
        let joined = reading::answers(&joined);
        let right = reading::answers(steps);
        right.into_iter().zip(joined).map(|(right, joined)| if right.1.is_ok() { joined } else { right }).collect()
    }),
    ("text goes on after an error", |steps| changed(steps, |step, first, _, answer| if let (Step::Chunk(chunk), true, false) = (step, answer.1.is_err(), first) {
        answer.0 = reading::replaced(chunk);
    })),
    ("the text before the error in its chunk is lost", |steps| changed(steps, |_, first, _, answer| if first { answer.0.clear() })),
    ("U+FFFD stands for the error", |steps| changed(steps, |_, first, _, answer| if first { answer.0.extend("\u{FFFD}".bytes()) })),
    ("the end puts out what is unfinished", |steps| changed(steps, |step, first, _, answer| if first && step == Step::End { answer.0.extend("\u{FFFD}".bytes()) })),
    ("text waits for the end", |steps| {
        let mut text = Vec::new();
        changed(steps, |_, _, _, _| {}).into_iter().zip(steps).map(|((mut piece, verdict), step)| {
            text.append(&mut piece);
            (if *step == Step::End { std::mem::take(&mut text) } else { Vec::new() }, verdict)
        }).collect()
    }),
];
