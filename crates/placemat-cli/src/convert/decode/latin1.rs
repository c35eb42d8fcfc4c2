//! Latin-1, by the standard library. Here a kernel can take its place.

use super::{Decode, Event, Out, Piece};
use crate::convert::stop::Stop;

pub(super) struct Latin1;

impl Decode for Latin1 {
    fn decode(&mut self, piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop> {
        if !piece.bytes.is_empty() {
            let mut text = String::with_capacity(2 * piece.bytes.len());
            text.extend(piece.bytes.iter().map(|&byte| char::from(byte)));
            out(Event::Text { text: &text, offset: piece.offset })?;
        }
        Ok(piece.bytes.len())
    }
}
