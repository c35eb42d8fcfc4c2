//! One error for people, with what is around it.

use std::fmt::Write;

use placemat::{ErrorKind, split_incomplete};

use super::{name::is_harmless, palette::Palette};
use crate::check::{Finding, Place, Sizes, count};

/// How many octets a report shows before an error.
const BEFORE: usize = 8;

/// How many octets a report shows from the start of an error on. The most that is needed to say why is a lead and the
/// five continuations that it had in RFC 2279.
const FROM: usize = 12;

/// What a report wants to have at hand.
pub(super) const SIZES: Sizes = Sizes { before: BEFORE, behind: FROM - 1, ..Sizes::PLAIN };

/// An error, and the stray continuations behind it.
#[derive(Clone, Debug)]
pub(super) struct Report {
    pub(super) offset: u64,
    pub(super) place: Place,
    pub(super) kind: ErrorKind,
    /// How many octets the ill-formed sequence has.
    pub(super) len: usize,
    pub(super) next: Option<u8>,
    /// How many octets this report is about: the sequence, and what is folded into it.
    pub(super) told: u64,
    /// The octets before.
    before: Vec<u8>,
    /// The ill-formed ones and those behind.
    from: Vec<u8>,
}

impl Report {
    pub(super) fn new(finding: &Finding<'_>) -> Self {
        // The first octets shown may be the rest of a character that begins before them.
        let cut = if finding.before.len() < BEFORE {
            0
        } else {
            finding.before.iter().take(3).take_while(|octet| is_continuation(**octet)).count()
        };
        Self {
            offset: finding.offset,
            place: finding.place,
            kind: finding.kind,
            len: finding.octets.len(),
            next: finding.next,
            told: count(finding.octets.len()),
            before: finding.before.iter().skip(cut).copied().collect(),
            from: finding.from.iter().take(FROM).copied().collect(),
        }
    }

    /// Whether this error, the next one, is told in this report: a stray continuation right behind a bad lead.
    pub(super) fn takes(&self, finding: &Finding<'_>) -> bool {
        self.has_bad_lead()
            && finding.kind == ErrorKind::UnexpectedContinuation
            && finding.offset == self.offset + self.told
    }

    pub(super) fn has_bad_lead(&self) -> bool {
        self.from.first().is_some_and(|lead| !is_continuation(*lead))
    }

    /// The ill-formed octets, as far as they are at hand.
    pub(super) fn ill(&self) -> &[u8] {
        self.from.split_at(self.marked()).0
    }

    /// The octets before and behind the ill-formed ones.
    pub(super) fn neighbours(&self) -> (Option<u8>, Option<u8>) {
        (self.before.last().copied(), self.from.get(self.marked()).copied())
    }

    /// The octets behind the ill-formed ones, as far as they are shown.
    pub(super) fn behind(&self) -> &[u8] {
        self.from.split_at(self.marked()).1
    }

    fn marked(&self) -> usize {
        usize::try_from(self.told).map_or(self.from.len(), |told| told.min(self.from.len()))
    }

    /// The octets in hex, the text beside, and a line of marks.
    pub(super) fn write_octets(&self, palette: &Palette, out: &mut String) {
        let (ill, behind) = self.from.split_at(self.marked());
        // A character that is cut off here would look ill-formed.
        let behind = if self.from.len() < FROM { behind } else { split_incomplete(behind).0 };
        let Palette { bad, around, .. } = palette;
        let pad = 3 * (BEFORE + FROM - self.before.len() - ill.len() - behind.len());
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "    {around}{}{around:#}{bad}{}{bad:#}{around}{}{around:#}{:pad$} {}{bad}{}{bad:#}{}",
            hex(&self.before),
            hex(ill),
            hex(behind),
            "",
            text(&self.before),
            text(ill),
            text(behind),
        );
        let _ = writeln!(
            out,
            "    {:indent$}{}",
            "",
            "^^ ".repeat(ill.len()).trim_end(),
            indent = 3 * self.before.len()
        );
    }
}

/// Octets in upper-case hex, a blank behind each.
pub(super) fn hex(octets: &[u8]) -> String {
    let mut text = String::with_capacity(3 * octets.len());
    for octet in octets {
        // Writing to a string cannot fail.
        let _ = write!(text, "{octet:02X} ");
    }
    text
}

/// What the octets say. A dot stands for what has no look of its own.
fn text(octets: &[u8]) -> String {
    placemat::from_utf8_lossy(octets).chars().map(|char| if is_harmless(char) { char } else { '.' }).collect()
}

fn is_continuation(octet: u8) -> bool {
    octet & 0xC0 == 0x80
}
