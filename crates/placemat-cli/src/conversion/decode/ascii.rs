//! ASCII.

use super::{Decode, Event, Out, Piece};
use crate::{conversion::stop::Stop, reason::Reason, text::count};

pub(super) struct Ascii;

impl Decode for Ascii {
    fn decode(&mut self, piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop> {
        let mut at = 0;
        // Runs of ASCII, and between them each other byte alone.
        for run in piece.bytes.chunk_by(|a, b| a.is_ascii() && b.is_ascii()) {
            let offset = piece.offset + count(at);
            match str::from_utf8(run) {
                Ok(text) => out(Event::Text { text, offset })?,
                Err(_) => out(Event::Bad { bytes: run, offset, reason: Reason::NotAscii })?,
            }
            at += run.len();
        }
        Ok(at)
    }
}
