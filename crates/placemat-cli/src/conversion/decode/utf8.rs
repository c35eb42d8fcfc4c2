//! UTF-8, by the dispatched backend.

use placemat::ErrorKind;

use super::{Decode, Event, Out, Piece};
use crate::{conversion::stop::Stop, reason::Reason, text::count};

pub(super) struct Utf8;

impl Decode for Utf8 {
    fn decode(&mut self, piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop> {
        let mut at = 0;
        for chunk in placemat::chunks(piece.bytes) {
            let (text, bytes) = (chunk.valid(), chunk.invalid());
            if !text.is_empty() {
                out(Event::Text { text, offset: piece.offset + count(at) })?;
                at += text.len();
            }
            let Some(error) = chunk.error() else { break };
            if error.kind == ErrorKind::Truncated && !piece.last {
                break;
            }
            out(Event::Bad { bytes, offset: piece.offset + count(at), reason: Reason::Utf8(error.kind) })?;
            at += bytes.len();
        }
        Ok(at)
    }
}
