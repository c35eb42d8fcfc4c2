//! The converting kernels.

mod utf8_to_utf16;

use placemat_core::Conversion;

use utf8_to_utf16::utf8_to_utf16;

/// The converting kernels, for a registry.
pub const CONVERSION: Conversion = Conversion::NONE.with_utf8_to_utf16(utf8_to_utf16);
