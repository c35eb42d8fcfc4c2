use placemat::stream::Decoder;

/// Passes the text of chunks to a function, with U+FFFD for each invalid sequence.
///
/// When it is dropped, the input ends, and a character that lacks bytes becomes U+FFFD.
///
/// ```
/// let mut text = String::new();
/// let mut decoder = utf8::LossyDecoder::new(|piece| text.push_str(piece));
/// decoder.feed(b"caf\xC3");
/// decoder.feed(b"\xA9 \xE2");
/// drop(decoder);
/// assert_eq!(text, "caf\u{E9} \u{FFFD}");
/// ```
pub struct LossyDecoder<F: FnMut(&str)> {
    push_str: F,
    decoder: Decoder,
}

impl<F: FnMut(&str)> LossyDecoder<F> {
    /// Creates it for a new stream.
    #[inline]
    pub fn new(push_str: F) -> Self {
        Self { push_str, decoder: Decoder::lossy() }
    }

    /// Decodes a chunk, which may begin and end inside a character.
    #[inline]
    pub fn feed(&mut self, input: &[u8]) {
        // A lossy decoder never fails.
        let _ = self.decoder.decode(input, &mut self.push_str);
    }
}

impl<F: FnMut(&str)> Drop for LossyDecoder<F> {
    fn drop(&mut self) {
        let _ = self.decoder.finish(&mut self.push_str);
    }
}
