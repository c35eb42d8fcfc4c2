//! What validation and decoding share: a grammar and its automaton.

use placemat_core::{automaton::Automaton, grammar::Grammar};

use crate::{Error, error, value};

/// A form: its grammar, and the minimal automaton that follows from it.
pub(crate) struct Form<const STATES: usize> {
    grammar: Grammar,
    automaton: Automaton<STATES>,
    differs: Differs,
}

/// Which bytes of UTF-8 a form does not have. The rest of UTF-8, it has.
#[derive(Clone, Copy)]
pub(crate) struct Differs {
    nul: bool,
    four_bytes: bool,
}

impl Differs {
    /// Whether the form has all of UTF-8.
    fn is_nothing(self) -> bool {
        !(self.nul | self.four_bytes)
    }

    /// Whether `byte` is one of them.
    #[inline]
    pub(crate) fn is(self, byte: u8) -> bool {
        (self.nul && byte == 0) | (self.four_bytes && byte >= 0xF0)
    }

    /// Whether one of them is in `bytes`.
    pub(crate) fn is_in(self, bytes: &[u8]) -> bool {
        // Without a branch for each byte, so that compilers make vector instructions of it.
        bytes.chunks(64).any(|block| block.iter().fold(false, |any, &byte| any | self.is(byte)))
    }
}

/// The state at the start of a text.
pub(crate) const START: usize = 0;

/// A valid sequence, or a pair of them that means one value.
pub(crate) struct Item {
    pub(crate) value: u32,
    /// The byte after it.
    pub(crate) end: usize,
    /// Where the automaton is then.
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

    /// Whether `bytes` are valid in this form.
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
        // Up to here the text is valid, and any sequence may follow.
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

    /// The item that begins at byte `at`, which exists, where the automaton is in `state`.
    #[inline]
    pub(crate) fn item(&self, bytes: &[u8], at: usize, state: usize) -> Result<Item, Error> {
        // Most text.
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
            // Not reached: the automaton and the grammar refuse the same bytes.
            Ok(()) => Error::new(at, None, crate::ErrorKind::Truncated),
        }
    }

    /// The exact error, by the grammar itself.
    #[cold]
    fn locate(&self, bytes: &[u8], from: usize, state: usize) -> Result<(), Error> {
        let neighbours = self.grammar.neighbours();
        let place = self.automaton.place(state);
        self.grammar.locate(bytes, from, place).map_err(|stop| error::of(stop, neighbours))
    }
}

/// What every module has: `validate`, `decode` and the iterator that it returns.
macro_rules! form {
    ($name:literal, $module:ident, $states:literal, $Item:ty, $item:expr) => {
        static FORM: $crate::form::Form<$states> = $crate::form::Form::of(GRAMMAR);

        #[doc = concat!("Whether the bytes are ", $name, ".")]
        ///
        /// # Errors
        ///
        /// The first error.
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

        /// The values of the bytes, and the errors between them. A pair of surrogates is one character where the form
        /// has pairs.
        ///
        /// ```
        #[doc = concat!("use placemat_legacy::", stringify!($module), "::decode;")]
        ///
        /// let items: Vec<_> = decode(b"a\xFFz").collect();
        /// assert_eq!(items[0], Ok('a'.into()));
        /// assert_eq!(items[1].unwrap_err().valid_up_to(), 1);
        /// assert_eq!(items[2], Ok('z'.into()));
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
