//! Which encodings can be converted to which, and how.

use core::ops::Range;

use placemat_core::convert::{Encoding, Progress};

use crate::{Replacement, backend_choice::BackendChoice};

/// An encoding that can be converted to `D`. The trait is sealed.
pub trait Route<D: Encoding>: ConvertsTo<D> {}

/// How an encoding is converted to `D`. Other crates cannot name the trait.
pub trait ConvertsTo<D: Encoding>: Encoding {
    /// Converts with a kernel or with portable code; see [`Progress`].
    fn progress(choice: BackendChoice, source: &[Self::Unit], dst: &mut [D::Unit]) -> Progress;

    /// The maximum number of units that [`WIDTH`](Self::WIDTH) units of the source become, including replacements.
    const GROWTH: usize;

    /// Units of the source per code unit: its size in bytes where units are bytes, otherwise 1.
    const WIDTH: usize = 1;

    /// Errors closer than this many units are replaced in bulk, which is faster than one by one.
    const NEAR: usize = 128 * Self::LONGEST;

    /// Converts text after an error, starting at `at`, and writes `replacement` for invalid sequences and for
    /// characters that `D` lacks; see [`ReplaceFn`](placemat_core::ReplaceFn). From and to UTF-8, converts nothing without a kernel.
    fn replace(
        choice: BackendChoice, source: &[Self::Unit], at: usize, dst: &mut [D::Unit], replacement: char,
    ) -> Progress;

    /// The number of units that valid text becomes, at most `usize::MAX`; for invalid text, an approximation.
    /// Computed by a kernel or by portable code, which agree.
    fn measure(choice: BackendChoice, source: &[Self::Unit]) -> usize;

    /// Iterates over what is replaced, in order.
    fn errors(
        choice: BackendChoice, source: &[Self::Unit], policy: Replacement,
    ) -> impl Iterator<Item = Range<usize>>;

    /// The number of units that are replaced at the start of `rest`, which begins with an invalid sequence of `len`
    /// units; `None` if more may follow, unless these are the `last` ones.
    #[inline]
    fn unit(policy: Replacement, rest: &[Self::Unit], len: usize, last: bool) -> Option<usize> {
        let _ = (policy, rest, last);
        Some(len)
    }

    /// The first character of valid text that `D` lacks.
    fn unmappable(text: &[Self::Unit]) -> Option<usize> {
        let _ = text;
        None
    }
}

/// [`ConvertsTo::replace`].
pub(super) type Replace<S, D> = fn(BackendChoice, &[S], usize, &mut [D], char) -> Progress;

/// The number of units that `source`, which is valid, becomes, from the active backend.
#[inline]
pub(crate) fn len<S: Route<D>, D: Encoding>(source: &[S::Unit]) -> usize {
    S::measure(BackendChoice::Dispatched, source)
}
