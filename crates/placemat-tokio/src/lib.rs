//! Text over [`tokio_util::codec`], validated by [`placemat`].

use std::io;

use bytes::BytesMut;
use placemat::{Replacement, backend::Handle, stream};
use tokio_util::codec::{Decoder, Encoder};

/// A codec whose frames are pieces of text: each frame is all received text that later bytes cannot change,
/// in whole characters. Frames are never empty.
///
/// A strict codec yields the text before the first invalid sequence as a frame, and then fails with
/// [`InvalidData`](io::ErrorKind::InvalidData), which carries the [`StreamError`](stream::StreamError). It
/// fails as soon as no further byte can make the sequence valid.
///
/// ```
/// use bytes::BytesMut;
/// use placemat_tokio::TextCodec;
/// use tokio_util::codec::Decoder;
///
/// let mut codec = TextCodec::strict();
/// let mut received = BytesMut::from(&b"5 \xE2\x82"[..]);
/// assert_eq!(codec.decode(&mut received)?.as_deref(), Some("5 "));
/// received.extend_from_slice(b"\xAC!");
/// assert_eq!(codec.decode(&mut received)?.as_deref(), Some("\u{20AC}!"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TextCodec {
    decoder: stream::Decoder,
}

impl TextCodec {
    /// Creates a codec that fails at the first invalid sequence.
    #[must_use]
    pub const fn strict() -> Self {
        Self { decoder: stream::Decoder::strict() }
    }

    /// Creates a codec that replaces each invalid sequence by U+FFFD.
    #[must_use]
    pub const fn lossy() -> Self {
        Self { decoder: stream::Decoder::lossy() }
    }

    /// Uses `backend` instead of the active one; see [`stream::Decoder::with_backend`].
    #[must_use]
    pub fn with_backend(self, backend: Handle) -> Self {
        Self { decoder: self.decoder.with_backend(backend) }
    }

    /// Replaces as `replacement` says; see [`stream::Decoder::with_replacement`].
    #[must_use]
    pub fn with_replacement(self, replacement: Replacement) -> Self {
        Self { decoder: self.decoder.with_replacement(replacement) }
    }
}

impl Decoder for TextCodec {
    type Item = String;
    type Error = io::Error;

    fn decode(&mut self, received: &mut BytesMut) -> io::Result<Option<String>> {
        let mut text = String::new();
        let decoded = self.decoder.decode(received, |piece| text.push_str(piece));
        received.clear();
        match decoded {
            // The decoder keeps the error for the next call; return the text before it first.
            _ if !text.is_empty() => Ok(Some(text)),
            Ok(()) => Ok(None),
            Err(error) => Err(io::Error::new(io::ErrorKind::InvalidData, error)),
        }
    }

    fn decode_eof(&mut self, received: &mut BytesMut) -> io::Result<Option<String>> {
        if let Some(text) = self.decode(received)? {
            return Ok(Some(text));
        }
        let mut text = String::new();
        match self.decoder.finish(|piece| text.push_str(piece)) {
            Ok(()) => Ok((!text.is_empty()).then_some(text)),
            Err(error) => Err(io::Error::new(io::ErrorKind::InvalidData, error)),
        }
    }
}

impl<T: AsRef<str>> Encoder<T> for TextCodec {
    type Error = io::Error;

    fn encode(&mut self, text: T, out: &mut BytesMut) -> io::Result<()> {
        out.extend_from_slice(text.as_ref().as_bytes());
        Ok(())
    }
}
