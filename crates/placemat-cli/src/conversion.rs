//! Converts one input: decoder, error policy, encoder.
//!
//! Text is converted via UTF-8, except between UTF-16, UTF-32 and Latin-1, up to an error and between them.

mod change;
mod decode;
mod encode;
mod stop;
#[cfg(test)]
mod tests;
mod writer;

use std::io::{self, Read, Write};

pub(crate) use change::Changes;
pub(crate) use stop::Stop;

use placemat::Replacement;

use crate::args::{Bom, Forbidden, OnError, REMOVABLE};
use crate::{charset::Charset, respell::double::Counts, text::count};
use decode::{Event, Piece, decoder, repairer, replacer};
use stop::Problem;
use writer::Writer;

/// How to convert an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) from: Charset,
    pub(crate) to: Charset,
    pub(crate) on_error: OnError,
    pub(crate) bom: Bom,
    /// Whether the encoding of the input is only assumed. If its first piece is invalid, nothing is written.
    pub(crate) guessed: bool,
    /// Which invalid bytes of UTF-8 one U+FFFD replaces.
    pub(crate) replacement: Replacement,
    /// How to repair the input, which is UTF-8.
    pub(crate) fix: Option<Fix>,
}

/// A repair beyond the replacement of invalid sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fix {
    /// Decodes bytes that are not UTF-8 as text in this encoding.
    Fallback(Charset),
    /// Decodes text that was encoded twice, with the counts of the input, if it can be read twice.
    Double(Option<Counts>),
    /// Removes characters of these kinds.
    Remove([Option<Forbidden>; REMOVABLE.len()]),
}

impl Plan {
    /// Converts text, and stops at an error.
    pub(crate) const fn strict(from: Charset, to: Charset) -> Self {
        Self {
            from,
            to,
            on_error: OnError::Fail,
            bom: Bom::Keep,
            guessed: false,
            replacement: Replacement::MaximalSubpart,
            fix: None,
        }
    }
}

/// The errors and remarks of a conversion.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// The number of errors.
    pub(crate) errors: u64,
    pub(crate) first: Option<Problem>,
    /// Whether another U+FEFF followed a BOM that was removed.
    pub(crate) second_bom: bool,
    /// The first of U+0080..U+009F that results from a byte which is no character in the encoding.
    pub(crate) undefined: Option<char>,
    pub(crate) changes: Changes,
}

/// The maximum number of bytes per read.
const READ: usize = 64 << 10;

/// An upper bound on the bytes that a decoder may leave unread.
const LEFT: usize = 16;

/// Whether a conversion from this encoding to UTF-8 would succeed.
pub(crate) fn succeeds(from: Charset, input: &mut impl Read) -> bool {
    run(Plan::strict(from, Charset::Utf8), input, &mut io::sink()).is_ok()
}

/// Reads all of `input`, and writes the converted text.
///
/// Each piece is written before the next read, except for incomplete sequences. Memory is bounded.
///
/// # Errors
///
/// The reason to stop. Everything before it has been written.
pub(crate) fn run(plan: Plan, input: &mut impl Read, output: &mut impl Write) -> Result<Tally, Stop> {
    let mut decoder = match plan {
        Plan { fix: Some(fix), .. } => repairer(fix),
        Plan { from: Charset::Utf8, replacement, .. } => replacer(replacement),
        Plan { from, .. } => decoder(from),
    };
    let mut writer = Writer::new(plan, output);
    let mut buffer = vec![0; READ + LEFT];
    let (mut filled, mut offset) = (0, 0);
    loop {
        let read = match input.read(&mut buffer[filled..]) {
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(Stop::Read(error)),
        };
        filled += read;
        let direct = writer.convert(&mut *decoder, &buffer[..filled]);
        let piece = Piece { bytes: &buffer[direct..filled], offset: offset + count(direct), last: read == 0 };
        let taken = decoder.decode(piece, &mut |event| match event {
            Event::Text { text, offset } => writer.text(text, offset),
            Event::Changed { bytes, text, offset, damaged } => writer.changed(bytes, text, offset, damaged),
            Event::Doubtful(number) => {
                writer.doubtful(number);
                Ok(())
            }
            Event::Bad { bytes, after, offset, reason } => writer.invalid(bytes, after, offset, reason),
            Event::Surrogate { unit, bytes, offset, reason } => writer.surrogate(unit, bytes, offset, reason),
        });
        // The text before a problem is written before the problem is reported.
        if taken.is_ok() || offset > 0 || !plan.guessed {
            writer.flush()?;
        }
        let taken = direct + taken?;
        if piece.last {
            return writer.finish();
        }
        buffer.copy_within(taken..filled, 0);
        filled -= taken;
        offset += count(taken);
    }
}
