//! Double-ended iterators over the items of bytes.

use core::iter::FusedIterator;

use super::item::{character_at, character_before, unusual, unusual_before};
use crate::Invalid;

/// Iterates over the characters of the bytes and the errors between them. The caller may stop at the first
/// error or continue.
///
/// Iteration from the back yields the same items in reverse order, for any bytes. Takes constant time per
/// item. Does not panic or allocate.
///
/// ```
/// use placemat::chars;
///
/// let items: Vec<_> = chars::chars(b"a\xE2\x82\xAC\xFFz").collect();
/// assert_eq!(items[..2], [Ok('a'), Ok('\u{20AC}')]);
/// assert_eq!(items[2].unwrap_err().offset, 4);
/// assert_eq!(items[3], Ok('z'));
///
/// let text: Option<String> = chars::chars(b"all good").map(Result::ok).collect();
/// assert_eq!(text.as_deref(), Some("all good"));
/// ```
#[inline]
pub fn chars(bytes: &[u8]) -> Chars<'_> {
    Chars(char_indices(bytes))
}

/// Like [`chars`], with the offset of each item in bytes.
///
/// ```
/// let mut items = placemat::chars::char_indices("\u{E9}t\u{E9}".as_bytes());
/// assert_eq!(items.next(), Some((0, Ok('\u{E9}'))));
/// assert_eq!(items.next_back(), Some((3, Ok('\u{E9}'))));
/// assert_eq!(items.next(), Some((2, Ok('t'))));
/// assert_eq!(items.next(), None);
/// ```
#[inline]
pub fn char_indices(bytes: &[u8]) -> CharIndices<'_> {
    CharIndices { bytes, front: 0, back: bytes.len() }
}

/// Iterates over the characters of the bytes, with U+FFFD for each invalid sequence.
///
/// ```
/// let text: String = placemat::chars::chars_lossy(b"caf\xE9 \xF0\x9F!").collect();
/// assert_eq!(text, "caf\u{FFFD} \u{FFFD}!");
/// ```
#[inline]
pub fn chars_lossy(bytes: &[u8]) -> CharsLossy<'_> {
    CharsLossy(char_indices(bytes))
}

/// Like [`chars_lossy`], with the offset of each item in bytes.
///
/// ```
/// let places: Vec<_> = placemat::chars::char_indices_lossy(b"a\xE2\x82b").collect();
/// assert_eq!(places, [(0, 'a'), (1, '\u{FFFD}'), (3, 'b')]);
/// ```
#[inline]
pub fn char_indices_lossy(bytes: &[u8]) -> CharIndicesLossy<'_> {
    CharIndicesLossy(char_indices(bytes))
}

/// Bytes that are processed together if all are ASCII.
const RUN: usize = 16;

/// The iterator that [`char_indices`] returns.
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct CharIndices<'a> {
    /// All of the bytes, including those already yielded: bytes after `back` determine the error before it.
    bytes: &'a [u8],
    front: usize,
    back: usize,
}

impl<'a> CharIndices<'a> {
    /// The bytes of the remaining items.
    ///
    /// ```
    /// let mut items = placemat::chars::char_indices(b"abc");
    /// items.next();
    /// items.next_back();
    /// assert_eq!(items.as_bytes(), b"b");
    /// ```
    #[must_use]
    #[inline]
    pub fn as_bytes(&self) -> &'a [u8] {
        &self.bytes[self.front..self.back]
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let bytes = self.back - self.front;
        (bytes.div_ceil(4), Some(bytes))
    }
}

impl Iterator for CharIndices<'_> {
    type Item = (usize, Result<char, Invalid>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.front == self.back {
            return None;
        }
        let at = self.front;
        match character_at(self.bytes, at) {
            Some((character, end)) => {
                self.front = end;
                Some((at, Ok(character)))
            }
            None => {
                let (end, item) = unusual(self.bytes, at);
                self.front = end;
                Some((at, item))
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.size_hint()
    }

    /// Processes several bytes at once if they are all ASCII.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        loop {
            while let Some(bytes) = self.as_bytes().first_chunk::<RUN>()
                && bytes.is_ascii()
            {
                for (nth, byte) in bytes.iter().enumerate() {
                    folded = f(folded, (self.front + nth, Ok(char::from(*byte))));
                }
                self.front += RUN;
            }
            // One by one to the end of these bytes, which takes fewer mispredicted branches than to the next
            // byte of ASCII.
            let end = self.back.min(self.front + RUN);
            while self.front < end
                && let Some(item) = self.next()
            {
                folded = f(folded, item);
            }
            if self.front >= self.back {
                return folded;
            }
        }
    }
}

impl DoubleEndedIterator for CharIndices<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.front == self.back {
            return None;
        }
        match character_before(self.bytes, self.back) {
            Some((character, start)) => {
                self.back = start;
                Some((start, Ok(character)))
            }
            None => {
                let (start, item) = unusual_before(self.bytes, self.back);
                self.back = start;
                Some((start, item))
            }
        }
    }

    #[inline]
    fn rfold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B {
        let mut folded = init;
        loop {
            while let Some(bytes) = self.as_bytes().last_chunk::<RUN>()
                && bytes.is_ascii()
            {
                self.back -= RUN;
                for (nth, byte) in bytes.iter().enumerate().rev() {
                    folded = f(folded, (self.back + nth, Ok(char::from(*byte))));
                }
            }
            let start = self.front.max(self.back.saturating_sub(RUN));
            while self.back > start
                && let Some(item) = self.next_back()
            {
                folded = f(folded, item);
            }
            if self.front >= self.back {
                return folded;
            }
        }
    }
}

impl FusedIterator for CharIndices<'_> {}

/// Defines an iterator that maps each item of `CharIndices`.
macro_rules! view {
    ($(#[$doc:meta])* $View:ident, $Item:ty, $view:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        #[must_use = "iterators are lazy and do nothing unless consumed"]
        pub struct $View<'a>(CharIndices<'a>);

        impl<'a> $View<'a> {
            /// The bytes of the remaining items.
            #[must_use]
            #[inline]
            pub fn as_bytes(&self) -> &'a [u8] {
                self.0.as_bytes()
            }
        }

        impl Iterator for $View<'_> {
            type Item = $Item;

            #[inline]
            fn next(&mut self) -> Option<$Item> {
                self.0.next().map($view)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }

            #[inline]
            fn fold<B, F: FnMut(B, $Item) -> B>(self, init: B, f: F) -> B {
                self.0.map($view).fold(init, f)
            }
        }

        impl DoubleEndedIterator for $View<'_> {
            #[inline]
            fn next_back(&mut self) -> Option<$Item> {
                self.0.next_back().map($view)
            }

            #[inline]
            fn rfold<B, F: FnMut(B, $Item) -> B>(self, init: B, f: F) -> B {
                self.0.map($view).rfold(init, f)
            }
        }

        impl FusedIterator for $View<'_> {}
    };
}

view! {
    /// The iterator that [`chars`] returns.
    Chars, Result<char, Invalid>, |(_, item)| item
}

view! {
    /// The iterator that [`chars_lossy`] returns.
    CharsLossy, char, |(_, item)| item.unwrap_or(char::REPLACEMENT_CHARACTER)
}

view! {
    /// The iterator that [`char_indices_lossy`] returns.
    CharIndicesLossy, (usize, char), |(at, item)| (at, item.unwrap_or(char::REPLACEMENT_CHARACTER))
}
