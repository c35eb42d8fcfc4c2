//! Validates encodings other than UTF-8, and finds units that are too large for ASCII or Latin-1.

use core::{iter, ops::Range};

use placemat_core::MeasureFn;
use placemat_core::convert::portable::{self, ValidateUnits};
use placemat_core::convert::{
    Encoding, Latin1, SourceError, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};

use crate::backend::columns::{self, Column};
use crate::backend_choice::BackendChoice;

/// An encoding that kernels validate.
pub trait Checked: Encoding {
    /// The number of units before the first invalid sequence, from a kernel or from portable code; they agree.
    fn valid(choice: BackendChoice, source: &[Self::Unit]) -> usize;
}

/// Checks that all of the source is valid.
#[inline]
pub(crate) fn check<E: Checked>(source: &[E::Unit]) -> Result<(), E::Error> {
    match valid::<E>(source) {
        at if at == source.len() => Ok(()),
        at => E::decode(source, at).map(|_| ()),
    }
}

/// The number of units before the first invalid sequence, from the active backend.
#[inline]
pub(crate) fn valid<E: Checked>(source: &[E::Unit]) -> usize {
    E::valid(BackendChoice::Dispatched, source)
}

/// Iterates over the invalid sequences of the source, in order.
pub(super) fn errors<E: Checked>(
    choice: BackendChoice, source: &[E::Unit],
) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    iter::from_fn(move || {
        let from = at + E::valid(choice, &source[at..]);
        let error = E::decode(source, from).err().filter(|_| from < source.len())?;
        at = error.error_len().map_or(source.len(), |len| from + len);
        Some(from..at)
    })
}

/// The number of bytes before the first one of a character above U+00FF, if the bytes are valid.
#[inline]
pub(crate) fn latin1_up_to(bytes: &[u8]) -> usize {
    // C3 is the lead byte of U+00C0..U+00FF; the next lead byte begins with U+0100.
    up_to(columns::UTF8_LATIN1, bytes, 0xC3)
}

/// The number of units before the first one above `largest`, from the kernels of a column or from portable code.
#[inline]
pub(crate) fn up_to<U: Copy + Ord>(column: &Column<MeasureFn<U>>, units: &[U], largest: U) -> usize {
    if units.len() <= SCALAR_MAX_LEN {
        return units.iter().take_while(|unit| **unit <= largest).count();
    }
    BackendChoice::Dispatched.measure(column, units).unwrap_or_else(|| portable::up_to(units, largest))
}

/// Up to this many units are validated in less time than a kernel call takes.
const SCALAR_MAX_LEN: usize = 8;

/// Like `valid`, for a few units.
#[inline]
fn valid_short<E: Encoding>(source: &[E::Unit]) -> usize {
    let mut at = 0;
    while at < source.len()
        && let Ok((_, end)) = E::decode(source, at)
    {
        at = end;
    }
    at
}

/// Every byte is a character.
impl Checked for Latin1 {
    #[inline]
    fn valid(_: BackendChoice, source: &[u8]) -> usize {
        source.len()
    }
}

macro_rules! checked {
    ($($Native:ident $COLUMN:ident { $($Bytes:ident $from:expr;)* })*) => {
        $(
            impl Checked for $Native {
                #[inline]
                fn valid(choice: BackendChoice, source: &[Self::Unit]) -> usize {
                    if source.len() <= SCALAR_MAX_LEN {
                        return valid_short::<Self>(source);
                    }
                    choice
                        .measure(columns::$COLUMN, source)
                        .unwrap_or_else(|| <Self as ValidateUnits>::valid(source))
                }
            }

            $(impl Checked for $Bytes {
                #[inline]
                fn valid(_: BackendChoice, source: &[u8]) -> usize {
                    const WIDTH: usize = size_of::<<$Native as Encoding>::Unit>();
                    if source.len() <= SCALAR_MAX_LEN * WIDTH {
                        return valid_short::<Self>(source);
                    }
                    // Copying to a buffer for the kernel would take longer than portable code.
                    WIDTH * <$Native as ValidateUnits>::valid_of(source.as_chunks::<WIDTH>().0, |bytes| $from(bytes))
                }
            })*
        )*
    };
}

checked! {
    Utf16 UTF16_VALID { Utf16Le u16::from_le_bytes; Utf16Be u16::from_be_bytes; }
    Utf32 UTF32_VALID { Utf32Le u32::from_le_bytes; Utf32Be u32::from_be_bytes; }
}
