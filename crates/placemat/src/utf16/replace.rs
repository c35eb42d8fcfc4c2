//! Validates UTF-16, and replaces lone surrogates in place.

use placemat_core::convert::{Utf16, Utf16Be, Utf16Le};
use placemat_core::utf16::{is_high, is_low};

use super::{InBytes, Utf16Error};
use crate::byte_order::byte_orders;
use crate::convert::{check, valid};

/// Validates UTF-16: every high surrogate is followed by a low one, and every low one is preceded by a high
/// one (RFC 2781, section 2.2). Linear time; no panic.
///
/// # Errors
///
/// The first error; its position is in units.
///
/// ```
/// use placemat::utf16::{Utf16ErrorKind, validate};
///
/// assert_eq!(validate(&[0x61, 0xD83C, 0xDF7D]), Ok(()));
/// assert_eq!(validate(&[0x61, 0xD83C]).unwrap_err().kind(), Utf16ErrorKind::CutOff);
/// ```
#[inline]
#[doc(alias = "validate_utf16")]
pub fn validate(units: &[u16]) -> Result<(), Utf16Error> {
    check::<Utf16>(units)
}

/// Returns the number of units before the first error, all units if there is none: like [`validate`], without the kind
/// of the error. Linear time; no panic.
///
/// ```
/// assert_eq!(placemat::utf16::valid_up_to(&[0xD83C, 0xDF7D, 0xD83C]), 2);
/// ```
#[must_use]
#[inline]
#[doc(alias = "utf16_valid_up_to")]
pub fn valid_up_to(units: &[u16]) -> usize {
    valid::<Utf16>(units)
}

/// Replaces each lone surrogate by U+FFFD, and returns how many there were. Afterwards the units are valid.
/// (Like JavaScript's `toWellFormed`, in place.) Linear time; no panic.
///
/// ```
/// let mut units = [0xDF7D, 0xD83C, 0xDF7D, 0xD83C];
/// assert_eq!(placemat::utf16::replace_lone_surrogates(&mut units), 2);
/// assert_eq!(units, [0xFFFD, 0xD83C, 0xDF7D, 0xFFFD]);
/// ```
#[doc(alias = "to_well_formed_utf16", alias = "toWellFormed", alias = "ensure_utf16_validity")]
pub fn replace_lone_surrogates(units: &mut [u16]) -> usize {
    replace(units, valid::<Utf16>, |unit| unit, |unit| unit)
}

byte_orders! {
    Utf16Le "UTF-16LE", Utf16Be "UTF-16BE";

    /// validates the bytes, like [`validate`]. Positions are in bytes.
    ///
    /// # Errors
    ///
    /// The first error.
    ///
    /// ```
    /// use placemat::utf16::{validate_utf16be, validate_utf16le};
    ///
    /// assert_eq!((validate_utf16le(b"a\0b\0"), validate_utf16be(b"\0a\0b")), (Ok(()), Ok(())));
    /// assert_eq!(validate_utf16le(b"a\0b").unwrap_err().valid_up_to(), 2, "half a unit");
    /// assert_eq!(validate_utf16be(b"\0a\xDF\x7D").unwrap_err().valid_up_to(), 2);
    /// ```
    #[inline]
    fn validate_utf16le, validate_utf16be(bytes: &[u8]) -> Result<(), Utf16Error> {
        check::<Order>(bytes)
    }

    /// replaces each lone surrogate by U+FFFD, and returns how many there were. Linear time; no panic.
    ///
    /// If the number of bytes is odd, the last byte is half a unit, too short for U+FFFD: it is left unchanged and
    /// not counted. Afterwards all bytes before it are valid.
    ///
    /// ```
    /// use placemat::utf16::{replace_lone_surrogates_utf16be, replace_lone_surrogates_utf16le};
    ///
    /// let mut bytes = *b"\x7D\xDF\x3C\xD8\x7D\xDF\x3C\xD8\x7D";
    /// assert_eq!(replace_lone_surrogates_utf16le(&mut bytes), 2);
    /// assert_eq!(bytes, *b"\xFD\xFF\x3C\xD8\x7D\xDF\xFD\xFF\x7D");
    ///
    /// let mut bytes = *b"\xDF\x7D\xD8\x3C\xDF\x7D\xD8\x3C\xDF";
    /// assert_eq!(replace_lone_surrogates_utf16be(&mut bytes), 2);
    /// assert_eq!(bytes, *b"\xFF\xFD\xD8\x3C\xDF\x7D\xFF\xFD\xDF");
    /// ```
    #[doc(alias = "to_well_formed_utf16le", alias = "to_well_formed_utf16be")]
    fn replace_lone_surrogates_utf16le, replace_lone_surrogates_utf16be(bytes: &mut [u8]) -> usize {
        let valid = |units: &[[u8; 2]]| valid::<Order>(units.as_flattened()) / 2;
        replace(bytes.as_chunks_mut().0, valid, Order::unit, Order::bytes)
    }
}

const REPLACEMENT: u16 = 0xFFFD;

/// Units that are replaced together after an error, because errors are rarely alone.
const BLOCK: usize = 64;

/// Replaces each lone surrogate by U+FFFD, and returns how many there were.
fn replace<U: Copy>(
    units: &mut [U], valid: impl Fn(&[U]) -> usize, from: impl Fn(U) -> u16, to: impl Fn(u16) -> U,
) -> usize {
    let (mut at, mut replaced) = (0, 0);
    loop {
        at += valid(&units[at..]);
        if at == units.len() {
            return replaced;
        }
        // The units to replace and the one after them. No surrogate pair crosses their start.
        let mut window = [0; BLOCK + 2];
        for (slot, unit) in window[1..].iter_mut().zip(&units[at..]) {
            *slot = from(*unit);
        }
        let (repaired, lone) = replace_all(&window);
        // Do not split a pair.
        let len = (units.len() - at).min(BLOCK - usize::from(is_high(repaired[BLOCK - 1])));
        for (unit, repaired) in units[at..].iter_mut().zip(&repaired[..len]) {
            *unit = to(*repaired);
        }
        replaced += lone;
        at += len;
    }
}

/// Returns the units between the first and the last one, with lone surrogates replaced by U+FFFD, and the number of
/// replacements. Each unit depends only on its neighbours, so that the compiler vectorises.
fn replace_all(window: &[u16; BLOCK + 2]) -> ([u16; BLOCK], usize) {
    let mut repaired = [0; BLOCK];
    let mut lone: u16 = 0;
    for (at, slot) in repaired.iter_mut().enumerate() {
        let [before, unit, after] = [window[at], window[at + 1], window[at + 2]];
        let is_lone = (is_high(unit) & !is_low(after)) | (is_low(unit) & !is_high(before));
        *slot = if is_lone { REPLACEMENT } else { unit };
        lone += u16::from(is_lone);
    }
    (repaired, lone.into())
}
