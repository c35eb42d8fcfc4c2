//! Validation and decoding with a grammar and its automaton.

use crate::grammar::{Automaton, Grammar};
use crate::{Error, error, value};

/// A form: its grammar, and the grammar's minimal automaton.
pub(crate) struct Form<const STATES: usize> {
    grammar: Grammar,
    automaton: Automaton<STATES>,
    differs: Differs,
}

/// The bytes of UTF-8 that a form does not allow. It allows the rest of UTF-8.
#[derive(Clone, Copy)]
pub(crate) struct Differs {
    nul: bool,
    four_bytes: bool,
}

impl Differs {
    /// Whether the form allows all of UTF-8.
    fn is_nothing(self) -> bool {
        !(self.nul | self.four_bytes)
    }

    /// Whether `byte` is one of these bytes.
    #[inline]
    pub(crate) fn is(self, byte: u8) -> bool {
        (self.nul && byte == 0) | (self.four_bytes && byte >= 0xF0)
    }

    /// Whether `bytes` contain one of these bytes.
    pub(crate) fn is_in(self, bytes: &[u8]) -> bool {
        // Branch-free per byte, so that compilers vectorise.
        bytes.chunks(64).any(|block| block.iter().fold(false, |any, &byte| any | self.is(byte)))
    }
}

/// The state at the start of text.
pub(crate) const START: usize = 0;

/// A valid sequence, or a surrogate pair that encodes one value.
pub(crate) struct Item {
    pub(crate) value: u32,
    /// The offset after it.
    pub(crate) end: usize,
    /// The state of the automaton after it.
    pub(crate) state: usize,
}

impl<const STATES: usize> Form<STATES> {
    pub(crate) const fn of(grammar: Grammar) -> Self {
        let automaton = Automaton::of(&grammar);
        let differs = Differs {
            nul: automaton.next(START, 0).is_none(),
            four_bytes: automaton.next(START, 0xF0).is_none(),
        };
        Self { grammar, automaton, differs }
    }

    #[cfg(feature = "alloc")]
    pub(crate) fn differs(&self) -> Differs {
        self.differs
    }

    /// Validates that `bytes` are in this form.
    pub(crate) fn validate(&self, bytes: &[u8]) -> Result<(), Error> {
        /// Bytes that are validated together.
        const PIECE: usize = 256;
        let mut from = 0;
        if self.differs.is_nothing() {
            match placemat::validate(bytes) {
                Ok(()) => return Ok(()),
                Err(error) => from = error.valid_up_to(),
            }
        }
        let mut state = START;
        // Text before this offset is valid, and any sequence may follow.
        let mut good = from;
        let mut at = from;
        while at < bytes.len() {
            let piece = &bytes[at..bytes.len().min(at + PIECE)];
            if state == START {
                let (whole, _) = placemat::split_incomplete(piece);
                if !whole.is_empty() && !self.differs.is_in(whole) && placemat::is_utf8(whole) {
                    at += whole.len();
                    good = at;
                    continue;
                }
            }
            for &byte in piece {
                match self.automaton.next(state, byte) {
                    Some(next) => state = next,
                    None => return self.locate(bytes, good, START),
                }
                at += 1;
                if state == START {
                    good = at;
                }
            }
        }
        if self.automaton.may_end(state) { Ok(()) } else { self.locate(bytes, good, START) }
    }

    /// Decodes the item at byte `at`, which exists; `state` is the automaton's state there.
    #[inline]
    pub(crate) fn item(&self, bytes: &[u8], at: usize, state: usize) -> Result<Item, Error> {
        // The common case.
        if state == START && bytes[at].is_ascii() && !self.differs.is(bytes[at]) {
            return Ok(Item { value: bytes[at].into(), end: at + 1, state });
        }
        let mut next = state;
        for (read, &byte) in bytes[at..].iter().enumerate() {
            match self.automaton.next(next, byte) {
                Some(state) => next = state,
                None => break,
            }
            if self.automaton.may_end(next) {
                let end = at + read + 1;
                return Ok(Item { value: value::get(&bytes[at..end]), end, state: next });
            }
        }
        Err(self.error(bytes, at, state))
    }

    #[cold]
    fn error(&self, bytes: &[u8], at: usize, state: usize) -> Error {
        match self.locate(bytes, at, state) {
            Err(error) => error,
            // Unreachable: the automaton and the grammar reject the same bytes.
            Ok(()) => Error::new(at, None, crate::Utf8ErrorKind::Truncated),
        }
    }

    /// Computes the exact error with the grammar.
    #[cold]
    fn locate(&self, bytes: &[u8], from: usize, state: usize) -> Result<(), Error> {
        let neighbours = self.grammar.neighbours();
        let place = self.automaton.place(state);
        self.grammar.locate(bytes, from, place).map_err(|stop| error::of(stop, neighbours))
    }
}

/// Defines the functions that every module has: `validate`, `decode` and its iterator.
macro_rules! form {
    ($name:literal, $module:ident, $states:literal, $Item:ty, $item:expr) => {
        static FORM: $crate::form::Form<$states> = $crate::form::Form::of(GRAMMAR);

        #[doc = concat!("Whether the bytes are ", $name, ".")]
        ///
        /// # Errors
        ///
        /// The first error; its position is in bytes.
        ///
        /// ```
        #[doc = concat!("use placemat_legacy::", stringify!($module), "::validate;")]
        ///
        /// assert!(validate("na\u{EF}ve".as_bytes()).is_ok());
        /// assert_eq!(validate(b"na\xEFve").unwrap_err().valid_up_to(), 2);
        /// ```
        pub fn validate(bytes: &[u8]) -> Result<(), $crate::Error> {
            FORM.validate(bytes)
        }

        /// Iterates over the values and the errors of the bytes. A surrogate pair is one character where the form has
        /// pairs.
        ///
        /// ```
        #[doc = concat!("use placemat_legacy::", stringify!($module), "::decode;")]
        ///
        /// let items: Vec<_> = decode(b"a\xFFz").collect(); assert_eq!(items[0], Ok('a'.into()));
        /// assert_eq!(items[1].unwrap_err().valid_up_to(), 1); assert_eq!(items[2], Ok('z'.into()));
        /// ```
        #[inline]
        pub fn decode(bytes: &[u8]) -> Decode<'_> {
            Decode($crate::items::Items::new(&FORM, bytes))
        }

        $crate::items::decode! {
            /// The iterator that [`decode`] returns.
            $Item, $states, $item
        }
    };
}

pub(crate) use form;
