//! Vectors that hold the place they were loaded from, and steps that record their input.

mod tape;

use std::cell::RefCell;

use placemat_core::Scan;
use placemat_simd::validate::{Kernel, PrefetchPolicy, Step, short};
use placemat_simd::{REACH, Simd, Token, Unit};
pub(crate) use tape::{Mode, Tape};

/// The token of the recording vectors. Inputs of `UNCACHED_LEN` bytes are treated as uncached.
#[derive(Clone, Copy)]
pub(crate) struct Recorder<const LANES: usize, const UNCACHED_LEN: usize = { usize::MAX }>;

/// What is known of a vector.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Vector {
    /// The bytes of the input from here on; some may be zeros that stand for bytes out of bounds.
    Bytes(isize),
    /// The maximum of each byte in a block, and whether it may be open at its end.
    Limits(bool),
    /// A byte in every lane.
    Splat(u8),
    /// The result of a computation: whether some lane has its highest bit set, or is not 0.
    Flag(bool),
    /// The class of the largest byte of some vectors: 7F, DF, EF or FF.
    Largest(u8),
    /// Flags of several blocks, one bit each, and their number.
    Packed(u16, u8),
}

/// Windows that were validated with one accumulator.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    pub(crate) mode: Mode,
    /// The last guard that was called before: its mode, its argument and its result.
    pub(crate) guard: Option<(Mode, [u8; 3], bool)>,
    /// Where each vector of windows begins, in the order of validation.
    pub(crate) starts: Vec<isize>,
    /// Whether each raised the alarm.
    pub(crate) alarms: Vec<bool>,
    /// The number of bytes in each vector.
    pub(crate) lanes: usize,
}

impl Attempt {
    /// The number of validated bytes.
    pub(crate) fn validated(&self) -> usize {
        self.starts.len() * self.lanes
    }
}

/// Runs `scan` on bytes `at..at + len` of a tape, and records its steps.
pub(crate) fn record<T>(tape: &Tape, at: usize, len: usize, scan: impl FnOnce() -> T) -> (T, Vec<Attempt>) {
    BOOK.with_borrow_mut(|book| {
        let base = tape.bytes()[at..].as_ptr().addr();
        *book = Some(Book { tape: tape.clone(), at, len, base, guard: None, attempts: vec![] });
    });
    let result = scan();
    let book = BOOK.take().expect("it is taken here only");
    (result, book.attempts)
}

thread_local! {
    static BOOK: RefCell<Option<Book>> = const { RefCell::new(None) };
}

struct Book {
    tape: Tape,
    at: usize,
    len: usize,
    base: usize,
    guard: Option<(Mode, [u8; 3], bool)>,
    attempts: Vec<Attempt>,
}

impl Book {
    /// The byte of the input, or zero out of bounds.
    fn byte(&self, at: isize) -> u8 {
        let inside = usize::try_from(at).ok().filter(|&at| at < self.len);
        inside.map_or(0, |at| self.tape.bytes()[self.at + at])
    }

    fn has(&self, mode: Mode, start: isize, lanes: usize) -> bool {
        let range = super::clip(start, lanes, self.len);
        self.tape.has(mode, self.at + range.start..self.at + range.end)
    }

    /// Whether a sequence continues at `end`.
    fn is_open(&self, end: isize) -> bool {
        self.byte(end - 1) >= 0xC0 || self.byte(end - 2) >= 0xE0 || self.byte(end - 3) >= 0xF0
    }
}

fn with<T>(f: impl FnOnce(&mut Book) -> T) -> T {
    BOOK.with_borrow_mut(|book| f(book.as_mut().expect("only within `record`")))
}

impl<const LANES: usize, const UNCACHED_LEN: usize> Recorder<LANES, UNCACHED_LEN> {
    fn flag(self, vector: Vector) -> bool {
        match vector {
            Vector::Bytes(start) => with(|book| book.has(Mode::Ascii, start, LANES)),
            Vector::Splat(byte) | Vector::Largest(byte) => byte >= 0x80,
            Vector::Flag(flag) => flag,
            Vector::Limits(_) | Vector::Packed(..) => panic!("{vector:?} is no text"),
        }
    }

    /// A byte of the same class as the largest one.
    fn largest(self, vector: Vector) -> u8 {
        match vector {
            Vector::Bytes(start) => with(|book| {
                let classes = [(Mode::Three, 0xFF), (Mode::Two, 0xEF), (Mode::Ascii, 0xDF)];
                let found = classes.iter().find(|(mode, _)| book.has(*mode, start, LANES));
                found.map_or(0x7F, |(_, class)| *class)
            }),
            Vector::Splat(byte) | Vector::Largest(byte) => byte,
            _ => panic!("{vector:?} has no largest byte"),
        }
    }
}

