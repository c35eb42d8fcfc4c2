//! UTF-16 and UTF-32 in the byte order of the BOM.

use super::{Decode, Out, Piece, decoder};
use crate::charset::{Charset, Order};
use crate::{conversion::stop::Stop, stream::Position};

/// Keeps the BOM in the text.
pub(super) struct ByBom {
    charset: Charset,
    /// The decoder, once the BOM has been read.
    inner: Option<Box<dyn Decode>>,
}

impl ByBom {
    pub(super) fn new(charset: Charset) -> Self {
        Self { charset, inner: None }
    }
}

impl Decode for ByBom {
    fn decode(&mut self, piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop> {
        if let Some(inner) = &mut self.inner {
            return inner.decode(piece, out);
        }
        let is_utf32 = self.charset == Charset::Utf32(None);
        let len = if is_utf32 { 4 } else { 2 };
        if piece.bytes.is_empty() || piece.bytes.len() < len && !piece.last {
            return Ok(0);
        }
        let charset = match piece.bytes {
            [0xFF, 0xFE, 0, 0, ..] if is_utf32 => Charset::Utf32(Some(Order::Little)),
            [0, 0, 0xFE, 0xFF, ..] if is_utf32 => Charset::Utf32(Some(Order::Big)),
            // FF FE 00 00 could also be UTF-32, but the user has excluded that.
            [0xFF, 0xFE, ..] if !is_utf32 => Charset::Utf16(Some(Order::Little)),
            [0xFE, 0xFF, ..] if !is_utf32 => Charset::Utf16(Some(Order::Big)),
            _ => return Err(Stop::NoBom(self.charset)),
        };
        self.inner.insert(decoder(charset)).decode(piece, out)
    }

    fn convert(&mut self, bytes: &[u8], to: Charset, out: &mut Vec<u8>, position: &mut Position) -> usize {
        self.inner.as_mut().map_or(0, |inner| inner.convert(bytes, to, out, position))
    }
}
