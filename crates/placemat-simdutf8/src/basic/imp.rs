//! One backend by name, without detection, and streaming. Everything here is unsafe to call: the caller must
//! ensure that the CPU has the instructions that the module is named after.

use super::Utf8Error;

/// Validates a stream of chunks of any length; reports errors only at the end.
///
/// A safe alternative that fails at the first error is `placemat::stream::Validator`.
pub trait Utf8Validator {
    /// Creates a validator for a new stream.
    ///
    /// # Safety
    ///
    /// The CPU must have the instructions that the module of the implementation is named after.
    #[must_use]
    unsafe fn new() -> Self
    where
        Self: Sized;

    /// Processes a chunk.
    ///
    /// # Safety
    ///
    /// As for [`new`](Self::new).
    unsafe fn update(&mut self, input: &[u8]);

    /// Ends the stream.
    ///
    /// # Errors
    ///
    /// If the stream is not valid UTF-8.
    ///
    /// # Safety
    ///
    /// As for [`new`](Self::new).
    unsafe fn finalize(self) -> Result<(), Utf8Error>;
}

/// Validates a stream of chunks whose lengths are multiples of 64 bytes, except the last one; reports errors
/// only at the end.
pub trait ChunkedUtf8Validator {
    /// Creates a validator for a new stream.
    ///
    /// # Safety
    ///
    /// The CPU must have the instructions that the module of the implementation is named after.
    #[must_use]
    unsafe fn new() -> Self
    where
        Self: Sized;

    /// Processes a chunk.
    ///
    /// # Panics
    ///
    /// If its length is not a multiple of 64.
    ///
    /// # Safety
    ///
    /// As for [`new`](Self::new).
    unsafe fn update_from_chunks(&mut self, input: &[u8]);

    /// Processes the rest, of any length, and ends the stream.
    ///
    /// # Errors
    ///
    /// If the stream is not valid UTF-8.
    ///
    /// # Safety
    ///
    /// As for [`new`](Self::new).
    unsafe fn finalize(self, remaining_input: Option<&[u8]>) -> Result<(), Utf8Error>;
}

/// The backends of x86 and x86-64.
#[cfg(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")))]
pub mod x86 {
    /// AVX2.
    pub mod avx2 {
        pub use crate::kernels::avx2::{
            ChunkedUtf8ValidatorImp, Utf8ValidatorImp, validate_utf8_basic as validate_utf8,
        };
    }

    /// SSE4.2. (SSE4.1 is enough for placemat.)
    pub mod sse42 {
        pub use crate::kernels::sse4::{
            ChunkedUtf8ValidatorImp, Utf8ValidatorImp, validate_utf8_basic as validate_utf8,
        };
    }
}

/// The backend of aarch64.
#[cfg(all(feature = "aarch64_neon", target_arch = "aarch64"))]
pub mod aarch64 {
    /// NEON.
    pub mod neon {
        pub use crate::kernels::neon::{
            ChunkedUtf8ValidatorImp, Utf8ValidatorImp, validate_utf8_basic as validate_utf8,
        };
    }
}

/// The backend of WebAssembly.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub mod wasm32 {
    /// simd128.
    pub mod simd128 {
        pub use crate::kernels::simd128::{
            ChunkedUtf8ValidatorImp, Utf8ValidatorImp, validate_utf8_basic as validate_utf8,
        };
    }
}
