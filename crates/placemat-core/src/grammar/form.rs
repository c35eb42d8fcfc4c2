/// A range of octets, both ends included; in the RFC's notation `%xfirst-last`.
///
/// ```
/// use placemat_core::grammar::Octets;
///
/// assert!(Octets::new(0xA0, 0xBF).contains(0xA0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Octets {
    /// The smallest octet of the range.
    pub first: u8,
    /// The largest octet of the range.
    pub last: u8,
}

impl Octets {
    /// The range `%xfirst-last`.
    #[must_use]
    pub const fn new(first: u8, last: u8) -> Self {
        Self { first, last }
    }

    /// Whether `octet` is in the range.
    #[must_use]
    #[inline]
    pub const fn contains(self, octet: u8) -> bool {
        self.first <= octet && octet <= self.last
    }
}

/// One alternative of a grammar: a lead octet, and what must follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The first octet of a sequence of this form.
    pub lead: Octets,
    /// The octets after the lead, in order: none for ASCII, at most three in UTF-8.
    pub tail: &'static [Octets],
}

impl Form {
    /// The form with this lead and these octets after it.
    #[must_use]
    pub const fn new(lead: Octets, tail: &'static [Octets]) -> Self {
        Self { lead, tail }
    }

    /// How many octets a sequence of this form has: in UTF-8, 1 to 4.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a sequence is never empty")]
    #[inline]
    pub const fn len(&self) -> usize {
        1 + self.tail.len()
    }

    /// What octet number `at` of a sequence may be; the lead has number 0. `None` past the sequence's end.
    #[must_use]
    pub const fn octets(&self, at: usize) -> Option<Octets> {
        if at == 0 {
            Some(self.lead)
        } else if at < self.len() {
            Some(self.tail[at - 1])
        } else {
            None
        }
    }
}
