//! Rows given by their offsets.

use super::rows::{SEGMENT, are_valid, validate_row};
use super::{Column, Layout, RowError, invalid::Rows};
use crate::backend_choice::BackendChoice;

/// An offset into a buffer, in bytes: `i32`, `i64`, `u32`, `u64` or `usize`. The trait is sealed.
pub trait Offset: sealed::Sealed + Copy + Ord {
    /// The offset as an index; out of bounds for every slice if it is negative or does not fit.
    #[doc(hidden)]
    fn index(self) -> usize;

    /// The offset as an index if it fits, otherwise any number.
    #[doc(hidden)]
    fn wrapped(self) -> usize;

    /// The index as an offset, if it fits.
    #[doc(hidden)]
    fn of(index: usize) -> Option<Self>;
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

                #[inline]
                fn of(index: usize) -> Option<Self> {
                    Self::try_from(index).ok()
                }
            }
        )*
    };
}

offsets! { i32 i64 u32 u64 usize }

/// Rows given by offsets; see [`Column::offsets`].
#[derive(Clone, Copy, Debug)]
pub struct Offsets<'a, O> {
    pub(super) offsets: &'a [O],
    pub(super) values: &'a [u8],
}

impl<'a, O: Offset> Column<'a, Offsets<'a, O>> {
    /// Rows given by offsets: row `i` is `values[offsets[i]..offsets[i + 1]]`; `n + 1` offsets make `n` rows.
    ///
    /// ```
    /// use placemat::batch::{Column, RowError};
    ///
    /// assert_eq!(Column::offsets(&[2_i64, 4, 4], b"..ab..").validate(), Ok(()));
    /// assert_eq!(Column::offsets(&[0, 2, 1], b"ab").validate(), Err(RowError::NotAscending { row: 1 }));
    /// assert_eq!(Column::offsets(&[0, 3], b"ab").validate(), Err(RowError::OutOfBounds { row: 0 }));
    /// ```
    pub const fn offsets(offsets: &'a [O], values: &'a [u8]) -> Self {
        Self::of(Offsets { offsets, values })
    }
}

impl<O: Offset> Layout for Offsets<'_, O> {
    type Extent = ();

    fn extent(&self) {}
}

impl<O: Offset> Rows for Offsets<'_, O> {
    const MOST: usize = 4096;

    #[inline]
    fn group(&mut self, choice: BackendChoice, row: usize, most: usize) -> Option<(usize, bool)> {
        let bounds = segment(&self.offsets[row..], most)?;
        Some((bounds.len() - 1, are_all_valid(choice, bounds, self.values)))
    }

    fn validate_row(&mut self, choice: BackendChoice, row: usize) -> Result<(), RowError> {
        validate_row(choice, row, self.offsets[row].index(), self.offsets[row + 1].index(), self.values)
    }
}

/// Up to `most` rows, including the bound at which the last one ends. The other bounds lie in one block of `values` that
/// begins at a multiple of [`SEGMENT`], so 16 bits give their offset in it.
#[inline]
fn segment<O: Offset>(bounds: &[O], most: usize) -> Option<&[O]> {
    let some = &bounds[..bounds.len().min(most + 1)];
    let [start, ends @ .., last] = some else { return None };
    let is_inside = |end: &O| end.index() / SEGMENT == start.index() / SEGMENT;
    // If the bounds do not ascend, any number of rows is correct.
    let rows = if is_inside(last) { ends.len() } else { ends.partition_point(is_inside) } + 1;
    Some(&some[..=rows])
}

/// Whether all rows of a segment are valid.
#[inline]
fn are_all_valid<O: Offset>(choice: BackendChoice, bounds: &[O], values: &[u8]) -> bool {
    let [start, inner @ .., end] = bounds else { return true };
    let (start, end) = (start.index(), end.index());
    let base = start - start % SEGMENT;
    let places = inner.iter().map(|bound| bound.wrapped().wrapping_sub(base));
    // If the bounds ascend, all of these lie in the same block.
    are_ascending(bounds) && are_valid(choice, values, (base, start, end), places, true)
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
