//! Keeps `convert --from latin1` from encoding a pipe twice. The output must not wait for the end of the input, so the
//! guard decides by the bytes that have been read so far.

use placemat::Utf8ErrorKind;

use crate::evidence::{Choice, MOSTLY, Other, Share};
use crate::{charset::Charset, text::count};

/// The number of invalid bytes after which the guard stops: an input with so many of them is in the other encoding.
const MAX_INVALID: u64 = 1000;

/// The share of UTF-8 in the bytes that have been read.
pub(super) struct Guard {
    from: Charset,
    other: Other,
    share: Share,
    /// The incomplete sequence at the end of the last piece.
    cut: Vec<u8>,
}

impl Guard {
    pub(super) fn new(from: Charset) -> Self {
        Self { from, other: Other::new(from), share: Share::default(), cut: Vec::new() }
    }

    /// Why the next piece must not be converted: the input up to its end is mostly UTF-8, and the piece is more likely
    /// UTF-8 than text in the other encoding.
    pub(super) fn refusal(&mut self, piece: &[u8]) -> Option<String> {
        if self.share.invalid >= MAX_INVALID {
            return None;
        }
        let piece = [std::mem::take(&mut self.cut).as_slice(), piece].concat();
        for chunk in placemat::chunks(&piece) {
            self.share.add_text(chunk.valid());
            match chunk.error() {
                Some(error) if error.kind == Utf8ErrorKind::Truncated => self.cut = chunk.invalid().into(),
                Some(error) => self.share.add_error(count(error.len)),
                None => {}
            }
        }
        let is_utf8 = is_mostly_utf8(self.share, self.from) && self.other.choose(&piece) == Choice::Utf8;
        is_utf8.then(|| {
            format!(
                "it is mostly UTF-8 up to here, which would be encoded twice; `placemat repair --fallback {} < FILE` \
                 converts the rest of it, and --force converts all of it",
                self.from.label()
            )
        })
    }
}

/// Whether text with this share is UTF-8 rather than in the other encoding.
pub(super) fn is_mostly_utf8(share: Share, from: Charset) -> bool {
    // In a short Chinese or Japanese text, half may be valid by chance.
    let enough = if share.has_words && from.is_single_byte() { 0.5 } else { MOSTLY };
    share.ratio().is_some_and(|ratio| ratio >= enough)
}
