//! The inputs of a turn: their contents, places and validity.

use std::fmt;

use fastrand::Rng;

use crate::contenders::{Form, Places};
use crate::texts::{Mix, Text, boundary};

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
pub(crate) struct Load<'a> {
    /// Their source.
    pub(crate) source: Source<'a>,
    /// Their special treatment.
    pub(crate) how: How,
    /// Their encoding in memory. Sizes are those of the text in UTF-8.
    pub(crate) form: Form,
}

/// The source of inputs.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    /// Pieces of a text, of one size.
    Text {
        text: &'a Text,
        /// The size of a piece in bytes; up to three bytes less, since it ends at a character boundary.
        size: usize,
    },
    Strings(&'a Mix),
    /// A column of short strings, each preceded by its length in four bytes.
    Column {
        mix: &'a Mix,
        rows: usize,
    },
}

/// The special treatment of inputs.
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
    /// They have an invalid sequence in this many bytes on average, at irregular distances. In a column, one string
    /// in this many has a byte FF.
    ErrorEvery(usize),
    /// Question marks replace characters that Latin-1 does not have.
    InLatin1,
    /// They are random bytes instead of the text.
    Random,
}

/// The sequences of [`How::ErrorEvery`] in UTF-8.
const SEQUENCES: [&[u8]; 6] = [b"\xFF", b"\xE2\x82", b"\xC3", b"\x80", b"\xF0\x9F\x98", b"\xC0\xAF"];

impl<'a> Load<'a> {
    /// UTF-8 from a source.
    pub(crate) fn of(source: Source<'a>, how: How) -> Self {
        Self { source, how, form: Form::Utf8 }
    }

    /// Pieces of a text.
    pub(crate) fn pieces(text: &'a Text, size: usize, how: How) -> Self {
        Self::of(Source::Text { text, size }, how)
    }

    /// Whether all inputs are valid in their encoding; otherwise none is.
    pub(crate) fn is_valid(&self) -> bool {
        matches!(self.how, How::Fresh | How::Looped | How::InLatin1)
    }

    /// The load of its warm-up: the same with fewer bytes.
    pub(crate) fn warm_up(self) -> Self {
        let source = match self.source {
            // The warm-up reads the timed input.
            source if self.how == How::Looped => source,
            Source::Text { text, size } => Source::Text { text, size: size.min(WARM_UP) },
            Source::Strings(mix) => Source::Strings(mix),
            Source::Column { mix, rows } => Source::Column { mix, rows: rows.min(MOST_INPUTS) / 2 },
        };
        Self { source, ..self }
    }

    /// The size of the longest input in UTF-8, in bytes; for a column, that of the longest string.
    fn longest(&self) -> usize {
        match self.source {
            Source::Text { size, .. } => size,
            Source::Strings(mix) | Source::Column { mix, .. } => mix.longest(),
        }
    }

    /// The number of inputs per turn.
    fn inputs(&self) -> usize {
        let inputs = PER_TURN.div_ceil(self.longest()).min(MOST_INPUTS);
        match (self.source, self.how) {
            (Source::Column { .. }, _) => 1,
            (_, How::EarlyError) => EARLY_ERRORS,
            (_, How::Looped) => inputs.max(LOOPS),
            _ => inputs,
        }
    }

    /// The number of bytes of memory that the inputs need, including the gaps between them.
    pub(crate) fn dst(&self) -> usize {
        let (size, width) = (self.longest(), self.form.width());
        match (self.source, self.how) {
            (Source::Column { rows, .. }, _) => rows * (4 + size),
            (_, How::Fresh) if size >= LARGE => size + SLACK + 64,
            (_, How::Looped) => size + 64,
            (_, How::EarlyError) => size + BETWEEN_ERRORS * EARLY_ERRORS + 64,
            // In the widest units a byte of ASCII becomes one unit.
            _ => self.inputs() * (size * width + gap(size) + width) + 64,
        }
    }

    /// Writes the inputs of a turn to `region`, which is at offset `base` of the arena, each at an address of its
    /// own. Returns their places. Large inputs are written only the `first` time.
    pub(crate) fn place(&self, region: &mut [u8], base: usize, first: bool, seed: u64) -> Places {
        let mut random = Rng::with_seed(seed ^ 0xADD5_E55E);
        match (self.source, self.how) {
            (Source::Text { text, size }, How::Fresh) if size >= LARGE => {
                if first {
                    write(region, text.sample(size + SLACK, seed));
                }
                let from = character(region, random.usize(..SLACK - 64));
                let to = character(region, from + size - 3);
                vec![(base + from, to - from)]
            }
            (Source::Text { text, size }, How::Looped) => {
                let sample = text.sample(size, SAME);
                write(region, &sample);
                vec![(base, sample.len()); self.inputs()]
            }
            (Source::Text { text, size }, How::EarlyError) => {
                write(region, text.sample(region.len() - 64, seed));
                let place = |i| {
                    let at = character(region, i * BETWEEN_ERRORS + random.usize(..64));
                    region[at + random.usize(..64)] = 0xFF;
                    (base + at, size)
                };
                (0..EARLY_ERRORS).map(place).collect()
            }
            (Source::Column { mix, rows }, how) => {
                let column = column(&mix.strings(rows, seed), how, &mut random);
                write(region, &column);
                vec![(base, column.len())]
            }
            (Source::Text { text, size }, _) => {
                self.scattered(&pieces(text, size, self.inputs(), seed), region, base, &mut random)
            }
            (Source::Strings(mix), _) => {
                self.scattered(&mix.strings(self.inputs(), seed), region, base, &mut random)
            }
        }
    }

