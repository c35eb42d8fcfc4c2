//! The inputs of a turn: what they are, where they lie, and whether they are well formed.

mod units;

use std::{fmt, iter};

pub use units::{Of, Units};

use crate::{
    contenders::Places,
    random::Random,
    texts::{Mix, Text, boundary},
};

/// The least octets of a turn, so that the clock's own cost does not show ...
const PER_TURN: usize = 1 << 17;
/// ... but it has no more inputs than this, and at least one.
const MOST_INPUTS: usize = 4096;
/// Octets of the inputs that warm up code and branch predictor before the clock starts.
const WARM_UP: usize = 1 << 15;
/// At least how often a looped input is read in a turn; it is read as often before the clock starts.
const LOOPS: usize = 16;
/// The seed of a looped input, the same in every turn.
const SAME: u64 = 1;
/// From this size on, the turns of a cell share their octets and differ in where an input begins: no
/// predictor learns millions of branches, and shuffling would take longer than measuring.
const LARGE: usize = 1 << 24;
/// How far apart those beginnings may lie.
const SLACK: usize = 1 << 16;
/// How far apart the errors of [`Load::EarlyError`] are, and how many there are. Not a power of two, or they
/// would all compete for the same few places of the cache.
const BETWEEN_ERRORS: usize = 4096 + 5 * 64;
const EARLY_ERRORS: usize = 256;

/// A kind of inputs.
#[derive(Clone, Copy)]
pub enum Load<'a> {
    /// Pieces of a text, of one size.
    Pieces {
        /// The text.
        text: &'a Text,
        /// The octets of a piece; up to three fewer, since it ends where a character does.
        size: usize,
    },
    /// One piece of a text, the same in every turn, read so often that its branches are learnt.
    Looped {
        /// The text.
        text: &'a Text,
        /// The octets of the piece.
        size: usize,
    },
    /// Pieces, with an octet FF in the last 64 of each.
    LateError {
        /// The text.
        text: &'a Text,
        /// The octets of a piece.
        size: usize,
    },
    /// Slices of this size that overlap each other, with an octet FF in the first 64 of each.
    EarlyError {
        /// The text.
        text: &'a Text,
        /// The octets of a slice.
        size: usize,
    },
    /// Pieces of this size at most that are ill formed in some places.
    IllFormed {
        /// The text.
        text: &'a Text,
        /// The octets of a piece.
        size: usize,
        /// What is wrong with it.
        how: IllFormed,
    },
    /// Short strings of shuffled lengths.
    Strings(&'a Mix),
    /// One column of short strings, each after its length in four bytes.
    Column {
        /// What the strings are.
        mix: &'a Mix,
        /// How many there are.
        rows: usize,
    },
    /// Text in the units of an encoding, for what converts and counts.
    Units(Units<'a>),
}

/// What is wrong with an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllFormed {
    /// An ill-formed sequence in so many octets, on average, at irregular distances.
    Every(usize),
    /// It is Latin-1: an octet for each character. What Latin-1 has no octet for is a question mark.
    Latin1,
    /// Random octets instead of the text.
    Random,
}

/// The sequences of [`IllFormed::Every`].
const SEQUENCES: [&[u8]; 6] = [b"\xFF", b"\xE2\x82", b"\xC3", b"\x80", b"\xF0\x9F\x98", b"\xC0\xAF"];

