//! A contender's turn in this process: warm up, touch the inputs, then process them on the clock.

use std::time::Instant;

use interleave::Arena;

/// The places of the inputs of one timing in the arena.
pub(crate) type Places = Vec<Place>;
/// The offset and length of an input.
pub(crate) type Place = (usize, usize);

/// Something that takes turns in this process. Every check has a type of its own, so the loop over the inputs is
/// compiled for it alone: the check may be inlined as in a user's program, no dispatch between checks is timed, and
/// no two contenders share a branch that one could train for the other.
pub(super) trait Check {
    fn turn(&self, arena: &Arena, warm_up: &[Place], timed: &[Place]) -> (u64, usize);
}

impl<A: Into<usize>, F: Fn(&[u8]) -> A> Check for F {
    #[inline(never)]
    fn turn(&self, arena: &Arena, warm_up: &[Place], timed: &[Place]) -> (u64, usize) {
        take(arena, warm_up, timed, || {}, self)
    }
}

/// A check that makes something of its own of each input before the clock starts, and then does its work on that.
pub(super) struct Prepared<T> {
    pub(super) make: fn(&[u8]) -> T,
    pub(super) run: fn(&mut T) -> usize,
}

impl<T> Check for Prepared<T> {
    fn turn(&self, arena: &Arena, warm_up: &[Place], timed: &[Place]) -> (u64, usize) {
        let make = |places: &[Place]| -> Vec<T> {
            places.iter().map(|&(at, len)| (self.make)(&arena.bytes()[at..at + len])).collect()
        };
        let pass = |inputs: &mut [T]| {
            let answers = inputs.iter_mut().map(|input| (self.run)(std::hint::black_box(input)));
            answers.fold(0, usize::wrapping_add)
        };
        std::hint::black_box(pass(&mut make(warm_up)));
        let mut timed = make(timed);
        let start = Instant::now();
        let answers = std::hint::black_box(pass(&mut timed));
        (u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX), answers)
    }
}

/// Runs a turn of `check`; `touch_more` touches the memory that it needs besides its inputs.
#[inline(always)]
pub(super) fn take<A: Into<usize>>(
    arena: &Arena, warm_up: &[Place], timed: &[Place], touch_more: impl Fn(), check: impl Fn(&[u8]) -> A,
) -> (u64, usize) {
    let bytes = arena.bytes();
    let pass = |places: &[Place]| {
        // `black_box` prevents hoisting the answers and merging the loop with the check.
        let answer = |&(at, len): &Place| check(std::hint::black_box(&bytes[at..at + len])).into();
        places.iter().map(answer).fold(0, usize::wrapping_add)
    };
    std::hint::black_box(pass(warm_up));
    touch_more();
    touch(bytes, timed);
    let start = Instant::now();
    let answers = std::hint::black_box(pass(timed));
    let time = start.elapsed();
    (u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), answers)
}

/// At this size and above, touching the inputs would only evict them again.
const TOUCHED: usize = 1 << 24;

/// Reads one byte of every cache line of the inputs, so that they are equally close for all contenders.
fn touch(bytes: &[u8], places: &[Place]) {
    let Some((from, to)) =
        places.iter().map(|&(at, len)| (at, at + len)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    else {
        return;
    };
    if to - from <= TOUCHED {
        std::hint::black_box(bytes[from..to].iter().step_by(64).fold(0, |sum: u8, &byte| sum | byte));
    }
}