    /// Writes the inputs to the region one after another, less than a gap apart; returns their places.
    fn scattered(&self, texts: &[String], region: &mut [u8], base: usize, random: &mut Rng) -> Places {
        let (gap, width) = (gap(self.longest()), self.form.width());
        let mut at = base;
        let place = |text: &String| {
            let (from, input) =
                ((at + random.usize(..gap)).next_multiple_of(width), self.input(text, random));
            write(&mut region[from - base..], &input);
            at = from + input.len();
            (from, input.len())
        };
        texts.iter().map(place).collect()
    }

    /// The input in memory.
    fn input(&self, text: &str, random: &mut Rng) -> Vec<u8> {
        match self.how {
            How::Fresh | How::Looped | How::EarlyError => self.form.bytes(text),
            How::Error | How::LateError => {
                let mut bytes = self.form.bytes(text);
                let last = if self.how == How::Error { bytes.len() } else { bytes.len().min(64) };
                let at = bytes.len() - 1 - random.usize(..last);
                bytes[at] = 0xFF;
                bytes
            }
            How::ErrorEvery(every) => self.interspersed(text, every, random),
            How::InLatin1 => {
                let in_latin1 = |letter: char| if u32::from(letter) < 0x100 { letter } else { '?' };
                self.form.bytes(&text.chars().map(in_latin1).collect::<String>())
            }
            How::Random => text.bytes().map(|_| random.u8(..)).collect(),
        }
    }

    /// The text with invalid sequences between characters, cut to the size of the longest input.
    fn interspersed(&self, text: &str, every: usize, random: &mut Rng) -> Vec<u8> {
        let (mut bytes, mut rest) = (Vec::new(), text);
        while !rest.is_empty() {
            let (before, after) = rest.split_at(boundary(rest, random.usize(every / 2..=every * 3 / 2)));
            bytes.extend(self.form.bytes(before));
            match self.form {
                // A low surrogate without a high one before it.
                Form::Utf16 => bytes.extend(0xDC00_u16.to_ne_bytes()),
                Form::Utf16Be => bytes.extend(0xDC00_u16.to_be_bytes()),
                Form::Utf32 => bytes.extend(0xDC00_u32.to_ne_bytes()),
                Form::Utf8 | Form::Latin1 => bytes.extend(SEQUENCES[random.usize(..SEQUENCES.len())]),
            }
            rest = after;
        }
        bytes.truncate(self.longest() * self.form.width());
        bytes
    }
}

impl fmt::Display for Load<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.source {
            Source::Text { text, size } => write!(f, "{}, {size} bytes", text.name)?,
            Source::Strings(mix) => write!(f, "strings {}", mix.name)?,
            Source::Column { mix, rows } => write!(f, "a column of {rows} strings {}", mix.name)?,
        }
        write!(f, ", {:?}, in {:?}", self.how, self.form)
    }
}

/// The maximum distance between two inputs, in bytes. Long inputs begin anywhere in a cache line; short ones are as
/// close together as the strings of a program.
fn gap(size: usize) -> usize {
    size.clamp(16, 64)
}

fn pieces(text: &Text, size: usize, inputs: usize, seed: u64) -> Vec<String> {
    let sample = text.sample((size + 4) * inputs, seed);
    let mut rest = sample.as_str();
    let piece = |_| {
        let (piece, after) = rest.split_at(boundary(rest, size));
        rest = after;
        piece.to_owned()
    };
    (0..inputs).map(piece).collect()
}

/// The strings of a column, each after its length.
fn column(strings: &[String], how: How, random: &mut Rng) -> Vec<u8> {
    let mut column = Vec::new();
    for row in strings {
        column.extend(u32::try_from(row.len()).expect("it is short").to_le_bytes());
        let start = column.len();
        column.extend(row.as_bytes());
        if matches!(how, How::ErrorEvery(rows) if random.usize(..rows) == 0) {
            let at = start + random.usize(..column.len() - start);
            column[at] = 0xFF;
        }
    }
    column
}

fn write(region: &mut [u8], input: impl AsRef<[u8]>) {
    let input = input.as_ref();
    region[..input.len()].copy_from_slice(input);
}

/// Where the next character begins.
fn character(bytes: &[u8], from: usize) -> usize {
    (from..).find(|&at| bytes[at] & 0xC0 != 0x80).unwrap_or(from)
}
