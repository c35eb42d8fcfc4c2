//! One input through a decoder, a policy for errors, and an encoder.
//!
//! Text is converted by way of UTF-8.

mod decode;
mod encode;
mod stop;
#[cfg(test)]
mod tests;
mod writer;

use std::io::{self, Read, Write};

pub(crate) use stop::Stop;

use crate::{
    args::{Bom, OnError},
    charset::Charset,
    text::count,
};
use decode::{Event, Piece, decoder};
use stop::Problem;
use writer::Writer;

/// What is to become of an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) from: Charset,
    pub(crate) to: Charset,
    pub(crate) on_error: OnError,
    pub(crate) bom: Bom,
    /// Whether no one has said what the input is. If its first piece is something else, nothing is written.
    pub(crate) guessed: bool,
}

/// What was done about errors, and what else is worth a remark.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// How many there were.
    pub(crate) errors: u64,
    pub(crate) first: Option<Problem>,
    /// Whether another U+FEFF came after a signature that was left out.
    pub(crate) second_signature: bool,
    /// The first character that stands for a byte that Windows does not define. The Encoding Standard makes a
    /// control character of it.
    pub(crate) undefined: Option<char>,
}

/// How many bytes are read at a time.
const READ: usize = 64 << 10;

/// What a decoder may leave unread, generously.
const LEFT: usize = 16;

/// Whether a conversion from this encoding to UTF-8 would succeed.
pub(crate) fn succeeds(from: Charset, input: &mut impl Read) -> bool {
    let plan = Plan { from, to: Charset::Utf8, on_error: OnError::Fail, bom: Bom::Keep, guessed: false };
    run(plan, input, &mut io::sink()).is_ok()
}

/// Reads all of `input`, and writes what becomes of it.
///
/// What a read brings is written before the next one, except for what is incomplete. Memory is bounded.
///
/// # Errors
///
/// The reason to stop. What came before has been written then.
pub(crate) fn run(plan: Plan, input: &mut impl Read, output: &mut impl Write) -> Result<Tally, Stop> {
    let mut decoder = decoder(plan.from);
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
        let piece = Piece { bytes: &buffer[..filled], offset, last: read == 0 };
        let taken = decoder.decode(piece, &mut |event| match event {
            Event::Text { text, offset } => writer.text(text, offset),
            Event::Bad { bytes, offset, reason } => writer.invalid(bytes, offset, reason),
            Event::Surrogate { unit, bytes, offset, reason } => writer.surrogate(unit, bytes, offset, reason),
        });
        // Before a problem is reported, what came before it is written.
        if taken.is_ok() || offset > 0 || !plan.guessed {
            writer.flush()?;
        }
        let taken = taken?;
        if piece.last {
            return writer.finish();
        }
        buffer.copy_within(taken..filled, 0);
        filled -= taken;
        offset += count(taken);
    }
}
