//! A table decoder whose grammar and replacement can be changed: the model of decoders that accept too much or too
//! little, by mistake ([mutants](crate::mutants)) or on purpose.

use placemat_core::Utf8ErrorKind;

use crate::contract::{Fault, Verdict};
use crate::reference::{KINDS, Kind};
use crate::text::{is_pair, value};

/// The bytes permitted in one position.
pub type Set = [bool; 256];

/// A table decoder: for each lead, the bytes permitted in each position after it.
#[derive(Clone)]
pub struct Table {
    tails: Vec<Option<Vec<Set>>>,
    /// Values that are rejected although their bytes are valid.
    pub refuse: fn(u32) -> bool,
    /// How many bytes may be missing at the end of the input.
    pub missing: usize,
    /// Whether everything after a NUL is accepted.
    pub stop_at_nul: bool,
    /// Whether positions do not count a byte order mark at the start.
    pub strip_mark: bool,
    /// Whether a surrogate pair counts as one character.
    pub pairs: bool,
    /// How errors are replaced in decoded text.
    pub replacement: Replacement,
}

/// How errors are replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// Each maximal subpart by one U+FFFD.
    MaximalSubpart,
    /// Each byte by one.
    PerByte,
    /// A lead and the continuation bytes that it promises by one.
    Structural,
    /// The same, only if all promised bytes are present.
    Complete,
    /// ED A0..BF and its continuation byte by one.
    Surrogate,
    /// Adjacent errors by one.
    Collapsed,
    /// They are left out.
    Dropped,
    /// Each maximal subpart by a question mark.
    QuestionMark,
    /// The text ends at the first error.
    Ends,
    /// There is no text if there is an error.
    NoText,
    /// The byte after an error is lost.
    Swallows,
}

/// The bytes in these ranges.
#[must_use]
pub fn set(ranges: &[(u8, u8)]) -> Set {
    let mut set = [false; 256];
    for &(first, last) in ranges {
        set[usize::from(first)..=usize::from(last)].fill(true);
    }
    set
}

impl Table {
    /// UTF-8.
    #[must_use]
    pub fn right() -> Self {
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
    pub fn lead(&mut self, first: u8, last: u8, tail: Vec<Set>) {
        self.tails[usize::from(first)..=usize::from(last)].fill(Some(tail));
    }

    /// Makes these bytes invalid as leads.
    pub fn no_lead(&mut self, first: u8, last: u8) {
        self.tails[usize::from(first)..=usize::from(last)].fill(None);
    }

    /// Sets whether these bytes may follow `lead`.
    pub fn second(&mut self, lead: u8, first: u8, last: u8, permitted: bool) {
        self.tail(lead, lead, 0, first, last, permitted);
    }

    /// Sets whether these bytes may be in position `nth` after these leads.
    pub fn tail(&mut self, lead: u8, to: u8, nth: usize, first: u8, last: u8, permitted: bool) {
        for tail in self.tails[usize::from(lead)..=usize::from(to)].iter_mut().flatten() {
            if let Some(set) = tail.get_mut(nth) {
                set[usize::from(first)..=usize::from(last)].fill(permitted);
            }
        }
    }

    /// The end of the sequence at `at`.
    fn sequence(&self, bytes: &[u8], at: usize) -> Result<usize, Fault> {
        let lead = bytes[at];
        let fault = |error_len, kind| Fault { valid_up_to: at, error_len, kind };
        let Some(tail) = &self.tails[usize::from(lead)] else {
            return Err(fault(Some(1), Kind::find(&KINDS, lead, lead, 0)));
        };
        for (nth, set) in tail.iter().enumerate() {
            let Some(&byte) = bytes.get(at + 1 + nth) else {
                if tail.len() - nth <= self.missing {
                    return Ok(bytes.len());
                }
                return Err(fault(None, Some(Utf8ErrorKind::Truncated)));
            };
            if !set[usize::from(byte)] {
                if self.pairs && lead == 0xED && is_pair(&bytes[at..]) {
                    return Ok(at + 6);
                }
                return Err(fault(Some(1 + nth), Kind::find(&KINDS, lead, byte, 1 + nth)));
            }
        }
        let end = at + 1 + tail.len();
        if (self.refuse)(value(&bytes[at..end])) {
            return Err(fault(Some(end - at), Some(Utf8ErrorKind::InvalidByte)));
        }
        Ok(end)
    }
}

impl Table {
    /// The first error.
    ///
    /// # Errors
    ///
    /// If there is one.
    pub fn validate(&self, bytes: &[u8]) -> Verdict {
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

    /// The part of an input that is read by a decoder whose input ends at a NUL.
    #[must_use]
    pub fn before_nul<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        let end = bytes.iter().position(|&byte| self.stop_at_nul && byte == 0);
        &bytes[..end.unwrap_or(bytes.len())]
    }

    /// The text, with errors replaced.
    #[must_use]
    pub fn replaced(&self, bytes: &[u8]) -> Vec<u8> {
        let mut text = Vec::new();
        let (mut at, mut after_error) = (0, false);
        while at < bytes.len() {
            let fault = match self.sequence(bytes, at) {
                Ok(end) => {
                    text.extend_from_slice(&bytes[at..end]);
                    (at, after_error) = (end, false);
                    continue;
                }
                Err(fault) => fault,
            };
            let len = fault.error_len.unwrap_or(bytes.len() - at);
            let (count, skipped) = match self.replacement {
                Replacement::Ends => break,
                Replacement::NoText => return Vec::new(),
                Replacement::PerByte => (len, len),
                Replacement::Collapsed => (usize::from(!after_error), len),
                Replacement::Dropped => (0, len),
                Replacement::Swallows => (1, len + 1),
                _ => (1, self.replaced_together(&bytes[at..], len)),
            };
            let mark = if self.replacement == Replacement::QuestionMark { "?" } else { "\u{FFFD}" };
            text.extend(mark.repeat(count).bytes());
            (at, after_error) = (at + skipped, true);
        }
        text
    }

    /// The length of the first error, as the replacement implies; `Some(None)` if the end truncates a sequence, `None`
    /// if there is no error.
    #[must_use]
    pub fn error_len(&self, bytes: &[u8]) -> Option<Option<usize>> {
        let fault = self.validate(bytes).err()?;
        Some(fault.error_len.map(|len| match self.replacement {
            Replacement::PerByte => 1,
            _ => self.replaced_together(&bytes[fault.valid_up_to..], len),
        }))
    }

    /// The length of the error at the start of `rest`, whose maximal subpart has `subpart` bytes.
    fn replaced_together(&self, rest: &[u8], subpart: usize) -> usize {
        let promised = (rest[0].leading_ones() as usize).saturating_sub(1);
        let there = rest[1..].iter().take(promised).take_while(|byte| (0x80..0xC0).contains(*byte)).count();
        match self.replacement {
            Replacement::Structural => 1 + there,
            Replacement::Complete if there == promised => 1 + there,
            Replacement::Surrogate if matches!(rest, [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..]) => 3,
            _ => subpart,
        }
    }
}
