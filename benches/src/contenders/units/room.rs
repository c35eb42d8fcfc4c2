//! Inputs as units, and the room for what they become.

use std::{
    cell::{Cell, RefCell},
    hint::black_box,
    marker::PhantomData,
};

use super::super::turn::{Check, Place, take};
use crate::arena::Arena;

/// The bytes of a page. Every room begins at one, so that no contender's lies better than another's.
const PAGE: usize = 4096;

/// What text is a slice of.
pub(super) trait Unit: Copy + Default + 'static {
    /// The units that these bytes are in memory. Loads lie where units may.
    fn of(bytes: &[u8]) -> &[Self];
}

impl Unit for u8 {
    fn of(bytes: &[u8]) -> &[Self] {
        bytes
    }
}

macro_rules! wide {
    ($($Unit:ty)*) => {
        $(impl Unit for $Unit {
            #[expect(unsafe_code, reason = "the arena has bytes")]
            fn of(bytes: &[u8]) -> &[Self] {
                // SAFETY: any bytes are a number.
                unsafe { bytes.align_to() }.1
            }
        })*
    };
}

wide! { u16 u32 }

/// A check that writes at most `most` units for each of the source, and some more, and says how many.
pub(super) fn writes<S: Unit, D: Unit>(
    most: usize,
    run: impl Fn(&[S], &mut [D]) -> usize + 'static,
) -> Box<dyn Check> {
    let room = RefCell::new(Room { units: Vec::new(), start: 0 });
    Box::new(Writer { most, run, room, reach: Cell::new(0), of: PhantomData::<fn(S)> })
}

/// Units, of which the room is what lies after the start of a page.
struct Room<D> {
    units: Vec<D>,
    start: usize,
}

impl<D: Unit> Room<D> {
    /// The first `len` units. It grows in a warm-up, before the first timed turn.
    #[inline(always)]
    fn first(&mut self, len: usize) -> &mut [D] {
        if self.units.len() < self.start + len {
            self.grow(len);
        }
        &mut self.units[self.start..][..len]
    }

    #[cold]
    fn grow(&mut self, len: usize) {
        // Written, not only asked for, so that no turn waits for pages.
        self.units.clear();
        self.units.resize(len + PAGE / size_of::<D>(), D::default());
        self.start = self.units.as_ptr().align_offset(PAGE);
    }
}

/// A check with a room for what it writes.
struct Writer<S, D, F> {
    most: usize,
    run: F,
    room: RefCell<Room<D>>,
    /// The most units that it has written at once.
    reach: Cell<usize>,
    of: PhantomData<fn(S)>,
}

impl<S: Unit, D: Unit, F: Fn(&[S], &mut [D]) -> usize> Writer<S, D, F> {
    #[inline(always)]
    fn write(&self, bytes: &[u8]) -> usize {
        let source = S::of(bytes);
        let mut room = self.room.borrow_mut();
        let room = room.first(source.len() * self.most + 64);
        let written = (self.run)(source, room);
        black_box(&room[..]);
        self.reach.set(written.max(self.reach.get()));
        written
    }

    /// Writes a unit to every cache line that an input is likely to fill, so that the room is equally near for
    /// all contenders, however many others had a turn meanwhile.
    fn touch(&self) {
        let mut room = self.room.borrow_mut();
        let room = room.first(self.reach.get());
        let lines = room.iter_mut().step_by(64 / size_of::<D>());
        lines.for_each(|unit| *unit = D::default());
        black_box(room);
    }
}

impl<S: Unit, D: Unit, F: Fn(&[S], &mut [D]) -> usize> Check for Writer<S, D, F> {
    #[inline(never)]
    fn turn(&self, arena: &Arena, warm_up: &[Place], timed: &[Place]) -> (u64, usize) {
        take(arena, warm_up, timed, || self.touch(), |bytes: &[u8]| self.write(bytes))
    }
}

/// A check that counts.
pub(super) fn counts<S: Unit>(run: impl Fn(&[S]) -> usize + 'static) -> Box<dyn Check> {
    Box::new(move |bytes: &[u8]| run(S::of(bytes)))
}

/// A check that counts something of text.
pub(super) fn counts_text(run: impl Fn(&str) -> usize + 'static) -> Box<dyn Check> {
    Box::new(move |bytes: &[u8]| {
        #[expect(unsafe_code, reason = "to validate it would take longer than to count")]
        // SAFETY: loads whose units are counted are well formed; they are written from `str`s.
        let text = unsafe { str::from_utf8_unchecked(bytes) };
        run(text)
    })
}

/// Puts units into the room, and says how many.
pub(super) fn put<D: Unit>(units: impl Iterator<Item = D>, room: &mut [D]) -> usize {
    let mut written = 0;
    for (unit, room) in units.zip(room) {
        *room = unit;
        written += 1;
    }
    written
}

/// Puts characters into the room, and says how many bytes they are.
pub(super) fn encode(characters: impl Iterator<Item = char>, room: &mut [u8]) -> usize {
    let mut written = 0;
    for character in characters {
        written += character.encode_utf8(&mut room[written..]).len();
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_room_begins_at_a_page() {
        fn check<D: Unit>() {
            let check = writes(2, |source: &[u8], room: &mut [D]| {
                assert_eq!(room.len(), source.len() * 2 + 64);
                usize::from(room.as_ptr().addr().is_multiple_of(PAGE))
            });
            // It grows, and what is there may be enough.
            let arena = Arena::new(1 << 20).unwrap();
            for len in [1, 5000, 300, 1 << 20, 7] {
                let (_, at_pages) = check.turn(&arena, &[], &[(0, len)]);
                assert_eq!(at_pages, 1, "{len} bytes of {}", size_of::<D>());
            }
        }
        check::<u8>();
        check::<u16>();
        check::<u32>();
    }
}
