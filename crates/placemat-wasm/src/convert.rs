//! The converting kernels.

use placemat_core::Conversion;

/// The converting kernels, for a registry.
pub const CONVERSION: Conversion = Conversion::NONE;
