/// An inclusive range of bytes, `%xfirst-last` in the RFC's notation.
///
/// ```
/// use placemat_core::grammar::Bytes;
///
/// assert!(Bytes::new(0xA0, 0xBF).contains(0xA0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// The smallest byte of the range.
    pub first: u8,
    /// The largest byte of the range.
    pub last: u8,
}

impl Bytes {
    /// Creates the range `%xfirst-last`.
    #[must_use]
    pub const fn new(first: u8, last: u8) -> Self {
        Self { first, last }
    }

    /// Whether `byte` is in the range.
    #[must_use]
    #[inline]
    pub const fn contains(self, byte: u8) -> bool {
        self.first <= byte && byte <= self.last
    }
}

/// One alternative of a grammar: a lead byte and the bytes that must follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The first byte of a sequence of this form.
    pub lead: Bytes,
    /// The bytes after the lead byte, in order: none for ASCII, at most three in UTF-8.
    pub tail: &'static [Bytes],
}

impl Form {
    /// Creates the form with this lead byte and these bytes after it.
    #[must_use]
    pub const fn new(lead: Bytes, tail: &'static [Bytes]) -> Self {
        Self { lead, tail }
    }

    /// The length in bytes of a sequence of this form: 1 to 4 in UTF-8.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a sequence is never empty")]
    #[inline]
    pub const fn len(&self) -> usize {
        1 + self.tail.len()
    }

    /// The allowed values of byte `at` of a sequence; the lead byte is byte 0. `None` past the end of the sequence.
    #[must_use]
    pub const fn bytes(&self, at: usize) -> Option<Bytes> {
        if at == 0 {
            Some(self.lead)
        } else if at < self.len() {
            Some(self.tail[at - 1])
        } else {
            None
        }
    }
}
