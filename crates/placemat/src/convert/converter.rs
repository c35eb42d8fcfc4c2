use placemat_core::convert::{Converted, Encoding, Latin1, Progress, SourceError, Stop, Utf8, finish};

use super::route::{Replace, Route};
use crate::{Replacement, backend::Handle, backend_choice::BackendChoice};

/// After this many errors near each other, more are likely, and replacing them in bulk is faster than one by one.
/// (Two in a row are often one mistake.)
const DENSE_ERRORS: u32 = 3;

/// After an error, up to this many units are not worth a kernel call.
const SCALAR_MAX_LEN: usize = 8;

/// Converts from the encoding `S` to the encoding `D`.
///
/// It keeps no state between calls. To resume, call it again with the rest of the source.
///
/// ```
/// use placemat::convert::{Converter, Latin1, Utf8, Utf16Be};
///
/// let mut dst = [0; 16];
/// let done = Converter::<Utf8, Utf16Be>::lossy().convert(b"a\xFF", &mut dst);
/// assert_eq!(dst[..done.written], [0, b'a', 0xFF, 0xFD]);
///
/// let done = Converter::<Utf8, Latin1>::lossy_with(b'_').convert("5 \u{20AC}".as_bytes(), &mut dst);
/// assert_eq!(dst[..done.written], *b"5 _");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Converter<S: Encoding, D: Encoding> {
    pub(super) choice: BackendChoice,
    pub(super) lossy: Option<Lossy<S, D>>,
}

/// How to replace. A function pointer, so that a program that uses only strict converters does not link the function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lossy<S: Encoding, D: Encoding> {
    pub(super) character: char,
    pub(super) policy: Replacement,
    /// [`Route::replace`].
    many: Replace<S::Unit, D::Unit>,
}

impl<S: Route<D>, D: Encoding> Converter<S, D> {
    /// Creates a converter that stops at invalid input and at characters that the target encoding lacks.
    #[must_use]
    pub const fn strict() -> Self {
        Self { choice: BackendChoice::Dispatched, lossy: None }
    }

    /// Creates a converter that replaces each invalid sequence, and each character that the target
    /// encoding lacks, by U+FFFD, or in Latin-1 by a question mark.
    ///
    /// In UTF-8 an invalid sequence is a *maximal subpart* (Unicode Standard, section 3.9), as in
    /// [`from_utf8_lossy`](crate::from_utf8_lossy). In UTF-16 and UTF-32 it is one unit; an incomplete
    /// character at the end of the source is one sequence.
    #[must_use]
    pub const fn lossy() -> Self {
        Self::replacing(D::REPLACEMENT)
    }

    const fn replacing(character: char) -> Self {
        let lossy = Lossy { character, policy: Replacement::MaximalSubpart, many: S::replace };
        Self { lossy: Some(lossy), ..Self::strict() }
    }

    /// Uses `backend` to convert. (All backends give the same results.)
    #[must_use]
    pub const fn with_backend(self, backend: Handle) -> Self {
        Self { choice: BackendChoice::Named(backend), ..self }
    }

    /// Converts as much of `source` as fits into `dst`. Nothing comes after `source`: a character that its
    /// end cuts off is invalid.
    ///
    /// Never stops with [`Incomplete`](Stop::Incomplete); a lossy converter stops only with [`End`](Stop::End) or
    /// [`OutputFull`](Stop::OutputFull). `dst` may have any size, but nothing is converted unless the next
    /// character fits (four units always suffice). The units of `dst` after the written ones may be overwritten.
    ///
    /// Linear time; no panic.
    #[inline]
    pub fn convert(&self, source: &[S::Unit], dst: &mut [D::Unit]) -> Converted<S::Error> {
        self.run(source, dst, Progress::default(), true)
    }

    /// Converts as much of `source` as fits into `dst`. More input comes after `source`: if its end cuts off
    /// a character, the converter stops before it with [`Incomplete`](Stop::Incomplete). Put the remaining
    /// units, at most three, before the next chunk; use [`convert`](Self::convert) for the last one.
    ///
    /// ```
    /// use placemat::convert::{Converter, Stop, Utf8, Utf32};
    ///
    /// let mut dst = [0; 8];
    /// let done = Converter::<Utf8, Utf32>::strict().convert_chunk(b"5 \xE2\x82", &mut dst);
    /// assert_eq!((done.read, done.written, done.stop), (2, 2, Stop::Incomplete));
    /// ```
    ///
    /// Otherwise like `convert`.
    #[inline]
    pub fn convert_chunk(&self, source: &[S::Unit], dst: &mut [D::Unit]) -> Converted<S::Error> {
        self.run(source, dst, Progress::default(), false)
    }

