//! A table decoder whose grammar and replacement can be changed: the model of decoders that accept too much or too
//! little, by mistake ([mutants](crate::mutants)) or on purpose.

use std::ops::RangeInclusive;

use placemat_core::Utf8ErrorKind;

use crate::contract::{Fault, Verdict};
use crate::named;
use crate::reference::{KINDS, Kind, practices::tail};
use crate::text::{is_pair, value};

/// A table decoder: for each lead, the bytes permitted in each position after it.
#[derive(Clone)]
pub struct Table {
    tails: Vec<Option<Vec<[bool; 256]>>>,
    /// Values that are rejected although their bytes are valid.
    refused: Vec<RangeInclusive<u32>>,
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

named! {
    /// How errors are replaced, with the name of the practice.
    #[expect(missing_docs, reason = "their names say it")]
    pub enum Replacement {
        MaximalSubpart "one U+FFFD for each maximal subpart";
        PerByte "one U+FFFD per byte";
        Surrogate "ED A0 80 as one: one U+FFFD for a surrogate";
        Complete "one U+FFFD for a complete sequence that is forbidden";
        Structural "structural: one U+FFFD for a lead and the continuations that it promises";
        Collapsed "one U+FFFD for adjacent errors together";
        Dropped "errors are left out of the text";
        QuestionMark "a question mark for each maximal subpart";
        Ends "the text ends at the first error";
        NoText "no text where there is an error";
        Swallows "the byte after an error is lost";
    }
}

/// The sequences of RFC 3629, section 4.
const RIGHT: &str = "=00..7F, =C2..DF 80..BF, \
    =E0 A0..BF 80..BF, =E1..EC 80..BF 80..BF, =ED 80..9F 80..BF, =EE..EF 80..BF 80..BF, \
    =F0 90..BF 80..BF 80..BF, =F1..F3 80..BF 80..BF 80..BF, =F4 80..8F 80..BF 80..BF";

impl Table {
    /// UTF-8, with these [changes](Self::change).
    pub fn new(changes: &str) -> Self {
        let mut decoder = Self {
            tails: vec![None; 256],
            refused: Vec::new(),
            missing: 0,
            stop_at_nul: false,
            strip_mark: false,
            pairs: false,
            replacement: Replacement::MaximalSubpart,
        };
        decoder.change(RIGHT);
        decoder.change(changes);
        decoder
    }

    /// The same decoder, which replaces errors in this way.
    pub fn with_replacement(self, replacement: Replacement) -> Self {
        Self { replacement, ..self }
    }

    /// Applies changes, which commas separate:
    ///
    /// - `=C0..C1 80..BF` makes these bytes leads of sequences with this tail, and `-7F` makes one invalid as a lead;
    /// - `+E0 80..9F` permits these bytes in that position after E0, and `-E1..EF .. BF` forbids one in the third;
    /// - `-U+FFFE..U+FFFF` refuses these characters;
    /// - `no noncharacters`, `pairs`, `strip mark`, `stop at NUL` and `missing 2` are what they say. Anything else panics.
    pub fn change(&mut self, changes: &str) {
        for change in changes.split(',').map(str::trim) {
            if let Some(values) = change.strip_prefix("-U+") {
                let (first, last) = values.split_once("..U+").unwrap_or((values, values));
                self.refused.push(number(first)..=number(last));
                continue;
            }
            match change {
                "" => {}
                "pairs" => self.pairs = true,
                "strip mark" => self.strip_mark = true,
                "stop at NUL" => self.stop_at_nul = true,
                "no noncharacters" => {
                    let ends = (0..=0x10).map(|plane| (plane << 16) + 0xFFFE..=(plane << 16) + 0xFFFF);
                    self.refused.extend(ends.chain([0xFDD0..=0xFDEF]));
                }
                _ => match change.strip_prefix("missing ") {
                    Some(bytes) => self.missing = number(bytes) as usize,
                    None => self.change_bytes(change.split_at(1)),
                },
            }
        }
    }

    fn change_bytes(&mut self, (sign, ranges): (&str, &str)) {
        assert!(["=", "+", "-"].contains(&sign), "{sign}{ranges}");
        let bytes = |range: &str| {
            let (first, last) = range.split_once("..").unwrap_or((range, range));
            // `..` alone is a position that stays.
            if first.is_empty() { 0..0 } else { number(first) as usize..number(last) as usize + 1 }
        };
        let mut ranges = ranges.split(' ').map(bytes);
        let leads = ranges.next().unwrap_or_default();
        let ranges: Vec<_> = ranges.collect();
        for tail in &mut self.tails[leads] {
            match tail {
                _ if sign == "=" => *tail = Some(vec![[false; 256]; ranges.len()]),
                _ if ranges.is_empty() => *tail = None,
                _ => {}
            }
            for (set, range) in tail.iter_mut().flatten().zip(&ranges) {
                set[range.clone()].fill(sign != "-");
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
        let value = value(&bytes[at..end]);
        if self.refused.iter().any(|refused| refused.contains(&value)) {
            return Err(fault(Some(end - at), Some(Utf8ErrorKind::InvalidByte)));
        }
        Ok(end)
    }

    /// The first error, if there is one.
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
    pub fn before_nul<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        let end = bytes.iter().position(|&byte| self.stop_at_nul && byte == 0);
        &bytes[..end.unwrap_or(bytes.len())]
    }

    /// The text, with errors replaced.
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
        let there = tail(rest, promised);
        match self.replacement {
            Replacement::Structural => 1 + there,
            Replacement::Complete if there == promised => 1 + there,
            Replacement::Surrogate if matches!(rest, [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..]) => 3,
            _ => subpart,
        }
    }
}

/// Parses hexadecimal digits.
fn number(digits: &str) -> u32 {
    u32::from_str_radix(digits, 16).expect("hexadecimal digits")
}
