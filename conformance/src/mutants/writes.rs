//! Mutants that write text to a writer wrongly.

use std::io::Write;

use placemat_core::ErrorKind as Kind;

use super::mutant::{Family, Mutant};
use crate::{
    reading,
    subject::{Fault, Sink, Step, Subject, Verdict, WritesText},
};

pub(super) fn models() -> Vec<Mutant> {
    vec![mutant("octets so far", None)]
}

pub(super) fn mutants() -> Vec<Mutant> {
    FLAWS.iter().map(|&(name, flaw)| mutant(name, Some(flaw))).collect()
}

fn mutant(name: &str, flaw: Option<Flaw>) -> Mutant {
    Mutant { family: Family::Write, name: name.to_owned(), seen_by: None, subject: Box::new(Model { flaw }) }
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    ChunksAlone,
    EndDropsCarried,
    EndPassesCarriedOn,
    EndIsMissing,
    CarriedTwice,
    PassesOctetsOn,
    HoldsAllBack,
    HoldsAnOctetBack,
    RefusedIsLost,
    RefusedIsRepeated,
    ShortWriteIsWhole,
    NothingTakenIsAll,
    LosesTextBefore,
    PassesIllFormedOn,
    GoesOn,
    EndHidesError,
    StaysFailed,
    OffsetsGoOn,
    CarriedGoesOn,
    OffsetInChunk,
    OffsetOfOctet,
    NoLength,
    EmptyChunkSettles,
    StrictReplaces,
    LossyFails,
    DropsIllFormed,
    OneForEachOctet,
}

const FLAWS: &[(&str, Flaw)] = &[
    ("each chunk is decoded by itself", Flaw::ChunksAlone),
    ("what is unfinished at the end is dropped", Flaw::EndDropsCarried),
    ("what is unfinished at the end is passed on", Flaw::EndPassesCarriedOn),
    ("what is unfinished at the end is broken off by something", Flaw::EndIsMissing),
    ("what is carried is decoded twice", Flaw::CarriedTwice),
    ("octets are passed on as they come", Flaw::PassesOctetsOn),
    ("all is passed on at the end", Flaw::HoldsAllBack),
    ("the last octet of a chunk is held back", Flaw::HoldsAnOctetBack),
    ("what the writer refuses is lost", Flaw::RefusedIsLost),
    ("what the writer took is written again after an error", Flaw::RefusedIsRepeated),
    ("a writer that takes less is taken to have taken all", Flaw::ShortWriteIsWhole),
    ("a writer that takes nothing is taken to have taken all", Flaw::NothingTakenIsAll),
    ("the text before what is ill formed is lost", Flaw::LosesTextBefore),
    ("what is ill formed is passed on and refused", Flaw::PassesIllFormedOn),
    ("after what is ill formed it goes on", Flaw::GoesOn),
    ("the end does not repeat the error", Flaw::EndHidesError),
    ("the next text is refused, too", Flaw::StaysFailed),
    ("offsets in the next text count from the first", Flaw::OffsetsGoOn),
    ("what is unfinished at the end is carried to the next text", Flaw::CarriedGoesOn),
    ("the offset counts from the start of the chunk", Flaw::OffsetInChunk),
    ("the offset is that of the octet that is wrong", Flaw::OffsetOfOctet),
    ("what is ill formed has no length", Flaw::NoLength),
    ("an empty chunk ends a sequence", Flaw::EmptyChunkSettles),
    ("a strict writer replaces", Flaw::StrictReplaces),
    ("a writer that replaces fails", Flaw::LossyFails),
    ("what is ill formed is deleted", Flaw::DropsIllFormed),
    ("each octet is replaced", Flaw::OneForEachOctet),
];

struct Model {
    flaw: Option<Flaw>,
}

impl Subject for Model {
    fn name(&self) -> &str {
        "writer"
    }

    crate::claims!(write: WritesText);
}

type Answers = Vec<(Vec<u8>, Verdict)>;

