//! Which encodings can be converted into which, and by what.

use core::ops::Range;

use placemat_core::convert::{Encoding, Progress};

use crate::backend_choice::BackendChoice;

/// An encoding that can be converted to `D`. One of the two is UTF-8. The trait is sealed.
pub trait Route<D: Encoding>: ConvertsTo<D> {}

/// How an encoding is converted to `D`. Nothing outside of this crate can name the trait.
pub trait ConvertsTo<D: Encoding>: Encoding {
    /// Converts by a kernel or its replacement, by the contract of [`Progress`].
    fn progress(choice: BackendChoice, source: &[Self::Unit], dst: &mut [D::Unit]) -> Progress;

    /// How many units [`WIDTH`](Self::WIDTH) units of the source become at most, replaced or not.
    const GROWTH: usize;

    /// How many units of the source are no less than a unit: the bytes of one, if units are bytes.
    const WIDTH: usize = 1;

    /// So far apart, errors are near: to replace them together is faster than one by one.
    const NEAR: usize = 128 * Self::LONGEST;

    /// Converts text after an error, from `at` on, with the replacement for what is invalid or not in `D`, by
    /// the contract of [`Replace`](placemat_core::Replace). Without a kernel for that, nothing.
    fn replace(
        choice: BackendChoice,
        source: &[Self::Unit],
        at: usize,
        dst: &mut [D::Unit],
        replacement: char,
    ) -> Progress;

    /// How many units valid text becomes; of other units, about as many; at most `usize::MAX`. By a kernel or
    /// its replacement, which agree.
    fn measure(choice: BackendChoice, source: &[Self::Unit]) -> usize;

    /// Every ill-formed sequence, in order.
    fn errors(choice: BackendChoice, source: &[Self::Unit]) -> impl Iterator<Item = Range<usize>>;

    /// The first character of valid text that `D` does not have.
    fn unmappable(text: &[Self::Unit]) -> Option<usize> {
        let _ = text;
        None
    }
}

/// [`ConvertsTo::replace`].
pub(super) type Replace<S, D> = fn(BackendChoice, &[S], usize, &mut [D], char) -> Progress;

/// How many units `source`, which is valid, becomes, by the backend that calls are dispatched to.
#[inline]
pub(crate) fn len<S: Route<D>, D: Encoding>(source: &[S::Unit]) -> usize {
    S::measure(BackendChoice::Dispatched, source)
}
