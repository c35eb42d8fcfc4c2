use placemat_core::convert::{Utf16, Utf32, portable::ValidateUnits};

use super::Measure;

/// The number of UTF-16 units before the first error. Like the next function, must be called from a function that is
/// compiled for the CPU features of `kernel`: it is portable code that the compiler vectorises for them.
#[inline(always)]
pub fn utf16_valid<K: Measure>(kernel: K, units: &[u16]) -> usize {
    let _ = kernel;
    Utf16::valid(units)
}

/// The number of UTF-32 units before the first error.
#[inline(always)]
pub fn utf32_valid<K: Measure>(kernel: K, units: &[u32]) -> usize {
    let _ = kernel;
    Utf32::valid(units)
}
