use placemat_core::convert::{Utf16, Utf32, portable::ValidateUnits};

use super::Measure;

/// How many units of UTF-16 come before the first error. Call this and the next from a function that is compiled for
/// the processor features of `kernel`: it is portable code, and the compiler makes vectors of it as wide as there are.
#[inline(always)]
pub fn utf16_valid<K: Measure>(kernel: K, units: &[u16]) -> usize {
    let _ = kernel;
    Utf16::valid(units)
}

/// How many units of UTF-32 come before the first error.
#[inline(always)]
pub fn utf32_valid<K: Measure>(kernel: K, units: &[u32]) -> usize {
    let _ = kernel;
    Utf32::valid(units)
}
