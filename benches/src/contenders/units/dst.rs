//! Inputs as units, and the destination of conversions.

use std::cell::{Cell, RefCell};
use std::{hint::black_box, marker::PhantomData};

use interleave::Arena;

use super::super::turn::{Check, Place, take};

/// The size of a page, in bytes. Every destination starts at one, so that no contender's placement is better.
const PAGE: usize = 4096;

/// The unit type of a text slice.
pub(super) trait Unit: Copy + Default + 'static {
    /// The units in these bytes, which are aligned for them.
    fn of(bytes: &[u8]) -> &[Self];

    /// The characters up to the first error, by the standard library; bytes are Latin-1.
    fn chars(units: &[Self]) -> impl Iterator<Item = char>;
}

macro_rules! units {
    ($($Unit:ty: $units:ident => $chars:expr;)*) => {
        $(impl Unit for $Unit {
            fn chars($units: &[Self]) -> impl Iterator<Item = char> {
                $chars
            }

            #[expect(unsafe_code, reason = "the arena has bytes")]
            fn of(bytes: &[u8]) -> &[Self] {
                // SAFETY: any bytes are a valid number.
                unsafe { bytes.align_to() }.1
            }
        })*
    };
}

units! {
    u8: units => units.iter().map(|unit| char::from(*unit));
    u16: units => char::decode_utf16(units.iter().copied()).map_while(Result::ok);
    u32: units => units.iter().map_while(|unit| char::from_u32(*unit));
}

/// A check that writes at most `most` units per source unit, and some more, and returns the number written.
pub(super) fn writes<S: Unit, D: Unit>(
    most: usize, run: impl Fn(&[S], &mut [D]) -> usize + 'static,
) -> Box<dyn Check> {
    let dst = RefCell::new(Dst { units: Vec::new(), start: 0 });
    Box::new(Writer { most, run, dst, reach: Cell::new(0), of: PhantomData::<fn(S)> })
}

/// Units, with a destination that starts at a page boundary.
struct Dst<D> {
    units: Vec<D>,
    start: usize,
}

impl<D: Unit> Dst<D> {
    /// The first `len` units. Grows during a warm-up, before the first timed turn.
    #[inline(always)]
    fn first(&mut self, len: usize) -> &mut [D] {
        if self.units.len() < self.start + len {
            self.grow(len);
        }
        &mut self.units[self.start..][..len]
    }

    #[cold]
    fn grow(&mut self, len: usize) {
        // Written, not only allocated, so that no turn incurs page faults.
        self.units.clear();
        self.units.resize(len + PAGE / size_of::<D>(), D::default());
        self.start = self.units.as_ptr().align_offset(PAGE);
    }
}

/// A check with a destination.
struct Writer<S, D, F> {
    most: usize,
    run: F,
    dst: RefCell<Dst<D>>,
    /// The maximum number of units that it has written at once.
    reach: Cell<usize>,
    of: PhantomData<fn(S)>,
}

impl<S: Unit, D: Unit, F: Fn(&[S], &mut [D]) -> usize> Writer<S, D, F> {
    #[inline(always)]
    fn write(&self, bytes: &[u8]) -> usize {
        let source = S::of(bytes);
        let mut dst = self.dst.borrow_mut();
        let dst = dst.first(source.len() * self.most + 64);
        let written = (self.run)(source, dst);
        black_box(&dst[..]);
        self.reach.set(written.max(self.reach.get()));
        written
    }

    /// Writes a unit to every cache line that an input is likely to fill, so that the destination is equally close
    /// for all contenders, however many others had a turn in between.
    fn touch(&self) {
        let mut dst = self.dst.borrow_mut();
        let dst = dst.first(self.reach.get());
        let lines = dst.iter_mut().step_by(64 / size_of::<D>());
        lines.for_each(|unit| *unit = D::default());
        black_box(dst);
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
        // SAFETY: loads whose units are counted are valid UTF-8; they are written from `str`s.
        let text = unsafe { str::from_utf8_unchecked(bytes) };
        run(text)
    })
}

/// Writes units to the destination, and returns their number.
pub(super) fn put<D: Unit>(units: impl Iterator<Item = D>, dst: &mut [D]) -> usize {
    let mut written = 0;
    for (unit, dst) in units.zip(dst) {
        *dst = unit;
        written += 1;
    }
    written
}

/// Writes characters to the destination, and returns their length in bytes.
pub(super) fn encode(characters: impl Iterator<Item = char>, dst: &mut [u8]) -> usize {
    let mut written = 0;
    for character in characters {
        written += character.encode_utf8(&mut dst[written..]).len();
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dst_begins_at_a_page() {
        fn check<D: Unit>() {
            let check = writes(2, |source: &[u8], dst: &mut [D]| {
                assert_eq!(dst.len(), source.len() * 2 + 64);
                usize::from(dst.as_ptr().addr().is_multiple_of(PAGE))
            });
            // It grows, and later calls may need less.
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
