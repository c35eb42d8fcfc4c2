//! Rows by views.
//!
//! The view of a short row is well formed, length and zeros included, exactly if the row is: the octets of a
//! length up to 12 are ASCII, and so are the zeros. So the views of a chunk of rows are judged as one text, in
//! which those of long rows are left out. Long rows that follow each other in one buffer are judged as
//! [`rows`](super::rows).

use placemat_core::Scan;

use super::{
    Error,
    rows::{ROWS, are_sound, one},
};
use crate::judge::Judge;

/// Octets of a view.
const VIEW: usize = size_of::<u128>();
/// The longest row that is in its view.
const SHORT: usize = 12;
/// Where it begins in there, in bits: after the length.
const ROW: u32 = u32::BITS;

pub(super) fn validate<B: AsRef<[u8]>>(judge: Judge, views: &[u128], buffers: &[B]) -> Result<(), Error> {
    for (chunk, row) in views.chunks(ROWS).zip((0..).step_by(ROWS)) {
        if !are_well_formed(judge, chunk, buffers) {
            for (view, row) in chunk.iter().zip(row..) {
                judge_one(judge, row, View(*view), buffers)?;
            }
        }
    }
    Ok(())
}

/// Whether nothing is wrong with any of at most `ROWS` rows.
fn are_well_formed<B: AsRef<[u8]>>(judge: Judge, views: &[u128], buffers: &[B]) -> bool {
    let mut short = [0; VIEW * ROWS];
    let mut run = Run { buffer: 0, bounds: [0; ROWS + 1], len: 0 };
    let mut sound = true;
    for (view, octets) in views.iter().zip(short.as_chunks_mut().0) {
        let view = View(*view);
        if view.is_short() {
            *octets = view.0.to_le_bytes();
            sound &= view.after() == 0;
            continue;
        }
        sound &= view.begins_right(buffers);
        if !run.takes(view) {
            sound &= run.is_sound(judge, buffers);
            run.begin(view);
        }
    }
    sound && run.is_sound(judge, buffers) && judge.scan(&short[..VIEW * views.len()]) == Scan::Clean
}

/// Judges the row of one view.
fn judge_one<B: AsRef<[u8]>>(judge: Judge, row: usize, view: View, buffers: &[B]) -> Result<(), Error> {
    if view.is_short() {
        if view.after() != 0 {
            return Err(Error::Padding { row });
        }
        let octets = (view.0 >> ROW).to_le_bytes();
        return one(judge, row, 0, view.len(), &octets);
    }
    let buffer = buffers.get(view.buffer()).ok_or(Error::OutOfBounds { row })?.as_ref();
    let end = view.start().saturating_add(view.len());
    if end <= buffer.len() && !view.begins_right(buffers) {
        return Err(Error::Prefix { row });
    }
    one(judge, row, view.start(), end, buffer)
}

/// A view, as Arrow has it.
#[derive(Clone, Copy)]
struct View(u128);

impl View {
    /// Octets of the row.
    #[inline]
    fn len(self) -> usize {
        self.field(0)
    }

    #[inline]
    fn is_short(self) -> bool {
        self.len() <= SHORT
    }

    /// What is in the view after a short row.
    #[inline]
    fn after(self) -> u128 {
        // All of it is the row, where it has twelve octets.
        let end = ROW + u8::BITS * u32::try_from(self.len()).unwrap_or(0);
        self.0.checked_shr(end).unwrap_or(0)
    }

    /// The number of a long row's buffer.
    #[inline]
    fn buffer(self) -> usize {
        self.field(2)
    }

    /// Where a long row begins in its buffer.
    #[inline]
    fn start(self) -> usize {
        self.field(3)
    }

    /// Whether the view of a long row has the row's first octets.
    #[inline]
    fn begins_right<B: AsRef<[u8]>>(self, buffers: &[B]) -> bool {
        let rest = buffers.get(self.buffer()).and_then(|buffer| buffer.as_ref().get(self.start()..));
        let first = rest.and_then(|rest| rest.first_chunk());
        first.is_some_and(|first| self.field(1) == index(u32::from_le_bytes(*first)))
    }

    /// One of the four numbers.
    #[inline]
    fn field(self, which: u32) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "the field")]
        let field = (self.0 >> (which * u32::BITS)) as u32;
        index(field)
    }
}

/// As an index; one outside every slice, if it is too large for the machine.
#[inline]
fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Long rows that follow each other in one buffer.
struct Run {
    buffer: usize,
    /// Where each begins, and where the last one ends.
    bounds: [usize; ROWS + 1],
    /// How many rows.
    len: usize,
}

impl Run {
    /// Starts anew, with the row of this view.
    #[inline]
    fn begin(&mut self, view: View) {
        self.buffer = view.buffer();
        self.bounds[0] = view.start();
        self.bounds[1] = view.start().saturating_add(view.len());
        self.len = 1;
    }

    /// Takes the row of this view, if it comes next in the buffer.
    #[inline]
    fn takes(&mut self, view: View) -> bool {
        let end = self.bounds[self.len];
        let is_next = self.len > 0 && view.buffer() == self.buffer && view.start() == end;
        if is_next {
            self.len += 1;
            self.bounds[self.len] = end.saturating_add(view.len());
        }
        is_next
    }

    #[inline]
    fn is_sound<B: AsRef<[u8]>>(&self, judge: Judge, buffers: &[B]) -> bool {
        match (self.len, buffers.get(self.buffer)) {
            (0, _) => true,
            (_, None) => false,
            (len, Some(buffer)) => are_sound(judge, &self.bounds[..=len], buffer.as_ref()),
        }
    }
}
