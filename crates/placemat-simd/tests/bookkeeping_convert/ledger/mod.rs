//! The records of a conversion driver: kernels record their input, by its address, or how much they store.

mod texts;

use std::cell::RefCell;

use placemat_core::convert::Progress;
use placemat_simd::BLOCK;
pub(crate) use texts::{filler, is_part_of_text, scripts, starts};

/// What the kernels recorded in one run of a driver.
#[derive(Clone, Debug)]
struct Book {
    /// The address of the source, and the size of a unit.
    source: (usize, usize),
    /// For each unit of the source: how often it was converted.
    converted: Vec<usize>,
    /// For each unit: whether a kernel found it in a block of ASCII, which the driver may then copy itself.
    ascii: Vec<bool>,
    /// The number of units that were converted from copies of parts of the source.
    copied: usize,
    /// The number of units that were stored by kernels that do not see the source.
    stored: usize,
    /// For each unit: whether it was found valid.
    valid: Vec<bool>,
    totals: Totals,
    /// How the driver violated the contract of a method.
    fault: Option<String>,
}

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

/// Runs the driver, and audits what kernels recorded. An error describes what is wrong.
pub(crate) fn audit<S, D>(
    source: &[S], dst: &mut [D], driver: impl FnOnce(&[S], &mut [D]) -> Progress,
) -> Result<(Progress, Totals), String> {
    BOOK.set(Some(Book {
        source: (source.as_ptr().addr(), size_of::<S>()),
        converted: vec![0; source.len()],
        ascii: vec![false; source.len()],
        copied: 0,
        stored: 0,
        valid: vec![false; source.len()],
        totals: Totals::default(),
        fault: None,
    }));
    let end = driver(source, dst);
    let book = BOOK.take().expect("it is taken here only");
    match book.fault {
        Some(fault) => Err(fault),
        None => Ok((end, book.totals(end))),
    }
}

impl Book {
    fn totals(&self, end: Progress) -> Totals {
        if self.stored > 0 {
            // The last unit may be converted by itself.
            let by_kernel = if self.stored + 1 < end.written { 0 } else { end.read };
            return Totals { by_kernel, again: self.stored.saturating_sub(end.written), ..self.totals };
        }
        let (kept, discarded) = self.converted.split_at(end.read);
        let seen = kept.iter().zip(&self.ascii).filter(|(times, is_ascii)| **times > 0 || **is_ascii).count();
        let again: usize = kept.iter().map(|times| times.saturating_sub(1)).sum();
        Totals {
            by_kernel: end.read.min(seen + self.copied),
            again: again + discarded.iter().sum::<usize>() + (seen + self.copied).saturating_sub(end.read),
            ..self.totals
        }
    }

    /// Where a part of the source begins; `None` if it lies elsewhere.
    fn place<T>(&self, part: &[T]) -> Option<usize> {
        let (start, unit) = self.source;
        let at = part.as_ptr().addr().checked_sub(start)? / unit;
        (at + part.len() <= self.converted.len()).then_some(at)
    }
}

/// Records that the block is ASCII.
pub(crate) fn ascii(block: &[u8; BLOCK]) {
    with(|book| match book.place(block) {
        Some(at) => book.ascii[at..at + BLOCK].fill(true),
        None => book.fault = Some("a copy was looked at for ASCII".to_owned()),
    });
}

/// Records that the bytes were validated, and that the first `good` of them are valid.
pub(crate) fn validated(bytes: &[u8], good: usize) {
    with(|book| {
        book.totals.validated += bytes.len();
        match book.place(bytes) {
            Some(from) => book.valid[from..from + good].fill(true),
            None => book.fault = Some("a copy was validated".to_owned()),
        }
    });
}

/// Records that `read` units of the input, after the first `before`, were converted. If they must be validated before,
/// so must be the input after them.
pub(crate) fn converted<S>((shown, before): (&[S], usize), read: usize, must_be_validated: bool) {
    with(|book| {
        let Some(place) = book.place(shown) else {
            book.copied += read;
            return;
        };
        let from = place + before;
        if must_be_validated && book.valid[from..place + shown.len()].contains(&false) {
            book.fault = Some(format!("units from {from} on are taken for valid"));
        }
        book.converted[from..][..read].iter_mut().for_each(|times| *times += 1);
    });
}

/// Records that this many units were stored.
pub(crate) fn stored(units: usize) {
    with(|book| book.stored += units);
}

/// Records that this many units were checked needlessly.
pub(crate) fn vain(units: usize) {
    with(|book| book.totals.vain += units);
}

/// Records that the driver violated a contract.
pub(crate) fn fault(what: impl Into<String>) {
    with(|book| book.fault = Some(what.into()));
}

thread_local! {
    static BOOK: RefCell<Option<Book>> = const { RefCell::new(None) };
}

fn with(write: impl FnOnce(&mut Book)) {
    BOOK.with_borrow_mut(|book| book.as_mut().map(write));
}
