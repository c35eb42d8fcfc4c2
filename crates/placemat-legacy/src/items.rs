use core::{fmt, iter::FusedIterator, marker::PhantomData};

use crate::{
    Error, Utf8ErrorKind,
    form::{Form, Item},
};

/// The iterator that the modules' `decode` functions return: values and errors, in order.
#[derive(Clone)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Decode<'a, T> {
    form: Form,
    bytes: &'a [u8],
    /// The offset of the next item.
    at: usize,
    /// Whether a high surrogate precedes it.
    after_high: bool,
    values: PhantomData<T>,
}

impl<'a, T> Decode<'a, T> {
    pub(crate) fn new(form: Form, bytes: &'a [u8]) -> Self {
        Self { form, bytes, at: 0, after_high: false, values: PhantomData }
    }

    /// The bytes of the remaining items.
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }
}

impl<T: TryFrom<u32>> Iterator for Decode<'_, T> {
    type Item = Result<T, Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.at == self.bytes.len() {
            return None;
        }
        let item = self.form.item(self.bytes, self.at, self.after_high);
        (self.at, self.after_high) = match &item {
            Ok(item) => (item.end, item.is_high()),
            Err(error) => (error.error_len().map_or(self.bytes.len(), |len| self.at + len), false),
        };
        // Where `T` is `char`, the form has no other values.
        let value = |Item { value, .. }| {
            T::try_from(value).map_err(|_| Error::new(self.at, None, Utf8ErrorKind::OutOfRange))
        };
        Some(item.and_then(value))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let bytes = self.as_bytes().len();
        // An item has at most six bytes.
        (bytes.div_ceil(6), Some(bytes))
    }
}

impl<T: TryFrom<u32>> FusedIterator for Decode<'_, T> {}

impl<T> fmt::Debug for Decode<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Decode").field(&self.as_bytes()).finish()
    }
}
