//! Rows given by their offsets.

use super::{
    Error,
    rows::{STRETCH, are_sound, one},
};
use crate::backend_choice::BackendChoice;

/// An offset into a buffer, in bytes: `i32`, `i64`, `u32`, `u64` or `usize`. The trait is sealed.
pub trait Offset: sealed::Sealed + Copy + Ord {
    /// The offset as an index; out of bounds for every slice if it is negative or does not fit.
    #[doc(hidden)]
    fn index(self) -> usize;

    /// The offset as an index if it fits, otherwise any number.
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
                    // No slice of bytes is this long.
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

/// Maximum number of rows that are validated together.
const ROWS: usize = 4096;

pub(super) fn validate<O: Offset>(choice: BackendChoice, offsets: &[O], values: &[u8]) -> Result<(), Error> {
    let mut row = 0;
    while let Some(stretch) = stretch(&offsets[row..]) {
        if !is_sound(choice, stretch, values) {
            first_wrong(choice, row, stretch, values)?;
        }
        row += stretch.len() - 1;
    }
    Ok(())
}

/// The first rows, including the bound at which the last row ends. The other bounds lie in one block of `values` that
/// begins at a multiple of [`STRETCH`], so 16 bits give their offset in it.
#[inline]
fn stretch<O: Offset>(bounds: &[O]) -> Option<&[O]> {
    let some = &bounds[..bounds.len().min(ROWS + 1)];
    let [start, ends @ .., last] = some else { return None };
    let is_inside = |end: &O| end.index() / STRETCH == start.index() / STRETCH;
    // If the bounds do not ascend, any number of rows is correct.
    let rows = if is_inside(last) { ends.len() } else { ends.partition_point(is_inside) } + 1;
    Some(&some[..=rows])
}

/// Whether all rows of a stretch are valid.
#[inline]
fn is_sound<O: Offset>(choice: BackendChoice, bounds: &[O], values: &[u8]) -> bool {
    let [start, inner @ .., end] = bounds else { return true };
    let (start, end) = (start.index(), end.index());
    let base = start - start % STRETCH;
    let places = inner.iter().map(|bound| bound.wrapped().wrapping_sub(base));
    // If the bounds ascend, all of these lie in the same block.
    are_ascending(bounds) && are_sound(choice, values, (base, start, end), places, true)
}

/// Whether no row ends before it begins. If so, all bounds lie between the first and the last one.
#[inline]
fn are_ascending<O: Offset>(bounds: &[O]) -> bool {
    // Fixed-size arrays and no early exit, so that the compiler vectorises. (`windows` makes it shift vectors.)
    const AT_ONCE: usize = 16;
    let after = bounds.get(1..).unwrap_or_default();
    let (starts, ends) = (bounds.as_chunks::<AT_ONCE>(), after.as_chunks::<AT_ONCE>());
    let descend = |any, (start, end): (&O, &O)| any | (start > end);
    let many = starts.0.iter().zip(ends.0);
    !many.fold(false, |any, (starts, ends)| any | starts.iter().zip(ends).fold(false, descend))
        && !bounds[ends.0.len() * AT_ONCE..].iter().zip(ends.1).fold(false, descend)
}

/// Validates row by row, and returns the error of the first invalid one.
#[cold]
#[inline(never)]
fn first_wrong<O: Offset>(
    choice: BackendChoice,
    row: usize,
    bounds: &[O],
    values: &[u8],
) -> Result<(), Error> {
    for (row, bounds) in (row..).zip(bounds.windows(2)) {
        one(choice, row, bounds[0].index(), bounds[1].index(), values)?;
    }
    Ok(())
}
