//! Encodings as data, and what follows from it: validation, errors and the minimal automaton.

mod automaton;

pub use automaton::Automaton;
pub use placemat_core::grammar::{Bytes, Form};

/// An encoding as data: the forms of its sequences, and which sequence may follow which.
///
/// Text is any number of sequences. Validation, errors and the [automaton](Automaton) follow from this value.
///
/// ```
/// use placemat_legacy::grammar::{Cause, Form, Grammar, Neighbours, Bytes, Place};
///
/// // Letters, and digits in pairs: a digit 0..4, then one of 5..9.
/// const FORMS: [Form; 3] = [
///     Form::new(Bytes::new(b'a', b'z'), &[]),
///     Form::new(Bytes::new(b'0', b'4'), &[]),
///     Form::new(Bytes::new(b'5', b'9'), &[]),
/// ];
/// const PAIRS: Grammar = Grammar::new(&FORMS, Neighbours::Together { first: 1, second: 2 });
///
/// assert_eq!(PAIRS.locate(b"a07b", 0, Place::START), Ok(()));
/// let stop = PAIRS.locate(b"a0b", 0, Place::START).unwrap_err();
/// assert_eq!((stop.valid_up_to, stop.len, stop.cause), (1, Some(1), Cause::Neighbour));
/// let stop = PAIRS.locate(b"a0", 0, Place::START).unwrap_err();
/// assert_eq!((stop.valid_up_to, stop.len, stop.cause), (1, None, Cause::End));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grammar {
    forms: &'static [Form],
    neighbours: Neighbours,
}

/// Which sequence may follow which. Forms are identified by their index in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbours {
    /// Any sequence may follow any other.
    Free,
    /// A sequence of form `second` must not directly follow one of form `first`.
    Apart {
        /// The form of the earlier sequence.
        first: usize,
        /// The form that must not follow.
        second: usize,
    },
    /// A sequence of form `second` must directly follow each one of form `first`, and nothing else.
    Together {
        /// The form of the earlier sequence.
        first: usize,
        /// The form that must follow.
        second: usize,
    },
}

/// A position in text, as far as it determines what may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of bytes of the current sequence before it; 0 at a boundary.
    read: usize,
    /// Inside a sequence: the forms that still match, one bit each.
    fitting: u32,
    /// At a boundary: whether the last sequence has the form `first` of [`Neighbours`].
    after_first: bool,
}

impl Place {
    /// The start of a text.
    pub const START: Self = Self::boundary(false);

    /// `==`, for constants.
    const fn is(self, other: Self) -> bool {
        self.read == other.read && self.fitting == other.fitting && self.after_first == other.after_first
    }

    const fn boundary(after_first: bool) -> Self {
        Self { read: 0, fitting: 0, after_first }
    }
}

/// Where text stops being valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The length in bytes of the longest valid prefix that ends at a boundary.
    pub valid_up_to: usize,
    /// The length in bytes of the invalid part at `valid_up_to`: a whole sequence that must not be there, or
    /// the longest prefix of a sequence, at least one byte. `None` if the input ends too early.
    pub len: Option<usize>,
    /// What is wrong.
    pub cause: Cause,
}

/// What is wrong with text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The input ends too early: more bytes could make it valid.
    End,
    /// No sequence begins with this byte.
    Lead(u8),
    /// A sequence that begins with `lead` cannot continue with `byte`.
    Tail {
        /// The first byte of the sequence.
        lead: u8,
        /// The byte that cannot continue it.
        byte: u8,
    },
    /// A sequence must not follow the one before it, or must not precede what comes after it.
    Neighbour,
}

impl Grammar {
    /// Creates the grammar with these forms, at most 32.
    ///
    /// # Panics
    ///
    /// If a sequence could have two forms or begin with a sequence of another form, or if `neighbours`
    /// contains an index out of bounds. In a constant, this is a compile-time error.
    #[must_use]
    pub const fn new(forms: &'static [Form], neighbours: Neighbours) -> Self {
        assert!(forms.len() <= u32::BITS as usize, "too many forms");
        let mut form = 0;
        while form < forms.len() {
            let mut other = 0;
            while other < form {
                assert!(differ(&forms[form], &forms[other]), "two forms have a sequence in common");
                other += 1;
            }
            form += 1;
        }
        if let Neighbours::Apart { first, second } | Neighbours::Together { first, second } = neighbours {
            assert!(first < forms.len() && second < forms.len(), "there is no such form");
        }
        Self { forms, neighbours }
    }

