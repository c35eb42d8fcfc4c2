//! Inputs as units, and the room for what they become.

use std::{cell::RefCell, hint::black_box};

use super::super::turn::Judge;

/// What text is a slice of.
pub(super) trait Unit: Copy + Default + 'static {
    /// The units that these octets are in memory. Loads lie where units may.
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
            #[expect(unsafe_code, reason = "the arena has octets")]
            fn of(bytes: &[u8]) -> &[Self] {
                // SAFETY: any octets are a number.
                unsafe { bytes.align_to() }.1
            }
        })*
    };
}

wide! { u16 u32 }

/// A judge that writes at most `most` units for each of the source, and some more, and says how many.
pub(super) fn writes<S: Unit, D: Unit>(
    most: usize,
    run: impl Fn(&[S], &mut [D]) -> usize + 'static,
) -> Box<dyn Judge> {
    let room = RefCell::new(Vec::new());
    Box::new(move |bytes: &[u8]| {
        let source = S::of(bytes);
        let room: &mut Vec<D> = &mut room.borrow_mut();
        let units = source.len() * most + 64;
        if room.len() < units {
            // Grows in a warm-up, before the first timed turn.
            room.resize(units, D::default());
        }
        let written = run(source, &mut room[..units]);
        black_box(&room[..]);
        written
    })
}

/// A judge that counts.
pub(super) fn counts<S: Unit>(run: impl Fn(&[S]) -> usize + 'static) -> Box<dyn Judge> {
    Box::new(move |bytes: &[u8]| run(S::of(bytes)))
}

/// A judge that counts something of text.
pub(super) fn counts_text(run: impl Fn(&str) -> usize + 'static) -> Box<dyn Judge> {
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
