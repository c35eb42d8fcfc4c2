//! One backend by name, without detection. Everything here is unsafe to call: the caller must ensure that the
//! CPU has the instructions that the module is named after.

/// The backends of x86 and x86-64.
#[cfg(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")))]
pub mod x86 {
    /// AVX2.
    pub mod avx2 {
        pub use crate::kernels::avx2::validate_utf8_compat as validate_utf8;
    }

    /// SSE4.2. (SSE4.1 is enough for placemat.)
    pub mod sse42 {
        pub use crate::kernels::sse4::validate_utf8_compat as validate_utf8;
    }
}

/// The backend of aarch64.
#[cfg(all(feature = "aarch64_neon", target_arch = "aarch64"))]
pub mod aarch64 {
    /// NEON.
    pub mod neon {
        pub use crate::kernels::neon::validate_utf8_compat as validate_utf8;
    }
}

/// The backend of WebAssembly.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub mod wasm32 {
    /// simd128.
    pub mod simd128 {
        pub use crate::kernels::simd128::validate_utf8_compat as validate_utf8;
    }
}
