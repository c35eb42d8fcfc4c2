//! Which encodings can be converted into which, and by what.

use core::ops::Range;

use placemat_core::convert::{Encoding, Progress};

use crate::judge::Judge;

/// An encoding that can be converted to `D`. One of the two is UTF-8.
pub trait Route<D: Encoding>: Encoding {
    /// Converts by a kernel or its replacement, by the contract of [`Progress`].
    #[doc(hidden)]
    fn progress(by: By, source: &[Self::Unit], room: &mut [D::Unit]) -> Progress;

    /// How many units [`WIDTH`](Self::WIDTH) units of the source become at most, replaced or not.
    #[doc(hidden)]
    const GROWTH: usize;

    /// How many units of the source are no less than a unit: the octets of one, if units are octets.
    #[doc(hidden)]
    const WIDTH: usize = 1;

    /// So far apart, errors are near: to replace them together is faster than one by one.
    #[doc(hidden)]
    const NEAR: usize = 128 * Self::LONGEST;

    /// Converts text after an error, from `at` on, with the replacement for what is ill formed or not in `D`, by
    /// the contract of [`Replace`](placemat_core::Replace). Without a kernel for that, nothing.
    #[doc(hidden)]
    fn replace(by: By, source: &[Self::Unit], at: usize, room: &mut [D::Unit], replacement: char)
    -> Progress;

    /// How many units well-formed text becomes; of other units, about as many; at most `usize::MAX`. By a kernel or
    /// its replacement, which agree.
    #[doc(hidden)]
    fn measure(by: By, source: &[Self::Unit]) -> usize;

    /// Every ill-formed sequence, in order.
    #[doc(hidden)]
    fn errors(by: By, source: &[Self::Unit]) -> impl Iterator<Item = Range<usize>>;

    /// The first character of well-formed text that `D` does not have.
    #[doc(hidden)]
    fn unmappable(text: &[Self::Unit]) -> Option<usize> {
        let _ = text;
        None
    }
}

/// [`Route::replace`].
pub(super) type Replace<S, D> = fn(By, &[S], usize, &mut [D], char) -> Progress;

/// What converts.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct By(pub(super) Judge);

/// How many units `source`, which is well formed, becomes, by the backend that calls are dispatched to.
#[inline]
pub(crate) fn len<S: Route<D>, D: Encoding>(source: &[S::Unit]) -> usize {
    S::measure(By(Judge::Dispatched), source)
}
