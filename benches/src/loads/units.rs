//! Text in the units of an encoding.

use std::fmt;

use interleave::Random;

use super::{MOST_INPUTS, PER_TURN, SEQUENCES, WARM_UP, gap};
use crate::{
    contenders::{Form, Places},
    texts::{Mix, Text, boundary},
};

/// Inputs whose units may be wider than bytes. Sizes are those of the text in UTF-8.
#[derive(Clone, Copy)]
pub(crate) struct Units<'a> {
    /// The source of the inputs.
    pub(crate) of: Of<'a>,
    /// Their encoding in memory.
    pub(crate) form: Form,
    /// Whether question marks replace characters that Latin-1 does not have.
    pub latin1: bool,
    /// The average distance between two invalid sequences, in bytes of the text.
    pub(crate) errors: Option<usize>,
}

/// The source of inputs.
#[derive(Clone, Copy)]
pub(crate) enum Of<'a> {
    /// Pieces of a text, of one size.
    Text {
        /// The text.
        text: &'a Text,
        /// The size of a piece in bytes; up to three bytes less, since it ends at a character boundary.
        size: usize,
    },
    /// Short strings of shuffled lengths.
    Strings(&'a Mix),
}

impl Units<'_> {
    /// The load of its warm-up: the same with fewer bytes.
    pub(super) fn warm_up(self) -> Self {
        match self.of {
            Of::Text { text, size } => Self { of: Of::Text { text, size: size.min(WARM_UP) }, ..self },
            Of::Strings(_) => self,
        }
    }

    /// The size of the longest input in UTF-8, in bytes.
    fn longest(&self) -> usize {
        match self.of {
            Of::Text { size, .. } => size,
            Of::Strings(mix) => mix.longest(),
        }
    }

    /// The number of inputs per turn.
    pub(super) fn inputs(&self) -> usize {
        PER_TURN.div_ceil(self.longest()).min(MOST_INPUTS)
    }

    /// The number of bytes of memory that the inputs need: a byte of ASCII takes four in UTF-32.
    pub(super) fn dst(&self) -> usize {
        self.inputs() * (4 * self.longest() + gap(self.longest()) + 8) + 64
    }

    /// Writes the inputs of a turn to `region`, which is at offset `base` of the arena.
    pub(super) fn place(&self, region: &mut [u8], base: usize, seed: u64, random: &mut Random) -> Places {
        let texts = match self.of {
            Of::Text { text, size } => (0..self.inputs()).map(|_| text.sample(size, random.draw())).collect(),
            Of::Strings(mix) => mix.strings(self.inputs(), seed),
        };
        let mut at = 0;
        let mut places = Places::new();
        for text in texts {
            let bytes = self.bytes(&text, random);
            at = (base + at + random.below(gap(self.longest()))).next_multiple_of(4) - base;
            region[at..at + bytes.len()].copy_from_slice(&bytes);
            places.push((base + at, bytes.len()));
            at += bytes.len();
        }
        places
    }

    /// The encoded input in memory.
    fn bytes(&self, text: &str, random: &mut Random) -> Vec<u8> {
        let in_latin1 = |one: char| if u32::from(one) < 0x100 { one } else { '?' };
        let latin1: String;
        let text = if self.latin1 {
            latin1 = text.chars().map(in_latin1).collect();
            &latin1
        } else {
            text
        };
        let Some(every) = self.errors else { return self.form.bytes(text) };
        let (mut bytes, mut rest) = (Vec::new(), text);
        // Errors take some space, which the text after the last one would need.
        while bytes.len() + 4 * every < self.longest() * self.form.width() && !rest.is_empty() {
            let (before, after) = rest.split_at(boundary(rest, random.between(every / 2, every * 3 / 2)));
            bytes.extend(self.form.bytes(before));
            bytes.extend(self.error(random));
            rest = after;
        }
        bytes
    }

    fn error(&self, random: &mut Random) -> Vec<u8> {
        match self.form {
            // A low surrogate without a high one before it.
            Form::Utf16 => 0xDC00_u16.to_ne_bytes().to_vec(),
            Form::Utf32 => 0xDC00_u32.to_ne_bytes().to_vec(),
            Form::Utf8 | Form::Latin1 => SEQUENCES[random.below(SEQUENCES.len())].to_vec(),
        }
    }
}

impl fmt::Display for Units<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of {
            Of::Text { text, size } => write!(f, "{}, {size} bytes", text.name)?,
            Of::Strings(mix) => write!(f, "strings {}", mix.name)?,
        }
        write!(f, ", in {:?}, errors {:?}", self.form, self.errors)
    }
}