/// Operations that the driver leaves to the steps.
macro_rules! left_to_steps {
    ($($name:ident($($Type:ty),*) -> $Result:ty;)*) => {
        $(fn $name(self, $(_: $Type),*) -> $Result {
            unreachable!()
        })*
    };
}

impl<const LANES: usize, const UNCACHED_LEN: usize> Token for Recorder<LANES, UNCACHED_LEN> {}

impl<const LANES: usize, const UNCACHED_LEN: usize> Simd for Recorder<LANES, UNCACHED_LEN> {
    type V = Vector;
    type Sixteen = Recorder<16, UNCACHED_LEN>;

    const LANES: usize = LANES;

    fn sixteen(self) -> Self::Sixteen {
        Recorder
    }

    fn load<U: Unit>(self, units: &[U], at: usize) -> Vector {
        assert!(at + LANES <= units.len(), "a load at {at} of a window");
        with(|book| {
            let address = units.as_ptr().addr();
            if address >= book.base && address + units.len() <= book.base + book.len {
                return Vector::Bytes((address - book.base + at).cast_signed());
            }
            let bytes: Vec<u32> = units.iter().map(|unit| (*unit).into()).collect();
            let open = bytes == [0xFF; REACH + 64];
            assert!(open || bytes[REACH + 61..] == [0xEF, 0xDF, 0xBF], "a load from outside of the input");
            Vector::Limits(open)
        })
    }

    fn store<U: Unit>(self, _: Vector, _: &mut [U], _: usize) {
        unreachable!()
    }

    fn splat(self, byte: u8) -> Vector {
        Vector::Splat(byte)
    }

    fn or(self, a: Vector, b: Vector) -> Vector {
        Vector::Flag(self.flag(a) | self.flag(b))
    }

    fn sub_saturating(self, a: Vector, b: Vector) -> Vector {
        match (a, b) {
            (Vector::Bytes(_), Vector::Limits(true)) => Vector::Flag(false),
            (Vector::Bytes(start), Vector::Limits(false)) => {
                Vector::Flag(with(|book| book.is_open(start + LANES.cast_signed())))
            }
            // Whether there are leads of three bytes, or of four.
            (Vector::Bytes(start), Vector::Splat(less @ (0x60 | 0x70))) => {
                let mode = if less == 0x60 { Mode::Two } else { Mode::Three };
                Vector::Flag(with(|book| book.has(mode, start, LANES)))
            }
            (Vector::Largest(byte), Vector::Splat(less)) => Vector::Flag(byte.saturating_sub(less) >= 0x80),
            _ => panic!("the driver subtracts limits from bytes, or asks for leads"),
        }
    }

    fn movemask(self, a: Vector) -> u64 {
        u64::from(self.flag(a))
    }

    fn nonzero(self, a: Vector) -> u64 {
        match a {
            // Repeated in every sixteen lanes.
            Vector::Packed(set, 16) => (0..LANES / 16).fold(0, |all, nth| all | u64::from(set) << (16 * nth)),
            _ => u64::from(self.flag(a)),
        }
    }

    fn pack(self, low: Vector, high: Vector) -> Vector {
        let flags = |vector| match vector {
            Vector::Packed(set, count) => (set, count),
            _ => (u16::from(self.flag(vector)), 1),
        };
        let ((low, count), (high, same)) = (flags(low), flags(high));
        assert_eq!(count, same, "what is packed is alike");
        Vector::Packed(low | high << count, 2 * count)
    }

    fn prev<const N: usize>(self, before: Vector, a: Vector) -> Vector {
        match (before, a) {
            (Vector::Splat(0), Vector::Bytes(0)) => Vector::Bytes(-N.cast_signed()),
            (Vector::Bytes(before), Vector::Bytes(at)) if before + LANES.cast_signed() == at => {
                Vector::Bytes(at - N.cast_signed())
            }
            _ => panic!("zeros belong before the input only, and {before:?} is not right before {a:?}"),
        }
    }

    fn join(self, low: u64, high: u64) -> Vector {
        let bytes = (u128::from(high) << 64 | u128::from(low)).to_le_bytes();
        with(|book| {
            // The end of the input, padded with zeros. (No tape contains zeros.)
            let count = bytes.iter().filter(|byte| **byte != 0).count();
            let start = (book.len - count).cast_signed();
            let right = (start..).zip(bytes).all(|(at, byte)| byte == book.byte(at));
            assert!(right, "{bytes:02X?} is not the end of the input");
            Vector::Bytes(start)
        })
    }
    fn and(self, a: Vector, b: Vector) -> Vector {
        match b {
            Vector::Splat(0x80) => Vector::Flag(self.flag(a)),
            _ => panic!("the driver asks for the highest bits, and nothing else"),
        }
    }

