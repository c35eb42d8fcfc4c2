//! Keeps `convert --from latin1` from encoding a pipe twice, by what has come so far: its output must not wait.

use placemat::Utf8ErrorKind;

use crate::{
    charset::Charset,
    evidence::{Choice, Other, Share},
    text::count,
};

/// How many bytes that are not UTF-8 end the watch: what goes on like this is the other encoding.
const MOST: u64 = 1000;

/// What a pipe has brought.
pub(super) struct Guard {
    from: Charset,
    other: Other,
    share: Share,
    /// The start of a sequence at the end of the last piece.
    cut: Vec<u8>,
}

impl Guard {
    pub(super) fn new(from: Charset) -> Self {
        Self { from, other: Other::new(from), share: Share::default(), cut: Vec::new() }
    }

    /// Why the next piece must not be converted: the input is mostly UTF-8 up to its end, and it is likelier as UTF-8.
    pub(super) fn refusal(&mut self, piece: &[u8]) -> Option<String> {
        if self.share.invalid >= MOST {
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
    let enough = if share.has_words && from.is_single_byte() { 0.5 } else { 0.8 };
    share.ratio().is_some_and(|ratio| ratio >= enough)
}
