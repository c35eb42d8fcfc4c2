//! What is well formed and what is not, in encodings that are not UTF-8; and what Latin-1 does not have.

use core::{iter, ops::Range};

use placemat_core::{
    convert::{Encoding, SourceError, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le},
    utf16::is_surrogate,
};

/// Units that are looked at together.
const BLOCK: usize = 64;

/// An encoding of which a block that is plain need not be looked at closely.
pub(crate) trait Plain: Encoding {
    /// Whether each unit of the block is a character by itself, without a branch for each.
    fn is_plain(block: &[Self::Unit; BLOCK]) -> bool;
}

/// Whether all of the source is well formed.
#[inline]
pub(crate) fn check<E: Plain>(source: &[E::Unit]) -> Result<(), E::Error> {
    let mut at = 0;
    while at < source.len() {
        if source[at..].first_chunk().is_some_and(E::is_plain) {
            at += BLOCK;
            continue;
        }
        let until = source.len().min(at + BLOCK);
        while at < until {
            (_, at) = E::decode(source, at)?;
        }
    }
    Ok(())
}

/// Every ill-formed sequence of the source, in order.
pub(super) fn errors<E: Plain>(source: &[E::Unit]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    iter::from_fn(move || {
        let error = check::<E>(&source[at..]).err()?;
        let from = at + error.valid_up_to();
        at = error.error_len().map_or(source.len(), |len| from + len);
        Some(from..at)
    })
}

/// The first octet of text that does not belong to a character of Latin-1.
#[inline]
pub(crate) fn above_latin1(text: &[u8]) -> Option<usize> {
    // C3 leads U+00C0..U+00FF; the next lead is of U+0100.
    let is_above = |octet: &u8| *octet > 0xC3;
    let block =
        text.chunks(256).position(|octets| octets.iter().fold(false, |any, octet| any | is_above(octet)))?;
    text[256 * block..].iter().position(is_above).map(|at| 256 * block + at)
}

macro_rules! plain {
    ($($are_plain:ident { $Native:ident; $($Octets:ident $from:expr;)* })*) => {
        $(
            impl Plain for $Native {
                #[inline]
                fn is_plain(block: &[Self::Unit; BLOCK]) -> bool {
                    $are_plain(block.iter().copied())
                }
            }

            $(impl Plain for $Octets {
                #[inline]
                fn is_plain(block: &[u8; BLOCK]) -> bool {
                    $are_plain(block.as_chunks().0.iter().map(|octets| $from(*octets)))
                }
            })*
        )*
    };
}

plain! {
    are_characters { Utf16; Utf16Le u16::from_le_bytes; Utf16Be u16::from_be_bytes; }
    are_scalar_values { Utf32; Utf32Le u32::from_le_bytes; Utf32Be u32::from_be_bytes; }
}

#[inline]
fn are_characters(units: impl Iterator<Item = u16>) -> bool {
    !units.fold(false, |any, unit| any | is_surrogate(unit))
}

#[inline]
pub(super) fn is_scalar_value(unit: u32) -> bool {
    (unit <= char::MAX.into()) & (unit & !0x7FF != 0xD800)
}

#[inline]
fn are_scalar_values(units: impl Iterator<Item = u32>) -> bool {
    units.fold(true, |all, unit| all & is_scalar_value(unit))
}
