//! Converts to owned text (feature `alloc`).

use alloc::{string::String, vec, vec::Vec};

use placemat_core::convert::{Converted, Encoding, Progress, Stop, Utf8};

use super::{ConvertError, Converter, Route};

/// Units of the stack buffers for short results, where measuring would take as long as converting. There are two,
/// because zeroing the larger one takes as long as converting a few units.
const SHORT: usize = 128;
const MEDIUM: usize = 512;

/// Extra units, beyond the length of valid text, for replacements.
const SPARE: usize = 32;

impl<S: Route<D>, D: Encoding> Converter<S, D> {
    /// Converts all of `source` to a vector that is allocated in the right size: long text is measured first,
    /// short text is converted on the stack and copied. Linear time; panics only if allocation fails.
    ///
    /// # Errors
    ///
    /// The error at which a strict converter stops. A lossy one returns no error.
    ///
    /// ```
    /// use placemat::convert::{Converter, Utf8, Utf16Le};
    ///
    /// let bytes = Converter::<Utf8, Utf16Le>::strict().to_vec("\u{20AC}5".as_bytes())?;
    /// assert_eq!(bytes, [0xAC, 0x20, b'5', 0]);
    /// # Ok::<(), placemat::convert::ConvertError<placemat::Utf8Error>>(())
    /// ```
    pub fn to_vec(&self, source: &[S::Unit]) -> Result<Vec<D::Unit>, ConvertError<S::Error>> {
        let most = source.len().div_ceil(S::WIDTH).saturating_mul(S::GROWTH);
        if most <= SHORT {
            return self.by_stack::<SHORT>(source);
        }
        if most <= MEDIUM {
            return self.by_stack::<MEDIUM>(source);
        }
        // Space for some replacements, so that a few errors do not need a second round.
        let spare = if self.lossy.is_some() { SPARE } else { 0 };
        // The allocator provides zeroed memory, for most sizes at no cost, and rejects impossible sizes.
        let mut vec = vec![D::Unit::default(); S::measure(self.choice, source).saturating_add(spare)];
        let mut at = Progress::default();
        loop {
            let done = self.run(source, &mut vec, at, true);
            if let Some(error) = failure(&done) {
                return Err(error);
            }
            if done.stop == Stop::End {
                vec.truncate(done.written);
                return Ok(vec);
            }
            // Replacements need more space. Grow by at least half, to limit the number of rounds.
            at = Progress { read: done.read, written: done.written };
            let rest = S::measure(self.choice, &source[at.read..]).saturating_add(D::LONGEST);
            vec.resize(at.written.saturating_add(rest.max(vec.len() / 2)), D::Unit::default());
        }
    }

    /// Converts on the stack, and copies. The result has at most `DST` units.
    #[inline]
    fn by_stack<const DST: usize>(&self, source: &[S::Unit]) -> Result<Vec<D::Unit>, ConvertError<S::Error>> {
        let mut dst = [D::Unit::default(); DST];
        let done = self.run(source, &mut dst, Progress::default(), true);
        match failure(&done) {
            Some(error) => Err(error),
            None => Ok(dst[..done.written].to_vec()),
        }
    }
}

impl<S: Route<Utf8>> Converter<S, Utf8> {
    /// Converts all of `source` to text, like [`to_vec`](Self::to_vec).
    ///
    /// # Errors
    ///
    /// The error at which a strict converter stops. A lossy one returns no error.
    ///
    /// ```
    /// use placemat::convert::{Converter, Utf8, Utf16Be};
    ///
    /// let converter = Converter::<Utf16Be, Utf8>::lossy();
    /// assert_eq!(converter.to_text(b"\xD8\x3C\xDF\x7D\0!\0"), Ok("\u{1F37D}!\u{FFFD}".to_owned()));
    /// ```
    pub fn to_text(&self, source: &[S::Unit]) -> Result<String, ConvertError<S::Error>> {
        let bytes = self.to_vec(source)?;
        // SAFETY: only whole characters were written: by the portable conversion and by `finish`, which
        // encode one at a time, or by a kernel of the registry, which is trusted.
        Ok(unsafe { String::from_utf8_unchecked(bytes) })
    }
}

/// Converts any source to text.
pub(crate) fn text_lossily<S: Route<Utf8>>(source: &[S::Unit]) -> String {
    // A lossy converter returns no error.
    Converter::<S, Utf8>::lossy().to_text(source).unwrap_or_default()
}

/// Converts text to an encoding that has every character.
pub(crate) fn units_of<D: Encoding>(text: &str) -> Vec<D::Unit>
where
    Utf8: Route<D>,
{
    // Text is valid, and the encoding has every character.
    Converter::<Utf8, D>::strict().to_vec(text.as_bytes()).unwrap_or_default()
}

/// Converts any source to units.
pub(crate) fn vec_lossily<S: Route<D>, D: Encoding>(source: &[S::Unit]) -> Vec<D::Unit> {
    // A lossy converter returns no error.
    Converter::<S, D>::lossy().to_vec(source).unwrap_or_default()
}

/// The error at which a conversion stopped, if it did.
fn failure<E: Copy>(done: &Converted<E>) -> Option<ConvertError<E>> {
    match done.stop {
        Stop::Invalid(error) => Some(ConvertError::Invalid(error)),
        Stop::Unmappable(character) => Some(ConvertError::Unmappable { at: done.read, character }),
        Stop::End | Stop::OutputFull | Stop::Incomplete => None,
    }
}

#[cfg(test)]
mod tests {
    use placemat_core::convert::{Latin1, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};

    use super::*;

    /// Text of this unit alone grows the most. It fits into the destination that `GROWTH` implies, and the stack path
    /// and the general path agree.
    fn grows<S: Route<D>, D: Encoding>(unit: S::Unit) {
        let most = if cfg!(miri) { 10 } else { 2 * MEDIUM };
        for len in 0..most {
            let source = vec![unit; len];
            let mut dst = vec![D::Unit::default(); len.div_ceil(S::WIDTH) * S::GROWTH];
            let done = Converter::<S, D>::lossy().convert(&source, &mut dst);
            assert_eq!(done.stop, Stop::End, "{len} units became more than {}", dst.len());
            assert_eq!(vec_lossily::<S, D>(&source), dst[..done.written], "{len} units");
        }
    }

    #[test]
    fn short_results_have_enough_dst() {
        grows::<Utf8, Utf16>(0xFF);
        grows::<Utf8, Utf32>(0xFF);
        grows::<Utf8, Latin1>(0xFF);
        grows::<Utf8, Utf16Le>(0xFF);
        grows::<Utf8, Utf16Be>(0xFF);
        grows::<Utf8, Utf32Le>(0xFF);
        grows::<Utf8, Utf32Be>(0xFF);
        grows::<Utf16, Utf8>(0xD800);
        grows::<Utf32, Utf8>(0x1_F37D);
        grows::<Latin1, Utf8>(0xE9);
        // For an odd byte at the end.
        grows::<Utf16Le, Utf8>(0xD8);
        grows::<Utf16Be, Utf8>(0xD8);
        grows::<Utf32Le, Utf8>(0xFF);
        grows::<Utf32Be, Utf8>(0xFF);
        grows::<Utf32, Utf16>(0x1_F37D);
        grows::<Utf16Le, Utf32Be>(0xD8);
        grows::<Utf32Be, Utf16>(0xFF);
        grows::<Utf16Be, Latin1>(0xD8);
        grows::<Latin1, Utf32Le>(0xE9);
    }
}