impl WritesText for Model {
    fn write(&self, steps: &[Step<'_>], sink: &Sink, strict: bool) -> Answers {
        let answers = self.answers(steps, strict);
        let mut pending = Vec::new();
        let mut passed = Vec::new();
        for (step, (text, verdict)) in steps.iter().zip(answers) {
            pending.extend(text);
            let held = match (self.flaw, step) {
                (Some(Flaw::HoldsAllBack), Step::Chunk(_)) => pending.len(),
                (Some(Flaw::HoldsAnOctetBack), Step::Chunk(_)) => pending.len().min(1),
                _ => 0,
            };
            let now: Vec<u8> = pending.drain(..pending.len() - held).collect();
            self.pass_on(&now, sink);
            passed.push((sink.taken(), verdict));
        }
        passed
    }
}

impl Model {
    /// Writes text until the sink has all of it.
    fn pass_on(&self, text: &[u8], mut sink: &Sink) {
        let mut left = text;
        let mut restarted = false;
        while !left.is_empty() {
            match (sink.write(left), self.flaw) {
                (Err(_), Some(Flaw::RefusedIsLost))
                | (Ok(_), Some(Flaw::ShortWriteIsWhole))
                | (Ok(0), Some(Flaw::NothingTakenIsAll)) => return,
                (Err(_), Some(Flaw::RefusedIsRepeated)) if !restarted && left.len() < text.len() => {
                    restarted = true;
                    left = text;
                }
                (Ok(taken), _) => left = &left[taken..],
                (Err(_), _) => {}
            }
        }
    }

    /// The text at each step, and the verdict.
    fn answers(&self, steps: &[Step<'_>], strict: bool) -> Answers {
        let strict = match self.flaw {
            Some(Flaw::StrictReplaces) => false,
            Some(Flaw::LossyFails) => true,
            _ => strict,
        };
        let mut answers: Answers = Vec::new();
        let mut text = Text { strict, flaw: self.flaw, ..Text::default() };
        let mut failed = None;
        for step in steps {
            let mut answer = match step {
                Step::Chunk(chunk) => text.chunk(chunk),
                Step::End => text.end(),
            };
            if *step == Step::End {
                text = text.next();
            }
            if self.flaw == Some(Flaw::StaysFailed) && strict {
                failed = failed.or(answer.1.err());
                answer.1 = failed.map_or(answer.1, Err);
            }
            answers.push(answer);
        }
        answers
    }
}

/// One text, of which all octets are kept and read anew each time.
#[derive(Default)]
struct Text {
    strict: bool,
    flaw: Option<Flaw>,
    octets: Vec<u8>,
    /// The octets of texts before.
    before: usize,
    /// Where the last chunk begins.
    chunk: usize,
    /// How much of the text has been passed on.
    passed: usize,
}

impl Text {
    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    fn chunk(&mut self, chunk: &[u8]) -> (Vec<u8>, Verdict) {
        if self.has(Flaw::CarriedTwice) {
            self.octets.extend_from_within(self.octets.len() - self.carried()..);
        }
        self.chunk = self.octets.len();
        self.octets.extend_from_slice(chunk);
        if self.has(Flaw::PassesOctetsOn) {
            return (chunk.to_vec(), self.read(false).1);
        }
        let ended = self.has(Flaw::ChunksAlone) || (self.has(Flaw::EmptyChunkSettles) && chunk.is_empty());
        let answer = self.read(ended);
        if ended || (self.has(Flaw::GoesOn) && answer.1.is_err()) {
            (self.octets, self.passed) = (Vec::new(), 0);
        }
        answer
    }

