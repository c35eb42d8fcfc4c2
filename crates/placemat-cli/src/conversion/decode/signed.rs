//! UTF-16 and UTF-32 in the order that the signature says.

use placemat::bom::Form;

use super::{Decode, Out, Piece, decoder};
use crate::{
    charset::{Charset, Order},
    conversion::stop::Stop,
};

/// The signature stays in the text.
pub(super) struct Signed {
    charset: Charset,
    /// What decodes, once the signature has been seen.
    inner: Option<Box<dyn Decode>>,
}

impl Signed {
    pub(super) fn new(charset: Charset) -> Self {
        Self { charset, inner: None }
    }

    /// The encodings that the input may be in, each with its signature.
    fn candidates(&self) -> [(Charset, &'static [u8]); 2] {
        use Order::{Big, Little};
        if self.charset == Charset::Utf32(None) {
            [
                (Charset::Utf32(Some(Little)), Form::Utf32Le.signature()),
                (Charset::Utf32(Some(Big)), Form::Utf32Be.signature()),
            ]
        } else {
            // FF FE 00 00 could also be UTF-32, but the user says that it is not.
            [
                (Charset::Utf16(Some(Little)), Form::Utf16Le.signature()),
                (Charset::Utf16(Some(Big)), Form::Utf16Be.signature()),
            ]
        }
    }
}

impl Decode for Signed {
    fn decode(&mut self, piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop> {
        if let Some(inner) = &mut self.inner {
            return inner.decode(piece, out);
        }
        let candidates = self.candidates();
        let [(_, first), _] = candidates;
        if piece.bytes.is_empty() || piece.bytes.len() < first.len() && !piece.last {
            return Ok(0);
        }
        let found = candidates.iter().find(|(_, signature)| piece.bytes.starts_with(signature));
        let &(charset, _) = found.ok_or(Stop::NoSignature(self.charset))?;
        self.inner.insert(decoder(charset)).decode(piece, out)
    }
}
