//! The records of a conversion driver: kernels record their input and where they store, by addresses, and an audit
//! follows the driver through the text.

mod books;
mod texts;

use std::cell::RefCell;

pub(crate) use books::Totals;
use placemat_core::convert::Progress;
use placemat_simd::BLOCK;
pub(crate) use texts::{filler, scripts, starts};

/// A call of a kernel method.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    /// The kernel found this block of the source to be ASCII. The driver may then copy it itself.
    Ascii(usize),
    /// `len` bytes of the source from `from` on were validated; the first `good` of them are valid.
    Validated { from: usize, good: usize, len: usize },
    /// Units were converted.
    Converted(Converted),
    /// This many units were stored by a kernel that does not see where.
    Stored(usize),
    /// This many units were checked, and the output must not be used.
    Vain(usize),
    /// The driver violated the contract of a method.
    Fault(String),
}

/// Units that were converted.
#[derive(Clone, Debug)]
pub(crate) struct Converted {
    /// The input.
    shown: Shown,
    /// How many of its units count.
    read: usize,
    /// Where the output was stored: a place in the destination, or `None` for a copy elsewhere.
    to: Option<usize>,
    written: usize,
    /// How many units, from the first that counts on, must have been validated before.
    validated: usize,
}

/// The input of a kernel.
#[derive(Clone, Debug)]
enum Shown {
    /// The source from this place on.
    Source(usize),
    /// A copy of a part of it, padded with zeros.
    Copy {
        units: Vec<u32>,
        /// The number of units before those that count.
        before: usize,
        /// Where these come from, if known.
        from: Option<usize>,
    },
}

/// Runs the driver and records its calls.
pub(crate) fn record<S, D>(
    source: &[S],
    dst: &mut [D],
    driver: impl FnOnce(&[S], &mut [D]) -> Progress,
) -> (Progress, Vec<Entry>) {
    let book = Book { source: Span::of(source), dst: Span::of(dst), copied: None, entries: Vec::new() };
    BOOK.set(Some(book));
    let progress = driver(source, dst);
    let book = BOOK.take().expect("it is taken here only");
    (progress, book.entries)
}

/// Audits the records. An error describes what is wrong with them.
pub(crate) fn follow<S: Copy + Into<u32>>(
    source: &[S],
    progress: Progress,
    entries: &[Entry],
) -> Result<Totals, String> {
    let source: Vec<u32> = source.iter().map(|unit| (*unit).into()).collect();
    books::follow(&source, progress, entries)
}

/// Records that the block is ASCII.
pub(crate) fn ascii(block: &[u8; BLOCK]) {
    with(|book| {
        let entry = match book.source.place(block) {
            Some(at) => Entry::Ascii(at),
            None => Entry::Fault("a copy was looked at for ASCII".to_owned()),
        };
        book.entries.push(entry);
    });
}

/// Records that the bytes were validated, and that the first `good` of them are valid.
pub(crate) fn validated(bytes: &[u8], good: usize) {
    with(|book| {
        let entry = match book.source.place(bytes) {
            Some(from) => Entry::Validated { from, good, len: bytes.len() },
            None => Entry::Fault("a copy was validated".to_owned()),
        };
        book.entries.push(entry);
    });
}

/// Records that `read` units of the input, after the first `before`, became `written` units in the destination. If
/// they must be validated before, so must be the input after them.
pub(crate) fn converted<S: Copy + Into<u32>, D>(
    (shown, before): (&[S], usize),
    read: usize,
    (dst, written): (&[D], usize),
    must_be_validated: bool,
) {
    with(|book| {
        let place = book.source.place(shown);
        let validated = match place {
            _ if !must_be_validated => 0,
            Some(_) => shown.len() - before,
            None => read,
        };
        let shown = match place {
            Some(place) => Shown::Source(place + before),
            None => {
                let units = shown.iter().map(|unit| (*unit).into()).collect();
                Shown::Copy { units, before, from: book.copied }
            }
        };
        let to = book.dst.place(dst);
        book.entries.push(Entry::Converted(Converted { shown, read, to, written, validated }));
    });
}

/// Runs code that feeds kernels only copies of this part of the source.
pub(crate) fn copying<S, T>(part: &[S], run: impl FnOnce() -> T) -> T {
    with(|book| book.copied = book.source.place(part));
    let result = run();
    with(|book| book.copied = None);
    result
}

/// Records that this many units were stored.
pub(crate) fn stored(units: usize) {
    with(|book| book.entries.push(Entry::Stored(units)));
}

/// Records that this many units were checked needlessly.
pub(crate) fn vain(units: usize) {
    with(|book| book.entries.push(Entry::Vain(units)));
}

/// Records that the driver violated a contract.
pub(crate) fn fault(what: impl Into<String>) {
    with(|book| book.entries.push(Entry::Fault(what.into())));
}

thread_local! {
    static BOOK: RefCell<Option<Book>> = const { RefCell::new(None) };
}

struct Book {
    source: Span,
    dst: Span,
    /// Where the part of the source begins of which kernels see copies.
    copied: Option<usize>,
    entries: Vec<Entry>,
}

/// The addresses of a slice.
struct Span {
    start: usize,
    bytes: usize,
    unit: usize,
}

impl Span {
    fn of<T>(slice: &[T]) -> Self {
        Self { start: slice.as_ptr().addr(), bytes: size_of_val(slice), unit: size_of::<T>() }
    }

    /// Where a part begins; `None` if it lies elsewhere.
    fn place<T>(&self, part: &[T]) -> Option<usize> {
        let at = part.as_ptr().addr().checked_sub(self.start)?;
        (at + size_of_val(part) <= self.bytes).then_some(at / self.unit)
    }
}

fn with(write: impl FnOnce(&mut Book)) {
    BOOK.with_borrow_mut(|book| book.as_mut().map(write));
}
