//! The iterators of the modules' `decode` functions.

use crate::Error;
use crate::form::{Form, Item, START};

/// Iterates over values and errors.
#[derive(Clone)]
pub(crate) struct Items<'a, const STATES: usize> {
    form: &'static Form<STATES>,
    bytes: &'a [u8],
    at: usize,
    state: usize,
}

impl<'a, const STATES: usize> Items<'a, STATES> {
    pub(crate) fn new(form: &'static Form<STATES>, bytes: &'a [u8]) -> Self {
        Self { form, bytes, at: 0, state: START }
    }

    pub(crate) fn as_bytes(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    #[inline]
    pub(crate) fn next(&mut self) -> Option<Result<u32, Error>> {
        if self.at == self.bytes.len() {
            return None;
        }
        let item = self.form.item(self.bytes, self.at, self.state);
        match item {
            Ok(Item { end, state, .. }) => (self.at, self.state) = (end, state),
            Err(error) => {
                self.at = error.error_len().map_or(self.bytes.len(), |len| error.valid_up_to() + len);
                self.state = START;
            }
        }
        Some(item.map(|item| item.value))
    }
}

/// Defines a module's iterator.
macro_rules! decode {
    ($(#[$doc:meta])* $Item:ty, $states:expr, $value:expr) => {
        $(#[$doc])*
        #[derive(Clone)]
        #[must_use = "iterators are lazy and do nothing unless consumed"]
        pub struct Decode<'a>($crate::items::Items<'a, $states>);

        impl<'a> Decode<'a> {
            /// The bytes of the remaining items.
            #[must_use]
            #[inline]
            pub fn as_bytes(&self) -> &'a [u8] {
                self.0.as_bytes()
            }
        }

        impl Iterator for Decode<'_> {
            type Item = Result<$Item, $crate::Error>;

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                self.0.next().map(|item| item.map($value))
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let bytes = self.as_bytes().len();
                // An item has at most six bytes.
                (bytes.div_ceil(6), Some(bytes))
            }
        }

        impl core::iter::FusedIterator for Decode<'_> {}

        impl core::fmt::Debug for Decode<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_tuple("Decode").field(&self.as_bytes()).finish()
            }
        }
    };
}

pub(crate) use decode;
