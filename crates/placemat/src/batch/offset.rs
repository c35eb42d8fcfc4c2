//! Rows by where each begins.

use super::{
    Error,
    rows::{ROWS, check},
};
use crate::judge::Judge;

/// A place in a buffer: `i32`, `i64`, `u32`, `u64` or `usize`. The trait is sealed.
pub trait Offset: sealed::Sealed + Copy {
    /// The same as an index; one outside every slice, if it is negative or too large for the machine.
    #[doc(hidden)]
    fn index(self) -> usize;
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
            }
        )*
    };
}

offsets! { i32 i64 u32 u64 usize }

pub(super) fn validate<O: Offset>(judge: Judge, offsets: &[O], values: &[u8]) -> Result<(), Error> {
    let mut bounds = [0; ROWS + 1];
    let mut row = 0;
    while row + 1 < offsets.len() {
        let some = &offsets[row..offsets.len().min(row + ROWS + 1)];
        for (bound, offset) in bounds.iter_mut().zip(some) {
            *bound = offset.index();
        }
        check(judge, row, &bounds[..some.len()], values)?;
        row += some.len() - 1;
    }
    Ok(())
}
