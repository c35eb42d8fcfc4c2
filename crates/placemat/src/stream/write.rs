//! Decodes into a string or any other writer of text.

use core::{error::Error, fmt};

use super::{Decoder, StreamError};

impl Decoder {
    /// Like [`decode`](Self::decode), and writes the text to `out`, for example to a `String`.
    ///
    /// # Errors
    ///
    /// [`Invalid`](WriteError::Invalid), as for `decode`. [`Write`](WriteError::Write) if `out` fails, which a `String`
    /// never does: the text of this chunk that comes after is lost, and the next chunk is decoded as usual.
    ///
    /// ```
    /// use placemat::stream::Decoder;
    ///
    /// let mut text = String::new();
    /// let mut decoder = Decoder::strict();
    /// decoder.decode_to(b"5 \xE2\x82", &mut text)?;
    /// decoder.decode_to(b"\xAC", &mut text)?;
    /// assert_eq!(text, "5 \u{20AC}");
    ///
    /// let error = decoder.decode_to(b", caf\xE9!", &mut text).unwrap_err();
    /// assert_eq!(error.to_string(), "invalid utf-8 sequence of 1 bytes from index 10: missing continuation byte");
    /// # Ok::<(), placemat::stream::WriteError>(())
    /// ```
    pub fn decode_to(
        &mut self, chunk: &[u8], out: &mut (impl fmt::Write + ?Sized),
    ) -> Result<(), WriteError> {
        let mut written = Ok(());
        self.decode(chunk, |text| written = written.and_then(|()| out.write_str(text)))?;
        Ok(written?)
    }

    /// Like [`finish`](Self::finish), and writes the text to `out`.
    ///
    /// # Errors
    ///
    /// As for `finish`, and if `out` fails.
    ///
    /// ```
    /// use placemat::stream::Decoder;
    ///
    /// let mut text = String::from("5 ");
    /// let mut decoder = Decoder::lossy();
    /// decoder.decode_to(b"\xE2\x82", &mut text)?;
    /// decoder.finish_to(&mut text)?;
    /// assert_eq!(text, "5 \u{FFFD}");
    /// # Ok::<(), placemat::stream::WriteError>(())
    /// ```
    pub fn finish_to(&mut self, out: &mut (impl fmt::Write + ?Sized)) -> Result<(), WriteError> {
        let mut written = Ok(());
        self.finish(|text| written = written.and_then(|()| out.write_str(text)))?;
        Ok(written?)
    }
}

/// The error of [`Decoder::decode_to`] and [`Decoder::finish_to`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// The stream is invalid.
    Invalid(StreamError),
    /// The writer failed.
    Write(fmt::Error),
}

impl From<StreamError> for WriteError {
    fn from(error: StreamError) -> Self {
        Self::Invalid(error)
    }
}

impl From<fmt::Error> for WriteError {
    fn from(error: fmt::Error) -> Self {
        Self::Write(error)
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(error) => error.fmt(f),
            Self::Write(error) => error.fmt(f),
        }
    }
}

impl Error for WriteError {}
