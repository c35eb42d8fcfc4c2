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
    /// The proof that this machine has NEON: the program is compiled for it.
    Neon is "neon", "16 octets at a time, with NEON";
    // SAFETY: `offers` says what the program is compiled for.
    needs ["neon"], unsafe offered by offers
}
