//! The token.

use placemat_simd::compiled_for;

placemat_simd::token! {
    /// The proof that this machine supports NEON: the program is compiled for it.
    Neon is "neon", "16 bytes at a time, with NEON";
    // SAFETY: the program is compiled for it, and runs nowhere else.
    needs ["neon"], unsafe offered by compiled_for
}
