//! Applies the policies for errors and BOMs, and writes text.

use std::io::Write;

use placemat_legacy::Utf8ErrorKind;

use super::decode::{Decode, measure};
use super::encode::{self, Encode, encoder};
use super::stop::{Problem, Stop, What};
use super::{Fix, Plan, Tally};
use crate::args::{Bom, OnError};
use crate::{charset::Charset, reason::Reason, stream::Position, text::count};

/// U+FEFF.
const BOM: char = '\u{FEFF}';

/// The maximum number of output bytes to buffer. A text from a decoder may exceed it by its own length in the output.
const FULL: usize = 64 << 10;

pub(super) struct Writer<'a, W> {
    plan: Plan,
    encoder: Box<dyn Encode>,
    output: &'a mut W,
    /// Encoded bytes that have not been written.
    waiting: Vec<u8>,
    position: Position,
    /// Whether anything has been read.
    started: bool,
    /// Whether nothing followed a removed BOM.
    stripped: bool,
    /// Whether the output ends in a high surrogate, which a following low one would complete.
    after_high: bool,
    tally: Tally,
}

impl<'a, W: Write> Writer<'a, W> {
    pub(super) fn new(plan: Plan, output: &'a mut W) -> Self {
        Self {
            plan,
            encoder: encoder(plan.to),
            output,
            waiting: Vec::new(),
            position: Position::START,
            started: false,
            stripped: false,
            after_high: false,
            tally: Tally::default(),
        }
    }

    /// Writes what the decoder can convert without UTF-8, and returns how many bytes that is: nothing at the start, where
    /// a BOM is.
    pub(super) fn convert(&mut self, decoder: &mut dyn Decode, bytes: &[u8]) -> usize {
        let Plan { from, to, .. } = self.plan;
        let may_report = from == Charset::Latin1 && self.tally.undefined.is_none();
        let has_control = || bytes.iter().fold(false, |any, byte| any | matches!(byte, 0x80..0xA0));
        if !self.started || self.stripped || may_report && has_control() {
            return 0;
        }
        decoder.convert(bytes, to, &mut self.waiting, &mut self.position)
    }

    /// Writes text, given its offset in the input.
    pub(super) fn text(&mut self, text: &str, offset: u64) -> Result<(), Stop> {
        let mut at = 0;
        if !self.started {
            let has_bom = text.starts_with(BOM);
            self.start(has_bom);
            if has_bom {
                at = BOM.len_utf8();
                self.position.pass_text(&text[..at]);
                self.stripped = self.plan.bom == Bom::Strip;
            }
        }
        if self.stripped && at < text.len() {
            self.stripped = false;
            self.tally.second_bom = text[at..].starts_with(BOM);
        }
        let may_be_control = self.plan.from.has_undefined() || self.plan.from == Charset::Latin1;
        if self.tally.undefined.is_none() && may_be_control {
            self.tally.undefined = control(text);
        }
        self.after_high = false;
        if matches!(self.plan.fix, Some(Fix::Fallback(_))) {
            self.tally.changes.add_valid(text);
        }
        while let Err(unmappable) = self.encoder.encode(&text[at..], &mut self.waiting) {
            let before = &text[..at + unmappable.at];
            self.position.pass_text(&text[at..before.len()]);
            let Some(char) = text[before.len()..].chars().next() else { break };
            let Plan { from, to, .. } = self.plan;
            self.problem(
                || measure(from, before).map(|bytes| offset + bytes),
                || What::Unmappable { char, to },
            )?;
            match self.plan.on_error {
                OnError::Fail | OnError::Skip => {}
                OnError::Replace => self.put("?"),
                OnError::Escape => self.put(&format!("\\u{{{:X}}}", u32::from(char))),
            }
            at = before.len() + char.len_utf8();
            self.position.pass_text(&text[before.len()..at]);
            self.flush_if_full()?;
        }
        self.position.pass_text(&text[at..]);
        self.flush_if_full()
    }

    /// Counts places that a repair leaves in doubt.
    pub(super) fn doubtful(&mut self, number: u64) {
        self.tally.changes.doubtful += number;
    }