    fn end(&mut self) -> (Vec<u8>, Verdict) {
        let carried = self.carried();
        if self.has(Flaw::EndPassesCarriedOn) && carried > 0 {
            return (self.octets[self.octets.len() - carried..].to_vec(), Ok(()));
        }
        if self.has(Flaw::EndDropsCarried) || self.has(Flaw::CarriedGoesOn) {
            let unfinished = self.octets.split_off(self.octets.len() - carried);
            let answer = self.read(true);
            self.octets.extend(unfinished);
            return answer;
        }
        let had_failed = self.read_whole(false).1.is_err();
        let (text, verdict) = self.read(true);
        if self.has(Flaw::PassesOctetsOn) {
            return (Vec::new(), verdict);
        }
        (text, if self.has(Flaw::EndHidesError) && had_failed { Ok(()) } else { verdict })
    }

    /// The text after this one.
    fn next(self) -> Self {
        let Self { strict, flaw, .. } = self;
        let before = if self.has(Flaw::OffsetsGoOn) { self.before + self.octets.len() } else { 0 };
        let kept = if self.has(Flaw::CarriedGoesOn) { self.carried() } else { 0 };
        let octets = self.octets[self.octets.len() - kept..].to_vec();
        Self { strict, flaw, octets, before, ..Self::default() }
    }

    /// How many octets at the end are an unfinished sequence.
    fn carried(&self) -> usize {
        let is_unfinished = |len: &usize| {
            let tail = self.octets.len().checked_sub(*len).map(|from| reading::read(&self.octets[from..]));
            matches!(tail, Some(Err(Fault { valid_up_to: 0, error_len: None, .. })))
        };
        (1..4).rev().find(is_unfinished).unwrap_or(0)
    }

    /// The text that has not been passed on, and the verdict.
    fn read(&mut self, ended: bool) -> (Vec<u8>, Verdict) {
        let (text, verdict) = self.read_whole(ended);
        let new = text.get(self.passed..).unwrap_or_default().to_vec();
        self.passed = text.len();
        (if verdict.is_err() && self.has(Flaw::LosesTextBefore) { Vec::new() } else { new }, verdict)
    }

    fn read_whole(&self, ended: bool) -> (Vec<u8>, Verdict) {
        let chunk = [Step::Chunk(&self.octets[..]), Step::End];
        let steps = if ended { &chunk[..] } else { &chunk[..1] };
        if self.strict {
            let (first, verdict) = reading::answers(steps)
                .into_iter()
                .fold((Vec::new(), Ok(())), |all, one| ([all.0, one.0].concat(), one.1));
            let mut text = first;
            if let (Err(fault), true) = (verdict, self.has(Flaw::PassesIllFormedOn)) {
                text.extend_from_slice(&self.octets[fault.valid_up_to..]);
            }
            return (text, verdict.map_err(|fault| self.reported(fault)));
        }
        let mut outputs = reading::outputs(&[&self.octets]);
        outputs.truncate(steps.len());
        let text = outputs.concat();
        let text = match self.flaw {
            Some(Flaw::DropsIllFormed) => replaced(&text, ""),
            Some(Flaw::OneForEachOctet) => {
                let pieces = reading::pieces(&self.octets);
                let longest = pieces.iter().map(|piece| piece.ill_formed.len()).max().unwrap_or(0);
                replaced(&text, &"\u{FFFD}".repeat(longest))
            }
            _ => text,
        };
        (text, Ok(()))
    }

    fn reported(&self, fault: Fault) -> Fault {
        let (at, len) = (fault.valid_up_to + self.before, fault.error_len.unwrap_or(1));
        let fault = Fault { valid_up_to: at, ..fault };
        match self.flaw {
            Some(Flaw::OffsetInChunk) => Fault { valid_up_to: at.saturating_sub(self.chunk), ..fault },
            Some(Flaw::OffsetOfOctet) => Fault { valid_up_to: at + len - 1, ..fault },
            Some(Flaw::NoLength) => Fault { error_len: None, ..fault },
            Some(Flaw::EndIsMissing) if fault.kind == Some(Kind::Truncated) => {
                Fault { kind: Some(Kind::MissingContinuation), ..fault }
            }
            _ => fault,
        }
    }
}

fn replaced(text: &[u8], by: &str) -> Vec<u8> {
    String::from_utf8_lossy(text).replace('\u{FFFD}', by).into_bytes()
}
