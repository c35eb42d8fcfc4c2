//! An error, with the bytes around it.

use std::io::Write;

use placemat::{Utf8ErrorKind, split_incomplete};

use super::palette::Palette;
use crate::stream::{Finding, Position};
use crate::text::{continuations, count, grouped, is_continuation, is_harmless, spaced_hex};
use crate::{hint::Hint, why::why};

/// The number of bytes shown before an error.
const BEFORE: usize = 8;

/// The number of bytes shown from the start of an error.
const FROM: usize = 12;

/// The number of bytes after the start of an error that a report needs.
pub(super) const AFTER: usize = FROM - 1;

/// What a report covers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// One error, for programs.
    Error,
    /// An invalid lead and the continuation bytes after it, for people.
    Group,
}

/// An error, and the stray continuation bytes after it.
#[derive(Clone, Debug)]
pub(super) struct Report {
    pub(super) offset: u64,
    pub(super) position: Position,
    pub(super) kind: Utf8ErrorKind,
    /// The length of the invalid sequence.
    pub(super) len: usize,
    pub(super) next: Option<u8>,
    /// The number of bytes that this report covers: the sequence, and the continuation bytes after it.
    pub(super) covered: u64,
    /// The diagnosis, for programs.
    pub(super) hint: Option<&'static str>,
    /// The bytes before the sequence.
    before: Vec<u8>,
    /// The sequence, and its successors.
    from: Vec<u8>,
}

impl Report {
    pub(super) fn new(finding: &Finding<'_>, position: Position, unit: Unit) -> Self {
        // The first bytes shown may be the rest of a character.
        let before = finding.before.split_at(finding.before.len().saturating_sub(BEFORE)).1;
        let cut = if before.len() < BEFORE { 0 } else { continuations(before).min(3) };
        Self {
            offset: finding.offset,
            position,
            kind: finding.kind,
            len: finding.bytes.len(),
            next: finding.next,
            covered: count(finding.bytes.len()),
            hint: if unit == Unit::Error { Hint::of_error(finding) } else { None },
            before: before.split_at(cut).1.to_vec(),
            from: finding.from.iter().take(FROM).copied().collect(),
        }
    }

    /// Whether `finding`, the next error, belongs to this report: a stray continuation byte, directly after those of
    /// an invalid lead.
    pub(super) fn takes(&self, finding: &Finding<'_>) -> bool {
        self.has_bad_lead()
            && finding.kind == Utf8ErrorKind::UnexpectedContinuation
            && finding.offset == self.offset + self.covered
    }

    pub(super) fn has_bad_lead(&self) -> bool {
        self.from.first().is_some_and(|lead| !is_continuation(*lead))
    }

    /// The invalid bytes, as far as available.
    pub(super) fn bytes(&self) -> &[u8] {
        self.from.split_at(self.marked()).0
    }

    /// The explanation of the error.
    pub(super) fn why(&self) -> String {
        let (mut words, named) = why(&self.from);
        match self.covered.saturating_sub(count(named)) {
            0 => {}
            1 => words.push_str("; 1 stray continuation follows"),
            stray => words.push_str(&format!("; {} stray continuations follow", grouped(stray))),
        }
        words
    }

    fn marked(&self) -> usize {
        usize::try_from(self.covered).map_or(self.from.len(), |covered| covered.min(self.from.len()))
    }

    /// Writes the bytes in hexadecimal, their text, and a line of marks.
    pub(super) fn write_bytes(&self, palette: &Palette, out: &mut Vec<u8>) {
        let (invalid, after) = self.from.split_at(self.marked());
        // A character that is truncated at the end would look invalid.
        let after = if self.from.len() < FROM { after } else { split_incomplete(after).0 };
        let Palette { bad, around, .. } = palette;
        let pad = 3 * (BEFORE + FROM - self.before.len() - invalid.len() - after.len());
        // Writing to memory cannot fail.
        let _ = writeln!(
            out,
            "    {around}{}{around:#}{bad}{}{bad:#}{around}{}{around:#}{:pad$} {}{bad}{}{bad:#}{}",
            spaced_hex(&self.before),
            spaced_hex(invalid),
            spaced_hex(after),
            "",
            text(&self.before),
            text(invalid),
            text(after),
        );
        let _ = writeln!(
            out,
            "    {:indent$}{}",
            "",
            "^^ ".repeat(invalid.len()).trim_end(),
            indent = 3 * self.before.len()
        );
    }
}

/// The bytes as text. A dot replaces a character that cannot be shown, and interrupts `##[`, which GitHub treats as
/// the start of a workflow command anywhere.
fn text(bytes: &[u8]) -> String {
    let text = placemat::from_utf8_lossy(bytes);
    let shown: String = text.chars().map(|char| if is_harmless(char) { char } else { '.' }).collect();
    shown.replace("##[", "##.")
}
