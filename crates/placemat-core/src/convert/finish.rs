use super::{EncodeCharError, Encoding, Progress, SourceError};

/// How much was converted, and why the conversion ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Converted<E> {
    /// The number of units of the source that were converted; ends at a character boundary.
    pub read: usize,
    /// The number of units written to the destination.
    pub written: usize,
    /// Why the conversion ended.
    pub stop: Stop<E>,
}

/// Why a conversion ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop<E> {
    /// The whole source is converted.
    End,
    /// The next character, or its replacement, does not fit. Continue with a longer destination.
    OutputFull,
    /// The source ends inside a character, and more input comes. Continue with the rest and more input.
    Incomplete,
    /// The source is invalid here.
    Invalid(E),
    /// The target encoding lacks this character, which is next.
    Unmappable(char),
}

/// Continues at `from`, where a kernel stopped, character by character, and determines why the conversion
/// ends. `last` means that nothing comes after `source`.
///
/// Checks in this order: the source ends; the next sequence is invalid; the target encoding lacks the
/// character; the end of the source cuts the character off and more input comes; the character does not fit.
///
/// Takes time linear in the number of remaining characters, which are few after a kernel that does not stop
/// needlessly. No panic; a position past the end counts as the end.
///
/// ```
/// use placemat_core::convert::{Converted, Progress, Stop, Utf8, Utf16, finish};
///
/// let mut dst = [0; 2];
/// let end = finish::<Utf8, Utf16>(b"5 \xE2\x82\xAC", &mut dst, Progress::default(), true);
/// assert_eq!(end, Converted { read: 2, written: 2, stop: Stop::OutputFull });
/// ```
#[cold]
#[inline(never)]
pub fn finish<S: Encoding, D: Encoding>(
    source: &[S::Unit], dst: &mut [D::Unit], from: Progress, last: bool,
) -> Converted<S::Error> {
    let Progress { mut read, mut written } = from;
    let stop = loop {
        if read >= source.len() {
            break Stop::End;
        }
        let (character, end) = match S::decode(source, read) {
            Ok(next) => next,
            Err(error) if error.error_len().is_none() && !last => break Stop::Incomplete,
            Err(error) => break Stop::Invalid(error),
        };
        match D::encode(character, dst.get_mut(written..).unwrap_or_default()) {
            Ok(units) => written += units,
            Err(EncodeCharError::Unmappable) => break Stop::Unmappable(character),
            Err(EncodeCharError::DstFull) => break Stop::OutputFull,
        }
        read = end;
    };
    Converted { read, written, stop }
}
