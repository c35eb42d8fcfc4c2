//! The token.

/// Whether the program is compiled for the processor feature of this name, or for all of a list: then it runs
/// nowhere else.
macro_rules! offers {
    ([$($feature:tt),+]) => {
        cfg!(all($(target_feature = $feature),+))
    };
    ($feature:tt) => {
        cfg!(target_feature = $feature)
    };
}

placemat_simd::token! {
    /// The proof that the engine has simd128: the program is compiled for it.
    Wasm is "wasm", "16 octets at a time, with WebAssembly's simd128";
    // SAFETY: `offers` says what the program is compiled for.
    needs ["simd128"], unsafe offered by offers
}
