use super::{BOM, Policy};
use crate::stream::StreamError;

/// Handles U+FEFF at the start of a stream by a [`Policy`]. Use it before a [`Decoder`](crate::stream::Decoder) or
/// [`Validator`](crate::stream::Validator). The stream may be split at any byte.
///
/// [`feed`](Self::feed) and [`finish`](Self::finish) return the stream, without the BOM if the policy
/// excludes it. Between calls the filter holds back at most two bytes, and only if the policy may exclude
/// them and the stream so far is a prefix of a BOM.
///
/// ```
/// use placemat::{bom::{Filter, Policy}, stream::Decoder};
///
/// let mut text = String::new();
/// let mut filter = Filter::new(Policy::Ignore);
/// let mut decoder = Decoder::strict();
/// for chunk in [&b"\xEF"[..], b"\xBB", b"\xBFcaf", b"\xC3\xA9"] {
///     for piece in filter.feed(chunk) {
///         decoder.decode(piece, |piece| text.push_str(piece))?;
///     }
/// }
/// assert_eq!((text.as_str(), filter.has_bom()), ("caf\u{E9}", true));
///
/// // The BOM counts: 8 bytes were before this one.
/// let error = decoder.decode(b"\xFF", |_| {}).map_err(|error| filter.place(error)).unwrap_err();
/// assert_eq!(error.offset, 8);
///
/// // At the end, what was held back is text after all.
/// decoder = Decoder::strict();
/// filter = Filter::new(Policy::Strip);
/// assert_eq!(filter.feed(b"\xEF\xBB").concat(), b"");
/// assert!(decoder.decode(filter.finish(), |_| {}).is_ok());
/// assert_eq!(decoder.finish(|_| {}).unwrap_err().len, 2, "the stream ends inside U+FEFF");
/// # Ok::<(), placemat::stream::StreamError>(())
/// ```
///
/// It is not `Copy`, which prevents feeding a copy by mistake while the original stays unchanged:
///
/// ```compile_fail,E0382
/// let mut filter = placemat::bom::Filter::new(placemat::bom::Policy::Strip);
/// let mut feed = move |chunk: &'static [u8]| filter.feed(chunk).concat();
/// feed(b"\xEF");
/// filter.finish();
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    policy: Policy,
    start: Start,
}

/// What is known about the start of the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// The stream so far is this many bytes of a BOM, fewer than three.
    Open(usize),
    /// The stream begins with a BOM.
    Bom,
    /// It does not.
    Unsigned,
}

impl Filter {
    /// Creates a filter for a new stream.
    #[must_use]
    pub const fn new(policy: Policy) -> Self {
        Self { policy, start: Start::Open(0) }
    }

    /// Processes a chunk of any length, and returns the next bytes of the stream: bytes that were held back, if they
    /// turned out not to be a BOM, and the chunk without bytes of the BOM. Either may be empty.
    pub fn feed<'a>(&mut self, chunk: &'a [u8]) -> [&'a [u8]; 2] {
        let Start::Open(seen) = self.start else { return [b"", chunk] };
        if chunk.is_empty() {
            return [b"", b""];
        }
        let missing = &BOM[seen..];
        let same = missing.iter().zip(chunk).take_while(|(expected, byte)| expected == byte).count();
        self.start = if same == missing.len() && self.policy.recognises() {
            Start::Bom
        } else if same == chunk.len() && same < missing.len() {
            Start::Open(seen + same)
        } else {
            Start::Unsigned
        };
        match self.start {
            _ if !self.policy.removes() => [b"", chunk],
            Start::Unsigned => [&BOM[..seen], chunk],
            Start::Open(_) | Start::Bom => [b"", &chunk[same..]],
        }
    }

    /// Ends the stream, and returns the bytes that were held back, at most two. Resets the filter for another stream.
    pub fn finish(&mut self) -> &'static [u8] {
        static BYTES: [u8; 3] = BOM;
        let held = match self.start {
            Start::Open(seen) if self.policy.removes() => seen,
            _ => 0,
        };
        *self = Self::new(self.policy);
        &BYTES[..held]
    }

    /// Whether the stream begins with a BOM; always `false` with [`Policy::Character`].
    #[must_use]
    pub const fn has_bom(&self) -> bool {
        matches!(self.start, Start::Bom)
    }

    /// Whether the filter needs more bytes to decide how the stream begins.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.start, Start::Open(_))
    }

    /// Converts the error of a decoder or validator after the filter to the offset that the policy specifies:
    /// it counts a BOM that was [ignored](Policy::Ignore).
    ///
    /// Call it before [`finish`](Self::finish), which resets the filter.
    #[must_use]
    pub const fn place(&self, error: StreamError) -> StreamError {
        let shift = if self.has_bom() { self.policy.shift() as u64 } else { 0 };
        StreamError { offset: error.offset.saturating_add(shift), ..error }
    }
}

impl Default for Filter {
    /// With [`Policy::Keep`].
    fn default() -> Self {
        Self::new(Policy::Keep)
    }
}
