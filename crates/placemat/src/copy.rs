//! Copies bytes and validates them in one pass.

use core::{error, fmt, mem::MaybeUninit};

use placemat_core::{Utf8Error, grammar::sequence_at};

use crate::chunks::resume::{REACH, clean_stretch, lead_before};
use crate::{backend::Handle, backend_choice::BackendChoice};

/// Bytes that stay in the nearest cache: validated, then copied.
const NEAR: usize = 4096;

/// Copies `src` to the start of `dst` if it is valid UTF-8 (RFC 3629, section 4), and returns the copy. Both happen in
/// one pass, so that a text larger than the caches is read from memory once.
///
/// It stops at the first byte that it cannot copy as text, so a loop over a stream can call it for each buffer. Takes
/// linear time; does not panic or allocate. (`scalar`, `dfa`, and backends outside x86, aarch64 and WebAssembly
/// alternate between validating and copying 4 KiB.)
///
/// # Errors
///
/// An invalid sequence, or a character that does not fit into `dst`, with the copy of the valid text before it. The rest
/// of `dst` is unspecified.
///
/// ```
/// use core::mem::MaybeUninit;
/// use placemat::copy_utf8;
///
/// let mut dst = [MaybeUninit::uninit(); 8];
/// assert_eq!(copy_utf8("caf\u{E9}".as_bytes(), &mut dst).map(|text| &*text), Ok("caf\u{E9}"));
///
/// let stopped = copy_utf8(b"5 \xE2\x82\xAC \xFF", &mut dst).unwrap_err();
/// assert_eq!(stopped.text(), "5 \u{20AC} ");
/// assert_eq!(stopped.utf8_error().map(|error| error.valid_up_to()), Some(6));
///
/// let full = copy_utf8("5 \u{20AC}".as_bytes(), &mut dst[..4]).unwrap_err();
/// assert_eq!((full.text(), full.utf8_error()), ("5 ", None));
/// ```
pub fn copy_utf8<'d>(src: &[u8], dst: &'d mut [MaybeUninit<u8>]) -> Result<&'d mut str, CopyError<'d>> {
    copy(BackendChoice::Dispatched, src, dst)
}

impl Handle {
    /// Copies `src` to the start of `dst` if it is valid, like [`copy_utf8`].
    ///
    /// # Errors
    ///
    /// As for [`copy_utf8`].
    pub fn copy_utf8<'d>(
        self, src: &[u8], dst: &'d mut [MaybeUninit<u8>],
    ) -> Result<&'d mut str, CopyError<'d>> {
        copy(BackendChoice::Named(self), src, dst)
    }
}

/// Why [`copy_utf8`] stopped before the end of the source, and the text that it copied.
#[derive(Debug, PartialEq, Eq)]
pub struct CopyError<'d> {
    text: &'d mut str,
    error: Option<Utf8Error>,
}

impl<'d> CopyError<'d> {
    /// The copy of the valid text before the stop. Its length in bytes is where the source goes on.
    #[must_use]
    pub const fn text(&self) -> &str {
        self.text
    }

    /// The same, for as long as the destination is borrowed.
    #[must_use]
    pub const fn into_text(self) -> &'d mut str {
        self.text
    }

    /// The error at which it stopped; `None` if the next character does not fit into the destination.
    #[must_use]
    pub const fn utf8_error(&self) -> Option<Utf8Error> {
        self.error
    }
}

impl fmt::Display for CopyError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.error {
            Some(error) => error.fmt(f),
            None => write!(f, "the destination is full at index {} of the source", self.text.len()),
        }
    }
}

impl error::Error for CopyError<'_> {}

fn copy<'d>(
    choice: BackendChoice, src: &[u8], dst: &'d mut [MaybeUninit<u8>],
) -> Result<&'d mut str, CopyError<'d>> {
    let fit = &src[..src.len().min(dst.len())];
    let mut at = if fit.len() > NEAR { most(choice, fit, dst) } else { 0 };
    let rest = &fit[at..];
    let valid = choice.validate(rest).map_or_else(|error| error.valid_up_to(), |()| rest.len());
    write(&mut dst[at..], &rest[..valid]);
    at += valid;
    // SAFETY: `most` and `write` have initialised these bytes, and `u8` has the layout of `MaybeUninit<u8>`.
    let copied = unsafe { &mut *(&raw mut dst[..at] as *mut [u8]) };
    // SAFETY: they are those of `src`, in which a backend of the registry, which is trusted, has found no error.
    let text = unsafe { core::str::from_utf8_unchecked_mut(copied) };
    if at == src.len() {
        return Ok(text);
    }
    Err(CopyError { text, error: sequence_at(src, at).err() })
}

/// Copies valid text up to near the first error or the end of `src`, which fits. Returns the number of bytes copied, an
/// item boundary.
fn most(choice: BackendChoice, src: &[u8], dst: &mut [MaybeUninit<u8>]) -> usize {
    let mut at = 0;
    // A kernel loads three bytes before what it copies.
    while at < REACH {
        let Ok(end) = sequence_at(src, at) else { return 0 };
        at = end;
    }
    write(dst, &src[..at]);
    if let Some(copied) = choice.copy(&src[at - REACH..], &mut dst[at..]) {
        return at + lead_before(&src[at..], copied);
    }
    loop {
        let (is_clean, read) = clean_stretch(choice, src, at, NEAR);
        write(&mut dst[at..], &src[at..at + read]);
        at += read;
        if !is_clean || at == src.len() {
            return at;
        }
    }
}

/// Writes `bytes` to the start of `dst`, which is long enough.
fn write(dst: &mut [MaybeUninit<u8>], bytes: &[u8]) {
    for (to, byte) in dst[..bytes.len()].iter_mut().zip(bytes) {
        to.write(*byte);
    }
}