impl Load<'_> {
    /// Whether every input is well formed; otherwise none is.
    #[must_use]
    pub fn is_well_formed(&self) -> bool {
        match self {
            Self::Pieces { .. } | Self::Looped { .. } | Self::Strings(_) | Self::Column { .. } => true,
            Self::Units(units) => units.errors.is_none(),
            Self::LateError { .. } | Self::EarlyError { .. } | Self::IllFormed { .. } => false,
        }
    }

    /// The load of its warm-up: less of the same.
    pub(crate) fn warm_up(self) -> Self {
        match self {
            Self::Pieces { text, size } => Self::Pieces { text, size: size.min(WARM_UP) },
            Self::LateError { text, size } => Self::LateError { text, size: size.min(WARM_UP) },
            Self::EarlyError { text, size } => Self::EarlyError { text, size: size.min(WARM_UP) },
            Self::IllFormed { text, size, how } => Self::IllFormed { text, size: size.min(WARM_UP), how },
            // The warm-up reads the input that is timed.
            Self::Looped { .. } | Self::Strings(_) => self,
            Self::Column { mix, rows } => Self::Column { mix, rows: rows.min(MOST_INPUTS) / 2 },
            Self::Units(units) => Self::Units(units.warm_up()),
        }
    }

    /// The inputs of one turn.
    fn inputs(&self) -> usize {
        match self {
            Self::Pieces { size, .. } | Self::LateError { size, .. } | Self::IllFormed { size, .. } => {
                PER_TURN.div_ceil(*size).min(MOST_INPUTS)
            }
            Self::Looped { size, .. } => PER_TURN.div_ceil(*size).clamp(LOOPS, MOST_INPUTS),
            Self::EarlyError { .. } => EARLY_ERRORS,
            Self::Strings(mix) => PER_TURN.div_ceil(mix.longest()).min(MOST_INPUTS),
            Self::Column { .. } => 1,
            Self::Units(units) => units.inputs(),
        }
    }

    /// The octets of memory that the inputs need, with the gaps between them.
    pub(crate) fn room(&self) -> usize {
        match self {
            Self::Pieces { size, .. } if *size >= LARGE => size + SLACK + 64,
            Self::Pieces { size, .. } | Self::LateError { size, .. } | Self::IllFormed { size, .. } => {
                self.inputs() * (size + gap(*size)) + 64
            }
            Self::Looped { size, .. } => size + 64,
            Self::EarlyError { size, .. } => size + BETWEEN_ERRORS * EARLY_ERRORS + 64,
            Self::Strings(mix) => self.inputs() * (mix.longest() + gap(mix.longest())) + 64,
            Self::Column { mix, rows } => rows * (4 + mix.longest()),
            Self::Units(units) => units.room(),
        }
    }

    /// Writes the inputs of a turn into `region`, which lies at `base` in the arena, each at an address of
    /// its own. Returns their places. Large inputs are written the `first` time only.
    pub(crate) fn place(&self, region: &mut [u8], base: usize, first: bool, seed: u64) -> Places {
        let mut random = Random(seed ^ 0xADD5_E55E);
        match *self {
            Self::Pieces { text, size } if size >= LARGE => {
                if first {
                    let sample = text.sample(size + SLACK, seed);
                    region[..sample.len()].copy_from_slice(sample.as_bytes());
                }
                let start = |at: usize| (at..).find(|&at| !is_continuation(region[at])).unwrap_or(at);
                let from = start(random.below(SLACK - 64));
                let to = start(from + size - 3);
                vec![(base + from, to - from)]
            }
            Self::Pieces { text, size } => pieces(text, size, self.inputs(), region, base, seed, &mut random),
            Self::Looped { text, size } => {
                let sample = text.sample(size, SAME);
                region[..sample.len()].copy_from_slice(sample.as_bytes());
                vec![(base, sample.len()); self.inputs()]
            }
            Self::LateError { text, size } => {
                let places = pieces(text, size, self.inputs(), region, base, seed, &mut random);
                for &(at, len) in &places {
                    region[at - base + len - 1 - random.below(len.min(64))] = 0xFF;
                }
                places
            }
            Self::EarlyError { text, size } => {
                let sample = text.sample(region.len() - 64, seed);
                region[..sample.len()].copy_from_slice(sample.as_bytes());
                let mut place = |i| {
                    // The inputs begin where a character does.
                    let about = i * BETWEEN_ERRORS + random.below(64);
                    let at = (about..).find(|&at| !is_continuation(region[at])).unwrap_or(about);
                    region[at + random.below(64)] = 0xFF;
                    (base + at, size)
                };
                (0..EARLY_ERRORS).map(&mut place).collect()
            }
            Self::IllFormed { text, size, how } => {
                let mut at = 0;
                let mut place = |_| {
                    at += random.below(gap(size));
                    let input = how.make(text, size, &mut random);
                    let from = at;
                    at += input.len();
                    region[from..at].copy_from_slice(&input);
                    (base + from, input.len())
                };
                (0..self.inputs()).map(&mut place).collect()
            }
            Self::Units(units) => units.place(region, base, seed, &mut random),
            Self::Column { mix, rows } => {
                let strings = mix.strings(rows, seed);
                let row =
                    |string: &String| [&(string.len() as u32).to_le_bytes(), string.as_bytes()].concat();
                let column: Vec<u8> = strings.iter().flat_map(row).collect();
                region[..column.len()].copy_from_slice(&column);
                vec![(base, column.len())]
            }
            Self::Strings(mix) => {
                let mut at = 0;
                mix.strings(self.inputs(), seed)
                    .iter()
                    .map(|string| {
                        at += random.below(gap(mix.longest()));
                        let from = at;
                        at += string.len();
                        region[from..at].copy_from_slice(string.as_bytes());
                        (base + from, string.len())
                    })
                    .collect()
            }
        }
    }
}

