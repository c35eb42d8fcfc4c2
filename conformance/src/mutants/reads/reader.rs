//! A reader of text with a flaw.

use std::io::{ErrorKind, Read};

use placemat_core::ErrorKind as Kind;

use super::flaw::Flaw;
use crate::{
    reading,
    subject::{Fault, Source, Step, Yield},
};

/// A reader that keeps all octets so far, and reads all of them anew each time.
pub(super) struct Reader<'a> {
    source: Source<'a>,
    strict: bool,
    flaw: Option<Flaw>,
    /// In this text: every call of its own if that is the flaw.
    octets: Vec<u8>,
    /// Where the last call begins in it.
    call: usize,
    /// How much of its text is in `text`, or was.
    passed: usize,
    text: Vec<u8>,
    end: Option<Yield>,
    hesitated: bool,
}

/// The octets that a reader asks for at a time.
const BUFFER: usize = 8_192;

impl<'a> Reader<'a> {
    pub(super) fn new(source: Source<'a>, strict: bool, flaw: Option<Flaw>) -> Self {
        Self {
            source,
            strict,
            flaw,
            octets: Vec::new(),
            call: 0,
            passed: 0,
            text: Vec::new(),
            end: None,
            hesitated: false,
        }
    }

    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    /// Asks once: at most `most` octets, and only whole characters if there is room for one.
    pub(super) fn taken(&mut self, most: usize, whole: bool) -> Yield {
        if self.text.is_empty() {
            let answer = self.fill();
            if self.text.is_empty() || !matches!(answer, Yield::Text(_)) {
                return answer;
            }
        }
        if self.has(Flaw::ConsumesNothingOnce) && most == 1 && !whole && !self.hesitated {
            self.hesitated = true;
            return Yield::Text(self.text[..1].to_vec());
        }
        let most = most.min(self.text.len());
        let begins = |at: &usize| self.text.get(*at).is_none_or(|octet| !(0x80..0xC0).contains(octet));
        let cut = (1..=most).rev().find(begins).filter(|_| whole).unwrap_or(most);
        let cut = if self.has(Flaw::PartsOfCharacters) { most } else { cut };
        let text = self.text.drain(..cut).collect();
        if self.has(Flaw::ConsumesAll) && !whole {
            self.text.clear();
        }
        Yield::Text(text)
    }

    /// Appends to `yields`, as if it were a string, until there is no more; what comes after.
    pub(super) fn append(&mut self, yields: &mut Vec<Yield>) -> Yield {
        let before = yields.len();
        loop {
            if !self.text.is_empty() {
                yields.push(Yield::Text(std::mem::take(&mut self.text)));
                if self.has(Flaw::AppendsOneCall) {
                    return Yield::End;
                }
            }
            match self.fill() {
                Yield::Text(_) => {}
                Yield::Failed(ErrorKind::Interrupted) if !self.has(Flaw::AppendIsInterrupted) => {}
                Yield::Failed(kind) => {
                    if self.has(Flaw::AppendLoses) {
                        yields.truncate(before);
                    }
                    return Yield::Failed(kind);
                }
                Yield::IllFormed(fault) => {
                    if !self.has(Flaw::AppendKeeps) {
                        yields.truncate(before);
                    }
                    return Yield::IllFormed(fault);
                }
                Yield::End => return Yield::End,
            }
        }
    }

    pub(super) fn whole(&mut self) -> Vec<Yield> {
        let mut all = Vec::new();
        loop {
            all.append(&mut self.text);
            match self.fill() {
                Yield::Text(_) => {}
                Yield::Failed(ErrorKind::Interrupted) if !self.has(Flaw::WholeStops) => {}
                Yield::End => return vec![Yield::Text(all), Yield::End],
                other => return vec![other],
            }
        }
    }

    /// Asks the source until there is text, which is said by any text, or something else.
    fn fill(&mut self) -> Yield {
        loop {
            if !self.text.is_empty() {
                return Yield::Text(Vec::new());
            }
            if let Some(end) = self.end.clone() {
                match (&end, self.flaw) {
                    (Yield::IllFormed(_), Some(Flaw::GoesOn)) | (Yield::End, Some(Flaw::ReadsOn)) => {
                        self.end = None;
                        self.begin();
                    }
                    (Yield::IllFormed(_), Some(Flaw::EndsAfterError)) => self.end = Some(Yield::End),
                    _ => {}
                }
                return end;
            }
            let mut buffer = [0; BUFFER];
            let room = if self.has(Flaw::RestOfCallIsLost) { BUFFER / 2 } else { BUFFER };
            match self.source.read(&mut buffer) {
                Err(error) => {
                    if let Some(answer) = self.failed(error.kind()) {
                        return answer;
                    }
                }
                Ok(0) => self.finish(),
                Ok(read) => self.pass(&buffer[..read.min(room)]),
            }
            if self.text.is_empty() && self.end.is_none() && self.has(Flaw::EmptyPieces) {
                return Yield::Text(Vec::new());
            }
        }
    }

