//! Computes the length of a conversion without converting.

use placemat_core::convert::{Encoding, SourceError};

use super::{ConvertError, Converter, route::Route};
use crate::Replacement;

/// Units that are measured together; few enough that the sum fits into 32 bits even for invalid text.
const PART: usize = 1 << 28;

/// Up to this many units, one pass over the characters is faster than validating and then measuring.
const SCALAR_MAX_LEN: usize = 16;

impl<S: Route<D>, D: Encoding> Converter<S, D> {
    /// Returns the number of units that `source` becomes: exactly as many as [`convert`](Self::convert) writes into a
    /// large enough `dst`, or `usize::MAX` if there are more. Nothing is converted. Linear time; no panic.
    ///
    /// # Errors
    ///
    /// The error at which a strict converter would stop. A lossy one returns no error.
    ///
    /// ```
    /// use placemat::convert::{Converter, Utf8, Utf16};
    ///
    /// assert_eq!(Converter::<Utf8, Utf16>::strict().output_len("\u{20AC}\u{1F37D}".as_bytes()), Ok(3));
    /// assert_eq!(Converter::<Utf8, Utf16>::lossy().output_len(b"a\xFF\xE2\x82"), Ok(3));
    /// ```
    #[doc(alias = "utf16_length_from_utf8", alias = "max_utf16_buffer_length")]
    pub fn output_len(&self, source: &[S::Unit]) -> Result<usize, ConvertError<S::Error>> {
        if source.len() <= SCALAR_MAX_LEN * S::WIDTH {
            return self.output_len_of_few(source);
        }
        let choice = self.choice;
        let mut errors =
            S::errors(choice, source, self.lossy.map_or_else(Replacement::default, |lossy| lossy.policy));
        if let Some(lossy) = self.lossy {
            // `measure` also counts units for invalid sequences; subtract those and add the replacement's.
            let replaced = D::len(lossy.character).unwrap_or_default();
            let all: u64 = source.chunks(PART).map(|part| S::measure(choice, part) as u64).sum();
            let len = errors.fold(all, |len, error| {
                len.wrapping_add(replaced as u64).wrapping_sub(S::measure(choice, &source[error]) as u64)
            });
            return Ok(usize::try_from(len).unwrap_or(usize::MAX));
        }
        let end = errors.next().map_or(source.len(), |error| error.start);
        let at = S::unmappable(&source[..end]).unwrap_or(end);
        if at == source.len() {
            return Ok(S::measure(choice, source));
        }
        match S::decode(source, at) {
            Ok((character, _)) => Err(ConvertError::Unmappable { at, character }),
            Err(error) => Err(ConvertError::Invalid(error)),
        }
    }

    /// Like `output_len`, character by character.
    #[inline]
    fn output_len_of_few(&self, source: &[S::Unit]) -> Result<usize, ConvertError<S::Error>> {
        let (mut at, mut len) = (0, 0);
        while at < source.len() {
            let (character, end) = match (S::decode(source, at), self.lossy) {
                (Ok(one), _) => one,
                (Err(error), None) => return Err(ConvertError::Invalid(error)),
                (Err(error), Some(lossy)) => {
                    let rest = &source[at..];
                    let len = error.error_len().unwrap_or(rest.len());
                    (lossy.character, at + S::unit(lossy.policy, rest, len, true).unwrap_or(len))
                }
            };
            len += match (D::len(character), self.lossy) {
                (Some(units), _) => units,
                (None, None) => return Err(ConvertError::Unmappable { at, character }),
                (None, Some(lossy)) => D::len(lossy.character).unwrap_or_default(),
            };
            at = end;
        }
        Ok(len)
    }

    /// Returns how many replacements [`convert`](Self::convert) writes into a large enough `dst`: one for each invalid
    /// sequence, and for each character that the encoding lacks. A strict converter writes none. Nothing is converted.
    /// Linear time; no panic.
    ///
    /// ```
    /// use placemat::convert::{Converter, Latin1, Utf8};
    ///
    /// let converter = Converter::<Utf8, Latin1>::lossy();
    /// assert_eq!(converter.count_replaced("caf\u{E9} 5 \u{20AC}".as_bytes()), 1);
    /// assert_eq!(converter.count_replaced(b"caf\xE9 5 \xE2\x82"), 2);
    /// ```
    #[must_use]
    pub fn count_replaced(&self, source: &[S::Unit]) -> usize {
        let Some(lossy) = self.lossy else { return 0 };
        let (mut count, mut at) = (0, 0);
        for error in S::errors(self.choice, source, lossy.policy) {
            count += count_unmappable::<S, D>(&source[at..error.start]) + 1;
            at = error.end;
        }
        count + count_unmappable::<S, D>(&source[at..])
    }

    /// The number of units that `source` becomes if it is valid, and otherwise at least as many as the part before its
    /// first error becomes; at most `usize::MAX`. Linear time, faster than [`output_len`](Self::output_len); no panic.
    ///
    /// ```
    /// use placemat::convert::{Converter, Utf8, Utf16};
    ///
    /// assert_eq!(Converter::<Utf8, Utf16>::strict().valid_output_len("\u{20AC}\u{1F37D}".as_bytes()), 3);
    /// ```
    #[must_use]
    #[inline]
    pub fn valid_output_len(&self, source: &[S::Unit]) -> usize {
        S::measure(self.choice, source)
    }
}

/// The number of characters of valid text that `D` lacks.
fn count_unmappable<S: Route<D>, D: Encoding>(mut text: &[S::Unit]) -> usize {
    let mut count = 0;
    while let Some((_, end)) = S::unmappable(text).and_then(|at| S::decode(text, at).ok()) {
        (text, count) = (&text[end..], count + 1);
    }
    count
}

/// The number of units that any source becomes, with replacements, from the active backend.
pub(crate) fn len_lossily<S: Route<D>, D: Encoding>(source: &[S::Unit]) -> usize {
    // A lossy converter returns no error.
    Converter::<S, D>::lossy().output_len(source).unwrap_or_default()
}