    fn max(self, a: Vector, b: Vector) -> Vector {
        Vector::Largest(self.largest(a).max(self.largest(b)))
    }

    left_to_steps! {
        xor(Vector, Vector) -> Vector;
        add(Vector, Vector) -> Vector;
        add_signed_saturating(Vector, Vector) -> Vector;
        min(Vector, Vector) -> Vector;
        high_nibble(Vector) -> Vector;
        repeat(&[u8; 16]) -> Vector;
        shuffle(Vector, Vector) -> Vector;
        interleave(Vector, Vector) -> [Vector; 2];
    }
}

/// A step that records its input, and raises an alarm where the tape says so. `MODE` is the index of its mode.
#[derive(Clone, Copy, Default)]
pub(crate) struct Recording<const MODE: usize>;

/// The accumulator.
#[derive(Clone, Copy)]
pub(crate) struct Collected {
    alarm: bool,
}

impl<const LANES: usize, const UNCACHED_LEN: usize, const MODE: usize> Step<Recorder<LANES, UNCACHED_LEN>>
    for Recording<MODE>
{
    type Acc = Collected;

    const LOOKBACK: usize = [3, 2, 1][MODE];

    fn guard(before: [u8; REACH]) -> bool {
        let mode = Mode::ALL[MODE];
        // Some bytes that the restricted modes do not support.
        let answer = !before.iter().any(|&byte| mode.alarms_at(byte));
        with(|book| book.guard = Some((mode, before, answer)));
        answer
    }

    fn start(self, _: Recorder<LANES, UNCACHED_LEN>) -> Collected {
        with(|book| {
            let (mode, guard) = (Mode::ALL[MODE], book.guard.take());
            book.attempts.push(Attempt { mode, guard, starts: vec![], alarms: vec![], lanes: LANES });
        });
        Collected { alarm: false }
    }

    fn step(self, _: Recorder<LANES, UNCACHED_LEN>, acc: Collected, b: [Vector; 4]) -> Collected {
        let Vector::Bytes(start) = b[0] else { panic!("b0 is {:?}", b[0]) };
        let lookback = <Self as Step<Recorder<LANES, UNCACHED_LEN>>>::LOOKBACK;
        for (back, vector) in b.iter().enumerate().take(1 + lookback) {
            let Vector::Bytes(at) = *vector else { panic!("b{back} is {vector:?}") };
            assert_eq!(at, start - back.cast_signed(), "b{back} of the windows at {start}");
        }
        with(|book| {
            let mode = Mode::ALL[MODE];
            // Zeros after the end are an error after a sequence that is cut off, and a full step detects that.
            let end = book.len.cast_signed();
            let over = start <= end && end < start + LANES.cast_signed();
            let broken = mode == Mode::Full && over && book.is_open(end);
            let alarm = broken | book.has(mode, start, LANES);
            let attempt = book.attempts.last_mut().expect("`start` made one");
            assert_eq!(attempt.mode, mode, "two modes at once");
            attempt.starts.push(start);
            attempt.alarms.push(alarm);
            Collected { alarm: acc.alarm | alarm }
        })
    }

    fn errors(self, _: Recorder<LANES, UNCACHED_LEN>, acc: Collected) -> u64 {
        u64::from(acc.alarm)
    }
}

impl<const LANES: usize, const UNCACHED_LEN: usize> Kernel for Recorder<LANES, UNCACHED_LEN> {
    type Full = Recording<0>;
    type Three = Recording<1>;
    type Two = Recording<2>;

    // Uncached input is never as short as what this is for.
    const SPARSE_MAX_RUNS: usize = if Self::PREFETCHES || LANES == 64 { 0 } else { 33 };
    const PREFETCHES: bool = UNCACHED_LEN < usize::MAX;
    const PREFETCH_MIN_LEN: usize = UNCACHED_LEN / 2;
    const UNCACHED_MIN_LEN: usize = UNCACHED_LEN;
    const FASTER_THAN_MEMORY: bool = true;

    fn prefetch_policy(self) -> PrefetchPolicy {
        PrefetchPolicy::Lines
    }

    fn prefetch(self, byte: &u8) {
        with(|book| {
            let address = std::ptr::from_ref(byte).addr();
            assert!((book.base..book.base + book.len).contains(&address), "asked for what is outside");
        });
    }

    fn short(self, bytes: &[u8]) -> Scan {
        short(Recorder::<16>, bytes)
    }
}
