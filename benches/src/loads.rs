//! The inputs of a turn: their contents, places and validity.

mod units;

use std::{fmt, iter};

use interleave::Random;

pub(crate) use units::{Of, Units};

use crate::{
    contenders::Places,
    texts::{Mix, Text, boundary},
};

/// The minimum number of bytes per turn, so that the overhead of the clock is negligible ...
const PER_TURN: usize = 1 << 17;
/// ... but a turn has no more inputs than this, and at least one.
const MOST_INPUTS: usize = 4096;
/// The number of bytes that warm up code and branch predictor before the clock starts.
const WARM_UP: usize = 1 << 15;
/// The minimum number of times a looped input is read per turn, and again before the clock starts.
const LOOPS: usize = 16;
/// The seed of a looped input, the same in every turn.
const SAME: u64 = 1;
/// At this size and above, the turns of a cell share their bytes and differ in where an input begins: no predictor
/// learns millions of branches, and shuffling would take longer than measuring.
const LARGE: usize = 1 << 24;
/// The range of these beginnings, in bytes.
const SLACK: usize = 1 << 16;
/// The distance between the errors of [`How::EarlyError`], and their number. Not a power of two, because then all
/// would map to the same few cache sets.
const BETWEEN_ERRORS: usize = 4096 + 5 * 64;
const EARLY_ERRORS: usize = 256;

/// A kind of inputs.
#[derive(Clone, Copy)]
pub(crate) enum Load<'a> {
    /// Pieces of a text, of one size.
    Text {
        /// The text.
        text: &'a Text,
        /// The size of a piece in bytes; up to three bytes less, since it ends at a character boundary.
        size: usize,
        /// The special treatment of the pieces.
        how: How,
    },
    /// Short strings of shuffled lengths.
    Strings(&'a Mix),
    /// A column of short strings, each preceded by its length in four bytes.
    Column {
        /// The source of the strings.
        mix: &'a Mix,
        /// The number of strings.
        rows: usize,
        /// One string in this many is invalid, at irregular distances; none if it is 0.
        every: usize,
    },
    /// Text in the units of an encoding, for conversions and lengths.
    Units(Units<'a>),
}

/// The special treatment of the pieces of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// None.
    Fresh,
    /// A single piece, the same in every turn, read so often that its branches are learnt.
    Looped,
    /// Each has a byte FF somewhere.
    Error,
    /// Each has a byte FF in its last 64 bytes.
    LateError,
    /// They overlap each other, with a byte FF in the first 64 bytes of each.
    EarlyError,
    /// They have an invalid sequence in this many bytes on average, at irregular distances.
    ErrorEvery(usize),
    /// They are Latin-1: one byte per character. Unmappable characters are question marks.
    Latin1,
    /// They are random bytes instead of the text.
    Random,
}

/// The sequences of [`How::ErrorEvery`].
const SEQUENCES: [&[u8]; 6] = [b"\xFF", b"\xE2\x82", b"\xC3", b"\x80", b"\xF0\x9F\x98", b"\xC0\xAF"];

impl<'a> Load<'a> {
    /// Pieces of a text without special treatment.
    pub(crate) fn pieces(text: &'a Text, size: usize) -> Self {
        Self::Text { text, size, how: How::Fresh }
    }

    /// Whether all inputs are valid; otherwise none is.
    pub(crate) fn is_valid(&self) -> bool {
        match self {
            Self::Text { how, .. } => matches!(how, How::Fresh | How::Looped),
            Self::Column { every, .. } => *every == 0,
            Self::Strings(_) => true,
            Self::Units(units) => units.errors.is_none(),
        }
    }

    /// The load of its warm-up: the same with fewer bytes.
    pub(crate) fn warm_up(self) -> Self {
        match self {
            // The warm-up reads the timed input.
            Self::Text { how: How::Looped, .. } | Self::Strings(_) => self,
            Self::Text { text, size, how } => Self::Text { text, size: size.min(WARM_UP), how },
            Self::Column { rows, mix, every } => Self::Column { rows: rows.min(MOST_INPUTS) / 2, mix, every },
            Self::Units(units) => Self::Units(units.warm_up()),
        }
    }

    /// The number of inputs per turn.
    fn inputs(&self) -> usize {
        match self {
            Self::Text { how: How::EarlyError, .. } => EARLY_ERRORS,
            Self::Text { size, how: How::Looped, .. } => PER_TURN.div_ceil(*size).clamp(LOOPS, MOST_INPUTS),
            Self::Text { size, .. } => PER_TURN.div_ceil(*size).min(MOST_INPUTS),
            Self::Strings(mix) => PER_TURN.div_ceil(mix.longest()).min(MOST_INPUTS),
            Self::Column { .. } => 1,
            Self::Units(units) => units.inputs(),
        }
    }

    /// The number of bytes of memory that the inputs need, including the gaps between them.
    pub(crate) fn dst(&self) -> usize {
        match self {
            Self::Text { size, how: How::Fresh, .. } if *size >= LARGE => size + SLACK + 64,
            Self::Text { size, how: How::Looped, .. } => size + 64,
            Self::Text { size, how: How::EarlyError, .. } => size + BETWEEN_ERRORS * EARLY_ERRORS + 64,
            Self::Text { size, .. } => self.inputs() * (size + gap(*size)) + 64,
            Self::Strings(mix) => self.inputs() * (mix.longest() + gap(mix.longest())) + 64,
            Self::Column { mix, rows, .. } => rows * (4 + mix.longest()),
            Self::Units(units) => units.dst(),
        }
    }