    /// The forms of the sequences.
    #[must_use]
    pub const fn forms(&self) -> &'static [Form] {
        self.forms
    }

    /// Which sequence may follow which.
    #[must_use]
    pub const fn neighbours(&self) -> Neighbours {
        self.neighbours
    }

    /// The place after one more byte, or `None` if the grammar does not allow it.
    #[must_use]
    pub const fn next(&self, place: Place, byte: u8) -> Option<Place> {
        let candidates = if place.read == 0 { self.permitted(place.after_first) } else { place.fitting };
        let mut fitting = 0;
        let mut form = 0;
        while form < self.forms.len() {
            if (candidates >> form) & 1 == 1 && self.fits(form, place.read, byte) {
                if self.forms[form].len() == place.read + 1 {
                    return Some(Place::boundary(self.is_first(form)));
                }
                fitting |= 1 << form;
            }
            form += 1;
        }
        if fitting == 0 { None } else { Some(Place { read: place.read + 1, fitting, after_first: false }) }
    }

    /// Whether text may end at `place`.
    #[must_use]
    pub const fn may_end(&self, place: Place) -> bool {
        let lacks_second = place.after_first && matches!(self.neighbours, Neighbours::Together { .. });
        place.read == 0 && !lacks_second
    }

    /// Validates `bytes` from byte `from` on; `place` is the place there, a boundary. Linear time.
    ///
    /// # Errors
    ///
    /// The position, length and cause of the first error.
    pub const fn locate(&self, bytes: &[u8], from: usize, place: Place) -> Result<(), Stop> {
        let mut place = place;
        let mut valid_up_to = from;
        let mut at = from;
        while at < bytes.len() {
            match self.next(place, bytes[at]) {
                Some(next) => place = next,
                None => return Err(self.stop(bytes, valid_up_to)),
            }
            at += 1;
            if self.may_end(place) {
                valid_up_to = at;
            }
        }
        if self.may_end(place) { Ok(()) } else { Err(Stop { valid_up_to, len: None, cause: Cause::End }) }
    }

    /// The error at byte `at`, given that there is one and it is not a lack of bytes.
    const fn stop(&self, bytes: &[u8], at: usize) -> Stop {
        let lead = bytes[at];
        let free = Self { forms: self.forms, neighbours: Neighbours::Free };
        let mut place = Place::START;
        let mut read = 0;
        while at + read < bytes.len() {
            let byte = bytes[at + read];
            match free.next(place, byte) {
                Some(next) => place = next,
                None if read == 0 => return Stop { valid_up_to: at, len: Some(1), cause: Cause::Lead(lead) },
                None => {
                    return Stop { valid_up_to: at, len: Some(read), cause: Cause::Tail { lead, byte } };
                }
            }
            read += 1;
            if place.read == 0 {
                break;
            }
        }
        // The sequence is valid on its own, or would be if it were complete.
        Stop { valid_up_to: at, len: Some(read), cause: Cause::Neighbour }
    }

    /// The forms that are allowed at a boundary, one bit each.
    const fn permitted(&self, after_first: bool) -> u32 {
        let all = u32::MAX;
        match self.neighbours {
            Neighbours::Apart { second, .. } if after_first => all & !(1 << second),
            Neighbours::Together { second, .. } if after_first => 1 << second,
            Neighbours::Together { second, .. } => all & !(1 << second),
            Neighbours::Free | Neighbours::Apart { .. } => all,
        }
    }

    const fn is_first(&self, form: usize) -> bool {
        match self.neighbours {
            Neighbours::Free => false,
            Neighbours::Apart { first, .. } | Neighbours::Together { first, .. } => form == first,
        }
    }

    const fn fits(&self, form: usize, at: usize, byte: u8) -> bool {
        match self.forms[form].bytes(at) {
            Some(bytes) => bytes.contains(byte),
            None => false,
        }
    }
}

/// Whether no sequence of one form begins with a sequence of the other.
const fn differ(a: &Form, b: &Form) -> bool {
    let mut at = 0;
    while let (Some(a), Some(b)) = (a.bytes(at), b.bytes(at)) {
        if !overlap(a, b) {
            return true;
        }
        at += 1;
    }
    false
}

const fn overlap(a: Bytes, b: Bytes) -> bool {
    a.first <= b.last && b.first <= a.last
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Form = Form::new(Bytes::new(0x41, 0x42), &[]);
    const AB: Form = Form::new(Bytes::new(0x42, 0x43), &[Bytes::new(0x50, 0x5F)]);
    const C: Form = Form::new(Bytes::new(0x43, 0x43), &[Bytes::new(0x60, 0x6F)]);

    #[test]
    #[should_panic(expected = "in common")]
    fn a_form_must_not_begin_with_another() {
        let _ = Grammar::new(&[A, AB], Neighbours::Free);
    }

    #[test]
    #[should_panic(expected = "no such form")]
    fn neighbours_must_exist() {
        let _ = Grammar::new(&[A, C], Neighbours::Apart { first: 0, second: 2 });
    }

    /// Forms may share a lead byte, and even be their own neighbour.
    #[test]
    fn neighbours() {
        let read = |neighbours, text: &[u8]| {
            let grammar = Grammar::new(&[AB, C], neighbours);
            grammar.locate(text, 0, Place::START).map_err(|stop| (stop.valid_up_to, stop.len, stop.cause))
        };
        let once = Neighbours::Apart { first: 1, second: 1 };
        assert_eq!(read(once, b"\x43\x60\x43\x50\x43\x60"), Ok(()));
        assert_eq!(read(once, b"\x43\x60\x43\x60"), Err((2, Some(2), Cause::Neighbour)));
        assert_eq!(read(once, b"\x43\x60\x43"), Err((2, None, Cause::End)));
        assert_eq!(read(once, b"\x43\x70"), Err((0, Some(1), Cause::Tail { lead: 0x43, byte: 0x70 })));
        assert_eq!(read(once, b"\x70"), Err((0, Some(1), Cause::Lead(0x70))));
        let pair = Neighbours::Together { first: 0, second: 1 };
        assert_eq!(read(pair, b"\x43\x50\x43\x60"), Ok(()));
        assert_eq!(read(pair, b"\x43\x50\x43\x50"), Err((0, Some(2), Cause::Neighbour)));
        assert_eq!(read(pair, b"\x43\x60"), Err((0, Some(2), Cause::Neighbour)));
        assert_eq!(read(pair, b"\x43\x50\x43"), Err((0, None, Cause::End)));
    }
}