impl fmt::Display for Load<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pieces { text, size } => write!(f, "{}, {size} octets", text.name),
            Self::Looped { text, size } => write!(f, "{}, {size} octets, looped", text.name),
            Self::LateError { text, size } => write!(f, "{}, {size} octets, an error at the end", text.name),
            Self::EarlyError { text, size } => {
                write!(f, "{}, {size} octets, an error at the start", text.name)
            }
            Self::IllFormed { text, size, how } => write!(f, "{}, {size} octets, {how:?}", text.name),
            Self::Strings(mix) => write!(f, "strings {}", mix.name),
            Self::Column { mix, rows } => write!(f, "a column of {rows} strings {}", mix.name),
            Self::Units(units) => units.fmt(f),
        }
    }
}

impl IllFormed {
    /// An input of at most `size` octets.
    fn make(self, text: &Text, size: usize, random: &mut Random) -> Vec<u8> {
        let seed = random.draw();
        let sample = || text.sample(size, seed);
        match self {
            Self::Every(octets) => interspersed(&sample(), size, octets, random),
            Self::Latin1 => sample().chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect(),
            Self::Random => {
                iter::repeat_with(|| random.draw().to_le_bytes()).take(size / 8).flatten().collect()
            }
        }
    }
}

/// The text with ill-formed sequences between characters, as much as is shorter than `size`.
fn interspersed(text: &str, size: usize, every: usize, random: &mut Random) -> Vec<u8> {
    let mut octets = Vec::with_capacity(size + every);
    let mut from = 0;
    while from < text.len() {
        let to = boundary(text, from + random.between(every / 2, every * 3 / 2)).max(from);
        octets.extend_from_slice(&text.as_bytes()[from..to]);
        octets.extend_from_slice(SEQUENCES[random.below(SEQUENCES.len())]);
        from = to;
    }
    octets.truncate(size);
    octets
}

/// Two inputs are fewer octets apart than this. Long inputs begin anywhere in a cache line; short ones lie as
/// close together as the strings of a program do.
fn gap(size: usize) -> usize {
    size.clamp(16, 64)
}

fn pieces(
    text: &Text,
    size: usize,
    inputs: usize,
    region: &mut [u8],
    base: usize,
    seed: u64,
    random: &mut Random,
) -> Places {
    let sample = text.sample((size + 4) * inputs, seed);
    let (mut from, mut at) = (0, 0);
    (0..inputs)
        .map(|_| {
            at += random.below(gap(size));
            let to = boundary(&sample, from + size);
            let place = at;
            at += to - from;
            region[place..at].copy_from_slice(&sample.as_bytes()[from..to]);
            from = to;
            (base + place, at - place)
        })
        .collect()
}

fn is_continuation(octet: u8) -> bool {
    octet & 0xC0 == 0x80
}
