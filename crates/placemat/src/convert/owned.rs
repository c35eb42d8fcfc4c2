//! Conversion to owned text, which needs an allocator.

use alloc::{string::String, vec, vec::Vec};

use placemat_core::convert::{Converted, Encoding, Progress, Stop, Utf8};

use super::{Converter, Error, Route, route::By};

impl<S: Route<D>, D: Encoding> Converter<S, D> {
    /// Converts all of `source`. Well-formed text is measured first, so that the vector has the right size at
    /// once. Linear time; no panic, but for the allocator's.
    ///
    /// # Errors
    ///
    /// Where a strict converter stops before the end. A lossy one: none.
    ///
    /// ```
    /// use placemat::convert::{Converter, Utf8, Utf16Le};
    ///
    /// let octets = Converter::<Utf8, Utf16Le>::strict().to_vec("\u{20AC}5".as_bytes())?;
    /// assert_eq!(octets, [0xAC, 0x20, b'5', 0]);
    /// # Ok::<(), placemat::convert::Error<placemat::Utf8Error>>(())
    /// ```
    pub fn to_vec(&self, source: &[S::Unit]) -> Result<Vec<D::Unit>, Error<S::Error>> {
        // The allocator's zeros, for most sizes at no cost.
        let mut vec = vec![D::Unit::default(); S::measure(By(self.judge), source)];
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
            // Replacements have made it longer. Half as much again at least, so that there are few rounds.
            at = Progress { read: done.read, written: done.written };
            let rest = S::measure(By(self.judge), &source[at.read..]) + D::LONGEST;
            vec.resize(at.written + rest.max(vec.len() / 2), D::Unit::default());
        }
    }
}

impl<S: Route<Utf8>> Converter<S, Utf8> {
    /// Converts all of `source` to text, as [`to_vec`](Self::to_vec).
    ///
    /// # Errors
    ///
    /// Where a strict converter stops before the end. A lossy one: none.
    ///
    /// ```
    /// use placemat::convert::{Converter, Utf8, Utf16Be};
    ///
    /// let converter = Converter::<Utf16Be, Utf8>::lossy();
    /// assert_eq!(converter.to_text(b"\xD8\x3C\xDF\x7D\0!\0"), Ok("\u{1F37D}!\u{FFFD}".to_owned()));
    /// ```
    pub fn to_text(&self, source: &[S::Unit]) -> Result<String, Error<S::Error>> {
        let octets = self.to_vec(source)?;
        // SAFETY: what was written is characters: by the portable conversion and by `finish`, which encode
        // one after the other, or by a kernel of the registry, which is trusted.
        Ok(unsafe { String::from_utf8_unchecked(octets) })
    }
}

/// The text of a source that is well formed; else its first error.
pub(crate) fn strictly<S: Route<Utf8>>(source: &[S::Unit]) -> Result<String, S::Error> {
    Converter::<S, Utf8>::strict().to_text(source).map_err(|error| match error {
        Error::Malformed(error) => error,
        Error::Unmappable { .. } => unreachable!("UTF-8 has every character"),
    })
}

/// The text of any source.
pub(crate) fn text_lossily<S: Route<Utf8>>(source: &[S::Unit]) -> String {
    // It does not fail.
    Converter::<S, Utf8>::lossy().to_text(source).unwrap_or_default()
}

/// The units of any source.
pub(crate) fn vec_lossily<S: Route<D>, D: Encoding>(source: &[S::Unit]) -> Vec<D::Unit> {
    // It does not fail.
    Converter::<S, D>::lossy().to_vec(source).unwrap_or_default()
}

/// The error of a conversion that ended at one.
fn failure<E: Copy>(done: &Converted<E>) -> Option<Error<E>> {
    match done.stop {
        Stop::Malformed(error) => Some(Error::Malformed(error)),
        Stop::Unmappable(character) => Some(Error::Unmappable { at: done.read, character }),
        Stop::End | Stop::OutputFull | Stop::Incomplete => None,
    }
}
