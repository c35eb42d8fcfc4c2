//! The audit: each unit is converted once, in order, to the place after the previous one.

use std::collections::HashSet;

use placemat_core::convert::Progress;
use placemat_simd::{BLOCK, convert::BEFORE};

use super::{Converted, Entry, Shown};

/// What the audit counts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Totals {
    /// Units that were converted again, or whose conversion was discarded.
    pub(crate) again: usize,
    /// Units that were checked needlessly.
    pub(crate) vain: usize,
    /// Bytes that were validated.
    pub(crate) validated: usize,
    /// Source units that a kernel converted, or reported as ASCII.
    pub(crate) by_kernel: usize,
}

pub(super) fn follow(source: &[u32], end: Progress, entries: &[Entry]) -> Result<Totals, String> {
    let mut way = Way {
        source,
        ascii: HashSet::new(),
        validated: 0,
        passed: vec![Progress::default()],
        stored: 0,
        totals: Totals::default(),
    };
    for entry in entries {
        way.enter(entry)?;
    }
    way.end(end)
}

/// The state of the audit.
struct Way<'a> {
    source: &'a [u32],
    /// Where ASCII blocks begin.
    ascii: HashSet<usize>,
    /// Everything before this place was found valid.
    validated: usize,
    /// The places that the driver passed; the last one is where it is.
    passed: Vec<Progress>,
    /// Units that were stored by kernels that do not see where.
    stored: usize,
    totals: Totals,
}

impl Way<'_> {
    fn enter(&mut self, entry: &Entry) -> Result<(), String> {
        match entry {
            Entry::Ascii(at) => {
                self.ascii.insert(*at);
            }
            Entry::Validated { from, good, len } => {
                if !self.goes_to(*from) {
                    return Err(format!("validated from {from} on, after {:?}", self.at()));
                }
                self.validated = from + good;
                self.totals.validated += len;
            }
            Entry::Converted(converted) => self.convert(converted)?,
            Entry::Stored(units) => self.stored += units,
            Entry::Vain(units) => self.totals.vain += units,
            Entry::Fault(what) => return Err(what.clone()),
        }
        Ok(())
    }

    fn convert(&mut self, converted: &Converted) -> Result<(), String> {
        let Converted { shown, read, to, written, validated } = converted;
        let is_next = match shown {
            Shown::Source(place) => self.goes_to(*place),
            Shown::Copy { units, before, from } => {
                from.is_none_or(|place| self.goes_to(place)) && self.goes_to_copy(units, *before, *read)
            }
        };
        let at = self.at();
        if !is_next {
            return Err(format!("{shown:x?} is not what comes next, after {at:?}"));
        }
        if to.is_some_and(|to| to != at.written) {
            return Err(format!("stored to {to:?}, and not after {at:?}"));
        }
        if *validated > 0 && at.read + validated > self.validated {
            return Err(format!("{validated} units after {at:?} are taken for valid, not validated"));
        }
        self.passed.push(Progress { read: at.read + read, written: at.written + written });
        Ok(())
    }

    fn at(&self) -> Progress {
        self.passed.last().copied().unwrap_or_default()
    }

    /// Moves forward or back to this place of the source. It may skip only ASCII blocks, and go back only to a place
    /// that it passed.
    fn goes_to(&mut self, place: usize) -> bool {
        while self.at().read < place && self.passes_ascii() {}
        place == self.at().read || self.goes_back(|passed| passed.read == place)
            // The driver goes back to the start of a character of which nothing was written.
            || self.goes_back(|passed| (place + 1..=place + BEFORE).contains(&passed.read))
                && self.repeats(place)
    }

    /// The same, to a place where the source equals the copy.
    fn goes_to_copy(&mut self, copy: &[u32], before: usize, read: usize) -> bool {
        let source = self.source;
        let is_alike = |at: usize| {
            copy.iter().enumerate().all(|(nth, unit)| {
                let there = (at + nth).checked_sub(before).and_then(|at| source.get(at)).copied();
                // Zeros stand for units before the start, and after the units that count.
                *unit == there.unwrap_or(0) || nth >= before + read && *unit == 0
            })
        };
        loop {
            if is_alike(self.at().read) {
                return true;
            }
            if !self.passes_ascii() {
                break;
            }
        }
        self.goes_back(|passed| is_alike(passed.read))
            || (1..=BEFORE).any(|less| {
                self.goes_back(|passed| passed.read.checked_sub(less).is_some_and(is_alike))
                    && self.repeats(self.at().read - less)
            })
    }

    /// Moves forward by an ASCII block.
    fn passes_ascii(&mut self) -> bool {
        let at = self.at();
        let is_ascii = self.ascii.contains(&at.read);
        if is_ascii {
            self.passed.push(Progress { read: at.read + BLOCK, written: at.written + BLOCK });
        }
        is_ascii
    }

    /// Goes back to the last passed place of this kind.
    fn goes_back(&mut self, is: impl Fn(Progress) -> bool) -> bool {
        let Some(nth) = self.passed.iter().rposition(|passed| is(*passed)) else { return false };
        let from = self.at().read;
        self.passed.truncate(nth + 1);
        self.totals.again += from - self.at().read;
        true
    }

    /// Goes back into the units that were converted last, to a place of which nothing has been written.
    fn repeats(&mut self, place: usize) -> bool {
        let at = self.at();
        self.totals.again += at.read - place;
        self.passed.push(Progress { read: place, ..at });
        true
    }

    fn end(mut self, end: Progress) -> Result<Totals, String> {
        let by_itself = self.passed.len() == 1 && self.ascii.is_empty();
        if by_itself {
            // The last unit may be converted by itself.
            self.totals.by_kernel = if self.stored + 1 < end.written { 0 } else { end.read };
            self.totals.again = self.stored.saturating_sub(end.written);
            return Ok(self.totals);
        }
        while self.at().read < end.read && self.passes_ascii() {}
        let is_there = |passed: Progress| {
            passed.written == end.written && (end.read..=end.read + BEFORE).contains(&passed.read)
        };
        if !self.goes_back(is_there) {
            return Err(format!("the books end at {:?}, and not at {end:?}", self.at()));
        }
        self.totals.by_kernel = end.read;
        Ok(self.totals)
    }
}
