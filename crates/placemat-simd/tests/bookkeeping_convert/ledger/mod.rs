//! The books of a converting driver: kernels write down what they are shown and where they store, by addresses,
//! and an audit follows the driver through the text.

mod books;
mod texts;

use std::cell::RefCell;

pub(crate) use books::Totals;
use placemat_core::convert::Progress;
use placemat_simd::BLOCK;
pub(crate) use texts::{is_brief, places, script, starts};

/// Something that a kernel was asked to do.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    /// It found that the block of the source is ASCII. The driver may then copy it by itself.
    Ascii(usize),
    /// Bytes from a place of the source on were validated. So many are valid, and so many there are.
    Validated { from: usize, good: usize, len: usize },
    /// Units became others.
    Converted(Converted),
    /// So many units were stored, by a kernel that does not see where.
    Stored(usize),
    /// So many units were looked at, and what was written is not to be used.
    Vain(usize),
    /// The driver broke the contract of a method.
    Fault(String),
}

/// Units that became others.
#[derive(Clone, Debug)]
pub(crate) struct Converted {
    /// What was shown.
    shown: Shown,
    /// How many units of it count.
    read: usize,
    /// Where it was stored: a place in the destination, or `None` for a copy that is elsewhere.
    to: Option<usize>,
    written: usize,
    /// How many units, from the first that counts on, have to be validated before.
    validated: usize,
}

/// What a kernel was shown.
#[derive(Clone, Debug)]
enum Shown {
    /// The source from this place on.
    Source(usize),
    /// A copy of a part of it, among zeros.
    Copy {
        units: Vec<u32>,
        /// How many are before those that count.
        before: usize,
        /// Where these come from, if it is known.
        from: Option<usize>,
    },
}

/// Runs the driver, and keeps books.
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

/// Follows the driver through its books; or says what is wrong with them.
pub(crate) fn follow<S: Copy + Into<u32>>(
    source: &[S],
    progress: Progress,
    entries: &[Entry],
) -> Result<Totals, String> {
    let source: Vec<u32> = source.iter().map(|unit| (*unit).into()).collect();
    books::follow(&source, progress, entries)
}

/// The block is ASCII.
pub(crate) fn ascii(block: &[u8; BLOCK]) {
    with(|book| {
        let entry = match book.source.place(block) {
            Some(at) => Entry::Ascii(at),
            None => Entry::Fault("a copy was looked at for ASCII".to_owned()),
        };
        book.entries.push(entry);
    });
}

/// The bytes were validated, and so many at their start are valid.
pub(crate) fn validated(bytes: &[u8], good: usize) {
    with(|book| {
        let entry = match book.source.place(bytes) {
            Some(from) => Entry::Validated { from, good, len: bytes.len() },
            None => Entry::Fault("a copy was validated".to_owned()),
        };
        book.entries.push(entry);
    });
}

/// Of what was shown, `read` units after the first `before` became `written` units in the destination. If they have to
/// be validated before, then so has what is shown after them.
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

/// Runs what shows a kernel copies of this part of the source only.
pub(crate) fn copying<S, T>(part: &[S], run: impl FnOnce() -> T) -> T {
    with(|book| book.copied = book.source.place(part));
    let result = run();
    with(|book| book.copied = None);
    result
}

/// So many units were stored.
pub(crate) fn stored(units: usize) {
    with(|book| book.entries.push(Entry::Stored(units)));
}

/// So many units were looked at needlessly.
pub(crate) fn vain(units: usize) {
    with(|book| book.entries.push(Entry::Vain(units)));
}

/// The driver broke a contract.
pub(crate) fn fault(what: impl Into<String>) {
    with(|book| book.entries.push(Entry::Fault(what.into())));
}

thread_local! {
    static BOOK: RefCell<Option<Book>> = const { RefCell::new(None) };
}

struct Book {
    source: Span,
    dst: Span,
    /// Where the part of the source begins of which copies are shown.
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

    /// Where a part begins; `None` for what is elsewhere.
    fn place<T>(&self, part: &[T]) -> Option<usize> {
        let at = part.as_ptr().addr().checked_sub(self.start)?;
        (at + size_of_val(part) <= self.bytes).then_some(at / self.unit)
    }
}

fn with(write: impl FnOnce(&mut Book)) {
    BOOK.with_borrow_mut(|book| book.as_mut().map(write));
}