    fn failed(&mut self, kind: ErrorKind) -> Option<Yield> {
        let is_interruption = kind == ErrorKind::Interrupted;
        match self.flaw {
            Some(Flaw::InterruptionEnds) if is_interruption => self.finish(),
            Some(Flaw::OtherErrorsEnd) if !is_interruption => self.finish(),
            Some(Flaw::InterruptionIsSilent) if is_interruption => {}
            Some(Flaw::KindIsLost) => return Some(Yield::Failed(ErrorKind::Other)),
            Some(Flaw::ErrorLosesCarried) => {
                self.drop_carried();
                return Some(Yield::Failed(kind));
            }
            _ => return Some(Yield::Failed(kind)),
        }
        None
    }

    /// The octets of one call.
    fn pass(&mut self, octets: &[u8]) {
        let alone = self.has(Flaw::ChunksAlone) || (self.has(Flaw::CutAtBuffer) && octets.len() == BUFFER);
        if self.has(Flaw::CarriedTwice) {
            self.octets.extend_from_within(self.octets.len() - self.carried()..);
        }
        self.call = self.octets.len();
        self.octets.extend_from_slice(octets);
        if !self.has(Flaw::Late) {
            self.decode(alone);
        }
        if alone {
            self.begin();
        }
    }

    /// At the start of a text.
    fn begin(&mut self) {
        (self.octets, self.passed, self.call) = (Vec::new(), 0, 0);
    }

    /// How many octets at the end are an unfinished sequence.
    fn carried(&self) -> usize {
        let is_unfinished = |len: &usize| {
            let tail = self.octets.len().checked_sub(*len).map(|from| reading::read(&self.octets[from..]));
            matches!(tail, Some(Err(Fault { valid_up_to: 0, error_len: None, .. })))
        };
        (1..4).rev().find(is_unfinished).unwrap_or(0)
    }

    fn drop_carried(&mut self) {
        self.octets.truncate(self.octets.len() - self.carried());
    }

    /// Puts the text of all octets into `text`, as far as it was not there before.
    fn decode(&mut self, ended: bool) {
        let (text, verdict) = if self.strict {
            let steps = [Step::Chunk(&self.octets[..]), Step::End];
            let mut answers = reading::answers(&steps);
            let (last, end) = answers.pop().unwrap_or((Vec::new(), Ok(())));
            let (text, so_far) = answers.pop().unwrap_or((last, end));
            (text, if ended { end } else { so_far })
        } else {
            let outputs = reading::outputs(&[&self.octets]);
            (if ended { outputs.concat() } else { outputs[0].clone() }, Ok(()))
        };
        let fault = verdict.err();
        if fault.is_none() || !self.has(Flaw::LosesTextBefore) {
            self.text.extend(text.get(self.passed..).unwrap_or_default());
        }
        self.passed = text.len();
        if let Some(fault) = fault {
            self.end = Some(Yield::IllFormed(self.reported(fault)));
        }
    }

    fn reported(&self, fault: Fault) -> Fault {
        let (at, len) = (fault.valid_up_to, fault.error_len.unwrap_or(1));
        match self.flaw {
            Some(Flaw::OffsetInChunk) => Fault { valid_up_to: at.saturating_sub(self.call), ..fault },
            Some(Flaw::OffsetOfOctet) => Fault { valid_up_to: at + len - 1, ..fault },
            Some(Flaw::OffsetOfText) => Fault { valid_up_to: self.text.len(), ..fault },
            Some(Flaw::NoLength) => Fault { error_len: None, ..fault },
            Some(Flaw::EndIsMissing) if fault.kind == Some(Kind::Truncated) => {
                Fault { kind: Some(Kind::MissingContinuation), ..fault }
            }
            _ => fault,
        }
    }

    fn finish(&mut self) {
        if self.has(Flaw::EndPassesCarriedOn) {
            self.text.extend_from_slice(&self.octets[self.octets.len() - self.carried()..]);
            self.drop_carried();
        }
        if self.has(Flaw::EndDropsCarried) {
            self.drop_carried();
        }
        self.decode(true);
        self.end.get_or_insert(Yield::End);
    }
}
