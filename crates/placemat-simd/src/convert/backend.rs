//! What conversion needs from a backend.

mod from_utf16;
mod latin1;
mod to_utf16;
mod utf32;

pub use from_utf16::FromUtf16;
pub use latin1::ConvertLatin1;
pub use to_utf16::ToUtf16;
pub use utf32::ConvertUtf32;

use super::{thresholds::Thresholds, words::Words};
use crate::validate::{Kernel, Step};
use crate::{BLOCK, validate::or_block};

/// What a backend must say. It may override the kernels of each encoding in [`ToUtf16`], [`FromUtf16`],
/// [`ConvertLatin1`] and [`ConvertUtf32`], which are made of vector operations, and of shuffles of 16 bytes where bytes
/// move.
pub trait Convert: Kernel + Words<Sixteen: Words> {
    /// The step that validates in the same pass as conversion to UTF-16. [`Kernel::Full`] would do, but another step
    /// may reuse values that are computed for the units anyway.
    type Validate: Step<Self>;
    /// The same for sequences of up to three bytes, like [`Kernel::Three`].
    type ValidateThree: Step<Self>;

    /// Where one way of converting gives way to another.
    const THRESHOLDS: Thresholds;

    /// Whether the bytes are ASCII. Writes the units of those that are, and anything for the others. `N` must be a
    /// multiple of LANES.
    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool;

    /// Whether all bytes are ASCII.
    #[inline(always)]
    fn is_ascii(self, block: &[u8; BLOCK]) -> bool {
        !self.any_high_bit(or_block(self, self.splat(0), block, 0))
    }
}