    /// Writes the inputs of a turn to `region`, which is at offset `base` of the arena, each at an address of its
    /// own. Returns their places. Large inputs are written only the `first` time.
    pub(crate) fn place(&self, region: &mut [u8], base: usize, first: bool, seed: u64) -> Places {
        let mut random = Random(seed ^ 0xADD5_E55E);
        match *self {
            Self::Text { text, size, how: How::Fresh } if size >= LARGE => {
                if first {
                    write(region, text.sample(size + SLACK, seed));
                }
                let start = |at: usize| (at..).find(|&at| !is_continuation(region[at])).unwrap_or(at);
                let from = start(random.below(SLACK - 64));
                let to = start(from + size - 3);
                vec![(base + from, to - from)]
            }
            Self::Text { text, size, how: How::Looped } => {
                let sample = text.sample(size, SAME);
                write(region, &sample);
                vec![(base, sample.len()); self.inputs()]
            }
            Self::Text { text, size, how: How::EarlyError } => {
                write(region, text.sample(region.len() - 64, seed));
                let place = |i| {
                    // The inputs begin at character boundaries.
                    let about = i * BETWEEN_ERRORS + random.below(64);
                    let at = (about..).find(|&at| !is_continuation(region[at])).unwrap_or(about);
                    region[at + random.below(64)] = 0xFF;
                    (base + at, size)
                };
                (0..EARLY_ERRORS).map(place).collect()
            }
            Self::Text { text, size, how } => {
                let inputs: Vec<_> = match how {
                    How::Fresh | How::Error | How::LateError => pieces(text, size, self.inputs(), seed),
                    _ => (0..self.inputs()).map(|_| how.make(text, size, &mut random)).collect(),
                };
                let places = scattered(&inputs, gap(size), region, base, &mut random);
                let most = match how {
                    How::Error => usize::MAX,
                    How::LateError => 64,
                    _ => 0,
                };
                for &(at, len) in places.iter().filter(|_| most > 0) {
                    region[at - base + len - 1 - random.below(len.min(most))] = 0xFF;
                }
                places
            }
            Self::Strings(mix) => {
                scattered(&mix.strings(self.inputs(), seed), gap(mix.longest()), region, base, &mut random)
            }
            Self::Column { mix, rows, every } => {
                let mut column = Vec::new();
                for row in mix.strings(rows, seed) {
                    column.extend(u32::try_from(row.len()).expect("it is short").to_le_bytes());
                    let start = column.len();
                    column.extend(row.into_bytes());
                    if every > 0 && random.below(every) == 0 {
                        let at = start + random.below(column.len() - start);
                        column[at] = 0xFF;
                    }
                }
                write(region, &column);
                vec![(base, column.len())]
            }
            Self::Units(units) => units.place(region, base, seed, &mut random),
        }
    }
}

impl fmt::Display for Load<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { text, size, how } => write!(f, "{}, {size} bytes, {how:?}", text.name),
            Self::Strings(mix) => write!(f, "strings {}", mix.name),
            Self::Column { mix, rows, .. } => write!(f, "a column of {rows} strings {}", mix.name),
            Self::Units(units) => units.fmt(f),
        }
    }
}

impl How {
    /// An input of at most `size` bytes with invalid sequences.
    fn make(self, text: &Text, size: usize, random: &mut Random) -> Vec<u8> {
        let sample = text.sample(size, random.draw());
        match self {
            Self::ErrorEvery(bytes) => interspersed(&sample, size, bytes, random),
            Self::Latin1 => sample.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect(),
            _ => iter::repeat_with(|| random.draw().to_le_bytes()).take(size / 8).flatten().collect(),
        }
    }
}

/// The text with invalid sequences between characters, limited to `size` bytes.
fn interspersed(text: &str, size: usize, every: usize, random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size + every);
    let mut from = 0;
    while from < text.len() {
        let to = boundary(text, from + random.between(every / 2, every * 3 / 2)).max(from);
        bytes.extend_from_slice(&text.as_bytes()[from..to]);
        bytes.extend_from_slice(SEQUENCES[random.below(SEQUENCES.len())]);
        from = to;
    }
    bytes.truncate(size);
    bytes
}

/// The maximum distance between two inputs, in bytes. Long inputs begin anywhere in a cache line; short ones are as
/// close together as the strings of a program.
fn gap(size: usize) -> usize {
    size.clamp(16, 64)
}

fn pieces(text: &Text, size: usize, inputs: usize, seed: u64) -> Vec<Vec<u8>> {
    let sample = text.sample((size + 4) * inputs, seed);
    let mut rest = sample.as_str();
    let piece = |_| {
        let (piece, after) = rest.split_at(boundary(rest, size));
        rest = after;
        piece.as_bytes().to_vec()
    };
    (0..inputs).map(piece).collect()
}

/// Writes `inputs` to the region one after another, less than `gap` bytes apart; returns their places.
fn scattered<T: AsRef<[u8]>>(
    inputs: &[T],
    gap: usize,
    region: &mut [u8],
    base: usize,
    random: &mut Random,
) -> Places {
    let mut at = 0;
    let place = |input: &T| {
        let (from, input) = (at + random.below(gap), input.as_ref());
        write(&mut region[from..], input);
        at = from + input.len();
        (base + from, input.len())
    };
    inputs.iter().map(place).collect()
}

fn write(region: &mut [u8], input: impl AsRef<[u8]>) {
    let input = input.as_ref();
    region[..input.len()].copy_from_slice(input);
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}
