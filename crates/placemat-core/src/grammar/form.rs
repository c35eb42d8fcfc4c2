/// A range of bytes, both ends included; in the RFC's notation `%xfirst-last`.
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
    /// The range `%xfirst-last`.
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

/// One alternative of a grammar: a lead byte, and what must follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The first byte of a sequence of this form.
    pub lead: Bytes,
    /// The bytes after the lead, in order: none for ASCII, at most three in UTF-8.
    pub tail: &'static [Bytes],
}

impl Form {
    /// The form with this lead and these bytes after it.
    #[must_use]
    pub const fn new(lead: Bytes, tail: &'static [Bytes]) -> Self {
        Self { lead, tail }
    }

    /// How many bytes a sequence of this form has: in UTF-8, 1 to 4.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a sequence is never empty")]
    #[inline]
    pub const fn len(&self) -> usize {
        1 + self.tail.len()
    }

    /// What byte number `at` of a sequence may be; the lead has number 0. `None` past the sequence's end.
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
