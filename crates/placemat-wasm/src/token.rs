//! The token.

use placemat_simd::compiled_for;

placemat_simd::token! {
    /// The proof that the engine supports simd128: the program is compiled for it.
    Wasm is "wasm", "16 bytes at a time, with WebAssembly's simd128";
    // SAFETY: the program is compiled for it, and runs nowhere else.
    needs ["simd128"], unsafe offered by compiled_for
}