    /// Continues from a position in both, and replaces if the converter is lossy.
    ///
    /// Inlined, since most calls end here: in a call of few units, saving registers takes as long as the kernel.
    #[inline(always)]
    pub(super) fn run(
        &self, source: &[S::Unit], dst: &mut [D::Unit], from: Progress, last: bool,
    ) -> Converted<S::Error> {
        let mut at = from;
        at += S::progress(self.choice, &source[at.read..], &mut dst[at.written..]);
        if at.read == source.len() {
            return Converted { read: at.read, written: at.written, stop: Stop::End };
        }
        self.resume(source, dst, at, last)
    }

    /// Continues where a kernel stopped.
    #[cold]
    #[inline(never)]
    fn resume(
        &self, source: &[S::Unit], dst: &mut [D::Unit], mut at: Progress, last: bool,
    ) -> Converted<S::Error> {
        let (mut after_error, mut near) = (at.read, 0);
        loop {
            let done = finish::<S, D>(source, dst, at, last);
            at = Progress { read: done.read, written: done.written };
            let Some(lossy) = self.lossy else { return done };
            let len = match done.stop {
                Stop::Invalid(error) => {
                    let len = error.error_len().unwrap_or(source.len() - at.read);
                    match S::unit(lossy.policy, &source[at.read..], len, last) {
                        Some(len) => len,
                        None => return Converted { stop: Stop::Incomplete, ..done },
                    }
                }
                Stop::Unmappable(_) => S::decode(source, at.read).map_or(1, |(_, end)| end - at.read),
                Stop::End | Stop::OutputFull | Stop::Incomplete => return done,
            };
            match D::encode(lossy.character, &mut dst[at.written..]) {
                Ok(written) => {
                    near = if at.read - after_error < S::NEAR { near + 1 } else { 1 };
                    at += Progress { read: len, written };
                    if near >= DENSE_ERRORS && lossy.policy == Replacement::MaximalSubpart {
                        let left = &mut dst[at.written..];
                        at += (lossy.many)(self.choice, source, at.read, left, lossy.character);
                    }
                    after_error = at.read;
                }
                Err(_) => return Converted { stop: Stop::OutputFull, ..done },
            }
            let (rest, left) = (&source[at.read..], &mut dst[at.written..]);
            if rest.len() > SCALAR_MAX_LEN {
                at += S::progress(self.choice, rest, left);
            }
            if at.read == source.len() {
                return Converted { read: at.read, written: at.written, stop: Stop::End };
            }
        }
    }
}

impl<D: Encoding> Converter<Utf8, D>
where
    Utf8: Route<D>,
{
    /// Replaces invalid sequences as `replacement` says. A strict converter ignores it.
    ///
    /// Where the end of a chunk cuts off the bytes that one U+FFFD replaces, up to five bytes remain after
    /// [`Incomplete`](Stop::Incomplete), not three.
    ///
    /// ```
    /// use placemat::{Replacement, convert::{Converter, Stop, Utf8, Utf16}};
    ///
    /// let converter = Converter::<Utf8, Utf16>::lossy().with_replacement(Replacement::Java);
    /// assert_eq!(converter.output_len(b"\xED\xA0\x80!"), Ok(2));
    ///
    /// let mut dst = [0; 2];
    /// assert_eq!(converter.convert_chunk(b"\xED\xA0", &mut dst).stop, Stop::Incomplete);
    /// assert_eq!(converter.convert(b"\xED\xA0\x80!", &mut dst).stop, Stop::End);
    /// assert_eq!(dst, [0xFFFD, u16::from(b'!')]);
    /// ```
    #[must_use]
    pub const fn with_replacement(mut self, replacement: Replacement) -> Self {
        if let Some(lossy) = &mut self.lossy {
            lossy.policy = replacement;
        }
        self
    }
}

impl<S: Route<Latin1>> Converter<S, Latin1> {
    /// Like [`lossy`](Self::lossy), with `byte` in place of invalid sequences and of characters above U+00FF.
    #[must_use]
    pub const fn lossy_with(byte: u8) -> Self {
        Self::replacing(byte as char)
    }
}
