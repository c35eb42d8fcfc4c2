//! Rows by where each begins.

use super::{
    Error,
    rows::{ROWS, check},
};
use crate::judge::Judge;

/// A place in a buffer: `i32`, `i64`, `u32`, `u64` or `usize`. The trait is sealed.
pub trait Offset: sealed::Sealed + Copy + Ord {
    /// The same as an index; one outside every slice, if it is negative or too large for the machine.
    #[doc(hidden)]
    fn index(self) -> usize;

    /// The same where it is an index; any number, where it is not.
    #[doc(hidden)]
    fn wrapped(self) -> usize;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! offsets {
    ($($Offset:ty)*) => {
        $(
            impl sealed::Sealed for $Offset {}

            impl Offset for $Offset {
                #[inline]
                fn index(self) -> usize {
                    // No slice of octets is as long.
                    usize::try_from(self).unwrap_or(usize::MAX)
                }

                #[inline]
                #[allow(
                    clippy::cast_possible_truncation,
                    clippy::cast_possible_wrap,
                    clippy::cast_sign_loss,
                    trivial_numeric_casts,
                    reason = "that is what wrapped means"
                )]
                fn wrapped(self) -> usize {
                    self as usize
                }
            }
        )*
    };
}

offsets! { i32 i64 u32 u64 usize }

pub(super) fn validate<O: Offset>(judge: Judge, offsets: &[O], values: &[u8]) -> Result<(), Error> {
    let mut row = 0;
    while row + 1 < offsets.len() {
        let end = offsets.len().min(row + ROWS + 1);
        check(judge, row, &offsets[row..end], values)?;
        row = end - 1;
    }
    Ok(())
}