    /// Writes the text that bytes become.
    pub(super) fn changed(
        &mut self, bytes: &[u8], text: &str, offset: u64, damaged: bool,
    ) -> Result<(), Stop> {
        self.started = true;
        self.tally.changes.add(self.position, offset, bytes, text, damaged);
        for chunk in placemat::chunks(bytes) {
            self.position.pass_text(chunk.valid());
            if !chunk.invalid().is_empty() {
                self.position.pass_invalid();
            }
        }
        self.put(text);
        self.flush_if_full()
    }

    /// Writes a lone surrogate.
    pub(super) fn surrogate(
        &mut self, unit: u16, bytes: &[u8], offset: u64, reason: Reason,
    ) -> Result<(), Stop> {
        let Plan { from, to, .. } = self.plan;
        let is_low = unit >= 0xDC00;
        match encode::surrogate(to, unit).filter(|_| from == Charset::Wtf8 || to == Charset::Wtf8) {
            Some(encoded) if !(is_low && self.after_high) => {
                if !self.started {
                    self.start(false);
                }
                self.waiting.extend(encoded);
                self.after_high = !is_low;
                self.position.pass_invalid();
                self.flush_if_full()
            }
            Some(_) => self.invalid(bytes, &[], offset, Reason::Legacy(Utf8ErrorKind::SurrogatePair)),
            None => self.invalid(bytes, &[], offset, reason),
        }
    }

    /// Handles an invalid sequence.
    pub(super) fn invalid(
        &mut self, bytes: &[u8], after: &[u8], offset: u64, reason: Reason,
    ) -> Result<(), Stop> {
        if !self.started {
            self.start(false);
        }
        self.stripped = false;
        let words = || reason.words(bytes, after);
        self.problem(|| Some(offset), || What::Invalid { len: count(bytes.len()), words: words() })?;
        self.position.pass_invalid();
        match self.plan.on_error {
            OnError::Fail | OnError::Skip => {}
            OnError::Replace => self.put("\u{FFFD}"),
            OnError::Escape => {
                self.put(&bytes.iter().map(|byte| format!("\\x{byte:02X}")).collect::<String>());
            }
        }
        self.flush_if_full()
    }

    /// Writes the buffered bytes.
    pub(super) fn flush(&mut self) -> Result<(), Stop> {
        self.output.write_all(&self.waiting).map_err(Stop::Write)?;
        self.waiting.clear();
        Ok(())
    }

    /// Completes the output after the last piece of the input.
    pub(super) fn finish(mut self) -> Result<Tally, Stop> {
        if !self.started && self.plan.bom == Bom::Add {
            self.start(false);
        }
        self.encoder.finish(&mut self.waiting);
        self.flush()?;
        Ok(self.tally)
    }

    /// Writes a BOM, if required.
    fn start(&mut self, has_bom: bool) {
        self.started = true;
        let Plan { to, bom, .. } = self.plan;
        let wanted = match bom {
            Bom::Add => true,
            Bom::Strip => false,
            Bom::Keep => has_bom || to.needs_bom(),
        };
        if wanted && to.has_bom() {
            self.put(BOM.encode_utf8(&mut [0; 4]));
        }
    }

    /// Counts a problem; fails if the policy is to stop.
    fn problem(
        &mut self, offset: impl FnOnce() -> Option<u64>, what: impl FnOnce() -> What,
    ) -> Result<(), Stop> {
        self.tally.errors += 1;
        if self.tally.first.is_none() {
            let problem = Problem { position: self.position, offset: offset(), what: what() };
            if self.plan.on_error == OnError::Fail {
                return Err(Stop::Problem(problem));
            }
            self.tally.first = Some(problem);
        }
        Ok(())
    }

    /// Encodes replacement text. Characters that the encoding lacks, such as U+FFFD, become `?`.
    fn put(&mut self, text: &str) {
        self.after_high = false;
        if self.encoder.encode(text, &mut self.waiting).is_err() {
            let _ = self.encoder.encode("?", &mut self.waiting);
        }
    }

    fn flush_if_full(&mut self) -> Result<(), Stop> {
        if self.waiting.len() >= FULL { self.flush() } else { Ok(()) }
    }
}

/// The first character of U+0080..U+009F.
fn control(text: &str) -> Option<char> {
    let mut places = memchr::memchr_iter(0xC2, text.as_bytes());
    places.find_map(|at| text[at..].chars().next().filter(|char| *char < '\u{A0}'))
}
