//! The beginning of a character, from chunk to chunk.

/// The beginning of a character, which more input can complete.
#[derive(Debug, Copy, Clone)]
pub struct Incomplete {
    /// Its bytes, and others that mean nothing.
    pub buffer: [u8; 4],
    /// How many of them are its bytes.
    pub buffer_len: u8,
}

impl Incomplete {
    /// No byte.
    #[must_use]
    pub fn empty() -> Self {
        Self { buffer: [0; 4], buffer_len: 0 }
    }

    /// Whether it has no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.buffer_len == 0
    }

    /// These bytes.
    ///
    /// # Panics
    ///
    /// If there are more than four.
    #[must_use]
    pub fn new(bytes: &[u8]) -> Self {
        let mut buffer = [0; 4];
        buffer[..bytes.len()].copy_from_slice(bytes);
        Self { buffer, buffer_len: length(bytes) }
    }

    /// Continues it with `input`: `None` if it is still incomplete, otherwise its text or the invalid sequence, and
    /// what is left of the input. The text can have characters after the first.
    ///
    /// # Panics
    ///
    /// If a caller has set `buffer_len` to more than four.
    #[expect(clippy::type_complexity, reason = "it is that of utf-8")]
    pub fn try_complete<'input>(
        &mut self, input: &'input [u8],
    ) -> Option<(Result<&str, &[u8]>, &'input [u8])> {
        let taken = self.extend(input)?;
        let bytes = self.take();
        Some((placemat::from_utf8(bytes).map_err(|_| bytes), &input[taken..]))
    }

    /// Takes as many bytes of `input` as end its text or its invalid sequence, and returns their number; takes all of
    /// them and returns `None` if it is still incomplete.
    pub(crate) fn extend(&mut self, input: &[u8]) -> Option<usize> {
        let own = usize::from(self.buffer_len);
        let taken = input.len().min(4 - own);
        self.buffer[own..own + taken].copy_from_slice(&input[..taken]);
        let spliced = &self.buffer[..own + taken];
        let len = match placemat::from_utf8(spliced) {
            Ok(text) => text.len(),
            Err(error) if error.valid_up_to() > 0 => error.valid_up_to(),
            Err(error) => error.error_len().unwrap_or(0),
        };
        if len == 0 && !spliced.is_empty() {
            self.buffer_len = length(spliced);
            return None;
        }
        // Only bytes of a caller can have an end among them.
        self.buffer_len = length(&spliced[..len.max(own)]);
        Some(len.saturating_sub(own))
    }

    /// Empties it.
    pub(crate) fn take(&mut self) -> &[u8] {
        let len = core::mem::take(&mut self.buffer_len);
        &self.buffer[..usize::from(len)]
    }
}

#[expect(clippy::cast_possible_truncation, reason = "at most four bytes")]
const fn length(bytes: &[u8]) -> u8 {
    bytes.len() as u8
}
