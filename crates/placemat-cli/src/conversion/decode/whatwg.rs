//! The encodings of the Encoding Standard, with `encoding_rs`.

use encoding_rs::{Decoder, DecoderResult, Encoding};

use super::{Decode, Event, Out, Piece};
use crate::{conversion::stop::Stop, reason::Reason, text::count};

/// How many bytes before a piece an invalid sequence can begin. The longest has 4 bytes, and 3 more may have been
/// read after it (`DecoderResult::Malformed`).
const BACK: usize = 8;

pub(super) struct Whatwg {
    name: &'static str,
    decoder: Decoder,
    /// The last bytes of the previous piece.
    before: [u8; BACK],
    text: String,
}

impl Whatwg {
    pub(super) fn new(encoding: &'static Encoding) -> Self {
        Self {
            name: encoding.name(),
            decoder: encoding.new_decoder_without_bom_handling(),
            before: [0; BACK],
            text: String::with_capacity(64 << 10),
        }
    }

    /// The `len` bytes before the first `end` of the piece, some of which may be in the previous piece.
    fn back(&self, bytes: &[u8], end: usize, len: usize) -> Vec<u8> {
        let all = self.before.iter().chain(bytes);
        all.skip((BACK + end).saturating_sub(len)).take(len).copied().collect()
    }
}

impl Decode for Whatwg {
    fn decode(&mut self, piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop> {
        let bytes = piece.bytes;
        let mut at = 0;
        loop {
            self.text.clear();
            let start = at;
            let (result, read) =
                self.decoder.decode_to_string_without_replacement(&bytes[at..], &mut self.text, piece.last);
            at += read;
            if !self.text.is_empty() {
                out(Event::Text { text: &self.text, offset: piece.offset + count(start) })?;
            }
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(len, after) => {
                    let (len, after) = (usize::from(len), usize::from(after));
                    // Both may extend back into the previous piece.
                    let from = (piece.offset + count(at)).saturating_sub(count(len + after));
                    let taken = self.back(bytes, at, len + after);
                    let bytes = taken.get(..len).unwrap_or(&taken);
                    out(Event::Bad {
                        bytes,
                        after: &[],
                        offset: from,
                        reason: Reason::Unassigned(self.name),
                    })?;
                }
            }
        }
        let kept = self.back(bytes, at, BACK);
        self.before.copy_from_slice(&kept);
        Ok(at)
    }
}
