//! CESU-8, Java's modified UTF-8 and WTF-8.

use std::borrow::Cow;

use placemat_legacy::{Error, Utf8ErrorKind, cesu8, mutf8, wtf8};

use super::{Decode, Event, Out, Piece};
use crate::{conversion::stop::Stop, reason::Reason, text::count};

#[derive(Clone, Copy)]
pub(super) enum Legacy {
    Cesu8,
    Mutf8,
    Wtf8,
}

impl Legacy {
    fn to_utf8(self, bytes: &[u8]) -> Result<Cow<'_, str>, Error> {
        match self {
            Self::Cesu8 => cesu8::to_utf8(bytes),
            Self::Mutf8 => mutf8::to_utf8(bytes),
            // After a surrogate any sequence is decoded anew, so a pair may be split anywhere.
            Self::Wtf8 => wtf8::to_utf8(bytes).map(Cow::Borrowed),
        }
    }
}

impl Decode for Legacy {
    fn decode(&mut self, piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop> {
        let mut at = 0;
        while let Some(rest) = piece.bytes.get(at..).filter(|rest| !rest.is_empty()) {
            let error = self.to_utf8(rest).err();
            let good = error.map_or(rest.len(), |error| error.valid_up_to());
            let (valid, rest) = rest.split_at(good);
            if let (false, Ok(text)) = (valid.is_empty(), self.to_utf8(valid)) {
                out(Event::Text { text: &text, offset: piece.offset + count(at) })?;
            }
            at += good;
            let Some(error) = error else { break };
            let len = error.error_len().unwrap_or(rest.len());
            // A truncated sequence waits. So does an error at the very end: it may begin a misplaced surrogate, whose
            // three bytes are one error.
            if len == rest.len() && !piece.last {
                break;
            }
            let (bytes, _) = rest.split_at(len);
            let (offset, reason) = (piece.offset + count(at), Reason::Legacy(error.kind()));
            out(match (error.kind(), bytes) {
                (Utf8ErrorKind::LoneSurrogate | Utf8ErrorKind::Surrogate, &[_, second, third]) => {
                    let unit = 0xD000 | u16::from(second & 0x3F) << 6 | u16::from(third & 0x3F);
                    Event::Surrogate { unit, bytes, offset, reason }
                }
                _ => Event::Bad { bytes, after: &[], offset, reason },
            })?;
            at += len;
        }
        Ok(at)
    }
}
